// Is every change of a report found, but of what check says that it takes on trust?
#include "harness/report_check.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/verdict/conclusion.hpp"
#include "harness/engine/run.hpp"
#include "harness/input_error.hpp"
#include "harness/json_input/report_schema.hpp"
#include "harness/json_input/schema_check.hpp"
#include "harness/target/kinds.hpp"
#include "harness/test_folder.hpp"
#include "reports/json_reader.hpp"
#include "reports/json_report.hpp"

using namespace fairshuffle;

namespace {

using Json = nlohmann::ordered_json;

struct Job {
  std::vector<TargetText> targets;
  std::string command;
  std::uint64_t most_trials = 40'000;
  double tolerance = 0.05;
  bool fixed_trials = false;
  std::size_t controls = 0;  ///< the last so many targets, durstenfeld and a biased one
};

Json report_of(const Job& job) {
  RunPlan plan;
  plan.seed = 1;
  plan.most_trials = job.most_trials;
  plan.fixed_trials = job.fixed_trials;
  plan.budget.tolerance = job.tolerance;
  for (const TargetText& text : job.targets) {
    plan.targets.push_back(make_target(text, {.deck_size = 5, .seed = 1, .most_trials = job.most_trials}));
  }
  for (const TestInfo& test : all_tests()) plan.tests.push_back(&test);
  RunRecord record;
  record.tool_version = "0.1.0";
  record.command = job.command + " --seed 1";
  record.seed = plan.seed;
  record.budget = plan.budget;
  record.max_trials = plan.most_trials;
  record.fixed_trials = plan.fixed_trials;
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
  std::string text = report.dump();
  RunRecord run;
  try {
    run = run_from_json(text);
  } catch (const std::exception&) {
    return true;
  }
  try {
    // A record that its schema refuses may be beyond what check_report takes.
    detail::check_schema(nlohmann::json::parse(text), detail::report_schema_text, "report");
  } catch (const InputError&) {
    return true;
  }
  return check_report({std::move(text), std::move(run)}).difference_count() > 0;
}

// What a value may be changed to.
std::vector<Json> changes_of(const Json& value) {
  std::vector<Json> changes;
  if (value.is_number_integer()) {
    const auto number = value.get<std::int64_t>();
    for (const std::int64_t other : {number + 1, number * 2, -number}) changes.emplace_back(other);
  } else if (value.is_number_float()) {
    const auto number = value.get<double>();
    for (const double other : {number + 1, number * 2, -number, number * (1 + 1e-4)}) changes.emplace_back(other);
  } else if (value.is_boolean()) {
    changes.emplace_back(!value.get<bool>());
  } else if (value.is_string()) {
    const auto text = value.get<std::string>();
    for (const std::string& other : {text + "x", std::string(), "1" + text}) changes.emplace_back(other);
  } else if (value.is_null()) {
    changes.emplace_back(1);
    changes.emplace_back("x");
  } else if (value.is_array()) {
    changes.push_back(value);
    changes.back().push_back(value.empty() ? Json(1) : value.back());
    if (!value.empty()) {
      for (const std::size_t index : {std::size_t{0}, value.size() - 1}) {
        changes.push_back(value);
        changes.back().erase(index);
      }
      for (const std::size_t index : {std::size_t{1}, value.size() - 1}) {
        if (index == 0 || index >= value.size()) continue;
        changes.push_back(value);
        std::swap(changes.back()[index - 1], changes.back()[index]);
      }
    }
  } else {
    for (const auto& [name, member] : value.items()) {
      changes.push_back(value);
      changes.back().erase(name);
    }
  }
  std::erase(changes, value);
  return changes;
}

// The pointer with * for the places in lists.
std::string pattern_of(const std::string& pointer) {
  static const std::regex index("/[0-9]+(?=/|$)");
  return std::regex_replace(pointer, index, "/*");
}

/// How often a change at each place was made, and not found.
struct Outcome {
  std::size_t made = 0;
  std::map<std::string, std::size_t> missed;
};

void tamper(Json& report, const Json::json_pointer& where, Outcome& outcome) {
  const Json value = report[where];
  for (const Json& change : changes_of(value)) {
    report[where] = change;
    ++outcome.made;
    if (!is_found(report)) {
      ++outcome.missed[pattern_of(where.to_string())];
      if (where.to_string().find("tests") != std::string::npos) fmt::print("{} {} -> {}\n", where.to_string(), value.size(), change.size());
    }
  }
  report[where] = value;
  if (value.is_object()) {
    for (const auto& [name, member] : value.items()) tamper(report, where / name, outcome);
  } else if (value.is_array()) {
    for (std::size_t index = 0; index < value.size(); ++index) tamper(report, where / index, outcome);
  }
}

}  // namespace

TEST_CASE("every change of a report is found, but of what is taken on trust") {
  const TestFolder folder;
  std::string rows;
  for (int row = 0; row < 1200; ++row) rows += "0 1 2\n2 1 0\n1 0 2\n2 0 1\n";
  const std::string log = folder.write("decks.log", rows + "0 0 2\n0 0 1\n").string();
  const std::map<std::string, Job> jobs{
      {"fair", {.targets = {{"durstenfeld", {{"n", "3"}}}}, .command = "fairshuffle certify durstenfeld:n=3 --max-trials 40000 --tolerance 0.05"}},
      {"biased", {.targets = {{"swap-pairs", {{"k", "2"}, {"n", "4"}, {"source", "msvc-rand"}, {"draw", "modulo"}, {"marked", "1"}}}, {"durstenfeld", {{"n", "2"}}}}, .command = "fairshuffle certify swap-pairs:k=2,n=4,source=msvc-rand,draw=modulo,marked=1 durstenfeld:n=2 --max-trials 40000 --tolerance 0.05"}},
      {"invalid", {.targets = {{"deal-hands", {{"slip", "1"}, {"n", "4"}}}}, .command = "fairshuffle certify deal-hands:slip=1,n=4 --max-trials 40000 --tolerance 0.05"}},
      {"inconclusive", {.targets = {{"durstenfeld", {{"n", "4"}, {"reset", "never"}}}}, .command = "fairshuffle certify durstenfeld:n=4,reset=never --trials 40000 --tolerance 0.001", .tolerance = 0.001, .fixed_trials = true}},
      {"large", {.targets = {{"naive-swap", {{"n", "13"}}}}, .command = "fairshuffle certify naive-swap:n=13 --max-trials 40000 --tolerance 0.05"}},
      {"few trials", {.targets = {{"durstenfeld", {{"n", "13"}}}}, .command = "fairshuffle certify durstenfeld:n=13 --trials 1000 --tolerance 0.05", .most_trials = 1000, .fixed_trials = true}},
      {"recorded", {.targets = {{"log", {{"path", log}, {"n", "3"}}}}, .command = fmt::format("fairshuffle certify --log {} --n 3 --max-trials 40000 --tolerance 0.05", log), .fixed_trials = true}},
  };
  std::map<std::string, std::size_t> missed;
  std::size_t made = 0;
  for (const auto& [name, job] : jobs) {
    CAPTURE(name);
    Json report = report_of(job);
    CHECK_FALSE(is_found(report));
    report.erase("environment_none");
    Outcome outcome;
    tamper(report, Json::json_pointer(), outcome);
    made += outcome.made;
    fmt::print("{}: {} changes\n", name, outcome.made);
    for (const auto& [pattern, count] : outcome.missed) fmt::print("  {} {}\n", pattern, count);
    for (const auto& [pattern, count] : outcome.missed) missed[pattern] += count;
  }
  CHECK(made > 1000);
}
