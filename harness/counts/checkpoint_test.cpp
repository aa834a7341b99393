#include "harness/counts/checkpoint.hpp"

#include <csignal>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/cases_for_tests.hpp"
#include "core/verdict/judge.hpp"
#include "harness/counts/counts_file.hpp"
#include "harness/file_size_limit_for_tests.hpp"
#include "harness/job/certify_plan.hpp"
#include "harness/test_folder.hpp"
#include "harness/whole_file.hpp"
#include "reports/json_report.hpp"

using namespace fairshuffle;

namespace {

struct Killed {};

// Keeps the run at every so-many-th question, and then ends it as a kill would.
class KillingKeeper final : public RunKeeper {
 public:
  KillingKeeper(Checkpoint& checkpoint, int every, int most_kept)
      : checkpoint_(checkpoint), every_(every), left_(most_kept) {
    checkpoint.switch_on();
  }
  bool is_due() override { return ++asked_ % every_ == 0; }
  void keep(const KeptRun& run) override {
    checkpoint_.keep(run);
    if (!run.is_ending && --left_ == 0) throw Killed();
  }

 private:
  Checkpoint& checkpoint_;
  int every_, left_, asked_ = 0;
};

PlanOptions options_of(std::vector<std::string> targets, const std::string& max_trials) {
  PlanOptions options;
  options.targets = std::move(targets);
  options.max_trials = max_trials;
  options.seed = "7";
  options.tolerance = "0.02";
  options.threads = "2";
  return options;
}

// Decks of every size that is counted in its own way, marked cards, seedings, and what runs in sequence.
std::vector<std::pair<std::string, PlanOptions>> all_plans() {
  std::vector<std::pair<std::string, PlanOptions>> plans;
  plans.emplace_back("small",
                     options_of({"durstenfeld", "naive-swap:n=8", "sattolo:n=3", "identity:n=4"}, "5e4"));
  plans.emplace_back(
      "middle", options_of({"durstenfeld:n=7,marked=2", "durstenfeld:n=9", "swap-pairs:n=11,k=40"}, "4e4"));
  plans.emplace_back("large", options_of({"durstenfeld:n=13", "durstenfeld:n=40"}, "35000"));
  plans.emplace_back("sequence", options_of({"durstenfeld:n=5,reset=never", "durstenfeld:n=6,seeding=per-run",
                                             "durstenfeld:n=20,seeding=per-shuffle-clock", "durstenfeld"},
                                            "5e4"));
  plans.emplace_back("fixed", options_of({"durstenfeld:n=6", "durstenfeld:n=16"}, "1e5"));
  plans.back().second.max_trials.reset();
  plans.back().second.trials = "50001";
  plans.emplace_back("asked", options_of({"durstenfeld:n=15", "draw-insert:n=15"}, "5e4"));
  plans.back().second.pairs = true;
  plans.back().second.bets = {"cards=0-3,places=0-4,name=aces"};
  plans.back().second.controls = true;
  return plans;
}

std::string report_of(const RunPlan& plan, std::vector<TargetRecord> records) {
  RunRecord record = concluded(plan_data(plan), std::move(records));
  record.command = plan.command;
  return json_report(record);
}

std::string run_whole(const PlanOptions& options) {
  const RunPlan plan = plan_of(options);
  return report_of(plan, run(plan, [](const Progress&) {}));
}

void never_told(const std::string& sentence) {
  FAIL("told: " << sentence);
}

// Runs until it is killed; false where it came to its end before.
bool run_and_kill(const PlanOptions& options, const std::filesystem::path& path, int every, int most_kept,
                  bool goes_on = false) {
  RunPlan plan = plan_of(options);
  if (goes_on) plan.start = start_from(std::make_shared<CountsFile>(path), planned_record(plan));
  Checkpoint checkpoint(planned_record(plan), path, 1, never_told);
  KillingKeeper keeper(checkpoint, every, most_kept);
  plan.keeper = &keeper;
  try {
    run(plan, [](const Progress&) {});
  } catch (const Killed&) {
    return true;
  }
  return false;
}

std::string go_on(PlanOptions options, const std::filesystem::path& path, const std::string& threads) {
  options.threads = threads;
  RunPlan plan = plan_of(options);
  plan.start = start_from(std::make_shared<CountsFile>(path), planned_record(plan));
  return report_of(plan, run(plan, [](const Progress&) {}));
}

std::string refusal_of(const std::filesystem::path& path, const PlanOptions& options) {
  try {
    go_on(options, path, "1");
  } catch (const InputError& error) {
    return error.what();
  }
  return "not refused";
}

const PlanOptions short_options = options_of({"durstenfeld:n=4"}, "1e5");

}  // namespace

TEST_CASE("a run that is killed anywhere and gone on with gives the report of one that was not") {
  const TestFolder folder;
  for (const auto& plan_of_kind : cases(all_plans())) {
    const auto& name = plan_of_kind.first;
    const PlanOptions& options = plan_of_kind.second;
    CAPTURE(name);
    const std::string whole = run_whole(options);
    int kills = 0;
    // It is asked at the end of a target's trials however threads are scheduled, between its blocks by luck:
    // two kills are sure to come.
    for (const int kept : {1, 2, 9}) {
      CAPTURE(kept);
      if (!run_and_kill(options, folder / "run.fair", 1, kept)) break;
      ++kills;
      CHECK(go_on(options, folder / "run.fair", kept % 2 == 0 ? "1" : "3") == whole);
      // Killed again after it went on.
      const bool again = kept == 2 && run_and_kill(options, folder / "run.fair", 2, 2, true);
      if (again) CHECK(go_on(options, folder / "run.fair", "2") == whole);
    }
    CHECK(kills >= 2);
    CHECK(folder.entries() == 1);
  }
}

TEST_CASE("a run goes on from the plan in its checkpoint alone") {
  const TestFolder folder;
  for (const auto& plan_of_kind : all_plans()) {
    const auto& name = plan_of_kind.first;
    const PlanOptions& options = plan_of_kind.second;
    if (name != "asked" && name != "fixed") continue;
    CAPTURE(name);
    REQUIRE(run_and_kill(options, folder / "run.fair", 1, 2));
    PlanOptions from_file;
    from_file.job = (folder / "run.fair").string();
    RunPlan plan = plan_of(from_file);
    const auto file = std::make_shared<CountsFile>(folder / "run.fair");
    plan.command = file->head().run.command;
    plan.start = start_from(file, planned_record(plan));
    CHECK(report_of(plan, run(plan, [](const Progress&) {})) == run_whole(options));
  }
}

TEST_CASE("a run that was judged as it was ended early goes on, and is not judged so again") {
  const TestFolder folder;
  const PlanOptions options = options_of({"durstenfeld:n=9", "durstenfeld:n=20"}, "2e5");
  const auto run_to_its_end = [&](bool goes_on, int blocks) {
    RunPlan plan = plan_of(options);
    if (goes_on)
      plan.start = start_from(std::make_shared<CountsFile>(folder / "run.fair"), planned_record(plan));
    Checkpoint checkpoint(planned_record(plan), folder / "run.fair", 3600, never_told);
    checkpoint.switch_on();
    plan.keeper = &checkpoint;
    int asked = 0;
    plan.is_to_end = [&asked, blocks] { return ++asked > blocks; };
    RunResult result = run_to_end(plan, [](const Progress&) {});
    CHECK(checkpoint.holds_ended_run());
    return result;
  };
  const std::vector<TargetRecord> records = run_to_its_end(false, 30).targets;
  CHECK(records[1].evidence.ended_early);
  CHECK(records[1].verdict.has_value());
  CHECK(CountsFile(folder / "run.fair").head().early_end_spent);
  const RunResult again = run_to_its_end(true, 10);
  REQUIRE(again.not_judged.has_value());
  CHECK(again.not_judged->why == NotJudged::Why::ended_again);
  CHECK(again.targets.empty());
  CHECK(CountsFile(folder / "run.fair").head().early_end_spent);
  CHECK(go_on(options, folder / "run.fair", "2") == run_whole(options));
}

TEST_CASE("a checkpoint that was changed or cut anywhere is refused with a sentence, and stays") {
  const TestFolder folder;
  REQUIRE(run_and_kill(short_options, folder / "run.fair", 1, 4));
  const std::string whole = folder.read("run.fair");
  const std::string damaged =
      "the counts of " + (folder / "bad.fair").string() +
      " are damaged: their checksum is another one; take an older file, or begin again";
  for (std::size_t at = 19; at < whole.size(); at += 1 + whole.size() / 100) {
    CAPTURE(at);
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ (1 << at % 8));
    CHECK(refusal_of(folder.write("bad.fair", changed), short_options) == damaged);
    CHECK(folder.read("bad.fair") == changed);
    const std::string refusal = refusal_of(folder.write("bad.fair", whole.substr(0, at)), short_options);
    CHECK(
        (refusal == damaged || refusal == "the counts of " + (folder / "bad.fair").string() + " break off"));
  }
  CHECK(refusal_of(folder.write("bad.fair", whole + "x"), short_options) == damaged);
  CHECK(refusal_of(folder.write("bad.fair", "x" + whole), short_options) ==
        (folder / "bad.fair").string() + " is no file of counts");
  CHECK(refusal_of(folder.write("bad.fair", ""), short_options) ==
        (folder / "bad.fair").string() + " is no file of counts");
  CHECK(refusal_of(folder / "none.fair", short_options) ==
        "cannot read the counts " + (folder / "none.fair").string() + ": there is no such file");
  CHECK(refusal_of(folder / ".", short_options).starts_with("cannot read the counts "));
}

TEST_CASE("a checkpoint that contradicts itself is refused, be its checksum right") {
  const TestFolder folder;
  REQUIRE(run_and_kill(short_options, folder / "run.fair", 1, 4));
  const CountsHead head = CountsFile(folder / "run.fair").head();
  const auto refusal_with = [&](const CountsHead& changed, std::string_view counts) {
    WholeFile file(folder / "changed.fair", "counts");
    CountsFileWriter writer(file, changed);
    writer.add_counts(0, [counts](CountsWriter& to) {
      for (const char number : counts) to.number(static_cast<std::uint64_t>(number));
    });
    writer.end();
    file.publish(true);
    const std::string refusal = refusal_of(folder / "changed.fair", short_options);
    const std::string start = "the counts of " + (folder / "changed.fair").string() + " ";
    return refusal.starts_with(start) ? refusal.substr(start.size()) : refusal;
  };
  std::vector<CountsHead> changed(8, head);
  changed[0].look = 0;
  changed[1].look = 1000;
  changed[2].undecided = {0, 1};
  changed[3].undecided = {0, 0};
  changed[4].shard = ShardHead{.index = 3, .of = 3, .last_look = head.look, .from = ""};
  changed[5].shard = ShardHead{.index = 0, .of = 3, .last_look = head.look - 1, .from = ""};
  changed[6].run.tool_version = "0.0.9";
  changed[7].run.tests = {"permutations", "permutationz"};
  CHECK(refusal_with(changed[6], "").starts_with("were written by fairshuffle 0.0.9, and this is "));
  CHECK(refusal_with(changed[0], "").starts_with("go on at look 0 of "));
  CHECK(refusal_with(changed[1], "").starts_with("go on at look 1000 of "));
  CHECK(refusal_with(changed[2], "") == "tell of targets that there are not");
  CHECK(refusal_with(changed[3], "") == "tell of targets that there are not");
  CHECK(refusal_with(changed[4], "") == "are of a shard that there is not");
  CHECK(refusal_with(changed[5], "") == "end before they begin");
  CHECK(refusal_with(changed[7], "") ==
        "are damaged: they name a test that there is not; take an older file, or begin again");
  // What is wrong with the counts themselves is found when they are added.
  CHECK_THROWS_AS(refusal_with(head, "\x05"), CodedCountsError);
}

TEST_CASE(
    "a checkpoint that was changed and has a checksum of what it is now is refused in words of our own") {
  const TestFolder folder;
  REQUIRE(run_and_kill(short_options, folder / "run.fair", 1, 4));
  constexpr std::size_t begin = 19, checksum_bytes = 8;
  const std::string whole = folder.read("run.fair");
  const std::size_t end_of_head = whole.find("\"environment\"");
  REQUIRE(end_of_head < whole.size());
  for (std::size_t at = begin; at < end_of_head; at += 1 + end_of_head / 100) {
    CAPTURE(at);
    std::string changed = whole;
    changed[at] = '}';
    CountsChecksum checksum;
    checksum.process_bytes(changed.data(), changed.size() - checksum_bytes);
    for (std::size_t byte = 0; byte < checksum_bytes; ++byte) {
      changed[changed.size() - checksum_bytes + byte] = static_cast<char>(checksum.checksum() >> (8 * byte));
    }
    const std::string refusal = refusal_of(folder.write("bad.fair", changed), short_options);
    // What is changed may be a word that nothing reads.
    CHECK_MESSAGE((refusal.starts_with("the counts of ") || refusal == "not refused"), refusal);
    CHECK_MESSAGE(refusal.find("json") == std::string::npos, refusal);
  }
}

TEST_CASE("a checkpoint of another plan is refused, whatever is other") {
  const TestFolder folder;
  REQUIRE(run_and_kill(short_options, folder / "run.fair", 1, 4));
  std::vector<PlanOptions> others(7, short_options);
  others[0].seed = "8";
  others[1].targets = {"durstenfeld:n=5"};
  others[2].targets.push_back("naive-swap");
  others[3].tolerance = "0.01";
  others[4].max_trials = "2e5";
  others[5].tests = "positions";
  others[6].controls = true;
  for (const PlanOptions& other : others) {
    CHECK(refusal_of(folder / "run.fair", other).find(" are of another plan: ") != std::string::npos);
  }
  PlanOptions same = short_options;
  same.threads = "5";
  CHECK(refusal_of(folder / "run.fair", same) == "not refused");
}

TEST_CASE("what gives other trials each time can't be gone on with") {
  CHECK(why_it_cannot_go_on(plan_of(short_options).targets).empty());
  PlanOptions options;
  options.typed.named["exec"] = {"cat rows"};
  options.deck_sizes = "5";
  CHECK(why_it_cannot_go_on(plan_of(options).targets).find("gives other trials each time") !=
        std::string::npos);
  options.typed.named["exec"] = {"./program {seed}"};
  CHECK(why_it_cannot_go_on(plan_of(options).targets).empty());
}

TEST_CASE("a checkpoint that can't be written leaves the one before, and the run goes on") {
  const TestFolder folder;
  REQUIRE(run_and_kill(short_options, folder / "run.fair", 1, 4));
  const std::string before = folder.read("run.fair");
  std::vector<std::string> told;
  RunPlan plan = plan_of(short_options);
  plan.start = start_from(std::make_shared<CountsFile>(folder / "run.fair"), planned_record(plan));
  Checkpoint checkpoint(planned_record(plan), folder / "run.fair", 1e-9,
                        [&told](const std::string& sentence) { told.push_back(sentence); });
  checkpoint.switch_on();
  plan.keeper = &checkpoint;
  std::string report;
  {
    const FileSizeLimit limit(100);
    report = report_of(plan, run(plan, [](const Progress&) {}));
  }
  CHECK(report == run_whole(short_options));
  REQUIRE_FALSE(told.empty());
  CHECK(told.front() == "cannot write the checkpoint " + (folder / "run.fair").string() + ": File too large");
  CHECK(folder.read("run.fair") == before);
  CHECK(folder.entries() == 1);
}
