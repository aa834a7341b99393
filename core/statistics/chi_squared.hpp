// Chi-squared statistics, their p-values, and the strongest of many cells.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/permutation/permutation.hpp"
#include "core/statistics/tail.hpp"
#include "core/statistics/test_result.hpp"
#include "core/tally/positions.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle::detail {

// What the tests share: how many trials they need before a chi-square tail may be believed, and their
// results.

/// The rule for a test whose table needs at least this many trials to be full enough.
TrialRule trial_rule(std::uint64_t fewest_for_table);

/// The rule for positions and neighbours of n cards. The third cumulant of their T is the chi-square's times
/// 1 + (n - 1) / (2 N), so that a tail z standard deviations out is off by a factor of about 1 + z^3 / (3
/// sqrt(2) N): at 1e-10 by a tenth at 600 trials, whatever n is, once there are degrees of freedom enough for
/// the tail to be near normal. Simulated with 24, 52, 64, 104 and 128 cards, both tails, by the program
/// fairshuffle_calibration.
TrialRule table_rule(int deck_size);

/// At least five trials a cell.
TrialRule equal_cells_rule(std::uint64_t cells);

/// For very many cells, most of which may be empty: X2 over k of them has for every N the mean k - 1 and the
/// variance 2 (k - 1)(1 - 1/N), but more skewness than the chi-square by sqrt(2k) / N nearly, which z
/// standard deviations out makes the upper tail heavier by a factor of exp(z^3 sqrt(2k) / (6 N)). So what the
/// tail takes are trials in proportion to the root of k, not to k: 100 sqrt(2k) to a level of 1e-8, and 240
/// sqrt(2k) for any (core/README.md 2.8).
TrialRule sparse_cells_rule(std::uint64_t cells);

/// Below this level the tail is not honest when there are fewer trials than fewest_for_any_level.
inline constexpr double honest_level_of_few_trials = 1e-8;

/// A result without numbers.
TestResult not_applied(std::string_view name, std::string reason);

/// A result without degrees of freedom, whose p is that of both sides: its upper tail.
TestResult two_sided_result(std::string_view name, double statistic, const TailProbability& p, Tail tail);

/// "needs at least 25,200 trials for 5,040 permutations; there were 16,384".
std::string too_few_trials(std::uint64_t fewest, std::string_view table, std::uint64_t trials);

/// A result with both chi-square tails. `cells`: of how many equal cells the counts are as coarse as, degrees
/// of freedom + 1 where it is left out, which is the least. Precondition: trials >= rule.fewest.
///
/// The upper tail is taken at the statistic, the lower one at statistic + cells / trials. Over k equal cells
/// X2 moves in steps of 2 k / N, so half a step is k / N: the correction for continuity. Without it the lower
/// tail would be 0 where every cell has just what it expects, which with 6 cells and 2,400 trials a fair
/// shuffle brings 8 times in a thousand million; with it it is 2.2 times that. The statistics of the other
/// tests move in steps of no more than 2 (df + 1) / N.
TestResult chi_squared_result(std::string_view name, ChiSquared outcome, std::uint64_t trials, TrialRule rule,
                              std::optional<double> cells = {});

/// A result on two cells of which the first has `probability`, 0 < probability < 1: the statistic is
/// Pearson's on one degree of freedom, but the tails are the exact binomial's. upper_tail, which is the
/// p-value, doubles the smaller tail of the count; lower_tail is the probability of a count of the first cell
/// that is no farther from its expectation, which is above 0.8 / sqrt(trials) and so proves nothing.
TestResult two_cells_result(std::string_view name, std::uint64_t in_first_cell, std::uint64_t trials,
                            double probability);

/// At every deck size the skewness of each number that is judged so, of one trial, is smaller than this.
inline constexpr double largest_skewness_of_filters = 0.41;

/// What a filter matched to a known mistake finds, as one number: the hypothesis that Z, of mean 0 and
/// variance 1 under fairness, is no more than chance: |Z| with the p-value of a normal variable, both sides,
/// and the tail that tells the side. Not applied with fewer than 2,400 trials: with a skewness s of one trial
/// the tails at z are off by about exp(+-z^3 s / (6 sqrt(N))), so that both together are by cosh of it, at
/// 1e-10 and |s| < largest_skewness_of_filters by less than a tenth.
TestResult filtered_result(std::string_view name, double z, std::uint64_t trials);

/// Throws std::invalid_argument for fewer cards than a statistic is of, and for no trials.
void check_deck(std::string_view function, int deck_size, int smallest, std::uint64_t trials);

/// Throws std::invalid_argument when the counts of a table add up to another total than the trials demand, or
/// for more than largest_trial_count trials.
void check_total(std::string_view function, std::uint64_t counted, std::uint64_t demanded,
                 std::uint64_t trials);

/// The quotient of whole numbers, rounded once.
double quotient(Wide numerator, Wide denominator);

// Pearson's chi-square over cells that are equally likely under fairness.

/// Sums over the cells of a table, those never hit included.
struct CellSums {
  std::uint64_t cells = 0;
  std::uint64_t counted = 0;
  Wide sum_of_squares = 0;

  void add(std::uint64_t count, std::uint64_t in_cells = 1) {
    counted += in_cells * count;
    sum_of_squares += static_cast<Wide>(count) * count * in_cells;
  }
};
/// Of a table whose cells these are.
CellSums sums_of(std::span<const std::uint64_t> counts);

/// X2 = sum (O - N/k)^2 / (N/k) over all k cells, those never hit included, on k - 1 degrees of freedom.
/// k in 2..12!, counts adding up to trials >= 1, which are at most 2^49 where k is above 4,000,000; throws
/// std::invalid_argument in the name of `function`. Computed in integers as (k sum O^2 - N^2) / N and rounded
/// once.
ChiSquared equal_cells_statistic(std::string_view function, std::span<const std::uint64_t> counts,
                                 std::uint64_t trials);

/// The same from the sums over the cells.
ChiSquared equal_cells_statistic(std::string_view function, const CellSums& sums, std::uint64_t trials);

/// The statistic of the counts of a table.
template <const TableInfo& table, ChiSquared (*of)(int, std::uint64_t, std::span<const std::uint64_t>)>
ChiSquared statistic_of(const Tally& tally) {
  return of(tally.deck_size, tally.trials, tally.tables.of(table));
}

// The table of positions in units in which its projections have variance 1.

/// sqrt((n-1)/N) (C - N/n) by position and card. Under fairness its covariance is the projection on the
/// tables whose rows and columns sum to 0 (core/README.md 2.2), so its product with such a table of length 1
/// has mean 0 and variance 1. Two cards or more. Throws std::invalid_argument in the name of `function` for
/// no trials and for counts that do not add up to the trials.
std::vector<double> position_deviations(std::string_view function, const Tally& tally);

}  // namespace fairshuffle::detail

namespace fairshuffle {

// Is there one cell that comes too often or too rarely? For few trials, and for bugs that touch one card.

/// Of cells that are each binomial under fairness the one with the smallest exact two-sided p-value. That,
/// times the number of cells, is at most alpha with probability at most alpha (Bonferroni), whatever the
/// number of trials and alpha are.
class StrongestCell {
 public:
  explicit StrongestCell(std::uint64_t trials) : trials_(trials) {}

  /// Looks at one cell at least, each binomial(trials, share): of these the fullest or the emptiest has the
  /// smallest p-value. is_cell: which of the counts are cells; all where it is left out.
  template <class IsCell = bool (*)(std::size_t)>
  void look_at(
      std::span<const std::uint64_t> counts, double share,
      IsCell is_cell = [](std::size_t) { return true; }) {
    std::uint64_t most = 0, fewest = std::numeric_limits<std::uint64_t>::max();
    for (std::size_t cell = 0; cell < counts.size(); ++cell) {
      if (!is_cell(cell)) continue;
      ++cells_;
      counted_ += counts[cell];
      most = std::max(most, counts[cell]);
      fewest = std::min(fewest, counts[cell]);
    }
    look_at_ends(most, fewest, share);
  }
  /// The counts of all cells together.
  std::uint64_t counted() const { return counted_; }

  /// The statistic is the count of that cell (no degrees of freedom), upper_tail is the p-value, at most 1,
  /// and tail tells whether the cell is too full or too empty.
  TestResult result(std::string_view name) const;

 private:
  void look_at_ends(std::uint64_t most, std::uint64_t fewest, double share);

  std::uint64_t trials_, cells_ = 0, counted_ = 0;
  std::optional<TailProbability> p_;
  std::uint64_t count_ = 0;
  Tail tail_ = Tail::upper;
};

// Do counts come from this very distribution? Pearson's test against any distribution over any cells.

/// Cells that expect fewer trials are pooled. At level 1e-4 the chi-square tail is honest from here on: see
/// goodness_of_fit_test.cpp.
inline constexpr double least_expected_of_fit = 10;

struct GoodnessOfFit {
  bool possible = true;  ///< false: a cell of probability 0 was hit, and the rest says nothing
  ChiSquared pearson{0, 0};
  TailProbability upper_tail;  ///< 1 where all cells had to be pooled into one
  bool pooled = false;         ///< whether any cells had to be
};

/// Claim tested: the counts are independent trials of `distribution`. Pearson's sum of (O - N q)^2 / (N q)
/// over the cells of probability above 0, on their number less one degrees of freedom. Cells that expect
/// fewer than least_expected_of_fit trials are pooled with those next to them in probability (ties by index),
/// from the least likely up, so the pooling depends on the distribution and N only. counts, distribution: the
/// same cells, at least one; the probabilities at least 0 and summing to 1. Cells of probability at most
/// `error`, which is what the numbers of the distribution may be off by, count as 0. Throws
/// std::invalid_argument when the sizes differ or there are no trials. Oracle: mpmath
/// (goodness_of_fit_test.cpp).
GoodnessOfFit goodness_of_fit(std::span<const std::uint64_t> counts, std::span<const double> distribution,
                              double error = 0);

// Do two samples come from one distribution, whatever that distribution is? Pearson's test over two rows of
// counts.

/// Cells that expect fewer trials in the smaller sample are pooled. From here on the tail at level 1e-4 is
/// too small by a factor of at most 3.2, the worst being two cells of which one is rare and samples of very
/// different size (hypergeometric distribution, enumerated), and less with more cells.
inline constexpr std::uint64_t least_expected_of_homogeneity = 20;

struct Homogeneity {
  ChiSquared pearson{0, 0};    ///< on 0 degrees of freedom where there is one cell, and nothing to compare
  TailProbability upper_tail;  ///< 1 on 0 degrees of freedom
  bool pooled = false;         ///< whether any cells had to be
};

/// Claim tested: both samples are independent trials of one distribution. X2 = sum over cells of
/// (a M - b N)^2 / ((a + b) N M), a of N trials against b of M: Pearson's sum for the 2 x k table, on k - 1
/// degrees of freedom. Given the sums a + b, the first sample is a draw without replacement from them all,
/// whatever the distribution; so k and the pooling may depend on the sums and on N and M. Cells whose sum is
/// 0 are left out; those that expect fewer than least_expected_of_homogeneity trials in the smaller sample
/// are pooled with those next to them in their sum (ties by index), from the smallest up, and what is left
/// joins the last. first, second: counts of the same cells, at least one; each adding up to at least 1 and at
/// most largest_trial_count. Throws std::invalid_argument otherwise. Differences of counts are taken in
/// integers. Source: Pearson 1911, Biometrika 8. Oracle: R's chisq.test and pchisq (reference/homogeneity.R).
/// Without pooling the mean of X2 given the sums is (k - 1) (N + M) / (N + M - 1) exactly, whatever the
/// distribution.
Homogeneity homogeneity(std::span<const std::uint64_t> first, std::span<const std::uint64_t> second);

/// Counts [position][card], each position adding up to the trials, and each card too where it is one card; of
/// equal cards a column is their kind, which adds up to as many times that.
using PositionTable = std::vector<std::vector<std::uint64_t>>;

struct HomogeneityOfPositions {
  Homogeneity strongest;  ///< the one of the tests with the smallest p-value
  bool of_card = false;   ///< it looks where one card lies; else at what lies in one position
  int index = 0;          ///< which card or position
  /// The smallest p-value times the number of tests, at most 1: a p-value under any dependence (Bonferroni).
  TailProbability upper_tail;
};

/// Claim tested: what lies in each position, and where each card lies, has one distribution in both samples.
/// The trials are independent but the rows of the table are not, and how they hang together depends on the
/// distribution: one sum over the table, scaled as for a fair shuffle (core/README.md 2.2), at level 1 %
/// tells two samples of the same random cut of 24 cards apart in 28 % of the cases. So each row and each
/// column is tested by itself, which is multinomial for every distribution; columns of kinds of several cards
/// are not, and are left out. Throws std::invalid_argument unless both have the same number of rows, at least
/// 1, all as long, as homogeneity takes them.
HomogeneityOfPositions homogeneity_of_positions(const PositionTable& first, const PositionTable& second);

// Do successive trials come out equal as often in two runs, however often that is?

/// Where no split of the pairs gives a p-value so small, there is no answer, and no test to adjust for.
inline constexpr double least_use_of_repeats = 1e-3;

/// Claim tested: the trials of both runs are independent and of one distribution, whatever the distribution.
/// Two-sided, as Fisher's exact test: given the sum of the rarer kind of pair (equal or not), those of the
/// first run are hypergeometric. The p-value is too large rather than too small, for two reasons:
///   - successive pairs share a trial, so equal pairs of a skewed distribution come in clusters and their
///   variance is
///     up to 1 + 2 s / (1 + s) < 2 times the binomial one, s^2 = P(equal). A run is two sets of pairs that
///     share no trial within a set, so E exp(t equal) is at most that of twice a binomial of half the pairs
///     (Cauchy-Schwarz): the sum is halved, rounded up, and the larger share of it down;
///   - the binomial distribution of that sum stands for the hypergeometric one, whose E exp(t first) it
///   bounds
///     (Hoeffding 1963, J. Amer. Stat. Assoc. 58, theorem 4), and takes no time at any number of pairs.
/// No answer where a run has no pair, or where the sum is too small for least_use_of_repeats, which depends
/// on the sum and the numbers of pairs alone. Throws std::invalid_argument when there are more equal pairs
/// than pairs or more pairs than largest_trial_count. Oracle: R's pbinom, in the test.
std::optional<TailProbability> homogeneity_of_repeats(const RepeatCounts& first, const RepeatCounts& second);

}  // namespace fairshuffle
