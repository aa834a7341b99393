// Cells that stand out, and numbers as text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/permutation/permutation.hpp"
#include "core/record/findings.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

// P-values as sentences and tables show them.

/// The p-value of a test that was applied, down to "< 1e-300". What is below has its log10 in JSON.
std::string p_words(double p_value, double log10_p);

/// The same as a statement: "p = 0.012", "p < 1e-300".
std::string p_statement(double p_value, double log10_p);

// Bounds as sentences and tables show them: a bound that is rounded must stay a bound.

/// Two significant digits of an upper bound in 0..1, rounded up.
std::string rounded_up(double bound);

/// Two significant digits of a lower bound in 0..1, rounded down.
std::string rounded_down(double bound);

/// The same in points, hundredths of what there is to gain: 0.0634 -> "6.4" up, "6.3" down.
std::string points_up(double bound);
std::string points_down(double bound);

/// Both, to as many digits: 0.08 and 0.0855 -> "8.0 to 8.6".
std::string points_range(double lower, double upper);

/// With their unit: "6.4" -> "6.4 points", "1" -> "1 point".
std::string points_text(const std::string& points);

// The cells of the element-by-position table that are farthest off.

inline constexpr std::size_t most_worst_cells = 5;

/// That cell. Two cards at least, one trial at least.
WorstCell cell_at(const Tally& whole, int position, int card);

/// Up to five cells whose counts are more than `least_standard_errors` from N/n, the farthest first; ties by
/// position, then card. A cell's standard error is that of a binomial count, sqrt(N/n (1 - 1/n)).
std::vector<WorstCell> worst_cells(const Tally& whole, double least_standard_errors);

/// Of the tables of fair decks one in a thousand has a cell that is called clear.
inline constexpr double clear_cell_level = 0.001;

/// Whether chance does not explain the count of a cell that fair trials hit with the chance `share`: its
/// binomial_two_sided times the `cells` of the table (Bonferroni) is at most clear_cell_level. Standard
/// errors alone do not tell: of 52 x 52 fair cells one in six tables has one beyond 4. True of more than all
/// trials.
bool is_clear(std::uint64_t count, std::uint64_t trials, double share, double cells);
/// The same of a cell of cards by positions, of which such a deck has n^2.
bool is_clear(const WorstCell& cell, int deck_size);

/// Up to five cells that are clear, the farthest first as of worst_cells. `or_farthest` keeps the farthest
/// cell alone where none is.
std::vector<WorstCell> clear_cells(const Tally& whole, bool or_farthest);

// How far the counts of a record are from fair: the numbers that pictures of a target are drawn from.

/// [position][card]: (count - N/n) / sqrt(N/n (1 - 1/n)), the distance from fair in standard errors of a
/// binomial count, N being the valid trials. Of blocks of so many successive positions by as many successive
/// cards, the last ones smaller: how far the counts of a block together are from fair, in standard deviations
/// of fair decks (hypergeometric). Empty where nothing was counted and for decks of no more than `block`
/// cards.
std::vector<std::vector<double>> position_deviations(const TargetRecord& result, std::size_t block = 1);

/// The standard error of one such cell in points, 100 sqrt(1/n (1 - 1/n) / N); nothing where none was
/// counted.
std::optional<double> position_standard_error(const TargetRecord& result);

/// Decks of more cards have no picture of how often each is dealt.
inline constexpr int most_numbers_drawn = 128;

/// Of a lottery or a deal how often each card was dealt at any place, by card: k/n is fair. Clopper and
/// Pearson's intervals hold together (Bonferroni) with the confidence of the target's bounds; there are none
/// of dependent trials. Empty of other targets, of larger decks, and without trials.
std::vector<BetValue> dealt_frequencies(const TargetRecord& result);

/// A permutation and how often it came.
struct CountedPermutation {
  std::uint64_t rank = 0;
  std::vector<Card> permutation;
  std::uint64_t count = 0;
  double ratio = 0;            ///< count / expected
  double standard_errors = 0;  ///< (count - expected) / its standard deviation under fairness
};

/// All n! permutations against fairness, N being the valid trials.
struct PermutationDeviations {
  double expected = 0;                     ///< N / n!
  double standard_error = 0;               ///< of a ratio under fairness: sqrt((1 - 1/n!) / expected)
  std::vector<double> ratios;              ///< by rank: count / expected
  std::vector<CountedPermutation> most;    ///< the most frequent first; among equals the lower rank first
  std::vector<CountedPermutation> fewest;  ///< the rarest first; among equals the lower rank first
};

/// With up to `named` permutations in `most` and in `fewest`. Nothing where permutations were not counted,
/// where nothing was, and for decks of one card.
std::optional<PermutationDeviations> permutation_deviations(const TargetRecord& result, std::size_t named);

/// log10 of the p-value at or below which a single test is enough to reject fairness at the look, whatever
/// the others say: alpha_at_look / family, the first step of Holm's method (Holm 1979). Nothing where no
/// hypothesis was counted.
std::optional<double> log10_p_that_rejects(const TargetRecord& result);

/// How many trials find any bias of a size.
struct Detection {
  double tv = 0;  ///< total variation distance from fair, in (0, 1]
  /// At which `permutations` rejects every distribution that far from fair with 99.9 % probability.
  double trials = 0;
};

/// Four points to a decade of total variation from 1e-5 to 1, at the level of log10_p_that_rejects. Since
/// chi-square distance is at least 4 TV^2 (Cauchy-Schwarz), noncentrality_needed / (4 TV^2) trials suffice,
/// but never fewer than max(5 n!, 12000), from which on the test is applied at any level
/// (core/README.md 2.8). Empty where the test of permutations was not asked for, and for decks of more than
/// 10 cards.
std::vector<Detection> trials_that_detect(const TargetRecord& result);

}  // namespace fairshuffle
