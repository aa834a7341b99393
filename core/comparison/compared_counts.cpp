#include "core/comparison/compared_counts.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/order/order.hpp"
#include "core/record/looks.hpp"
#include "core/record/p_words.hpp"
#include "core/statistics/homogeneity.hpp"
#include "core/statistics/homogeneity_of_repeats.hpp"

namespace fairshuffle {

namespace {

bool same_counts(const TargetRecord& before, const TargetRecord& after) {
  return before.evidence.trials == after.evidence.trials &&
         before.evidence.invalid_trials == after.evidence.invalid_trials &&
         before.evidence.orders == after.evidence.orders && before.position_counts == after.position_counts &&
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
         std::ranges::equal(part.position_counts, whole.position_counts, none_larger);
}

// Its trials follow from the seed and nothing else, block by block; a child's own word for it is not enough.
bool follows_from_seed(const TargetRecord& record) {
  return record.facts.follows_seed && !record.facts.writes_rows;
}

std::string remark_on_the_same(const TargetRecord& record, bool same_seed) {
  if (record.facts.recorded) return "The counts are the very same, as of the same recording.";
  if (same_seed) return "The same seed gave the same counts.";
  return "The counts are the very same though the seeds differ, as where chance does not come from the seed.";
}

std::string remark_on_others(const TargetRecord& before, const TargetRecord& after, bool same_seed) {
  const bool turned = before.evidence.trials > after.evidence.trials;
  const TargetRecord& shorter = turned ? after : before;
  const TargetRecord& longer = turned ? before : after;
  if (before.facts.recorded) {
    return may_be_part(shorter, longer)
               ? "Where one recording goes on from the other, the trials that they share make p too large."
               : "";
  }
  if (!same_seed) return "";
  // Trials come block by block; what a broken block holds is no part of a whole one.
  const bool part =
      shorter.evidence.trials % trials_per_block == 0 && shorter.evidence.trials < longer.evidence.trials;
  const bool changed =
      before.evidence.trials == after.evidence.trials || (part && !may_be_part(shorter, longer));
  if (changed && follows_from_seed(before)) {
    return "The same seed gave other counts: the program or the shuffle changed.";
  }
  if (before.evidence.trials == after.evidence.trials) {
    return "The same seed gave other counts: the program or the shuffle changed, or does not take its chance "
           "from the seed.";
  }
  if (follows_from_seed(before)) {
    return "The seed is the same: if nothing changed, the runs share the trials of the shorter one, which "
           "makes p too large.";
  }
  return "The seed is the same: where chance comes from it, the runs share trials, which makes p too large.";
}

void test_orders(const TargetRecord& before, const TargetRecord& after, ComparedCounts& counts) {
  const Homogeneity test = homogeneity(before.evidence.orders, after.evidence.orders);
  counts.of = "orders";
  counts.statistic = test.pearson.statistic;
  counts.degrees_of_freedom = test.pearson.degrees_of_freedom;
  counts.p_value = test.upper_tail.p;
  counts.log10_p = test.upper_tail.log10_p;
}

void test_positions(const TargetRecord& before, const TargetRecord& after, ComparedCounts& counts) {
  const HomogeneityOfPositions test = homogeneity_of_positions(before.position_counts, after.position_counts);
  counts.of = "positions";
  counts.strongest = fmt::format("{} {}", test.of_card ? "card" : "position", test.index);
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

// Why there is nothing to test; empty where there is.
std::string why_untested(const TargetRecord& before, const TargetRecord& after) {
  const int deck_size = before.target.deck_size;
  if (deck_size != after.target.deck_size) {
    return fmt::format("The deck has {} cards in OLD and {} in NEW: their counts cannot be compared.",
                       deck_size, after.target.deck_size);
  }
  if (deck_size == 1) return "One card has one order: there is nothing to compare.";
  for (const auto& [record, name] : {std::pair(&before, "OLD"), std::pair(&after, "NEW")}) {
    if (record->evidence.trials == record->evidence.invalid_trials) {
      return fmt::format("{} has no valid trial: there are no counts to compare.", name);
    }
  }
  return "";
}

const char* name_of_counts(const ComparedCounts& counts) {
  return counts.of == "orders" ? "orders" : "cards by position";
}

bool told_by_repeats(const ComparedCounts& counts) {
  return counts.repeats && counts.repeats->told;
}

std::string pairs_text(const RepeatCounts& repeats) {
  return fmt::format("{} of {} pairs", with_commas(repeats.equal), with_commas(repeats.pairs));
}

// A sentence without its end. `found`: the p-value in words.
std::string what_told_apart(const ComparedCounts& counts, const std::string& found) {
  if (told_by_repeats(counts)) {
    return fmt::format(
        "The repeats do not agree ({}; successive trials are equal in {} in OLD and in {} in NEW)", found,
        pairs_text(counts.repeats->before), pairs_text(counts.repeats->after));
  }
  return fmt::format("The counts of {} do not agree ({}{})", name_of_counts(counts), found,
                     counts.strongest.empty() ? "" : ", most clearly at " + counts.strongest);
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

ComparedCounts compared_counts(const TargetRecord& before, const TargetRecord& after, bool same_seed) {
  ComparedCounts counts;
  counts.remark = why_untested(before, after);
  if (!counts.remark.empty()) return counts;
  counts.linked_in = linked_in(before, after);
  if (same_counts(before, after)) {
    counts.answer = CountsAnswer::same;
    counts.remark = remark_on_the_same(after, same_seed);
    return counts;
  }
  counts.remark = remark_on_others(before, after, same_seed);
  const std::uint64_t fewest = std::min(before.evidence.trials - before.evidence.invalid_trials,
                                        after.evidence.trials - after.evidence.invalid_trials);
  if (!before.evidence.orders.empty() &&
      fewest / least_expected_of_homogeneity >= order_count(before.target.deck_size)) {
    test_orders(before, after, counts);
  } else {
    test_positions(before, after, counts);
  }
  if (counts.degrees_of_freedom == 0) {
    counts.of.clear();
    counts.strongest.clear();
    counts.remark = fmt::format("Too few trials to compare counts: {} in OLD and {} in NEW.",
                                with_commas(before.evidence.trials), with_commas(after.evidence.trials));
    return counts;
  }
  test_repeats_beside(before, after, counts);
  return counts;
}

std::string over_all(const TestedTogether& tested) {
  if (tested.all() < 2) return "";
  return fmt::format(" over all {} {}", tested.all(), tested.bets == 0 ? "targets" : "comparisons");
}

std::string linked_in(const TargetRecord& before, const TargetRecord& after) {
  if (before.linked && after.linked) return "OLD and NEW";
  return before.linked ? "OLD" : after.linked ? "NEW" : "";
}

void answer_counts(ComparedCounts& counts, double adjusted_p, const TestedTogether& tested,
                   double confidence) {
  if (counts.of.empty()) {
    counts.sentence = counts.remark;
    return;
  }
  counts.adjusted_p = adjusted_p;
  const bool small = adjusted_p <= level_of_difference(confidence);
  const std::string found = p_statement(counts.p_value, counts.log10_p);
  if (!small) {
    counts.answer = CountsAnswer::agree;
    counts.sentence = fmt::format("The counts of {}{} agree ({}).", name_of_counts(counts),
                                  counts.repeats ? " and of repeats" : "", found);
  } else if (!counts.linked_in.empty()) {
    counts.answer = CountsAnswer::linked;
    counts.sentence = fmt::format(
        "{}, but successive trials of {} are linked, and that alone may make p so small: the law need not "
        "have changed.",
        what_told_apart(counts, found), counts.linked_in);
  } else {
    counts.answer = CountsAnswer::differ;
    counts.sentence = fmt::format("{}: with {:.4g} % confidence{} the law changed{}.",
                                  what_told_apart(counts, found), 100 * confidence, over_all(tested),
                                  told_by_repeats(counts) ? ", or trials hang together as they did not" : "");
  }
  if (!counts.remark.empty()) counts.sentence = counts.remark + " " + counts.sentence;
}

}  // namespace fairshuffle
