#include "core/comparison/comparison.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/permutation/permutation.hpp"
#include "core/record/evidence_check.hpp"
#include "core/record/plan.hpp"
#include "core/statistics/bias_bounds.hpp"
#include "core/statistics/chi_squared.hpp"

namespace fairshuffle {

namespace {

using Counts = std::vector<std::uint64_t>;

bool ask_the_same(const NamedBet& one, const NamedBet& other) {
  return one.kind == other.kind && one.name == other.name && one.cards == other.cards &&
         one.places == other.places;
}

const BetRecord* record_of(const TargetRecord& target, const NamedBet& bet) {
  const auto found = std::ranges::find(target.bet_records, bet.name, &BetRecord::name);
  return found == target.bet_records.end() ? nullptr : &*found;
}

// Of decks of any size that has it: the size is the target's.
std::string settings_of(NamedBet bet) {
  bet.deck_size = 0;
  return settings_text(bet);
}

Counts counts_of(const BetRecord& record) {
  Counts counts;
  for (const BetValue& value : record.values) counts.push_back(value.count);
  return counts;
}

std::optional<StrongestValue> strongest_value(const BetRecord& before, const BetRecord& after) {
  const Counts first = counts_of(before), second = counts_of(after);
  const auto all_first = static_cast<double>(sum_of_counts(first));
  const auto all_second = static_cast<double>(sum_of_counts(second));
  const double smaller_share = std::min(all_first, all_second) / (all_first + all_second);
  std::optional<StrongestValue> strongest;
  double most = 0;
  for (std::size_t value = 0; value < first.size(); ++value) {
    const auto a = static_cast<double>(first[value]), b = static_cast<double>(second[value]);
    if ((a + b) * smaller_share < static_cast<double>(least_expected_of_homogeneity)) continue;
    const double off = a * all_second - b * all_first, part = off * off / (a + b);
    if (part <= most) continue;
    most = part;
    strongest = {
        .value = after.values[value].value, .count_before = first[value], .count_after = second[value]};
  }
  return strongest;
}

template <class Pearson>
void take(const Pearson& pearson, const TailProbability& upper_tail, ComparedValues& compared) {
  compared.statistic = pearson.statistic;
  compared.degrees_of_freedom = pearson.degrees_of_freedom;
  compared.p_value = upper_tail.p;
  compared.log10_p = upper_tail.log10_p;
}

void test_bet(const BetRecord& before, const BetRecord& after, ComparedBet& bet) {
  const Counts first = counts_of(before), second = counts_of(after);
  bet.mean_before = before.mean;
  bet.mean_after = after.mean;
  bet.trials_before = sum_of_counts(first);
  bet.trials_after = sum_of_counts(second);
  if (first == second) {
    bet.answer = CountsAnswer::same;
    return;
  }
  if (bet.trials_before == 0 || bet.trials_after == 0) {
    bet.why_untested =
        bet.trials_before == 0 ? BetUntested::none_valid_in_old : BetUntested::none_valid_in_new;
    return;
  }
  const Homogeneity test = homogeneity(first, second);
  if (test.pearson.degrees_of_freedom == 0) {
    bet.why_untested = BetUntested::too_few_trials;
    return;
  }
  take(test.pearson, test.upper_tail, bet);
  bet.strongest = strongest_value(before, after);
}

ComparedBet named(const NamedBet& bet) {
  ComparedBet compared;
  compared.name = bet.name;
  compared.settings = settings_of(bet);
  return compared;
}

ComparedBet compared_bet(const NamedBet& bet, const TargetRecord& before, const TargetRecord& after) {
  ComparedBet compared = named(bet);
  compared.dependent_in = dependent_in(before, after);
  const BetRecord *of_before = record_of(before, bet), *of_after = record_of(after, bet);
  if (before.target.deck_size != after.target.deck_size) {
    compared.why_untested = BetUntested::unlike_decks;
  } else if (of_before == nullptr || of_after == nullptr) {
    compared.why_untested =
        of_before == nullptr ? BetUntested::no_answers_in_old : BetUntested::no_answers_in_new;
  } else {
    test_bet(*of_before, *of_after, compared);
  }
  return compared;
}

ComparedBet bet_of_one(const NamedBet& bet, const TargetRecord& target, const TargetRecord& other,
                       FoundIn found) {
  ComparedBet compared = named(bet);
  compared.found = found;
  const BetRecord* record = record_of(target, bet);
  (found == FoundIn::old_only ? compared.mean_before : compared.mean_after) =
      record == nullptr ? 0 : record->mean;
  const auto namesake = std::ranges::find(other.bets, bet.name, &NamedBet::name);
  if (namesake != other.bets.end()) compared.namesake_is_on = settings_of(*namesake);
  return compared;
}

}  // namespace

std::vector<ComparedBet> compared_bets(const TargetRecord& before, const TargetRecord& after) {
  const auto has = [](const TargetRecord& target, const NamedBet& bet) {
    return std::ranges::any_of(target.bets, [&](const NamedBet& other) { return ask_the_same(bet, other); });
  };
  std::vector<ComparedBet> bets;
  for (const NamedBet& bet : after.bets) {
    bets.push_back(has(before, bet) ? compared_bet(bet, before, after)
                                    : bet_of_one(bet, after, before, FoundIn::new_only));
  }
  for (const NamedBet& bet : before.bets) {
    if (!has(after, bet)) bets.push_back(bet_of_one(bet, before, after, FoundIn::old_only));
  }
  return bets;
}

namespace {

const std::vector<Counts>& sites_of(const TargetRecord& record) {
  return record.evidence.multiset ? record.evidence.multiset->sites : record.position_counts;
}

// Of all permutations, or of all arrangements that can be told apart; empty where they are too many.
const Counts& outcomes_of(const TargetRecord& record) {
  return record.evidence.multiset ? record.evidence.multiset->arrangements : record.evidence.permutations;
}

bool same_counts(const TargetRecord& before, const TargetRecord& after) {
  return before.evidence.trials == after.evidence.trials &&
         before.evidence.invalid_trials == after.evidence.invalid_trials &&
         before.evidence.permutations == after.evidence.permutations && sites_of(before) == sites_of(after) &&
         before.subset_counts == after.subset_counts &&
         before.evidence.repeats.pairs == after.evidence.repeats.pairs &&
         before.evidence.repeats.equal == after.evidence.repeats.equal;
}

bool none_larger(const Counts& part, const Counts& whole) {
  return std::ranges::equal(part, whole, std::ranges::less_equal());
}

// Whether the shorter run can be a part of the longer one.
bool may_be_part(const TargetRecord& part, const TargetRecord& whole) {
  return none_larger(part.evidence.permutations, whole.evidence.permutations) &&
         std::ranges::equal(sites_of(part), sites_of(whole), none_larger);
}

// Its trials follow from the seed and nothing else, block by block; a child's own word for it is not enough.
bool follows_from_seed(const TargetRecord& record) {
  return record.facts.follows_seed && !record.facts.writes_rows;
}

SeedRemark remark_on_the_same(const TargetRecord& record, bool same_seed) {
  if (record.facts.recorded) return SeedRemark::same_of_recording;
  return same_seed ? SeedRemark::same_of_same_seed : SeedRemark::same_of_other_seeds;
}

SeedRemark remark_on_others(const TargetRecord& before, const TargetRecord& after, bool same_seed) {
  const bool turned = before.evidence.trials > after.evidence.trials;
  const TargetRecord& shorter = turned ? after : before;
  const TargetRecord& longer = turned ? before : after;
  if (before.facts.recorded) {
    return may_be_part(shorter, longer) ? SeedRemark::recording_may_go_on : SeedRemark::none;
  }
  if (!same_seed) return SeedRemark::none;
  // Trials come block by block; what a broken block holds is no part of a whole one.
  const bool part =
      shorter.evidence.trials % trials_per_block == 0 && shorter.evidence.trials < longer.evidence.trials;
  const bool as_many = before.evidence.trials == after.evidence.trials;
  const bool changed = as_many || (part && !may_be_part(shorter, longer));
  if (changed && follows_from_seed(before)) return SeedRemark::changed;
  if (as_many) return SeedRemark::changed_or_unseeded;
  return follows_from_seed(before) ? SeedRemark::shared_unless_changed : SeedRemark::shared_if_seeded;
}

void test_outcomes(const Counts& before, const Counts& after, ComparedCounts& counts) {
  const Homogeneity test = homogeneity(before, after);
  counts.of = CountsTested::permutations;
  take(test.pearson, test.upper_tail, counts);
}

// Of equal cards the rows are positions and the columns kinds, of which one by itself is a card; of a deal
// the rows are cards, and the columns the positions.
StrongestRow strongest_row(const HomogeneityOfPositions& test, const Multiset& multiset) {
  if (multiset.is_deal()) return {.of_card = !test.of_card, .index = test.index};
  if (!multiset.has_equal_cards() || !test.of_card) return {.of_card = test.of_card, .index = test.index};
  return {.of_card = true,
          .index = std::accumulate(multiset.kinds.begin(), multiset.kinds.begin() + test.index, 0)};
}

void test_sites(const TargetRecord& before, const TargetRecord& after, ComparedCounts& counts) {
  const Multiset& multiset = after.target.multiset;
  const HomogeneityOfPositions test = homogeneity_of_positions(sites_of(before), sites_of(after));
  counts.of = multiset.is_deal()           ? CountsTested::dealt_cards
              : multiset.has_equal_cards() ? CountsTested::kinds
                                           : CountsTested::positions;
  counts.strongest = strongest_row(test, multiset);
  take(test.strongest.pearson, test.upper_tail, counts);
}

// The smaller p-value of both tests counts, twice.
void test_repeats_beside(const TargetRecord& before, const TargetRecord& after, ComparedCounts& counts) {
  ComparedRepeats repeats{.before = before.evidence.repeats, .after = after.evidence.repeats, .p = {}};
  const auto tail = homogeneity_of_repeats(repeats.before, repeats.after);
  if (!tail) return;
  repeats.p = *tail;
  repeats.told = tail->log10_p < counts.log10_p;
  counts.repeats = repeats;
  const TailProbability smaller =
      repeats.told ? *tail : TailProbability{.p = counts.p_value, .log10_p = counts.log10_p};
  counts.p_value = std::min(1.0, 2 * smaller.p);
  // The bottom of the scale stands for all that lies below.
  if (smaller.log10_p > smallest_log10_p) counts.log10_p = std::min(0.0, smaller.log10_p + std::log10(2.0));
}

// Whether there is anything to test, as far as the decks and the valid trials say.
std::optional<CountsUntested> why_untested(const TargetRecord& before, const TargetRecord& after) {
  if (before.target.deck_size != after.target.deck_size) return CountsUntested::unlike_decks;
  if (before.target.multiset != after.target.multiset) return CountsUntested::unlike_multisets;
  if (before.target.deck_size == 1) return CountsUntested::one_card;
  const auto none_valid = [](const TargetRecord& record) {
    return record.evidence.trials == record.evidence.invalid_trials;
  };
  if (none_valid(before)) return CountsUntested::none_valid_in_old;
  if (none_valid(after)) return CountsUntested::none_valid_in_new;
  return std::nullopt;
}

}  // namespace

void answer(ComparedValues& compared, double adjusted_p, double confidence) {
  compared.adjusted_p = adjusted_p;
  const bool agree = adjusted_p > level_of_difference(confidence);
  compared.answer = agree                                       ? CountsAnswer::agree
                    : compared.dependent_in == FoundIn::neither ? CountsAnswer::differ
                                                                : CountsAnswer::dependent;
}

const char* to_text(CountsAnswer answer) {
  constexpr std::array words{"same", "agree", "differ", "dependent", "untested"};
  return words.at(static_cast<std::size_t>(answer));
}

const char* to_text(CountsTested of) {
  constexpr std::array words{"", "permutations", "positions", "kinds", "dealt-cards"};
  return words.at(static_cast<std::size_t>(of));
}

ComparedCounts compared_counts(const TargetRecord& before, const TargetRecord& after, bool same_seed) {
  ComparedCounts counts;
  counts.why_untested = why_untested(before, after);
  if (counts.why_untested) return counts;
  counts.dependent_in = dependent_in(before, after);
  if (same_counts(before, after)) {
    counts.answer = CountsAnswer::same;
    counts.remark = remark_on_the_same(after, same_seed);
    return counts;
  }
  const std::uint64_t fewest = std::min(before.evidence.trials - before.evidence.invalid_trials,
                                        after.evidence.trials - after.evidence.invalid_trials);
  const std::vector<std::uint64_t>& outcomes = outcomes_of(before);
  if (!outcomes.empty() && fewest / least_expected_of_homogeneity >= outcomes.size()) {
    test_outcomes(outcomes, outcomes_of(after), counts);
  } else {
    test_sites(before, after, counts);
  }
  if (counts.degrees_of_freedom == 0) {
    counts.of = CountsTested::nothing;
    counts.strongest.reset();
    counts.why_untested = CountsUntested::too_few_trials;
    return counts;
  }
  counts.remark = remark_on_others(before, after, same_seed);
  test_repeats_beside(before, after, counts);
  return counts;
}

FoundIn dependent_in(const TargetRecord& before, const TargetRecord& after) {
  if (before.dependent && after.dependent) return FoundIn::both;
  return before.dependent ? FoundIn::old_only : after.dependent ? FoundIn::new_only : FoundIn::neither;
}

namespace {

std::string words_of(const auto& value) {
  const std::string text = fmt::format("{}", value);
  return text.empty() ? "none" : text;
}

std::string words_of(const std::optional<Verdict>& verdict) {
  return verdict ? to_text(*verdict) : "none";
}

std::string words_of(const std::vector<std::pair<std::string, std::string>>& options) {
  std::string text;
  for (const auto& [name, value] : options)
    text += fmt::format("{}{}={}", text.empty() ? "" : ",", name, value);
  return words_of(text);
}

std::string words_of(const std::vector<NamedBet>& bets) {
  std::string text;
  for (const NamedBet& bet : bets)
    text += fmt::format("{}{} ({})", text.empty() ? "" : "; ", bet.name, settings_text(bet));
  return words_of(text);
}

class Changes {
 public:
  template <class Value>
  void add(const char* name, const Value& before, const Value& after) {
    if (before != after) changed_.push_back({name, words_of(before), words_of(after)});
  }
  std::vector<ChangedSetting> finish() { return std::move(changed_); }

 private:
  std::vector<ChangedSetting> changed_;
};

}  // namespace

std::vector<ChangedSetting> changed_settings(const RunRecord& before, const RunRecord& after) {
  Changes changes;
  changes.add("version of the program", before.tool_version, after.tool_version);
  changes.add("seed", before.seed, after.seed);
  changes.add("alpha", before.budget.alpha, after.budget.alpha);
  changes.add("confidence", before.budget.confidence, after.budget.confidence);
  changes.add("tolerance", before.budget.tolerance, after.budget.tolerance);
  changes.add("most trials", with_commas(before.max_trials), with_commas(after.max_trials));
  const auto looks = [](bool one_look) -> std::string {
    return one_look ? "one" : "at more and more trials";
  };
  changes.add("looks", looks(before.fixed_trials), looks(after.fixed_trials));
  changes.add("named bets", words_of(before.bets), words_of(after.bets));
  return changes.finish();
}

std::vector<ChangedSetting> changed_settings(const TargetDescription& before,
                                             const TargetDescription& after) {
  Changes changes;
  changes.add("kind", before.kind, after.kind);
  changes.add("shuffle", before.shuffle, after.shuffle);
  changes.add("options", before.options, after.options);
  changes.add("deck size", before.deck_size, after.deck_size);
  changes.add("source", before.source, after.source);
  changes.add("bits", before.bits, after.bits);
  changes.add("draw method", before.draw, after.draw);
  changes.add("seeding", before.seeding, after.seeding);
  changes.add("clock", before.clock, after.clock);
  changes.add("shuffles a second", before.shuffles_per_second, after.shuffles_per_second);
  changes.add("seeds", before.seeds, after.seeds);
  changes.add("reset", before.reset, after.reset);
  changes.add("marked cards", before.marked, after.marked);
  return changes.finish();
}

namespace {

/// The same target in both; either may be missing.
struct Pair {
  const TargetRecord* before = nullptr;
  const TargetRecord* after = nullptr;
};

std::vector<Pair> pairs_of(const RunRecord& before, const RunRecord& after) {
  if (before.results.size() == 1 && after.results.size() == 1) {
    return {{&before.results.front(), &after.results.front()}};
  }
  std::multimap<std::string_view, const TargetRecord*> left;
  for (const TargetRecord& target : after.results) left.emplace(called(target), &target);
  std::vector<Pair> pairs;
  for (const TargetRecord& target : before.results) {
    Pair& pair = pairs.emplace_back(Pair{&target, nullptr});
    // Those of one name stand in the order they were put in.
    const auto found = left.lower_bound(called(target));
    if (found == left.end() || found->first != called(target)) continue;
    pair.after = found->second;
    left.erase(found);
  }
  for (const TargetRecord& target : after.results) {
    const auto [first, last] = left.equal_range(called(target));
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
  if (pair.before != nullptr && pair.after != nullptr && called(*pair.before) != called(*pair.after)) {
    target.name = fmt::format("{} in OLD, {} in NEW", shown_name(*pair.before), target.name);
  }
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
    if (const std::optional<Verdict>& due = pair.before->expected, &due_after = pair.after->expected;
        due != due_after) {
      target.settings.push_back({"expected verdict", words_of(due), words_of(due_after)});
    }
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
    if (target.counts.tested()) answer(target.counts, adjusted[next++], comparison.confidence);
    for (ComparedBet& bet : target.bets) {
      if (bet.tested()) answer(bet, adjusted[next++], comparison.confidence);
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
