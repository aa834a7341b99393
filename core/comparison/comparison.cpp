#include "core/comparison/comparison.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

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

std::string word(const TargetState& state) {
  return state.verdict ? to_text(*state.verdict) : "without a verdict";
}

// An error may be whole sentences of its own, and the one around it ends in a full stop.
std::string_view without_full_stop(std::string_view text) {
  if (text.ends_with('.')) text.remove_suffix(1);
  return text;
}

std::string sentence_on_verdicts(const ComparedTarget& target) {
  if (!target.after) return fmt::format("Only OLD has it, where it was {}.", word(*target.before));
  const TargetState& after = *target.after;
  const std::string why = after.verdict ? "" : fmt::format(": {}", without_full_stop(after.error));
  if (!target.before) {
    return fmt::format("Only NEW has it, and there it is {}{}.", word(after), why);
  }
  const TargetState& before = *target.before;
  if (before.verdict == after.verdict) {
    return after.verdict ? fmt::format("Still {}.", word(after))
                         : fmt::format("Without a verdict in both; in NEW{}.", why);
  }
  if (target.became_biased) {
    return fmt::format("Became {}: OLD found it {}.", word(after), word(before));
  }
  return fmt::format("Was {} and is {}{}.", word(before), word(after), why);
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
  target.sentence = sentence_on_verdicts(target);
  return target;
}

// Adjusted over all that is tested, and put in words.
void answer_all(Comparison& comparison) {
  std::vector<TailProbability> p_values;
  for (const ComparedTarget& target : comparison.targets) {
    if (!target.counts.of.empty()) {
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
    const double of_counts = target.counts.of.empty() ? 1 : adjusted[next++];
    answer_counts(target.counts, of_counts, comparison.tested, comparison.confidence);
    for (ComparedBet& bet : target.bets) {
      if (bet.tested()) answer_bet(bet, adjusted[next++], comparison.tested, comparison.confidence);
    }
  }
}

std::string on_became_biased(std::size_t count, std::size_t all) {
  if (count == 0) return "No target became biased.";
  return all == 1 ? "The target became biased." : fmt::format("{} of {} targets became biased.", count, all);
}

// Where the counts of all targets are the same, or agree; else nothing.
std::string sentence_on_quiet_counts(const Comparison& comparison) {
  bool all_same = true, all_agree = true;
  std::set<std::string> remarks;
  for (const ComparedTarget& target : comparison.targets) {
    if (!target.before || !target.after) continue;
    const bool same = target.counts.answer == CountsAnswer::same;
    all_same = all_same && same;
    all_agree = all_agree && (same || target.counts.answer == CountsAnswer::agree);
    for (const ComparedBet& bet : target.bets) {
      if (bet.found != FoundIn::both || bet.answer == CountsAnswer::same) continue;
      all_same = false;
      all_agree = all_agree && bet.answer == CountsAnswer::agree;
    }
    remarks.insert(target.counts.remark);
  }
  if (all_same && remarks.size() == 1) return fmt::format(" {}", *remarks.begin());
  if (all_same) return " All counts are the very same.";
  return all_agree ? " All counts agree." : "";
}

// Where some do not agree, or are in one report only; else nothing.
std::string sentence_on_bets(const Comparison& comparison) {
  std::size_t in_both = 0, differ = 0, in_one = 0;
  for (const ComparedTarget& target : comparison.targets) {
    for (const ComparedBet& bet : target.bets) {
      in_both += bet.found == FoundIn::both;
      in_one += bet.found != FoundIn::both;
      differ += bet.answer == CountsAnswer::differ;
    }
  }
  std::string text;
  if (differ > 0) {
    text = in_both == 1 ? " The named bet does not come out alike."
                        : fmt::format(" {} of {} named bets do not come out alike.", differ, in_both);
  }
  if (in_one > 0) text += fmt::format(" Named bets in one report only: {}.", in_one);
  return text;
}

std::string sentence_on_all(const Comparison& comparison) {
  const auto count = [&comparison](auto is_one) {
    return static_cast<std::size_t>(std::ranges::count_if(comparison.targets, is_one));
  };
  const std::size_t all = comparison.targets.size();
  std::string text = on_became_biased(comparison.became_biased, all);
  const std::size_t others = count([](const ComparedTarget& target) {
    return target.before && target.after && target.verdict_changed() && !target.became_biased;
  });
  if (others > 0) text += fmt::format(" {} changed the verdict otherwise.", others);
  const std::size_t differ =
      count([](const ComparedTarget& target) { return target.counts.answer == CountsAnswer::differ; });
  if (differ == 0) {
    text += sentence_on_quiet_counts(comparison);
  } else if (comparison.in_both == 1) {
    text += " The counts do not agree with each other.";
  } else {
    text += fmt::format(" The counts of {} of {} targets do not agree with each other.", differ,
                        comparison.in_both);
  }
  text += sentence_on_bets(comparison);
  const std::size_t gone = count([](const ComparedTarget& target) { return !target.after; });
  if (gone > 0) text += fmt::format(" NEW lacks {} of OLD's targets.", gone);
  const std::size_t added = count([](const ComparedTarget& target) { return !target.before; });
  if (added > 0) text += fmt::format(" OLD lacks {} of NEW's targets.", added);
  if (comparison.unjudged > 0) {
    text += all == 1 ? " NEW has no verdict on it."
                     : fmt::format(" NEW has no verdict on {} of {} targets.", comparison.unjudged, all);
  }
  if (comparison.control_is_wrong)
    text += " A control of NEW came out wrong, so none of its verdicts counts.";
  return text;
}

// The sizes of its decks, each once.
std::string decks_text(const RunRecord& run) {
  std::set<int> sizes;
  for (const TargetRecord& target : run.results) sizes.insert(target.target.deck_size);
  return fmt::format("{}", fmt::join(sizes, ", "));
}

// A few of its targets, each cut short.
std::string targets_text(const RunRecord& run) {
  if (run.results.empty()) return "none";
  constexpr std::size_t most_names = 3, longest_name = 80;
  std::string text;
  for (std::size_t index = 0; index < std::min(most_names, run.results.size()); ++index) {
    const std::string& name = shown_name(run.results[index]);
    text += fmt::format("{}{}{}", index == 0 ? "" : ", ", name.substr(0, longest_name),
                        name.size() > longest_name ? "..." : "");
  }
  if (run.results.size() > most_names) text += fmt::format(" and {} more", run.results.size() - most_names);
  return fmt::format("{} (decks of {})", text, decks_text(run));
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
  comparison.sentence = sentence_on_all(comparison);
  return comparison;
}

std::string why_not_comparable(const RunRecord& before, const RunRecord& after) {
  const std::vector<Pair> pairs = pairs_of(before, after);
  const auto in_both = [](const Pair& pair) { return pair.before != nullptr && pair.after != nullptr; };
  if (std::ranges::none_of(pairs, in_both)) {
    return fmt::format("no target is in both: the first has {}, the second {}", targets_text(before),
                       targets_text(after));
  }
  const auto same_deck = [&](const Pair& pair) {
    return in_both(pair) && pair.before->target.deck_size == pair.after->target.deck_size;
  };
  if (std::ranges::none_of(pairs, same_deck)) {
    return fmt::format("no target has the same number of cards in both: the first shuffles {}, the second {}",
                       decks_text(before), decks_text(after));
  }
  return "";
}

}  // namespace fairshuffle
