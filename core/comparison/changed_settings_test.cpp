#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/comparison/comparison.hpp"

using namespace fairshuffle;

namespace {

SettingValue whole(std::uint64_t number) {
  return number;
}

using Changed = std::vector<ChangedSetting>;

std::vector<ComparedSetting> in_order(const Changed& changed) {
  std::vector<ComparedSetting> settings;
  for (const ChangedSetting& each : changed) settings.push_back(each.setting);
  return settings;
}

RunRecord plain_run() {
  RunRecord run;
  run.tool_version = "1.2.3";
  run.seed = 7;
  run.budget = {.alpha = 1e-6, .confidence = 0.999, .tolerance = 0.001};
  run.max_trials = 1'000'000;
  return run;
}

TargetDescription plain_target() {
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

TEST_CASE("every setting of a run that differs is told alone, with both values, and none that does not") {
  using enum ComparedSetting;
  const NamedBet flush{
      .kind = NamedBet::Kind::poker, .name = "hand", .cards = {}, .places = {0, 1, 2, 3, 4}, .deck_size = 0};
  const NamedBet lands{
      .kind = NamedBet::Kind::count, .name = "lands", .cards = {0, 1, 2}, .places = {0, 1}, .deck_size = 40};
  struct Change {
    std::function<void(RunRecord&)> make;
    ChangedSetting told;
  };
  const std::vector<Change> changes{
      {[](RunRecord& run) { run.tool_version = "1.3.0"; }, {version, "1.2.3", "1.3.0"}},
      {[](RunRecord& run) { run.tool_version = ""; }, {version, "1.2.3", {}}},
      {[](RunRecord& run) { run.seed = 8; }, {seed, whole(7), whole(8)}},
      {[](RunRecord& run) { run.budget.alpha = 0.01; }, {alpha, 1e-6, 0.01}},
      {[](RunRecord& run) { run.budget.confidence = 0.9; }, {confidence, 0.999, 0.9}},
      {[](RunRecord& run) { run.budget.tolerance = 0.5; }, {tolerance, 0.001, 0.5}},
      {[](RunRecord& run) { run.max_trials = 2'000'000; }, {max_trials, whole(1'000'000), whole(2'000'000)}},
      {[](RunRecord& run) { run.fixed_trials = true; }, {looks, false, true}},
      {[&](RunRecord& run) { run.bets = {flush}; }, {named_bets, {}, NamedSettings{{"hand", "poker=0-4"}}}},
      {[&](RunRecord& run) {
         run.bets = {flush, lands};
       },
       {named_bets, {}, NamedSettings{{"hand", "poker=0-4"}, {"lands", "cards=0-2,places=0-1,n=40"}}}},
  };
  const RunRecord plain = plain_run();
  CHECK(changed_settings(plain, plain).empty());
  RunRecord all = plain;
  for (const Change& change : changes) {
    RunRecord changed = plain;
    change.make(changed);
    CHECK(changed_settings(plain, changed) == Changed{change.told});
    CHECK(changed_settings(changed, changed).empty());
    CHECK(changed_settings(changed, plain) ==
          Changed{{change.told.setting, change.told.after, change.told.before}});
    change.make(all);
  }
  CHECK(in_order(changed_settings(plain, all)) ==
        std::vector{version, seed, alpha, confidence, tolerance, max_trials, looks, named_bets});
}

TEST_CASE("every setting of a target that differs is told alone, with both values, and none that does not") {
  using enum ComparedSetting;
  struct Change {
    std::function<void(TargetDescription&)> make;
    ChangedSetting told;
  };
  const std::vector<Change> changes{
      {[](TargetDescription& target) { target.kind = "exec"; }, {kind, "builtin", "exec"}},
      {[](TargetDescription& target) { target.shuffle = "sattolo"; }, {shuffle, "riffle", "sattolo"}},
      {[](TargetDescription& target) {
         target.options = {{"m", "8"}};
       },
       {options, NamedSettings{{"m", "7"}}, NamedSettings{{"m", "8"}}}},
      {[](TargetDescription& target) { target.options.clear(); }, {options, NamedSettings{{"m", "7"}}, {}}},
      {[](TargetDescription& target) {
         target.options = {{"m", "7"}, {"cut", "even"}};
       },
       {options, NamedSettings{{"m", "7"}}, NamedSettings{{"m", "7"}, {"cut", "even"}}}},
      {[](TargetDescription& target) { target.deck_size = 20; }, {deck_size, whole(52), whole(20)}},
      {[](TargetDescription& target) { target.source = "randu"; }, {source, "xoshiro256++", "randu"}},
      {[](TargetDescription& target) { target.bits = 15; }, {bits, whole(0), whole(15)}},
      {[](TargetDescription& target) { target.draw = "modulo"; }, {draw_method, "exact", "modulo"}},
      {[](TargetDescription& target) { target.seeding = "clock"; }, {seeding, "per-block", "clock"}},
      {[](TargetDescription& target) { target.clock = "ms"; }, {clock, {}, "ms"}},
      {[](TargetDescription& target) { target.shuffles_per_second = 5'000; },
       {shuffles_a_second, whole(0), whole(5'000)}},
      {[](TargetDescription& target) { target.seeds = 65'536; }, {seeds, whole(0), whole(65'536)}},
      {[](TargetDescription& target) { target.reset = "never"; }, {reset, "always", "never"}},
      {[](TargetDescription& target) { target.marked = 10; }, {marked_cards, whole(0), whole(10)}},
  };
  const TargetDescription plain = plain_target();
  CHECK(changed_settings(plain, plain).empty());
  TargetDescription all = plain;
  for (const Change& change : changes) {
    TargetDescription changed = plain;
    change.make(changed);
    CHECK(changed_settings(plain, changed) == Changed{change.told});
    change.make(all);
  }
  CHECK(in_order(changed_settings(plain, all)) == std::vector{kind, shuffle, options, deck_size, source, bits,
                                                              draw_method, seeding, clock, shuffles_a_second,
                                                              seeds, reset, marked_cards});
}

TEST_CASE("an expected verdict is told where one side expects another, or none") {
  using enum Verdict;
  const ChangedSetting other{ComparedSetting::seed, whole(1), whole(2)};
  const auto told = [&other](std::optional<Verdict> before, std::optional<Verdict> after) {
    Changed settings{other};
    add_changed_expectation(before, after, settings);
    return settings;
  };
  const auto expected = [&other](SettingValue before, SettingValue after) {
    return Changed{other, {ComparedSetting::expected_verdict, std::move(before), std::move(after)}};
  };
  CHECK(told({}, {}) == Changed{other});
  CHECK(told(fair, fair) == Changed{other});
  CHECK(told({}, biased) == expected({}, biased));
  CHECK(told(fair, {}) == expected(fair, {}));
  CHECK(told(biased, fair) == expected(biased, fair));
}
