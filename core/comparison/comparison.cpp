#include "core/comparison/comparison.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "core/comparison/changed_settings.hpp"
#include "core/record/outcome.hpp"
#include "core/statistics/holm.hpp"

namespace fairshuffle {

namespace {

/// The same target in both; either may be missing.
struct Pair {
  const TargetRecord* before = nullptr;
  const TargetRecord* after = nullptr;
};

std::vector<Pair> pairs_of(const RunRecord& before, const RunRecord& after) {
  std::multimap<std::string_view, const TargetRecord*> left;
  for (const TargetRecord& target : after.results) left.emplace(shown_name(target), &target);
  std::vector<Pair> pairs;
  for (const TargetRecord& target : before.results) {
    Pair& pair = pairs.emplace_back(Pair{&target, nullptr});
    // Those of one name stand in the order they were put in.
    const auto found = left.lower_bound(shown_name(target));
    if (found == left.end() || found->first != shown_name(target)) continue;
    pair.after = found->second;
    left.erase(found);
  }
  for (const TargetRecord& target : after.results) {
    const auto [first, last] = left.equal_range(shown_name(target));
    const bool is_left = std::any_of(first, last, [&](const auto& entry) { return entry.second == &target; });
    if (is_left) pairs.push_back({nullptr, &target});
  }
  return pairs;
}

TargetState state_of(const TargetRecord& record) {
  return {.verdict = record.verdict,
          .error = record.evidence.error,
          .sentence = record.sentence,
          .deck_size = record.target.deck_size,
          .trials = record.evidence.trials,
          .bias = record.bias};
}

TestOutcome outcome_of(const TestRecord& test) {
  return {.p_value = test.p_value,
          .log10_p = test.log10_p,
          .tail = test.tail,
          .adjusted_p = test.adjusted_p,
          .rejected = test.rejected};
}

std::vector<ComparedTest> tests_of(const Pair& pair) {
  std::vector<ComparedTest> tests;
  const auto add = [&tests](const TargetRecord* record, std::optional<TestOutcome> ComparedTest::*side) {
    if (record == nullptr) return;
    for (const TestRecord& test : record->tests) {
      auto found = std::ranges::find(tests, test.name, &ComparedTest::name);
      if (found == tests.end())
        found = tests.insert(tests.end(), ComparedTest{.name = test.name, .before = {}, .after = {}});
      if (test.applied) (*found).*side = outcome_of(test);
    }
  };
  add(pair.after, &ComparedTest::after);
  add(pair.before, &ComparedTest::before);
  return tests;
}

bool is_bad(const std::optional<TargetState>& state) {
  return state && (state->verdict == Verdict::biased || state->verdict == Verdict::invalid);
}

ComparedTarget compared_target(const Pair& pair, bool same_seed) {
  ComparedTarget target;
  target.name = shown_name(pair.after != nullptr ? *pair.after : *pair.before);
  if (pair.before != nullptr) target.before = state_of(*pair.before);
  if (pair.after != nullptr) target.after = state_of(*pair.after);
  target.became_biased = is_bad(target.after) && !is_bad(target.before);
  target.unjudged = target.after && !target.after->verdict;
  target.tests = tests_of(pair);
  if (pair.before != nullptr && pair.after != nullptr) {
    target.settings = changed_settings(pair.before->target, pair.after->target);
    // Another target of the same name has another stream of the seed.
    if (pair.before->verdict && pair.after->verdict) {
      target.counts = compared_counts(*pair.before, *pair.after, same_seed && target.settings.empty());
      target.bets = compared_bets(*pair.before, *pair.after);
    }
    // What a job expects changes no trial, so it stands apart from the settings above.
    add_changed_expectation(pair.before->expected, pair.after->expected, target.settings);
  }
  return target;
}

// Adjusted over all that is tested.
void answer_all(Comparison& comparison) {
  std::vector<TailProbability> p_values;
  for (const ComparedTarget& target : comparison.targets) {
    if (target.counts.tested()) {
      ++comparison.tested.targets;
      p_values.push_back({target.counts.p_value, target.counts.log10_p});
    }
    for (const ComparedBet& bet : target.bets) {
      if (!bet.tested()) continue;
      ++comparison.tested.bets;
      p_values.push_back({bet.p_value, bet.log10_p});
    }
  }
  const std::vector<double> adjusted = holm_adjusted(p_values, p_values.size());
  std::size_t next = 0;
  for (ComparedTarget& target : comparison.targets) {
    if (target.counts.tested()) answer_counts(target.counts, adjusted[next++], comparison.confidence);
    for (ComparedBet& bet : target.bets) {
      if (bet.tested()) answer_bet(bet, adjusted[next++], comparison.confidence);
    }
  }
}

}  // namespace

Comparison compared(const RunRecord& before, const RunRecord& after) {
  Comparison comparison;
  comparison.settings = changed_settings(before, after);
  comparison.confidence = std::max(before.budget.confidence, after.budget.confidence);
  for (const Pair& pair : pairs_of(before, after)) {
    const ComparedTarget& target =
        comparison.targets.emplace_back(compared_target(pair, before.seed == after.seed));
    comparison.in_both += target.before && target.after;
    comparison.became_biased += target.became_biased;
    comparison.unjudged += target.unjudged;
  }
  comparison.control_is_wrong = any_control_is_wrong(after);
  answer_all(comparison);
  return comparison;
}

std::optional<NotComparable> why_not_comparable(const RunRecord& before, const RunRecord& after) {
  const std::vector<Pair> pairs = pairs_of(before, after);
  const auto in_both = [](const Pair& pair) { return pair.before != nullptr && pair.after != nullptr; };
  if (std::ranges::none_of(pairs, in_both)) return NotComparable::no_target_in_both;
  const auto same_deck = [&](const Pair& pair) {
    return in_both(pair) && pair.before->target.deck_size == pair.after->target.deck_size;
  };
  if (std::ranges::none_of(pairs, same_deck)) return NotComparable::no_deck_size_in_both;
  return std::nullopt;
}

}  // namespace fairshuffle
