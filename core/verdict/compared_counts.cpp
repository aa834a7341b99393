#include "core/verdict/compared_counts.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/order/order.hpp"
#include "core/statistics/homogeneity.hpp"
#include "core/verdict/certificate.hpp"
#include "core/verdict/looks.hpp"
#include "core/verdict/p_words.hpp"
#include "core/verdict/rebuilt_tally.hpp"

namespace fairshuffle {

namespace {

bool same_counts(const TargetRecord& before, const TargetRecord& after) {
  return before.trials == after.trials && before.invalid_trials == after.invalid_trials &&
         before.order_counts == after.order_counts && before.position_counts == after.position_counts &&
         before.subset_counts == after.subset_counts && before.successive_pairs == after.successive_pairs &&
         before.equal_pairs == after.equal_pairs;
}

bool none_larger(const std::vector<std::uint64_t>& part, const std::vector<std::uint64_t>& whole) {
  return std::ranges::equal(part, whole, std::ranges::less_equal());
}

// Whether the shorter run can be a part of the longer one.
bool may_be_part(const TargetRecord& part, const TargetRecord& whole) {
  return none_larger(part.order_counts, whole.order_counts) &&
         std::ranges::equal(part.position_counts, whole.position_counts, none_larger);
}

bool is_recorded(const TargetRecord& record) {
  return record.target.kind == "log" || record.target.kind == "stdin";
}

// Its trials follow from the seed and nothing else, block by block.
bool follows_from_seed(const TargetRecord& record) {
  return record.target.kind == "builtin" || record.target.kind == "plugin";
}

std::string remark_on_the_same(const TargetRecord& record, bool same_seed) {
  if (is_recorded(record)) return "The counts are the very same, as of the same recording.";
  if (same_seed) return "The same seed gave the same counts.";
  return "The counts are the very same though the seeds differ, as where chance does not come from the seed.";
}

std::string remark_on_others(const TargetRecord& before, const TargetRecord& after, bool same_seed) {
  const bool turned = before.trials > after.trials;
  const TargetRecord& shorter = turned ? after : before;
  const TargetRecord& longer = turned ? before : after;
  if (is_recorded(before)) {
    return may_be_part(shorter, longer)
               ? "Where one recording goes on from the other, the trials that they share make p too large."
               : "";
  }
  if (!same_seed) return "";
  // Trials come block by block; what a broken block holds is no part of a whole one.
  const bool part = shorter.trials % trials_per_block == 0 && shorter.trials < longer.trials;
  const bool changed = before.trials == after.trials || (part && !may_be_part(shorter, longer));
  if (changed && follows_from_seed(before)) {
    return "The same seed gave other counts: the program or the shuffle changed.";
  }
  if (before.trials == after.trials) {
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
  const Homogeneity test = homogeneity(before.order_counts, after.order_counts);
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

// Why there is nothing to test; empty where there is.
std::string why_untested(const TargetRecord& before, const TargetRecord& after) {
  const int deck_size = before.target.deck_size;
  if (deck_size != after.target.deck_size) {
    return fmt::format("The deck has {} cards in OLD and {} in NEW: their counts cannot be compared.",
                       deck_size, after.target.deck_size);
  }
  if (deck_size == 1) return "One card has one order: there is nothing to compare.";
  for (const auto& [record, name] : {std::pair(&before, "OLD"), std::pair(&after, "NEW")}) {
    if (record->trials == record->invalid_trials) {
      return fmt::format("{} has no valid trial: there are no counts to compare.", name);
    }
  }
  return "";
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
  for (const auto& [record, name] : {std::pair(&before, "OLD"), std::pair(&after, "NEW")}) {
    const std::optional<Tally> tally = rebuilt_tally(*record).tally;
    if (!tally) {
      counts.remark = fmt::format(
          "The counts of {} do not fit each other and are not compared; fairshuffle check says where.", name);
      return counts;
    }
    if (!trials_look_dependent(*tally)) continue;
    counts.linked_in += (counts.linked_in.empty() ? "" : " and ") + std::string(name);
  }
  if (same_counts(before, after)) {
    counts.answer = CountsAnswer::same;
    counts.remark = remark_on_the_same(after, same_seed);
    return counts;
  }
  counts.remark = remark_on_others(before, after, same_seed);
  const std::uint64_t fewest =
      std::min(before.trials - before.invalid_trials, after.trials - after.invalid_trials);
  if (!before.order_counts.empty() &&
      fewest / least_expected_of_homogeneity >= order_count(before.target.deck_size)) {
    test_orders(before, after, counts);
  } else {
    test_positions(before, after, counts);
  }
  if (counts.degrees_of_freedom == 0) {
    counts.of.clear();
    counts.strongest.clear();
    counts.remark = fmt::format("Too few trials to compare counts: {} in OLD and {} in NEW.",
                                with_commas(before.trials), with_commas(after.trials));
  }
  return counts;
}

void answer_counts(ComparedCounts& counts, double adjusted_p, std::size_t targets, double confidence) {
  if (counts.of.empty()) {
    counts.sentence = counts.remark;
    return;
  }
  counts.adjusted_p = adjusted_p;
  const bool small = adjusted_p <= level_of_difference(confidence);
  const std::string what = counts.of == "orders" ? "orders" : "cards by position";
  const std::string p = p_words(counts.p_value, counts.log10_p);
  std::string found = fmt::format("p {}{}", p.starts_with('<') ? "" : "= ", p);
  if (small && !counts.strongest.empty()) found += fmt::format(", most clearly at {}", counts.strongest);
  if (!small) {
    counts.answer = CountsAnswer::agree;
    counts.sentence = fmt::format("The counts of {} agree ({}).", what, found);
  } else if (!counts.linked_in.empty()) {
    counts.answer = CountsAnswer::linked;
    counts.sentence = fmt::format(
        "The counts of {} do not agree ({}), but successive trials of {} are linked, and that alone may make "
        "p so small: the law need not have changed.",
        what, found, counts.linked_in);
  } else {
    counts.answer = CountsAnswer::differ;
    counts.sentence =
        fmt::format("The counts of {} do not agree ({}): with {:.4g} % confidence{} the law changed.", what,
                    found, 100 * confidence, targets > 1 ? fmt::format(" over all {} targets", targets) : "");
  }
  if (!counts.remark.empty()) counts.sentence = counts.remark + " " + counts.sentence;
}

}  // namespace fairshuffle
