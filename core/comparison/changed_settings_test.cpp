#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/comparison/comparison.hpp"

using namespace fairshuffle;

namespace {

std::string words_on_settings(const std::vector<ChangedSetting>& settings) {
  std::string text;
  for (const ChangedSetting& setting : settings) {
    text += fmt::format("[{}: {} to {}]", setting.name, setting.before, setting.after);
  }
  return text;
}

RunRecord run_of_settings() {
  RunRecord run;
  run.tool_version = "1.2.3";
  run.seed = 7;
  run.budget = {.alpha = 1e-6, .confidence = 0.999, .tolerance = 0.001};
  run.max_trials = 1'000'000;
  return run;
}

TargetDescription riffle_of_52() {
  TargetDescription target;
  target.kind = "builtin";
  target.shuffle = "riffle";
  target.options = {{"m", "7"}};
  target.deck_size = 52;
  target.source = "xoshiro256++";
  target.draw = "exact";
  target.seeding = "per-block";
  target.reset = "always";
  return target;
}

}  // namespace

TEST_CASE("every setting of a run that differs is told alone, with both values in words") {
  const NamedBet flush{
      .kind = NamedBet::Kind::poker, .name = "hand", .cards = {}, .places = {0, 1, 2, 3, 4}, .deck_size = 0};
  const NamedBet lands{
      .kind = NamedBet::Kind::count, .name = "lands", .cards = {0, 1, 2}, .places = {0, 1}, .deck_size = 40};
  struct Change {
    std::function<void(RunRecord&)> make;
    std::string told;
  };
  const std::vector<Change> changes{
      {[](RunRecord& run) { run.tool_version = "1.3.0"; }, "[version of the program: 1.2.3 to 1.3.0]"},
      {[](RunRecord& run) { run.tool_version = ""; }, "[version of the program: 1.2.3 to none]"},
      {[](RunRecord& run) { run.seed = 8; }, "[seed: 7 to 8]"},
      {[](RunRecord& run) { run.budget.alpha = 0.01; }, "[alpha: 1e-06 to 0.01]"},
      {[](RunRecord& run) { run.budget.confidence = 0.9; }, "[confidence: 0.999 to 0.9]"},
      {[](RunRecord& run) { run.budget.tolerance = 0.5; }, "[tolerance: 0.001 to 0.5]"},
      {[](RunRecord& run) { run.max_trials = 2'000'000; }, "[most trials: 1,000,000 to 2,000,000]"},
      {[](RunRecord& run) { run.fixed_trials = true; }, "[looks: at more and more trials to one]"},
      {[&](RunRecord& run) { run.bets = {flush}; }, "[named bets: none to hand (poker=0-4)]"},
      {[&](RunRecord& run) {
         run.bets = {flush, lands};
       },
       "[named bets: none to hand (poker=0-4); lands (cards=0-2,places=0-1,n=40)]"},
  };
  const RunRecord plain = run_of_settings();
  CHECK(changed_settings(plain, plain).empty());
  RunRecord all = plain;
  for (const Change& change : changes) {
    RunRecord changed = plain;
    change.make(changed);
    CHECK(words_on_settings(changed_settings(plain, changed)) == change.told);
    CHECK(changed_settings(changed, changed).empty());
    const ChangedSetting there = changed_settings(plain, changed).at(0);
    const ChangedSetting back = changed_settings(changed, plain).at(0);
    CHECK(back.name == there.name);
    CHECK(back.before == there.after);
    CHECK(back.after == there.before);
    change.make(all);
  }
  std::string names;
  for (const ChangedSetting& setting : changed_settings(plain, all)) names += setting.name + "; ";
  CHECK(names ==
        "version of the program; seed; alpha; confidence; tolerance; most trials; looks; named bets; ");
}

TEST_CASE("every setting of a target that differs is told alone, with both values in words") {
  struct Change {
    std::function<void(TargetDescription&)> make;
    std::string told;
  };
  const std::vector<Change> changes{
      {[](TargetDescription& target) { target.kind = "exec"; }, "[kind: builtin to exec]"},
      {[](TargetDescription& target) { target.shuffle = "sattolo"; }, "[shuffle: riffle to sattolo]"},
      {[](TargetDescription& target) {
         target.options = {{"m", "8"}};
       },
       "[options: m=7 to m=8]"},
      {[](TargetDescription& target) { target.options.clear(); }, "[options: m=7 to none]"},
      {[](TargetDescription& target) {
         target.options = {{"m", "7"}, {"cut", "even"}};
       },
       "[options: m=7 to m=7,cut=even]"},
      {[](TargetDescription& target) { target.deck_size = 20; }, "[deck size: 52 to 20]"},
      {[](TargetDescription& target) { target.source = "randu"; }, "[source: xoshiro256++ to randu]"},
      {[](TargetDescription& target) { target.bits = 15; }, "[bits: 0 to 15]"},
      {[](TargetDescription& target) { target.draw = "modulo"; }, "[draw method: exact to modulo]"},
      {[](TargetDescription& target) { target.seeding = "clock"; }, "[seeding: per-block to clock]"},
      {[](TargetDescription& target) { target.clock = "ms"; }, "[clock: none to ms]"},
      {[](TargetDescription& target) { target.shuffles_per_second = 5'000; },
       "[shuffles a second: 0 to 5000]"},
      {[](TargetDescription& target) { target.seeds = 65'536; }, "[seeds: 0 to 65536]"},
      {[](TargetDescription& target) { target.reset = "never"; }, "[reset: always to never]"},
      {[](TargetDescription& target) { target.marked = 10; }, "[marked cards: 0 to 10]"},
  };
  const TargetDescription plain = riffle_of_52();
  CHECK(changed_settings(plain, plain).empty());
  TargetDescription all = plain;
  for (const Change& change : changes) {
    TargetDescription changed = plain;
    change.make(changed);
    CHECK(words_on_settings(changed_settings(plain, changed)) == change.told);
    change.make(all);
  }
  std::string names;
  for (const ChangedSetting& setting : changed_settings(plain, all)) names += setting.name + "; ";
  CHECK(names ==
        "kind; shuffle; options; deck size; source; bits; draw method; seeding; clock; shuffles a second; "
        "seeds; reset; marked cards; ");
}

TEST_CASE("an expected verdict is told where one side expects another, or none") {
  using enum Verdict;
  const auto told = [](std::optional<Verdict> before, std::optional<Verdict> after) {
    RunRecord old_run = run_of_settings(), new_run = old_run;
    for (const auto& [run, due] : {std::pair{&old_run, before}, {&new_run, after}}) {
      TargetRecord& target = run->results.emplace_back();
      target.target = riffle_of_52();
      target.expected = due;
      target.target.bits = run == &old_run ? 1 : 2;
    }
    return words_on_settings(compared(old_run, new_run).targets.at(0).settings);
  };
  CHECK(told({}, {}) == "[bits: 1 to 2]");
  CHECK(told(fair, fair) == "[bits: 1 to 2]");
  CHECK(told({}, biased) == "[bits: 1 to 2][expected verdict: none to biased]");
  CHECK(told(fair, {}) == "[bits: 1 to 2][expected verdict: fair to none]");
  CHECK(told(biased, fair) == "[bits: 1 to 2][expected verdict: biased to fair]");
}
