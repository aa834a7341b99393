// Bounds of the total variation distance.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/permutation/permutation.hpp"
#include "core/statistics/dependent_trials.hpp"
#include "core/statistics/tail.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

// The interval of a probability, from how often it came true.

struct Interval {
  double lower = 0;
  double upper = 1;
};

/// Clopper and Pearson's interval (1934): each end is left out with probability `error` / 2 at most, at every
/// number of trials. 0..1 without trials. Above 1e12 trials Hoeffding's interval, which is wider and holds
/// too, takes its place (Boost's search fails near 1e15). successes <= trials, 0 < error < 1; throws
/// std::invalid_argument. Oracle: the binomial tails at the ends.
Interval clopper_pearson(std::uint64_t successes, std::uint64_t trials, double error);

// Permutations that come again when so many are equally likely: the occupancy of cells by trials.

/// n!, as near as a double has it: 170! where it is more. deck_size 0 to largest_deck_size.
double number_of_permutations(int deck_size);

/// How many outcomes are equally likely under fairness: n!, or the arrangements of the tally's multiset.
double number_of_outcomes(const Tally& tally);

/// Of `trials` trials, each in one of `cells` equally likely cells, those whose cell another one had taken
/// before: their mean, trials - cells (1 - (1 - 1/cells)^trials). trials to 2^53, cells at least 1, whole or
/// not. Relative error below 1e-12, however many cells there are. Source: core/README.md 2.14.
double mean_repeats(std::uint64_t trials, double cells);

/// Their variance. Relative error below 1e-5 to a million cells, and below 2 / trials + 1 / cells above.
double variance_of_repeats(std::uint64_t trials, double cells);

// Holm's adjustment: many hypotheses, one family-wise error rate, whatever their dependence.

/// Adjusted p-values in the order of the input, each at most 1: rejecting where the adjusted p-value is at
/// most alpha calls any true hypothesis of the family false with probability at most alpha. With m =
/// family_size and p_(1) <= p_(2) <= ..., the i-th is max over j <= i of (m - j + 1) p_(j). family_size >=
/// p_values.size(): hypotheses that are not judged now count as p = 1. An adjusted p-value below 1e-300 is 0.
/// Throws std::invalid_argument for a smaller family and for a p_value or log10_p that is no probability.
/// Source: Holm 1979, Scandinavian Journal of Statistics 6.
std::vector<double> holm_adjusted(std::span<const TailProbability> p_values, std::size_t family_size);

// How large the bias can be, and how many trials it takes to tell.
//
// A statistic that is chi-square under fairness is noncentral chi-square for a biased shuffle, with
// noncentrality N chi-square distance after N trials. For `permutations` chi-square distance is n! sum (p -
// 1/n!)^2 and, by Cauchy-Schwarz, the total variation distance is at most half its root; for another test
// both speak only of what that test sees.

/// Upper confidence limit on the noncentrality: lambda with P(chi2'(df, lambda) <= max(statistic, df)) =
/// 1 - confidence. The floor keeps a lucky small statistic from certifying that there is no bias at all.
/// 0 where even the central distribution is that small with probability at most 1 - confidence (low
/// confidence only). statistic finite, at least 0; degrees_of_freedom finite, above 0; 0 < confidence < 1;
/// throws std::invalid_argument. Relative error below 1e-9 while max(statistic, df) <= 1e8, at most 0.1 s.
/// Above that, where Boost's search slows down and from 2^32 on throws, a proven bound a little larger: Birge
/// 2001
/// ("An alternative point of view on Lepski's method", lemma 8.1) gives
///     P(chi2'(df, lambda) <= df + lambda - 2 sqrt((df + 2 lambda) x)) <= exp(-x)
/// with x = -ln(1 - confidence); at 1e8 and 99.9 % it is 0.012 % larger. Oracle: mpmath
/// (reference/golden_counts.json).
double noncentrality_upper_limit(double statistic, double degrees_of_freedom, double confidence);

/// Upper confidence bound on the total variation distance, in 0..1: min(1, sqrt(lambda / trials) / 2) with
/// lambda the noncentrality_upper_limit; 1 without trials. Simulated coverage at n = 5: nominal or above,
/// within simulation error, for every distribution tried (calibration.cpp). Throws as
/// noncentrality_upper_limit.
double tv_upper_bound(double statistic, double degrees_of_freedom, std::uint64_t trials, double confidence);

/// How far the counts themselves lie from uniform over k cells: T = half the sum of |O/N - 1/k| over all
/// cells, those never hit included. k in 2..12!, at most largest_trial_count trials, at least one; throws
/// std::invalid_argument. Computed in integers and rounded once.
class DistanceOfCounts {
 public:
  DistanceOfCounts(std::uint64_t cells, std::uint64_t trials);

  void add(std::uint64_t count, std::uint64_t in_cells = 1) {
    // As much lies above 1/k as below, so cells that were never hit need not be added. All terms together are
    // at most k N, which is below 2^82.
    const Wide scaled = static_cast<Wide>(count) * cells_;
    if (scaled > trials_) above_ += (scaled - trials_) * in_cells;
  }
  /// In 0..1, once all cells that were hit are added.
  double distance() const;

 private:
  std::uint64_t cells_, trials_;
  Wide above_ = 0;
};

/// Upper confidence bound on the total variation distance from uniform of the distribution that `tables`
/// tables of counts were drawn from, each of so many trials, or of the farthest of them where they are
/// several (which need not be independent of each other): min(1, distance + sqrt(ln(tables / (1 -
/// confidence)) / (2 trials))), `distance` being the largest DistanceOfCounts. 1 without trials. Proof for
/// one: the distance is convex in the distribution, so T is at least the true distance on average (Jensen);
/// one trial moves T by at most 1 / N, so P(T <= E T - t) <= exp(-2 N t^2) (McDiarmid 1989, "On the method of
/// bounded differences"). Holds for every N, and as N grows comes down to the distance itself. 0 <= distance
/// <= 1, tables at least 1, 0 < confidence < 1; throws std::invalid_argument.
double tv_upper_bound_of_distance(double distance, std::uint64_t tables, std::uint64_t trials,
                                  double confidence);

/// The error of a bound, 1 - confidence, split between the two forms above so that the smaller of them can be
/// taken. A tenth is for the distance: the bound of a fair shuffle by its statistic grows by less than 2 %.
struct SplitConfidence {
  double of_statistic;
  double of_distance;
};
SplitConfidence split_confidence(double confidence);

/// The confidence of each of so many bounds that share the error of one: below 1 also where a double could
/// not tell its part from none.
double shared_confidence(double confidence, std::uint64_t sharing);

/// Unbiased estimate of chi-square distance: (statistic - df) / (trials - 1), exact because E statistic = df
/// + (N - 1) chi-square distance. Slightly negative for a fair shuffle half of the time. trials at least 2;
/// throws std::invalid_argument.
double chi_square_distance_unbiased(double statistic, double degrees_of_freedom, std::uint64_t trials);

/// A bet on a set of cells, and how it fared.
struct Bet {
  double share = 0;          ///< the probability of the set under fairness
  std::uint64_t hits = 0;    ///< trials in the set, of those judged
  std::uint64_t judged = 0;  ///< trials that had no part in the choice of the set
  /// Where the hits lie, if the first of the judged decks were kept: of trials that come from outside.
  std::optional<HitPlaces> places = {};
};

/// Lower confidence bound on the total variation distance, at least 0: the one-sided lower limit of the
/// probability of the set, minus its share. 0 for an empty set or no trials. hits <= judged, 0 < confidence <
/// 1; throws std::invalid_argument.
double tv_lower_bound(const Bet& bet, double confidence);

/// The bet on the cells that are more frequent in `choosing` than `fair`, their probabilities under fairness,
/// has them; choosing, judging: counts of the same cells in two disjoint parts of the trials. It is judged by
/// the other part alone, so any choice is valid: TV = max over A of P(A) - fair(A). As many probabilities, at
/// least 0, as cells, one at least; throws std::invalid_argument.
Bet bet_on_frequent_cells(std::span<const std::uint64_t> choosing, std::span<const std::uint64_t> judging,
                          std::span<const double> fair);

/// The noncentrality at which a chi-square test at level alpha rejects with probability `power`; 0 when alpha
/// >= power. degrees_of_freedom finite and above 0, alpha and power between 0 and 1; throws
/// std::invalid_argument. At alpha 1e-6 and power 0.999: 63.7, 97.3 and 131 for 1, 16 and 49 degrees of
/// freedom.
double noncentrality_needed(double degrees_of_freedom, double alpha, double power);

/// The number of trials at which a bias of chi-square distance per trial is found with that power:
/// noncentrality_needed / chi-square distance; infinite for phi2 = 0. chi-square distance finite, at least 0;
/// throws as noncentrality_needed.
double trials_needed(double degrees_of_freedom, double alpha, double power, double chi_square_distance);

/// The number of trials at which the tv_upper_bound of a shuffle whose statistic equals its degrees of
/// freedom, as a fair one's does on average, comes down to `tolerance`. 0 < tolerance <= 1; throws
/// std::invalid_argument.
double trials_for_certificate(double degrees_of_freedom, double tolerance, double confidence);

/// The number of trials at which the tv_upper_bound_of_distance of `tables` tables of so many cells each,
/// filled by a fair shuffle, comes down to `tolerance`, give or take a tenth. cells at least 2, tables at
/// least 1, 0 < tolerance <= 1, 0 < confidence < 1; throws std::invalid_argument.
double trials_for_certificate_of_distance(std::uint64_t cells, std::uint64_t tables, double tolerance,
                                          double confidence);

}  // namespace fairshuffle
