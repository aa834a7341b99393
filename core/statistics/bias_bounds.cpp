#include "core/statistics/bias_bounds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <string>
#include <string_view>

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/non_central_chi_squared.hpp>

#include "core/statistics/tail.hpp"

namespace fairshuffle {

namespace {

// Where Boost's search fails, from near 1e15 trials on, Hoeffding's limits are as near.
constexpr std::uint64_t most_searched_trials = 1'000'000'000'000;

double hoeffding_reach(std::uint64_t trials, double miss) {
  return std::sqrt(-std::log(miss) / (2 * static_cast<double>(trials)));
}

// Lower confidence limit of a probability of which `successes` of `trials` were seen.
double lower_limit(std::uint64_t successes, std::uint64_t trials, double miss) {
  const auto all = static_cast<double>(trials), seen = static_cast<double>(successes);
  if (trials > most_searched_trials) return seen / all - hoeffding_reach(trials, miss);
  return boost::math::binomial::find_lower_bound_on_p(all, seen, miss);
}

double upper_limit(std::uint64_t successes, std::uint64_t trials, double miss) {
  const auto all = static_cast<double>(trials), seen = static_cast<double>(successes);
  if (trials > most_searched_trials) return seen / all + hoeffding_reach(trials, miss);
  return boost::math::binomial::find_upper_bound_on_p(all, seen, miss);
}

}  // namespace

Interval clopper_pearson(std::uint64_t successes, std::uint64_t trials, double error) {
  constexpr std::string_view function = "clopper_pearson";
  detail::require_inside_unit(function, "error", error);
  if (successes > trials) {
    detail::refuse_argument(function, "successes", "at most the trials", static_cast<double>(successes));
  }
  if (trials == 0) return {};
  return {std::max(0.0, lower_limit(successes, trials, error / 2)),
          std::min(1.0, upper_limit(successes, trials, error / 2))};
}

namespace {

// Below so many trials a cell the mean is a small difference of large numbers, and a series is better.
constexpr double few_a_cell = 0.1;

void check(const char* function, std::uint64_t trials, double cells) {
  if (trials > largest_trial_count) {
    detail::refuse_argument(function, "trials", "at most 2^53", static_cast<double>(trials));
  }
  if (!(cells >= 1 && std::isfinite(cells))) {
    detail::refuse_argument(function, "cells", "at least 1 and finite", cells);
  }
}

// e^x - 1 - x.
long double after_two_terms(long double x) {
  if (x > few_a_cell) return std::expm1(x) - x;
  long double sum = 0, term = x;
  for (int power = 2; power < 24; ++power) sum += term *= x / power;
  return sum;
}

}  // namespace

double number_of_permutations(int deck_size) {
  // Of up to 22 cards it is exact. 170! is 7.3e306, and no double holds more; nor could any trials tell.
  constexpr int most_cards = 170;
  double permutations = 1;
  for (int card = 2; card <= std::min(deck_size, most_cards); ++card) permutations *= card;
  return permutations;
}

double number_of_outcomes(const Tally& tally) {
  return tally.multiset ? number_of_arrangements(tally.deck_multiset(), tally.deck_size)
                        : number_of_permutations(tally.deck_size);
}

double mean_repeats(std::uint64_t trials, double cells) {
  check("mean_repeats", trials, cells);
  if (trials < 2) return 0;
  const auto n = static_cast<long double>(trials);
  const auto s = static_cast<long double>(cells);
  if (s == 1) return static_cast<double>(n - 1);
  if (n > few_a_cell * s) return static_cast<double>(n + s * std::expm1(n * std::log1p(-1 / s)));
  // C(n,2) / s - C(n,3) / s^2 + ...: terms of turning signs, each below n / s times a third of the one
  // before.
  long double sum = 0, term = n;
  for (int j = 2; j < 24; ++j) {
    term *= -(n - (j - 1)) / (s * j);
    sum -= term;
  }
  return static_cast<double>(sum);
}

double variance_of_repeats(std::uint64_t trials, double cells) {
  check("variance_of_repeats", trials, cells);
  if (trials < 2) return 0;
  const auto s = static_cast<long double>(cells), n = static_cast<long double>(trials);
  const long double x = n / s;
  // That of the empty cells. Of more cells, or fewer trials, its differences cancel.
  if (s <= 1e6L && x >= 0.01L) {
    const long double one_empty = s > 1 ? std::exp(n * std::log1p(-1 / s)) : 0;
    const long double two_empty = s > 2 ? std::exp(n * std::log1p(-2 / s)) : 0;
    const long double variance = s * (s - 1) * two_empty + s * one_empty - s * s * one_empty * one_empty;
    return std::max(0.0, static_cast<double>(variance));
  }
  // Nearly S e^(-2x) (e^x - 1 - x), with x = n / S trials a cell.
  // Above that the leading term alone is left, and e^x may not fit.
  const long double variance = x > 5000 ? s * std::exp(-x) : s * std::exp(-2 * x) * after_two_terms(x);
  return static_cast<double>(variance);
}

namespace {

void check_family(std::string_view function, std::span<const TailProbability> p_values,
                  std::size_t family_size) {
  if (family_size < p_values.size()) {
    detail::refuse_argument(function, "family_size", "at least the number of p-values",
                            static_cast<double>(family_size));
  }
  for (const TailProbability& p_value : p_values) {
    if (!(p_value.p >= 0 && p_value.p <= 1)) {
      detail::refuse_argument(function, "p", "from 0 to 1", p_value.p);
    }
    if (!(p_value.log10_p >= smallest_log10_p && p_value.log10_p <= 0)) {
      detail::refuse_argument(function, "log10_p", "from smallest_log10_p to 0", p_value.log10_p);
    }
  }
}

}  // namespace

std::vector<double> holm_adjusted(std::span<const TailProbability> p_values, std::size_t family_size) {
  check_family("holm_adjusted", p_values, family_size);
  std::vector<std::size_t> ascending(p_values.size());
  std::iota(ascending.begin(), ascending.end(), std::size_t{0});
  // By the logarithm, which permutations also what is too small for double.
  std::ranges::stable_sort(ascending, {}, [&](std::size_t index) { return p_values[index].log10_p; });
  std::vector<double> adjusted(p_values.size());
  double largest = 0, multiplier = static_cast<double>(family_size);
  for (const std::size_t index : ascending) {
    const TailProbability& p_value = p_values[index];
    double product = multiplier * p_value.p;
    if (p_value.p == 0) {
      const double log10_product = p_value.log10_p + std::log10(multiplier);
      product = log10_product >= -300 ? std::pow(10, log10_product) : 0;
    }
    largest = std::max(largest, std::min(product, 1.0));
    adjusted[index] = largest;
    --multiplier;
  }
  return adjusted;
}

namespace {

using CentralDistribution = boost::math::chi_squared;
using NoncentralDistribution = boost::math::non_central_chi_squared;

// The cost of Boost's search grows with the root of its argument and is some 30 ms here.
constexpr double largest_searched_statistic = 1e8;

// Birge's inequality solved for lambda: with s^2 = df + 2 lambda it is a quadratic in s.
double birge_limit(double statistic, double degrees_of_freedom, double miss) {
  const double root_of_x = std::sqrt(-std::log(miss));
  const double s = 2 * root_of_x + std::sqrt(4 * root_of_x * root_of_x + 2 * statistic - degrees_of_freedom);
  return (s * s - degrees_of_freedom) / 2;
}

}  // namespace

double noncentrality_upper_limit(double statistic, double degrees_of_freedom, double confidence) {
  constexpr std::string_view function = "noncentrality_upper_limit";
  detail::require_not_negative(function, "statistic", statistic);
  detail::require_positive(function, "degrees_of_freedom", degrees_of_freedom);
  detail::require_inside_unit(function, "confidence", confidence);
  const double miss = 1 - confidence;
  const double floored = std::max(statistic, degrees_of_freedom);
  // Boost's search throws when there is nothing to find.
  if (cdf(CentralDistribution(degrees_of_freedom), floored) <= miss) return 0;
  if (floored > largest_searched_statistic) return birge_limit(floored, degrees_of_freedom, miss);
  return NoncentralDistribution::find_non_centrality(degrees_of_freedom, floored, miss);
}

double tv_upper_bound(double statistic, double degrees_of_freedom, std::uint64_t trials, double confidence) {
  const double lambda = noncentrality_upper_limit(statistic, degrees_of_freedom, confidence);
  if (trials == 0) return 1;
  return std::min(1.0, std::sqrt(lambda / static_cast<double>(trials)) / 2);
}

DistanceOfCounts::DistanceOfCounts(std::uint64_t cells, std::uint64_t trials)
    : cells_(cells), trials_(trials) {
  constexpr std::uint64_t most_cells = 479'001'600;
  if (cells < 2 || cells > most_cells) {
    detail::refuse_argument("DistanceOfCounts", "cells", "2 to 12!", static_cast<double>(cells));
  }
  if (trials == 0 || trials > largest_trial_count) {
    detail::refuse_argument("DistanceOfCounts", "trials", "1 to 2^53", static_cast<double>(trials));
  }
}

double DistanceOfCounts::distance() const {
  return static_cast<double>(static_cast<long double>(above_) /
                             (static_cast<long double>(cells_) * static_cast<long double>(trials_)));
}

double tv_upper_bound_of_distance(double distance, std::uint64_t tables, std::uint64_t trials,
                                  double confidence) {
  constexpr std::string_view function = "tv_upper_bound_of_distance";
  if (!(distance >= 0 && distance <= 1)) detail::refuse_argument(function, "distance", "0 to 1", distance);
  if (tables == 0) detail::refuse_argument(function, "tables", "at least 1", 0);
  detail::require_inside_unit(function, "confidence", confidence);
  if (trials == 0) return 1;
  const double error = (1 - confidence) / static_cast<double>(tables);
  return std::min(1.0, distance + std::sqrt(-std::log(error) / (2 * static_cast<double>(trials))));
}

SplitConfidence split_confidence(double confidence) {
  const double error = 1 - confidence;
  // The highest confidence below 1 has no tenth of its error to give that a double could tell from none.
  const double highest = std::nextafter(1.0, 0.0);
  return {.of_statistic = std::min(highest, 1 - 0.9 * error),
          .of_distance = std::min(highest, 1 - 0.1 * error)};
}

double shared_confidence(double confidence, std::uint64_t sharing) {
  return std::min(std::nextafter(1.0, 0.0), 1 - (1 - confidence) / static_cast<double>(sharing));
}

double chi_square_distance_unbiased(double statistic, double degrees_of_freedom, std::uint64_t trials) {
  constexpr std::string_view function = "chi_square_distance_unbiased";
  detail::require_not_negative(function, "statistic", statistic);
  detail::require_positive(function, "degrees_of_freedom", degrees_of_freedom);
  if (trials < 2) detail::refuse_argument(function, "trials", "at least 2", static_cast<double>(trials));
  return (statistic - degrees_of_freedom) / static_cast<double>(trials - 1);
}

double tv_lower_bound(const Bet& bet, double confidence) {
  constexpr std::string_view function = "tv_lower_bound";
  detail::require_inside_unit(function, "confidence", confidence);
  if (bet.hits > bet.judged) {
    detail::refuse_argument(function, "hits", "at most the trials judged", static_cast<double>(bet.hits));
  }
  if (bet.share == 0 || bet.judged == 0) return 0;
  return std::max(0.0, lower_limit(bet.hits, bet.judged, 1 - confidence) - bet.share);
}

Bet bet_on_frequent_cells(std::span<const std::uint64_t> choosing, std::span<const std::uint64_t> judging,
                          std::span<const double> fair) {
  constexpr std::string_view function = "bet_on_frequent_cells";
  if (choosing.empty()) detail::refuse_argument(function, "cells", "at least 1", 0);
  if (choosing.size() != judging.size()) {
    detail::refuse_argument(function, "cells in judging", "as many as in choosing",
                            static_cast<double>(judging.size()));
  }
  if (fair.size() != choosing.size()) {
    throw std::invalid_argument("bet_on_frequent_cells: fair must have as many cells as the counts");
  }
  const auto total = [](std::span<const std::uint64_t> counts) {
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  };
  const auto chosen_from = static_cast<double>(total(choosing));
  Bet bet{.judged = total(judging)};
  for (std::size_t cell = 0; cell < choosing.size(); ++cell) {
    if (static_cast<double>(choosing[cell]) > chosen_from * fair[cell]) {
      bet.share += fair[cell];
      bet.hits += judging[cell];
    }
  }
  return bet;
}

double noncentrality_needed(double degrees_of_freedom, double alpha, double power) {
  constexpr std::string_view function = "noncentrality_needed";
  detail::require_positive(function, "degrees_of_freedom", degrees_of_freedom);
  detail::require_inside_unit(function, "alpha", alpha);
  detail::require_inside_unit(function, "power", power);
  if (alpha >= power) return 0;
  const double critical = quantile(complement(CentralDistribution(degrees_of_freedom), alpha));
  return NoncentralDistribution::find_non_centrality(degrees_of_freedom, critical, 1 - power);
}

double trials_needed(double degrees_of_freedom, double alpha, double power, double chi_square_distance) {
  detail::require_not_negative("trials_needed", "chi_square_distance", chi_square_distance);
  const double lambda = noncentrality_needed(degrees_of_freedom, alpha, power);
  return chi_square_distance > 0 ? lambda / chi_square_distance : std::numeric_limits<double>::infinity();
}

double trials_for_certificate(double degrees_of_freedom, double tolerance, double confidence) {
  detail::require_share("trials_for_certificate", "tolerance", tolerance);
  return noncentrality_upper_limit(degrees_of_freedom, degrees_of_freedom, confidence) /
         (4 * tolerance * tolerance);
}

double trials_for_certificate_of_distance(std::uint64_t cells, std::uint64_t tables, double tolerance,
                                          double confidence) {
  constexpr std::string_view function = "trials_for_certificate_of_distance";
  if (cells < 2) detail::refuse_argument(function, "cells", "at least 2", static_cast<double>(cells));
  if (tables == 0) detail::refuse_argument(function, "tables", "at least 1", 0);
  detail::require_share(function, "tolerance", tolerance);
  detail::require_inside_unit(function, "confidence", confidence);
  // Times the root of N: T of normal counts has the mean sqrt((k-1) / (2 pi)) and, but for terms of 1 / k,
  // the variance (1 - 2 / pi) / 4; the largest of m is about sqrt(2 ln m) standard deviations above.
  const auto k = static_cast<double>(cells), m = static_cast<double>(tables);
  const double mean = std::sqrt((k - 1) / (2 * std::numbers::pi));
  const double deviation = std::sqrt((1 - 2 / std::numbers::pi) / 4);
  const double largest = mean + deviation * std::sqrt(2 * std::log(m));
  const double root = (largest + std::sqrt(std::log(m / (1 - confidence)) / 2)) / tolerance;
  return root * root;
}

}  // namespace fairshuffle
