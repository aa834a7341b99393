// Two reports of the same job side by side: for people on a terminal and in Markdown, for programs in JSON.
#pragma once

#include <cstddef>
#include <string>

#include "core/comparison/comparison.hpp"
#include "reports/document/document.hpp"

namespace fairshuffle {

/// Where the two records came from, as the reader knows them.
struct ComparedFiles {
  std::string before;  ///< OLD
  std::string after;   ///< NEW
};

/// Above so many targets a row is left out for those that are told nothing of; the text says how many.
inline constexpr std::size_t most_compared_rows = 500;

/// Only so many targets get their sentences, and their p-values; the text says how many did not.
inline constexpr std::size_t most_compared_sentences = 100;

/// Sentences first: what it comes to, then each target whose verdict changed or whose counts do not simply
/// agree; then a table of all targets, the p-values of those that changed, and the settings that differ.
/// Outside words stand on one line each, with control characters made visible. Computes nothing.
Document comparison_document(const Comparison& comparison, const ComparedFiles& files);

/// Indented JSON with a newline at its end, as reports/schema/diff.schema.json describes it. Everything of
/// the comparison is in it. Bytes that are not UTF-8 become U+FFFD. Computes nothing.
std::string json_comparison(const Comparison& comparison, const ComparedFiles& files);

// Two runs side by side as words.

// Whether a named bet comes out alike in two reports, in words.

/// "The values of the bet 'aces' agree (p = 0.9).", why they were not tested, or which report alone has it.
/// bet: of a target of the comparison.
std::string compared_bet_words(const ComparedBet& bet, const Comparison& comparison);

// Whether the counts of a target in two reports agree, in words.

/// The answer for one target of the comparison, after the remark on its seeds: "The counts of permutations
/// agree (p = 0.62)."; or why nothing was tested. Empty where a verdict is absent.
std::string compared_counts_words(const ComparedTarget& target, const Comparison& comparison);

/// "position 3", "card 7".
std::string strongest_row_words(const StrongestRow& row);

/// "OLD", "NEW", "OLD and NEW"; empty for neither.
std::string reports_named(FoundIn found);

/// The whole sentence on what was `told_apart`, itself without an end: with which confidence the distribution
/// changed, or that dependence alone may do it. or_else: what else may have changed, as the sentence goes on.
std::string distribution_changed_words(const std::string& told_apart, FoundIn dependent_in,
                                       const Comparison& comparison, const std::string& or_else = "");

// What changed from one report to another, in words.

/// What it comes to: "No target became biased. All counts agree."
std::string comparison_words(const Comparison& comparison);

/// How the verdict moved: "Became biased: OLD found it fair."
std::string moved_verdict_words(const ComparedTarget& target);

/// Why the two cannot be compared, in a clause without a full stop: "no target is in both: the first has ..."
std::string not_comparable_words(NotComparable why, const RunRecord& before, const RunRecord& after);

}  // namespace fairshuffle
