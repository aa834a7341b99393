#include "core/statistics/mean.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "core/order/wide.hpp"
#include "core/statistics/arguments.hpp"
#include "core/statistics/chi_squared_result.hpp"

namespace fairshuffle {

namespace {

using Real = long double;

constexpr Real smallest_log_p = -300 * std::numbers::ln10_v<Real>;

TailProbability from_log(Real log_p) {
  const Real log10_p = std::min<Real>(0, log_p / std::numbers::ln10_v<Real>);
  if (log_p < smallest_log_p) return {0, static_cast<double>(std::max<Real>(log10_p, smallest_log10_p))};
  return {static_cast<double>(std::exp(std::min<Real>(0, log_p))), static_cast<double>(log10_p)};
}

// exp(x) - 1 - x and log(1 + x) - x, of which differences would leave few digits where x is small.
Real exp_less_line(Real x) {
  if (std::abs(x) > 0.5L) return std::expm1(x) - x;
  Real term = x * x / 2, sum = term;
  for (int k = 3; std::abs(term) > std::numeric_limits<Real>::epsilon() * sum; ++k) sum += term *= x / k;
  return sum;
}
Real log_less_line(Real x) {
  if (std::abs(x) > 0.25L) return std::log1p(x) - x;
  Real power = -x * x, sum = power / 2;
  for (int k = 3; std::abs(power) > std::numeric_limits<Real>::epsilon() * -sum; ++k)
    sum += (power *= -x) / k;
  return sum;
}

struct PossibleValues {
  std::uint64_t smallest, largest;
};

PossibleValues possible_values(std::span<const double> law) {
  const auto is_possible = [](double p) { return p > 0; };
  const auto first = std::ranges::find_if(law, is_possible);
  const auto behind = std::find_if(law.rbegin(), law.rend(), is_possible).base();
  return {static_cast<std::uint64_t>(first - law.begin()),
          static_cast<std::uint64_t>(behind - law.begin() - 1)};
}

/// A law and its cumulants under exponential tilting. All is counted from the law's mean: beside it the sum
/// of many trials is off by so little that a difference of larger numbers would lose it.
class TiltedLaw {
 public:
  explicit TiltedLaw(std::span<const double> law) {
    const PossibleValues possible = possible_values(law);
    smallest_ = possible.smallest;
    for (std::uint64_t value = possible.smallest; value <= possible.largest; ++value) {
      law_.push_back(law[static_cast<std::size_t>(value)]);
    }
    Real mean = 0;
    for (std::size_t at = 0; at < law_.size(); ++at) mean += law_[at] * static_cast<Real>(at);
    const auto middle = static_cast<std::size_t>(std::lround(mean));
    centre_ = smallest_ + middle;
    for (std::size_t at = 0; at < law_.size(); ++at) {
      values_.push_back(static_cast<Real>(at) - static_cast<Real>(middle));
      log_law_.push_back(std::log(law_[at]));
      mean_ += law_[at] * values_.back();
    }
  }

  std::uint64_t smallest() const { return smallest_; }
  std::uint64_t largest() const { return smallest_ + law_.size() - 1; }
  Real log_of_smallest() const { return log_law_.front(); }
  Real log_of_largest() const { return log_law_.back(); }
  /// The whole number beside the mean, and how far the mean lies above it.
  std::uint64_t centre() const { return centre_; }
  Real mean_above_centre() const { return mean_; }

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
    for (std::size_t at = 0; at < law_.size(); ++at) {
      const Real x = values_[at];
      const Real bend = law_[at] * exp_less_line(t * x);
      const Real added = bend + law_[at] * t * x;
      bent += bend;
      first += x * added;
      second += x * x * (law_[at] + added);
    }
    const Real added = bent + t * mean_;
    const Real mean = (first - mean_ * added) / (1 + added);
    return {bent + log_less_line(added), mean, variance(second / (1 + added), mean)};
  }
  // By the logarithm of each weight: no double holds them.
  Cumulants at_large(Real t) const {
    Real top = -std::numeric_limits<Real>::infinity();
    for (std::size_t at = 0; at < law_.size(); ++at) top = std::max(top, t * values_[at] + log_law_[at]);
    Real sum = 0, first = 0, second = 0;
    for (std::size_t at = 0; at < law_.size(); ++at) {
      const Real x = values_[at];
      const Real weight = std::exp(t * x + log_law_[at] - top);
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
  std::vector<Real> law_;      // from the smallest value to the largest
  std::vector<Real> values_;   // less the centre
  std::vector<Real> log_law_;  // -infinity where a value in between has no probability
  Real mean_ = 0;              // less the centre
};

// (1 - Phi(w)) / phi(w) - 1/w for w > 0.
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
// The sum is counted from the law's centre and lies inside its range.
TailProbability far_tail(const TiltedLaw& law, Real trials, Real sum, int direction) {
  const Real x = (sum - direction * 0.5L) / trials - law.mean_above_centre();
  const Real t = law.tilt_to(x);
  const TiltedLaw::Cumulants tilted = law.at(t);
  const Real exponent = trials * (t * x - tilted.k);
  const Real w = direction * std::copysign(std::sqrt(2 * std::max<Real>(0, exponent)), t);
  // At the mean itself the formula is 0/0; either tail is about a half there.
  constexpr Real near_mean = 1e-4L;
  if (w < near_mean) return {};
  const Real u = direction * 2 * std::sinh(t / 2) * std::sqrt(trials * tilted.variance);
  const Real factor = mills_less_inverse(w) + 1 / u;
  const Real log_density = -w * w / 2 - std::log(2 * std::numbers::pi_v<Real>) / 2;
  if (const Real log_p = log_density + std::log(factor); log_p >= smallest_log_p) return from_log(log_p);
  const Real mean = sum / trials - law.mean_above_centre();
  const Real bound = law.tilt_to(mean);
  return from_log(-trials * (bound * mean - law.at(bound).k));
}

}  // namespace

SumTails tails_of_sum(std::span<const double> law, std::uint64_t trials, std::uint64_t sum) {
  constexpr std::string_view function = "tails_of_sum";
  if (std::ranges::count_if(law, [](double p) { return p > 0; }) < 2) {
    detail::refuse_argument(function, "values of the law", "at least 2", 1);
  }
  if (trials == 0 || trials > largest_trial_count) {
    detail::refuse_argument(function, "trials", "1 to 2^53", static_cast<double>(trials));
  }
  const TiltedLaw tilted(law);
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

namespace {

// A number of a wide deck has values so rare that no double holds what they have. A sum beyond all others is
// rarer than the farthest that can be told.
std::uint64_t within_the_law(std::span<const double> law, std::uint64_t trials, std::uint64_t sum) {
  const PossibleValues possible = possible_values(law);
  return std::clamp(sum, trials * possible.smallest, trials * possible.largest);
}

}  // namespace

TestResult mean_test(std::string_view name, std::span<const std::uint64_t> by_value,
                     std::span<const double> law, std::uint64_t trials) {
  if (trials == 0) return not_applied(name, "there were no trials");
  if (by_value.size() != law.size()) {
    refuse_argument(name, "values", "as many as the law has", static_cast<double>(by_value.size()));
  }
  std::uint64_t counted = 0;
  for (const std::uint64_t count : by_value) counted += count;
  check_total(name, counted, trials, trials);
  // Below 2^53 trials of values below 2,048.
  std::uint64_t sum = 0;
  double mean_fair = 0;
  for (std::size_t value = 0; value < by_value.size(); ++value) {
    sum += by_value[value] * value;
    mean_fair += law[value] * static_cast<double>(value);
  }
  const SumTails tails = tails_of_sum(law, trials, within_the_law(law, trials, sum));
  TestResult result;
  result.name = name;
  result.applied = true;
  result.statistic = static_cast<double>(sum);
  result.tail = tails.lower.log10_p < tails.upper.log10_p ? Tail::lower : Tail::upper;
  result.p_value = result.upper_tail = two_sided(tails.upper, tails.lower);
  result.mean = {.mean = static_cast<double>(sum) / static_cast<double>(trials), .mean_fair = mean_fair};
  return result;
}

}  // namespace fairshuffle::detail
