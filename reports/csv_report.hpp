// The counts of a run as CSV, for people with their own tools.
#pragma once

#include <cstddef>
#include <string>

#include "core/record/findings.hpp"

namespace fairshuffle {

/// The longest text that csv_report gives, in bytes.
inline constexpr std::size_t longest_csv_report = std::size_t{1} << 30;

/// One line for each counter, under the heads role,target,kind,what,count,expected (RFC 4180 with line
/// feeds):
///   role      "target" or "control"
///   target    its name as one visible line; an apostrophe stands before one that begins like a formula
///   kind      "permutation", "position", "subset" or "repeats"
///   what      the order's cards by position "2 0 1"; "card 2 at position 0"; of a subset the positions of
///             the marked cards "0 2"; of repeats "pairs", of trials that followed each other in one stream,
///             and "equal", those of them whose permutations are equal. Repeats have no lines without a pair
///   count     valid trials; of repeats pairs of them
///   expected  the same under fairness, given the sum of the counts of this kind; of equal pairs pairs / n!,
///             given the pairs
/// Throws std::invalid_argument where there are counts of another number than the deck has permutations,
/// positions or subsets, and std::length_error where the text would be longer than longest_csv_report.
std::string csv_report(const RunRecord& run);

}  // namespace fairshuffle
