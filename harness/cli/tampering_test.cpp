// Is every change of a report found, but of what check says that it takes on trust?
#include <algorithm>
#include <cstdlib>
#include <exception>
#include <map>
#include <memory>
#include <random>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/cases_for_tests.hpp"
#include "core/verdict/judge.hpp"
#include "harness/cli/changes_for_tests.hpp"
#include "harness/engine/run.hpp"
#include "harness/job/chosen_bets.hpp"
#include "harness/report/report_check.hpp"
#include "harness/report/report_input.hpp"
#include "harness/targets/kinds.hpp"
#include "harness/test_folder.hpp"
#include "harness/whole_file.hpp"
#include "reports/formats.hpp"
#include "reports/json_report.hpp"

using namespace fairshuffle;

namespace {

using Json = nlohmann::ordered_json;

// All changes take minutes: one of so many is made here, and every one by scripts/prove, which sets the
// variable to 1.
std::size_t changes_apart() {
  static const char* const text = std::getenv("FAIRSHUFFLE_CHANGES_APART");
  static const std::size_t apart = text == nullptr ? 23 : std::stoul(text);
  return apart;
}

struct Job {
  std::vector<TargetText> targets;
  std::string command;
  std::uint64_t max_trials = 40'000;
  double tolerance = 0.05;
  bool fixed_trials = false;
  std::vector<std::string> bets = {};
  bool pairs = false;
  std::vector<std::string> tests = {};  ///< by name; all where it is empty
  std::size_t controls = 0;             ///< the last so many targets, durstenfeld and biased ones
  std::vector<std::string> within{""};  ///< the parts of the report that are tampered with
};

Json report_of(const Job& job) {
  RunPlan plan;
  plan.seed = 1;
  plan.max_trials = job.max_trials;
  plan.fixed_trials = job.fixed_trials;
  plan.budget.tolerance = job.tolerance;
  for (const TargetText& text : job.targets) {
    plan.targets.push_back(make_target(text, {.deck_size = 5, .seed = 1, .max_trials = job.max_trials}));
  }
  for (const TestInfo& test : all_tests()) {
    if (job.tests.empty() || std::ranges::find(job.tests, test.name) != job.tests.end())
      plan.tests.emplace_back(test.name);
  }
  std::string bets;
  for (const std::string& bet : job.bets) {
    plan.bets.push_back(parse_bet("--bet", bet));
    bets += fmt::format(" --bet {}", bet);
  }
  plan.pairs = job.pairs;
  RunRecord record;
  static_cast<RunSettings&>(record) = plan_data(plan);
  record.tool_version = "0.1.0";
  record.command = fmt::format("fairshuffle certify {} {} {} --tolerance {}{}{}{} --seed 1", job.command,
                               job.fixed_trials ? "--trials" : "--max-trials", job.max_trials, job.tolerance,
                               bets, job.pairs ? " --pairs" : "", job.controls > 0 ? " --controls" : "");
  record.results = run(plan, [](const Progress&) {});
  while (record.controls.size() < job.controls) {
    record.controls.insert(record.controls.begin(), record.results.back());
    record.results.pop_back();
  }
  for (TargetRecord& control : record.controls) {
    control.expected = control.target.shuffle == "durstenfeld" ? Verdict::fair : Verdict::biased;
  }
  conclude(record);
  return Json::parse(json_report(record));
}

bool is_found(const Json& report) {
  try {
    return check_report(ReportFile(report.dump(), "report")).difference_count() > 0;
  } catch (const InputError&) {
    return true;  // it is no report
  }
}

// A report with a changed list is drawn all the same, or refused in words: what draws it may take no length
// for granted that the schema does not ask for.
void draw_or_refuse(const Json& report) {
  try {
    const RunRecord run = report_in(report.dump(), "report");
    for (const ReportFormat& format : all_report_formats()) format.draw(run);
  } catch (const std::exception& refusal) {
    CHECK(std::string_view(refusal.what()) != "");
  }
}

// All that is said to be taken on trust of the targets.
std::string what_check_says(const Json& report) {
  std::string said;
  for (const TargetCheck& target : check_report(ReportFile(report.dump(), "report")).targets) {
    for (const std::string& kept : target.kept) said += kept + "\n";
  }
  return said;
}

// The pointer with * for the places in lists, controls being results too.
std::string pattern_of(const std::string& pointer) {
  static const std::regex index("/[0-9]+(?=/|$)"), controls("^/controls/");
  return std::regex_replace(std::regex_replace(pointer, index, "/*"), controls, "/results/");
}

/// How many changes there are, and the places of those that were made and not found.
struct Tampering {
  std::size_t changes = 0;
  std::set<std::string> missed;
};

void tamper_with(Json& report, const Json::json_pointer& where, const std::vector<Json>& changes,
                 Tampering& outcome) {
  const Json value = report[where];
  for (const Json& change : changes) {
    if (outcome.changes++ % changes_apart() != 0) continue;
    report[where] = change;
    if (!is_found(report)) outcome.missed.insert(pattern_of(where.to_string()));
    if (value.is_array()) draw_or_refuse(report);
  }
  if (value.is_array() && outcome.changes++ % changes_apart() == 0) {
    report[where] = Json::array();  // which may say the same of counts that are all 0
    draw_or_refuse(report);
  }
  report[where] = value;
}

void tamper_with_all(Json& report, const Json::json_pointer& where, Tampering& outcome) {
  const Json value = report[where];
  tamper_with(report, where, changes_of(value), outcome);
  if (value.is_object()) {
    for (const auto& [name, member] : value.items()) tamper_with_all(report, where / name, outcome);
  } else if (value.is_array()) {
    for (std::size_t index = 0; index < value.size(); ++index) {
      const bool is_one_of_many = index >= 4 && value[index].is_number_integer();
      if (is_one_of_many) {
        tamper_with(report, where / index, {value[index].get<std::uint64_t>() + 1}, outcome);
      } else {
        tamper_with_all(report, where / index, outcome);
      }
    }
  }
}

// Where a change may go unnoticed, and what check says of it instead. Beside these nothing may.
const std::map<std::string, std::string>& trusted_places() {
  static const std::map<std::string, std::string> places{
      {"/tool/version", ""},  // said of every report
      {"/environment/started", ""},
      {"/environment/seconds", ""},
      {"/environment/target_seconds", ""},
      {"/environment/threads", ""},
      {"/environment/host", ""},
      {"/environment/compiler", ""},
      {"/environment/vectors", ""},
      {"/environment/system", ""},
      {"/command", ""},
      // That this plan was asked for is said to be on trust, too: here nothing follows from what it asks.
      {"/plan/seed", ""},
      {"/plan/birthday_slots", ""},
      {"/plan/budget/alpha", ""},
      {"/plan/budget/confidence", ""},
      {"/plan/budget/tolerance", ""},
      {"/plan/tests", ""},
      {"/plan/certify", ""},
      {"/results/*/evidence/error", "the error"},
      {"/results/*/evidence/trials", "the trials before it"},
      {"/results/*/evidence/bet/share", "which bet was chosen"},
      {"/results/*/evidence/bet/hits", "which bet was chosen"},
      {"/results/*/evidence/bet/places/by_distance", "where the hits of that bet lie"},
      {"/results/*/evidence/bet/places/by_block/*/*", "where the hits of that bet lie"},
      {"/results/*/evidence/birthday/again", "how many permutations came again"},
      {"/results/*/evidence/birthday/first_repeat", "when the first did"},
      {"/results/*/evidence/birthday/repeats_at_distance", "how often after the commonest step"},
      {"/results/*/evidence/pair_positions/cards", "how counts lie in tables of large decks"},
      {"/results/*/evidence/pair_positions/places", "how counts lie in tables of large decks"},
      {"/results/*/evidence/tables/lehmer-code", "how counts lie in tables of large decks"},
      {"/results/*/evidence/tables/inverse-cyclic-differences", "how counts lie in tables of large decks"},
      {"/results/*/evidence/tables/relative-order", "how counts lie in tables of large decks"},
      {"/results/*/evidence/invalid/witnesses/*/permutation", "the invalid trials after the first"},
      {"/results/*/evidence/invalid/witnesses/*/permutation/*", "the invalid trials after the first"},
      {"/results/*/evidence/invalid/witnesses/*/trial", "the invalid trials after the first"},
      {"/results/*/evidence/invalid/witnesses/*/row", "the invalid trials after the first"},
  };
  return places;
}

TargetText text_of(std::string name, std::vector<std::pair<std::string, std::string>> settings) {
  return {.name = std::move(name), .settings = std::move(settings)};
}

}  // namespace

// Nothing is drawn by chance but from one fixed seed.
TEST_CASE("every change of a report is found, but of what check says that it takes on trust") {
  const TestFolder folder;
  std::string rows;
  for (int row = 0; row < 1200; ++row) rows += "0 1 2\n2 1 0\n1 0 2\n2 0 1\n";
  std::string wrong_rows;
  for (int row = 0; row < 10; ++row) wrong_rows += "0 0 2\n0 0 1\n0 1 2\n";
  const std::string log = folder.write("decks.log", rows + wrong_rows + rows).string();

  std::string large_rows;
  for (int row = 0; row < 400; ++row) {
    for (int card = 0; card < 13; ++card)
      large_rows += fmt::format("{} ", (card * (row % 12 + 1) + row) % 13);
    large_rows += '\n';
  }
  large_rows += "0 0 1 2 3 4 5 6 7 8 9 10 11\n";
  const std::string large_log = folder.write("large.log", large_rows).string();

  // By a coin the two lower cards take the first two places, else any.
  std::mt19937 words(1);
  std::string independent_rows;
  for (int row = 0; row < 2'400; ++row) {
    const std::vector<std::string> decks{"0 1 2\n", "1 0 2\n", "2 0 1\n", "2 1 0\n", "0 2 1\n", "1 2 0\n"};
    independent_rows += decks[words() % (words() % 2 == 0 ? 2 : 6)];
  }
  const std::string independent_log = folder.write("independent.log", independent_rows).string();

  std::map<std::string, Job> jobs;
  jobs["fair"] = {.targets = {text_of("durstenfeld", {{"n", "3"}}),
                              text_of("durstenfeld", {{"n", "4"}, {"marked", "1"}})},
                  .command = "durstenfeld:n=3 durstenfeld:n=4,marked=1"};
  jobs["biased"] = {.targets = {text_of(
                        "swap-pairs", {{"k", "2"}, {"n", "3"}, {"source", "msvc-rand"}, {"draw", "modulo"}})},
                    .command = "swap-pairs:k=2,n=3,source=msvc-rand,draw=modulo"};
  jobs["invalid"] = {.targets = {text_of("deal-hands", {{"slip", "1"}, {"n", "4"}})},
                     .command = "deal-hands:slip=1,n=4"};
  jobs["inconclusive"] = {.targets = {text_of("durstenfeld", {{"n", "4"}, {"reset", "never"}})},
                          .command = "durstenfeld:n=4,reset=never",
                          .tolerance = 0.001,
                          .fixed_trials = true};
  jobs["counted by a histogram"] = {.targets = {text_of("naive-swap", {{"n", "11"}})},
                                    .command = "naive-swap:n=11",
                                    .max_trials = 200'000'000};
  jobs["few trials"] = {.targets = {text_of("sattolo", {{"n", "11"}})},
                        .command = "sattolo:n=11",
                        .max_trials = 1000,
                        .fixed_trials = true};
  jobs["large and fair"] = {.targets = {text_of("durstenfeld", {{"n", "13"}, {"marked", "2"}})},
                            .command = "durstenfeld:n=13,marked=2",
                            .max_trials = 20'000,
                            .fixed_trials = true};
  const std::vector<std::string> of_seeds{"/plan/targets", "/plan/birthday_slots", "/results/0/tests",
                                          "/results/0/seed_space", "/results/0/evidence/birthday"};
  jobs["few seeds"] = {
      .targets = {text_of("durstenfeld",
                          {{"n", "13"}, {"seeding", "per-shuffle-random"}, {"seeds", "1000"}})},
      .command = "durstenfeld:n=13,seeding=per-shuffle-random,seeds=1000",
      .max_trials = 600,
      .fixed_trials = true,
      .within = of_seeds};
  jobs["many seeds"] = {
      .targets = {text_of("durstenfeld",
                          {{"n", "13"}, {"seeding", "per-shuffle-random"}, {"seeds", "2^40"}})},
      .command = "durstenfeld:n=13,seeding=per-shuffle-random,seeds=2^40",
      .max_trials = 600,
      .fixed_trials = true,
      .within = of_seeds};
  jobs["decided early"] = {
      .targets = {text_of("naive-swap", {{"n", "5"}}), text_of("durstenfeld", {{"n", "5"}})},
      .command = "naive-swap:n=5 durstenfeld:n=5",
      .tolerance = 0.01,
      .within = {"/plan", "/results/0/tests"}};
  jobs["named bets"] = {
      .targets = {text_of("durstenfeld", {{"n", "13"}}), text_of("durstenfeld", {{"n", "4"}})},
      .command = "durstenfeld:n=13 durstenfeld:n=4",
      .max_trials = 600,
      .fixed_trials = true,
      .bets = {"cards=0-2,places=0-3,name=low", "cards=5,places=0,n=13"},
      .within = {"/plan", "/results/0/tests", "/results/0/bets", "/results/0/families",
                 "/results/0/evidence/bets", "/results/1/bets"}};
  jobs["chosen tests"] = {
      .targets = {text_of("durstenfeld", {{"n", "12"}}), text_of("durstenfeld", {{"n", "13"}})},
      .command = "durstenfeld:n=12 durstenfeld:n=13",
      .max_trials = 2'400,
      .fixed_trials = true,
      .tests = {"positions", "neighbours"},
      .within = {"/plan", "/results/0", "/results/1/tests"}};
  jobs["pairs"] = {.targets = {text_of("durstenfeld", {{"n", "13"}})},
                   .command = "durstenfeld:n=13",
                   .max_trials = 2'400,
                   .fixed_trials = true,
                   .pairs = true,
                   .within = {"/plan", "/results/0/families", "/results/0/evidence/pair_positions"}};
  jobs["recorded and large"] = {.targets = {text_of("log", {{"path", large_log}, {"n", "13"}})},
                                .command = fmt::format("--log {} --n 13", large_log),
                                .fixed_trials = true};
  jobs["recorded"] = {.targets = {text_of("log", {{"path", log}, {"n", "3"}})},
                      .command = fmt::format("--log {} --n 3", log),
                      .fixed_trials = true};
  jobs["recorded and independent"] = {.targets = {text_of("log", {{"path", independent_log}, {"n", "3"}})},
                                      .command = fmt::format("--log {} --n 3", independent_log),
                                      .fixed_trials = true,
                                      .within = {"/results/0/evidence/bet", "/results/0/bias"}};
  jobs["recorded in part"] = {.targets = {text_of("log", {{"path", log}, {"n", "3"}})},
                              .command = fmt::format("--log {} --n 3", log),
                              .max_trials = 4'000,
                              .fixed_trials = true};
  jobs["failed"] = {.targets = {text_of("exec", {{"command", "false"}, {"n", "3"}})},
                    .command = "--exec false --n 3"};
  jobs["ended by its first row"] = {.targets = {text_of("exec", {{"command", "echo 0 0 1"}, {"n", "3"}})},
                                    .command = "--exec 'echo 0 0 1' --n 3"};
  jobs["controls"] = {.targets = {text_of("durstenfeld", {{"n", "3"}}), text_of("durstenfeld", {{"n", "3"}}),
                                  text_of("naive-swap", {{"n", "3"}}), text_of("sattolo", {{"n", "3"}})},
                      .command = "durstenfeld:n=3",
                      .controls = 3,
                      .within = {"/plan/controls", "/controls/0/verdict", "/controls/0/evidence",
                                 "/controls/0/bias", "/controls/0/tests/0"}};

  std::set<std::string> missed;
  for (const auto& named_job : cases(std::vector<std::pair<std::string, Job>>(jobs.begin(), jobs.end()))) {
    CAPTURE(named_job.first);
    const Job& job = named_job.second;
    Json report = report_of(job);
    const std::string said = what_check_says(report);
    REQUIRE_FALSE(is_found(report));
    const bool has_histogram = !report["results"][0]["evidence"]["permutation_histogram"].empty();
    CHECK(has_histogram == (named_job.first == "counted by a histogram"));
    Tampering outcome;
    tamper_with(report, Json::json_pointer("/controls"), changes_of(report["controls"]), outcome);
    for (const std::string& part : job.within) tamper_with_all(report, Json::json_pointer(part), outcome);
    CHECK(outcome.changes > 50);
    for (const std::string& place : outcome.missed) {
      CAPTURE(place);
      if (!job.tests.empty() && place.starts_with("/results/*/evidence/")) {
        CHECK(said.find("counts that none of the chosen tests reads") != std::string::npos);
        continue;
      }
      const auto trusted = trusted_places().find(place);
      CHECK(trusted != trusted_places().end());
      if (trusted != trusted_places().end()) CHECK(said.find(trusted->second) != std::string::npos);
    }
    missed.merge(outcome.missed);
  }
  // Nothing stands in the list that has no need to.
  if (changes_apart() > 1) return;
  for (const auto& trusted : trusted_places()) {
    CAPTURE(trusted.first);
    CHECK(missed.contains(trusted.first));
  }
}
