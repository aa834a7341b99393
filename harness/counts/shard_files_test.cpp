#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/cases_for_tests.hpp"
#include "harness/counts/checkpoint.hpp"
#include "harness/file_size_limit_for_tests.hpp"
#include "harness/job/certify_plan.hpp"
#include "harness/test_folder.hpp"
#include "harness/whole_file.hpp"

using namespace fairshuffle;

namespace {

namespace fs = std::filesystem;

constexpr BlockShare second_of_three{.index = 1, .of = 3};

struct ShardKilled {};

// Keeps the shard at every so-many-th question, and then ends it as a kill would.
class KillingShardKeeper final : public RunKeeper {
 public:
  KillingShardKeeper(ShardFileWriter& writer, int every, int most_kept)
      : writer_(writer), every_(every), left_(most_kept) {}
  bool is_due() override { return ++asked_ % every_ == 0; }
  void keep(const KeptRun& shard) override {
    writer_.keep(shard);
    if (--left_ == 0) throw ShardKilled();
  }

 private:
  ShardFileWriter& writer_;
  int every_, left_, asked_ = 0;
};

PlanOptions shard_options(std::vector<std::string> targets, const std::string& trials,
                          bool is_fixed = false) {
  PlanOptions options;
  options.targets = std::move(targets);
  (is_fixed ? options.trials : options.max_trials) = trials;
  options.seed = "7";
  options.threads = "2";
  return options;
}

// Decks of every size that is counted in its own way, and what runs in sequence, first, between and last.
std::vector<PlanOptions> all_shard_plans() {
  return {shard_options({"durstenfeld", "durstenfeld:n=9", "naive-swap:n=13"}, "4e5"),
          shard_options({"durstenfeld:n=6,seeding=per-run", "durstenfeld:n=40", "durstenfeld:n=5,reset=never",
                         "durstenfeld:n=7", "durstenfeld:n=20,seeding=per-run"},
                        "3e5"),
          shard_options({"durstenfeld:n=8", "durstenfeld:n=16"}, "400001", true)};
}

struct Asked {
  const PlanOptions& options;
  fs::path path;
  fs::path start = {};  // empty for the beginning of the run
  BlockShare share = second_of_three;
};

ShardFileWriter writer_of(const Asked& asked, RunPlan& plan, std::vector<std::uint64_t>& from,
                          const std::function<void(const std::string&)>& tell = {}) {
  std::shared_ptr<CountsFile> start;
  if (!asked.start.empty()) {
    start = std::make_shared<CountsFile>(asked.start);
    plan.start = start_from(start, planned_record(plan));
  }
  from = trials_at_start(plan);
  const LookSchedule schedule(plan.max_trials, plan.fixed_trials);
  return {asked.path,
          {.planned = planned_record(plan),
           .contents = "",
           .start = start,
           .share = asked.share,
           .last_look = schedule.look_from(plan.max_trials),
           .trials = trials_of_shard(plan, asked.share, from)},
          true,
          1e-9,
          tell};
}

// Goes on from the file where one is begun, and is killed when it was kept so often. False where it came to
// its end before.
bool run_shard_and_kill(const Asked& asked, int every, int most_kept) {
  RunPlan plan = plan_of(asked.options);
  std::vector<std::uint64_t> from;
  const std::unique_ptr<CountsFile> begun = shard_at(asked.path);
  ShardFileWriter writer = writer_of(asked, plan, from);
  std::optional<ShardStart> start;
  if (begun) {
    writer.check_is_this(*begun);
    start = writer.go_on_from(*begun, plan);
  }
  KillingShardKeeper keeper(writer, every, most_kept);
  plan.keeper = &keeper;
  const TakePart take = [&writer](int look, std::size_t target, const ShardPart& part,
                                  const TallyHalves& counts) { writer.add(look, target, part, counts); };
  try {
    run_shard(
        plan, asked.share, from, take, [](const Progress&) {}, start ? &*start : nullptr);
  } catch (const ShardKilled&) {
    return true;
  }
  writer.publish();
  return false;
}

constexpr int no_kill = 1'000'000'000;

std::string refusal_of_shard(const Asked& asked) {
  try {
    run_shard_and_kill(asked, no_kill, 1);
  } catch (const InputError& error) {
    return error.what();
  }
  return "not refused";
}

}  // namespace

TEST_CASE("a shard that is killed anywhere and gone on with has the file of one that was not") {
  const TestFolder folder;
  for (const PlanOptions& options : cases(all_shard_plans())) {
    CAPTURE(options.targets.front());
    REQUIRE_FALSE(run_shard_and_kill({.options = options, .path = folder / "whole.fair"}, no_kill, 1));
    const std::string whole = folder.read("whole.fair");
    int kills = 0;
    for (const auto& [every, kept] : cases<std::pair<int, int>>({{1, 7}, {2, 9}, {3, 2}, {1, 1}})) {
      const Asked asked{.options = options, .path = folder / "shard.fair"};
      while (run_shard_and_kill(asked, every, kept)) {
        ++kills;
        const CountsHead head = CountsFile(asked.path).head();
        REQUIRE(head.shard->reached);
        CHECK(head.shard->reached->trials <= head.shard->trials);
      }
      CHECK_FALSE(CountsFile(asked.path).head().shard->reached);
      CHECK(folder.read("shard.fair") == whole);
      fs::remove(asked.path);
    }
    CHECK(kills > 0);
    CHECK(folder.entries() == 1);
    fs::remove(folder / "whole.fair");
  }
}

TEST_CASE("a shard that starts from a checkpoint is killed and goes on, too") {
  const TestFolder folder;
  const PlanOptions options = shard_options({"durstenfeld:n=7", "naive-swap:n=8", "durstenfeld:n=30"}, "4e5");
  {
    RunPlan plan = plan_of(options);
    Checkpoint checkpoint(planned_record(plan), folder / "start.fair", 1, [](const std::string&) {});
    checkpoint.switch_on();
    plan.keeper = &checkpoint;
    plan.last_look = 8;
    const RunResult left = run_to_end(plan, [](const Progress&) {});
    REQUIRE(left.not_judged.has_value());
    CHECK(left.not_judged->why == NotJudged::Why::undecided);
  }
  const Asked whole{.options = options, .path = folder / "whole.fair", .start = folder / "start.fair"};
  REQUIRE_FALSE(run_shard_and_kill(whole, no_kill, 1));
  const Asked asked{.options = options, .path = folder / "shard.fair", .start = folder / "start.fair"};
  int kills = 0;
  // Between targets it is asked however threads are scheduled, so that several kills are sure to come.
  while (run_shard_and_kill(asked, 1, whole_or_share(2, 6))) ++kills;
  CHECK(kills > 1);
  CHECK(folder.read("shard.fair") == folder.read("whole.fair"));
}

TEST_CASE("a shard goes on from no other's file, and from no damaged one") {
  const TestFolder folder;
  const PlanOptions options = shard_options({"durstenfeld:n=7"}, "4e5");
  const Asked asked{.options = options, .path = folder / "shard.fair"};
  REQUIRE(run_shard_and_kill(asked, 1, 3));
  const std::string begun = folder.read("shard.fair");
  PlanOptions other = options;
  other.seed = "8";
  const std::string start = "the counts of " + asked.path.string() + " ";
  CHECK(refusal_of_shard({.options = other, .path = asked.path}) ==
        start + "are of another plan; pass --force to replace them");
  CHECK(refusal_of_shard({.options = options, .path = asked.path, .share = {.index = 2, .of = 3}}) ==
        start + "are of shard 1; pass --force to replace them");
  CHECK(refusal_of_shard({.options = options, .path = asked.path, .share = {.index = 1, .of = 4}})
            .ends_with("; pass --force to replace them"));
  CHECK(folder.read("shard.fair") == begun);
  std::string damaged = begun;
  damaged[damaged.size() / 2] ^= 1;
  folder.write("shard.fair", damaged);
  CHECK(refusal_of_shard(asked).starts_with(start + "are damaged"));
}

TEST_CASE("a shard that can't be kept leaves its file as it was, and goes on") {
  const TestFolder folder;
  const PlanOptions options = shard_options({"durstenfeld:n=8"}, "4e5");
  const Asked asked{.options = options, .path = folder / "shard.fair"};
  REQUIRE(run_shard_and_kill(asked, 1, 2));
  const std::string before = folder.read("shard.fair");
  RunPlan plan = plan_of(options);
  std::vector<std::uint64_t> from;
  std::vector<std::string> told;
  ShardFileWriter writer =
      writer_of(asked, plan, from, [&told](const std::string& sentence) { told.push_back(sentence); });
  {
    const FileSizeLimit limit(100);
    // A full disk is told of once, however often it is tried again.
    for (int times = 0; times < 3; ++times) {
      writer.keep({.targets = {{}}});
    }
  }
  REQUIRE(told.size() == 1);
  CHECK(told.front() == "cannot write the counts " + asked.path.string() + ": File too large");
  CHECK_FALSE(writer.is_kept());
  CHECK(folder.read("shard.fair") == before);
}

TEST_CASE("shards that are not at their ends are read to the look that all of them have") {
  const TestFolder folder;
  const PlanOptions options = shard_options({"durstenfeld:n=7", "durstenfeld:n=30"}, "4e5");
  std::vector<fs::path> paths;
  for (std::uint64_t index = 0; index < 3; ++index) {
    paths.push_back(folder / ("shard-" + std::to_string(index)));
    const Asked asked{.options = options, .path = paths.back(), .share = {.index = index, .of = 3}};
    CHECK(run_shard_and_kill(asked, 1, index < 2 ? 8 + static_cast<int>(index) : no_kill) == (index < 2));
    if (index < 2) CHECK(CountsFile(paths.back()).head().shard->counted_look() > 1);
  }
  const ShardFiles shards(paths);
  CHECK_FALSE(shards.are_whole());
  int least = no_kill;
  for (const fs::path& path : paths) least = std::min(least, CountsFile(path).head().shard->counted_look());
  CHECK(shards.last_look() == least);
}
