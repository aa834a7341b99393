#include "core/comparison/compared_counts.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numeric>
#include <optional>
#include <vector>

#include "core/order/order.hpp"
#include "core/record/looks.hpp"
#include "core/statistics/homogeneity.hpp"
#include "core/statistics/homogeneity_of_repeats.hpp"

namespace fairshuffle {

namespace {

const std::vector<std::vector<std::uint64_t>>& sites_of(const TargetRecord& record) {
  return record.evidence.makeup ? record.evidence.makeup->sites : record.position_counts;
}

// Of all orders, or of all arrangements that can be told apart; empty where they are too many.
const std::vector<std::uint64_t>& outcomes_of(const TargetRecord& record) {
  return record.evidence.makeup ? record.evidence.makeup->arrangements : record.evidence.orders;
}

bool same_counts(const TargetRecord& before, const TargetRecord& after) {
  return before.evidence.trials == after.evidence.trials &&
         before.evidence.invalid_trials == after.evidence.invalid_trials &&
         before.evidence.orders == after.evidence.orders && sites_of(before) == sites_of(after) &&
         before.subset_counts == after.subset_counts &&
         before.evidence.repeats.pairs == after.evidence.repeats.pairs &&
         before.evidence.repeats.equal == after.evidence.repeats.equal;
}

bool none_larger(const std::vector<std::uint64_t>& part, const std::vector<std::uint64_t>& whole) {
  return std::ranges::equal(part, whole, std::ranges::less_equal());
}

// Whether the shorter run can be a part of the longer one.
bool may_be_part(const TargetRecord& part, const TargetRecord& whole) {
  return none_larger(part.evidence.orders, whole.evidence.orders) &&
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

void test_outcomes(const std::vector<std::uint64_t>& before, const std::vector<std::uint64_t>& after,
                   ComparedCounts& counts) {
  const Homogeneity test = homogeneity(before, after);
  counts.of = CountsTested::orders;
  counts.statistic = test.pearson.statistic;
  counts.degrees_of_freedom = test.pearson.degrees_of_freedom;
  counts.p_value = test.upper_tail.p;
  counts.log10_p = test.upper_tail.log10_p;
}

// Of equal cards the rows are positions and the columns kinds, of which one by itself is a card; of a deal
// the rows are cards, and the columns the positions.
StrongestRow strongest_row(const HomogeneityOfPositions& test, const Makeup& makeup) {
  if (makeup.is_deal()) return {.of_card = !test.of_card, .index = test.index};
  if (!makeup.has_equal_cards() || !test.of_card) return {.of_card = test.of_card, .index = test.index};
  return {.of_card = true,
          .index = std::accumulate(makeup.kinds.begin(), makeup.kinds.begin() + test.index, 0)};
}

void test_sites(const TargetRecord& before, const TargetRecord& after, ComparedCounts& counts) {
  const Makeup& makeup = after.target.makeup;
  const HomogeneityOfPositions test = homogeneity_of_positions(sites_of(before), sites_of(after));
  counts.of = makeup.is_deal()           ? CountsTested::dealt_cards
              : makeup.has_equal_cards() ? CountsTested::kinds
                                         : CountsTested::positions;
  counts.strongest = strongest_row(test, makeup);
  counts.statistic = test.strongest.pearson.statistic;
  counts.degrees_of_freedom = test.strongest.pearson.degrees_of_freedom;
  counts.p_value = test.upper_tail.p;
  counts.log10_p = test.upper_tail.log10_p;
}

// The smaller p-value of both tests counts, twice.
void test_repeats_beside(const TargetRecord& before, const TargetRecord& after, ComparedCounts& counts) {
  ComparedRepeats repeats{
      .before = {.pairs = before.evidence.repeats.pairs, .equal = before.evidence.repeats.equal},
      .after = {.pairs = after.evidence.repeats.pairs, .equal = after.evidence.repeats.equal},
      .p = {}};
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
  if (before.target.makeup != after.target.makeup) return CountsUntested::unlike_makeups;
  if (before.target.deck_size == 1) return CountsUntested::one_card;
  const auto none_valid = [](const TargetRecord& record) {
    return record.evidence.trials == record.evidence.invalid_trials;
  };
  if (none_valid(before)) return CountsUntested::none_valid_in_old;
  if (none_valid(after)) return CountsUntested::none_valid_in_new;
  return std::nullopt;
}

}  // namespace

const char* to_text(CountsAnswer answer) {
  switch (answer) {
    case CountsAnswer::same:
      return "same";
    case CountsAnswer::agree:
      return "agree";
    case CountsAnswer::differ:
      return "differ";
    case CountsAnswer::linked:
      return "linked";
    case CountsAnswer::untested:
      return "untested";
  }
  return "";
}

const char* to_text(CountsTested of) {
  switch (of) {
    case CountsTested::nothing:
      return "";
    case CountsTested::orders:
      return "orders";
    case CountsTested::positions:
      return "positions";
    case CountsTested::kinds:
      return "kinds";
    case CountsTested::dealt_cards:
      return "dealt-cards";
  }
  return "";
}

ComparedCounts compared_counts(const TargetRecord& before, const TargetRecord& after, bool same_seed) {
  ComparedCounts counts;
  counts.why_untested = why_untested(before, after);
  if (counts.why_untested) return counts;
  counts.linked_in = linked_in(before, after);
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

FoundIn linked_in(const TargetRecord& before, const TargetRecord& after) {
  if (before.linked && after.linked) return FoundIn::both;
  return before.linked ? FoundIn::old_only : after.linked ? FoundIn::new_only : FoundIn::neither;
}

CountsAnswer answer_of(double adjusted_p, FoundIn linked_in, double confidence) {
  if (adjusted_p > level_of_difference(confidence)) return CountsAnswer::agree;
  return linked_in == FoundIn::neither ? CountsAnswer::differ : CountsAnswer::linked;
}

void answer_counts(ComparedCounts& counts, double adjusted_p, double confidence) {
  counts.adjusted_p = adjusted_p;
  counts.answer = answer_of(adjusted_p, counts.linked_in, confidence);
}

}  // namespace fairshuffle
