#include "core/statistics/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/math/distributions/hypergeometric.hpp>
#include <boost/math/special_functions/log1p.hpp>
#include <fmt/format.h>

#include "core/permutation/permutation.hpp"
#include "core/statistics/tail.hpp"

namespace fairshuffle {

namespace {
void check_deck_size(std::string_view function, int deck_size, int largest = largest_deck_size) {
  if (deck_size < 1 || deck_size > largest) {
    detail::refuse_argument(function, "deck_size", "1 to " + std::to_string(largest), deck_size);
  }
}

// D_m / m!, m = 0..n: the sum over i = 0..m of (-1)^i / i!. Its terms are at most 1 and it is 0 or at least
// 1/3, so the alternating sum loses nothing that matters; for m = 1 it is exactly 0.
std::vector<long double> shares_without_fixed_points(std::size_t n) {
  std::vector<long double> shares(n + 1);
  long double sum = 0;
  long double term = 1;
  for (std::size_t m = 0; m <= n; ++m) {
    sum += term;
    shares[m] = sum;
    term /= -static_cast<long double>(m + 1);
  }
  return shares;
}

std::vector<double> rounded(const std::vector<long double>& distribution) {
  return {distribution.begin(), distribution.end()};
}
}  // namespace

std::vector<double> fixed_points_distribution(int deck_size) {
  check_deck_size("fixed_points_distribution", deck_size);
  const auto n = static_cast<std::size_t>(deck_size);
  const std::vector<long double> without_fixed_points = shares_without_fixed_points(n);
  std::vector<double> distribution(n + 1);
  long double factorial = 1;
  for (std::size_t fixed = 0; fixed <= n; ++fixed) {
    if (fixed > 0) factorial *= static_cast<long double>(fixed);
    distribution[fixed] = static_cast<double>(without_fixed_points[n - fixed] / factorial);
  }
  return distribution;
}

namespace {

// What permutations of one card less with some value pass on: to those with that value, and with the next
// one.
struct PassedOn {
  long double same, next;
};

// The distribution of a number that the cards from the `first`-th on, put in one after the other, leave as it
// is or raise by one. `pass_on(share, cards, value)`: of the share of permutations with that value.
template <class PassOn>
std::vector<double> distribution_by_card(std::size_t first, int deck_size, PassOn pass_on) {
  std::vector<long double> distribution{1};
  for (std::size_t m = first; m <= static_cast<std::size_t>(deck_size); ++m) {
    std::vector<long double> next(distribution.size() + 1);
    for (std::size_t value = 0; value < distribution.size(); ++value) {
      const PassedOn passed =
          pass_on(distribution[value], static_cast<long double>(m), static_cast<long double>(value));
      next[value] += passed.same;
      next[value + 1] += passed.next;
    }
    if (next.back() == 0) next.pop_back();
    distribution = std::move(next);
  }
  return rounded(distribution);
}

}  // namespace

std::vector<double> cycles_distribution(int deck_size) {
  check_deck_size("cycles_distribution", deck_size);
  // The m-th card starts a cycle of its own with probability 1/m, or joins one of the others'.
  return distribution_by_card(1, deck_size, [](long double p, long double m, long double /*cycles*/) {
    return PassedOn{.same = p * ((m - 1) / m), .next = p / m};
  });
}

namespace {

// A(m, j) = k (j + 1) A(m - 1, j) + (m - k j) A(m - 1, j - 1), over m!: of a descent one place, of a peak the
// two beside it, take the m-th card, the highest, without one more, and so do as many ends of the deck.
std::vector<double> distribution_by_places(int places, int deck_size) {
  return distribution_by_card(2, deck_size, [places](long double p, long double m, long double had) {
    const long double without = places * (had + 1);
    return PassedOn{.same = p * (without / m), .next = p * (std::max(m - without, 0.L) / m)};
  });
}

}  // namespace

std::vector<double> descents_distribution(int deck_size) {
  check_deck_size("descents_distribution", deck_size);
  return distribution_by_places(1, deck_size);
}

std::vector<double> rising_sequences_distribution(int deck_size) {
  std::vector<double> distribution = descents_distribution(deck_size);
  distribution.insert(distribution.begin(), 0);
  return distribution;
}

std::vector<double> peaks_distribution(int deck_size) {
  check_deck_size("peaks_distribution", deck_size);
  return distribution_by_places(2, deck_size);
}

std::vector<double> inversions_distribution(int deck_size) {
  check_deck_size("inversions_distribution", deck_size, largest_byte_deck);
  // The m-th card jumps over 0..m-1 lower ones, each equally likely: a sum over a window. As a difference of
  // two sums from the left it is exact enough up to the middle only, behind which both are nearly 1.
  std::vector<long double> distribution{1};
  for (std::size_t m = 2; m <= static_cast<std::size_t>(deck_size); ++m) {
    std::vector<long double> below{0};
    for (const long double p : distribution) below.push_back(below.back() + p);
    std::vector<long double> next(distribution.size() + m - 1);
    for (std::size_t inversions = 0; 2 * inversions < next.size(); ++inversions) {
      const std::size_t end = std::min(inversions + 1, distribution.size());
      next[inversions] =
          (below[end] - below[inversions + 1 - std::min(inversions + 1, m)]) / static_cast<long double>(m);
      next[next.size() - 1 - inversions] = next[inversions];
    }
    distribution = std::move(next);
  }
  return rounded(distribution);
}

std::vector<double> successions_distribution(int deck_size) {
  check_deck_size("successions_distribution", deck_size);
  const auto n = static_cast<std::size_t>(deck_size);
  // With d_m = D_m / m! the term is (d_(n-j) (n-j) + d_(n-j-1)) / (j! n).
  const std::vector<long double> without = shares_without_fixed_points(n);
  std::vector<double> distribution(n);
  long double factorial = 1;
  for (std::size_t successions = 0; successions < n; ++successions) {
    if (successions > 0) factorial *= static_cast<long double>(successions);
    const std::size_t left = n - successions;
    distribution[successions] =
        static_cast<double>((without[left] * static_cast<long double>(left) + without[left - 1]) /
                            (factorial * static_cast<long double>(n)));
  }
  return distribution;
}

std::vector<double> bet_distribution(const NamedBet& bet, int deck_size) {
  if (const std::string why = why_no_bet(bet, deck_size); !why.empty()) {
    throw std::invalid_argument(fmt::format("bet_distribution: the bet '{}' {}", bet.name, why));
  }
  std::vector<double> distribution(values_of(bet));
  if (bet.kind == NamedBet::Kind::poker) {
    for (std::size_t value = 0; value < distribution.size(); ++value) {
      distribution[value] =
          static_cast<double>(poker_categories[value].hands) / static_cast<double>(poker_hands);
    }
    return distribution;
  }
  const auto all = static_cast<unsigned>(deck_size), cards = static_cast<unsigned>(bet.cards.size()),
             places = static_cast<unsigned>(bet.places.size());
  const unsigned fewest = cards + places > all ? cards + places - all : 0;
  const boost::math::hypergeometric_distribution<double> hypergeometric(cards, places, all);
  for (unsigned value = fewest; value < distribution.size(); ++value)
    distribution[value] = pdf(hypergeometric, value);
  return distribution;
}

double mean_of_distribution(std::span<const double> distribution) {
  double mean = 0;
  for (std::size_t value = 0; value < distribution.size(); ++value)
    mean += static_cast<double>(value) * distribution[value];
  return mean;
}

std::size_t values_possible(std::span<const double> distribution) {
  return static_cast<std::size_t>(std::ranges::count_if(distribution, [](double p) { return p > 0; }));
}

std::uint64_t hypotheses_of_bets(std::span<const NamedBet> bets, int deck_size) {
  std::uint64_t hypotheses = 0;
  for (const NamedBet& bet : bets)
    hypotheses += values_possible(bet_distribution(bet, deck_size)) > 2 ? 2 : 1;
  return hypotheses;
}

std::vector<PooledCell> pooled_cells(std::span<const double> distribution, std::uint64_t trials,
                                     double least_expected) {
  detail::require_positive("pooled_cells", "least_expected", least_expected);
  if (distribution.empty())
    detail::refuse_argument("pooled_cells", "values in distribution", "at least 1", 0);
  std::vector<PooledCell> cells;
  PooledCell open{0, 0, 0};
  for (int value = 0; value < static_cast<int>(distribution.size()); ++value) {
    open.probability += distribution[static_cast<std::size_t>(value)];
    open.last = value;
    if (open.probability * static_cast<double>(trials) >= least_expected) {
      cells.push_back(open);
      open = {value + 1, value + 1, 0};
    }
  }
  if (cells.empty()) return {open};
  cells.back().last = static_cast<int>(distribution.size()) - 1;
  cells.back().probability += open.probability;
  return cells;
}

ChiSquared pooled_statistic(std::span<const std::uint64_t> by_value, std::span<const PooledCell> cells) {
  const std::uint64_t trials = detail::sums_of(by_value).counted;
  double statistic = 0;
  for (const PooledCell& cell : cells) {
    std::uint64_t count = 0;
    for (int value = cell.first; value <= cell.last; ++value) {
      count += by_value[static_cast<std::size_t>(value)];
    }
    const double expected = static_cast<double>(trials) * cell.probability;
    const double off = static_cast<double>(count) - expected;
    statistic += off * off / expected;
  }
  return {statistic, static_cast<double>(cells.size()) - 1};
}

namespace {

using Real = long double;

constexpr Real smallest_log_p = -300 * std::numbers::ln10_v<Real>;

TailProbability from_log(Real log_p) {
  const Real log10_p = std::min<Real>(0, log_p / std::numbers::ln10_v<Real>);
  if (log_p < smallest_log_p) return {0, static_cast<double>(std::max<Real>(log10_p, smallest_log10_p))};
  return {static_cast<double>(std::exp(std::min<Real>(0, log_p))), static_cast<double>(log10_p)};
}

// exp(x) - 1 - x, of which the difference would leave few digits where x is small.
Real exp_less_line(Real x) {
  if (std::abs(x) > 0.5L) return std::expm1(x) - x;
  Real term = x * x / 2, sum = term;
  for (int k = 3; std::abs(term) > std::numeric_limits<Real>::epsilon() * sum; ++k) sum += term *= x / k;
  return sum;
}

struct PossibleValues {
  std::uint64_t smallest, largest;
};

PossibleValues possible_values(std::span<const double> distribution) {
  const auto is_possible = [](double p) { return p > 0; };
  const auto first = std::ranges::find_if(distribution, is_possible);
  const auto behind = std::find_if(distribution.rbegin(), distribution.rend(), is_possible).base();
  return {static_cast<std::uint64_t>(first - distribution.begin()),
          static_cast<std::uint64_t>(behind - distribution.begin() - 1)};
}

/// A distribution and its cumulants under exponential tilting. All is counted from the distribution's mean:
/// beside it the sum of many trials is off by so little that a difference of larger numbers would lose it.
class TiltedDistribution {
 public:
  explicit TiltedDistribution(std::span<const double> distribution) {
    const PossibleValues possible = possible_values(distribution);
    smallest_ = possible.smallest;
    for (std::uint64_t value = possible.smallest; value <= possible.largest; ++value) {
      distribution_.push_back(distribution[static_cast<std::size_t>(value)]);
    }
    Real mean = 0;
    for (std::size_t at = 0; at < distribution_.size(); ++at)
      mean += distribution_[at] * static_cast<Real>(at);
    const auto middle = static_cast<std::size_t>(std::lround(mean));
    centre_ = smallest_ + middle;
    for (std::size_t at = 0; at < distribution_.size(); ++at) {
      values_.push_back(static_cast<Real>(at) - static_cast<Real>(middle));
      log_distribution_.push_back(std::log(distribution_[at]));
      mean_ += distribution_[at] * values_.back();
    }
  }

  std::uint64_t smallest() const { return smallest_; }
  std::uint64_t largest() const { return smallest_ + distribution_.size() - 1; }
  Real log_of_smallest() const { return log_distribution_.front(); }
  Real log_of_largest() const { return log_distribution_.back(); }
  /// The whole number beside the mean, and how far the mean lies above it.
  std::uint64_t centre() const { return centre_; }
  Real mean_above_centre() const { return mean_; }
  Real third_central_moment() const {
    Real sum = 0;
    for (std::size_t at = 0; at < distribution_.size(); ++at)
      sum += distribution_[at] * std::pow(values_[at] - mean_, 3);
    return sum;
  }

  struct Cumulants {
    Real k, mean, variance;  // K(t), K'(t), K''(t) of the number less its mean
  };
  Cumulants at(Real t) const {
    const Real farthest = std::max(-values_.front(), values_.back());
    return std::abs(t) * farthest < 1 ? at_small(t) : at_large(t);
  }

  /// The t with K'(t) = x, which grows with t. x strictly between the smallest and the largest value, both
  /// less the mean.
  Real tilt_to(Real x) const {
    Real low = -1, high = 1;
    while (at(low).mean > x && low > -most_tilt) low *= 2;
    while (at(high).mean < x && high < most_tilt) high *= 2;
    Real t = 0;
    for (int step = 0; step < 200; ++step) {
      const Cumulants here = at(t);
      (here.mean < x ? low : high) = t;
      const Real newton = here.variance > 0 ? t + (x - here.mean) / here.variance : low;
      const Real next = newton > low && newton < high ? newton : (low + high) / 2;
      if (std::abs(next - t) <= std::numeric_limits<Real>::epsilon() * std::abs(t)) break;
      t = next;
    }
    return t;
  }

 private:
  static constexpr Real most_tilt = 1e6;

  // By what the tilt adds to each weight, beyond a line.
  Cumulants at_small(Real t) const {
    Real bent = 0, first = 0, second = 0;
    for (std::size_t at = 0; at < distribution_.size(); ++at) {
      const Real x = values_[at];
      const Real bend = distribution_[at] * exp_less_line(t * x);
      const Real added = bend + distribution_[at] * t * x;
      bent += bend;
      first += x * added;
      second += x * x * (distribution_[at] + added);
    }
    const Real added = bent + t * mean_;
    const Real mean = (first - mean_ * added) / (1 + added);
    return {bent + boost::math::log1pmx(added), mean, variance(second / (1 + added), mean)};
  }
  // By the logarithm of each weight: no double holds them.
  Cumulants at_large(Real t) const {
    Real top = -std::numeric_limits<Real>::infinity();
    for (std::size_t at = 0; at < distribution_.size(); ++at)
      top = std::max(top, t * values_[at] + log_distribution_[at]);
    Real sum = 0, first = 0, second = 0;
    for (std::size_t at = 0; at < distribution_.size(); ++at) {
      const Real x = values_[at];
      const Real weight = std::exp(t * x + log_distribution_[at] - top);
      sum += weight;
      first += weight * x;
      second += weight * x * x;
    }
    const Real mean = first / sum - mean_;
    return {top + std::log(sum) - t * mean_, mean, variance(second / sum, mean)};
  }
  Real variance(Real second, Real mean) const {
    return std::max<Real>(0, second - (mean_ + mean) * (mean_ + mean));
  }

  std::uint64_t smallest_ = 0, centre_ = 0;
  std::vector<Real> distribution_;      // from the smallest value to the largest
  std::vector<Real> values_;            // less the centre
  std::vector<Real> log_distribution_;  // -infinity where a value in between has no probability
  Real mean_ = 0;                       // less the centre
};

// (1 - Phi(w)) / phi(w) - 1/w, w not 0.
Real mills_less_inverse(Real w) {
  if (w > 30) {
    const Real inverse_square = 1 / (w * w);
    return -inverse_square / w *
           (1 - 3 * inverse_square * (1 - 5 * inverse_square * (1 - 7 * inverse_square)));
  }
  const Real density = std::exp(-w * w / 2) / std::sqrt(2 * std::numbers::pi_v<Real>);
  return std::erfc(w / std::numbers::sqrt2_v<Real>) / 2 / density - 1 / w;
}

// The tail from the sum on that lies away from the mean: `direction` 1 for the upper one, -1 for the lower.
// The sum is counted from the distribution's centre and lies inside its range.
TailProbability far_tail(const TiltedDistribution& distribution, Real trials, Real sum, int direction) {
  const Real x = (sum - direction * 0.5L) / trials - distribution.mean_above_centre();
  const Real t = distribution.tilt_to(x);
  const TiltedDistribution::Cumulants tilted = distribution.at(t);
  const Real exponent = trials * (t * x - tilted.k);
  const Real w = direction * std::copysign(std::sqrt(2 * std::max<Real>(0, exponent)), t);
  constexpr Real beside_mean = 1e-4L, at_mean = 1e-6L;
  if (w < -0.5L) return {};
  const Real u = direction * 2 * std::sinh(t / 2) * std::sqrt(trials * tilted.variance);
  // At the mean itself the formula is 0/0, and the difference of its inverses comes down to the skewness.
  const Real skewness = direction * distribution.third_central_moment() /
                        (tilted.variance * std::sqrt(tilted.variance * trials));
  const Real factor = std::abs(w) < at_mean ? std::sqrt(std::numbers::pi_v<Real> / 2) - w - skewness / 6
                                            : mills_less_inverse(w) + 1 / u;
  const Real log_density = -w * w / 2 - std::log(2 * std::numbers::pi_v<Real>) / 2;
  const Real log_p = log_density + std::log(factor);
  // From a half on a tail on the mean's other side is no evidence.
  if (w < beside_mean && log_p > -std::numbers::ln2_v<Real>) return {};
  if (log_p >= smallest_log_p) return from_log(log_p);
  const Real mean = sum / trials - distribution.mean_above_centre();
  const Real bound = distribution.tilt_to(mean);
  return from_log(-trials * (bound * mean - distribution.at(bound).k));
}

}  // namespace

SumTails tails_of_sum(std::span<const double> distribution, std::uint64_t trials, std::uint64_t sum) {
  constexpr std::string_view function = "tails_of_sum";
  if (values_possible(distribution) < 2) {
    detail::refuse_argument(function, "values of the distribution", "at least 2", 1);
  }
  if (trials == 0 || trials > largest_trial_count) {
    detail::refuse_argument(function, "trials", "1 to 2^53", static_cast<double>(trials));
  }
  const TiltedDistribution tilted(distribution);
  const Wide least = static_cast<Wide>(trials) * tilted.smallest(),
             most = static_cast<Wide>(trials) * tilted.largest();
  if (sum < least || sum > most) {
    detail::refuse_argument(function, "sum", "what the trials can add up to", static_cast<double>(sum));
  }
  const auto all = static_cast<Real>(trials);
  const Wide of_centre = static_cast<Wide>(trials) * tilted.centre();
  const Real above =
      sum < of_centre ? -static_cast<Real>(of_centre - sum) : static_cast<Real>(sum - of_centre);
  SumTails tails;
  if (sum == most) {
    tails.upper = from_log(all * tilted.log_of_largest());
  } else if (sum > least) {
    tails.upper = far_tail(tilted, all, above, 1);
  }
  if (sum == least) {
    tails.lower = from_log(all * tilted.log_of_smallest());
  } else if (sum < most) {
    tails.lower = far_tail(tilted, all, above, -1);
  }
  return tails;
}

}  // namespace fairshuffle

namespace fairshuffle::detail {

TestResult pooled_test(std::string_view name, std::span<const std::uint64_t> by_value,
                       std::span<const double> distribution, std::uint64_t trials) {
  check_total(name, sums_of(by_value).counted, trials, trials);
  if (by_value.size() != distribution.size()) {
    refuse_argument(name, "values", "as many as the distribution has", static_cast<double>(by_value.size()));
  }

  constexpr TrialRule rule{0, 12000};
  const double least_expected = trials < rule.fewest_for_any_level ? 100 : 500;
  const std::vector<PooledCell> cells = pooled_cells(distribution, trials, least_expected);
  if (cells.size() == 1) {
    return not_applied(name,
                       fmt::format("needs two groups of values that expect {} trials each; {} trials make "
                                   "only one",
                                   least_expected, with_commas(trials)));
  }
  if (cells.size() == 2) {
    std::uint64_t in_first_cell = 0;
    for (int value = 0; value <= cells[0].last; ++value) {
      in_first_cell += by_value[static_cast<std::size_t>(value)];
    }
    return two_cells_result(name, in_first_cell, trials, cells[0].probability);
  }
  // The lattice of counts is as dense as that of equal cells with the geometric mean of the probabilities.
  double log_of_product = 0;
  for (const PooledCell& cell : cells) log_of_product += std::log(cell.probability);
  const double equal_cells = std::exp(-log_of_product / static_cast<double>(cells.size()));
  return chi_squared_result(name, pooled_statistic(by_value, cells), trials, rule, equal_cells);
}

TestResult mean_test(std::string_view name, std::span<const std::uint64_t> by_value,
                     std::span<const double> distribution, std::uint64_t trials) {
  if (trials == 0) return not_applied(name, "there were no trials");
  if (by_value.size() != distribution.size()) {
    refuse_argument(name, "values", "as many as the distribution has", static_cast<double>(by_value.size()));
  }
  check_total(name, sums_of(by_value).counted, trials, trials);
  // Below 2^53 trials of values below 2,048.
  std::uint64_t sum = 0;
  for (std::size_t value = 0; value < by_value.size(); ++value) sum += by_value[value] * value;
  // A number of a wide deck has values so rare that no double holds what they have. A sum beyond all others
  // is rarer than the farthest that can be told.
  const auto [smallest, largest] = possible_values(distribution);
  const SumTails tails =
      tails_of_sum(distribution, trials, std::clamp(sum, trials * smallest, trials * largest));
  TestResult result = two_sided_result(name, static_cast<double>(sum), two_sided(tails.upper, tails.lower),
                                       tails.lower.log10_p < tails.upper.log10_p ? Tail::lower : Tail::upper);
  result.mean = {.mean = static_cast<double>(sum) / static_cast<double>(trials),
                 .mean_fair = mean_of_distribution(distribution)};
  return result;
}

}  // namespace fairshuffle::detail

namespace fairshuffle {

std::vector<TestResult> shape_and_mean(std::string_view name, std::span<const std::uint64_t> by_value,
                                       std::span<const double> distribution, const Tally& tally) {
  std::vector<TestResult> results{detail::pooled_test(name, by_value, distribution, tally.trials)};
  if (tally.deck_size >= smallest_deck_of_means) {
    results.push_back(detail::mean_test("mean " + std::string(name), by_value, distribution, tally.trials));
  }
  return results;
}

std::vector<TestResult> test_bets(const Tally& tally) {
  std::vector<TestResult> results;
  for (const BetCounts::Counted& counted : tally.bets.all()) {
    const std::vector<double> distribution = bet_distribution(counted.bet, tally.deck_size);
    const std::string mean_name = "bet-mean " + counted.bet.name;
    const bool is_of_two = values_possible(distribution) == 2;
    if (is_of_two && tally.trials > 0) {
      const auto lower = static_cast<std::size_t>(possible_values(distribution).smallest);
      detail::check_total(mean_name, counted.by_value[lower] + counted.by_value[lower + 1], tally.trials,
                          tally.trials);
      results.push_back(detail::two_cells_result(mean_name, counted.by_value[lower + 1], tally.trials,
                                                 distribution[lower + 1]));
      continue;
    }
    results.push_back(detail::mean_test(mean_name, counted.by_value, distribution, tally.trials));
    if (is_of_two) continue;
    results.push_back(
        detail::pooled_test("bet-shape " + counted.bet.name, counted.by_value, distribution, tally.trials));
  }
  return results;
}

}  // namespace fairshuffle
