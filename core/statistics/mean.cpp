#include "core/statistics/mean.hpp"

#include <algorithm>
#include <cmath>
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

/// A law shifted to its smallest value, and its cumulants under exponential tilting.
class TiltedLaw {
 public:
  explicit TiltedLaw(std::span<const double> law) {
    const auto positive = [](double p) { return p > 0; };
    const auto first = std::ranges::find_if(law, positive);
    std::size_t values = 0;
    for (auto at = first; at != law.end(); ++at) {
      if (positive(*at)) values = static_cast<std::size_t>(at - first) + 1;
    }
    smallest_ = static_cast<std::uint64_t>(first - law.begin());
    for (std::size_t value = 0; value < values; ++value) {
      log_law_.push_back(std::log(static_cast<Real>(first[static_cast<std::ptrdiff_t>(value)])));
    }
  }

  std::uint64_t smallest() const { return smallest_; }
  std::uint64_t largest() const { return smallest_ + log_law_.size() - 1; }
  Real log_of_smallest() const { return log_law_.front(); }
  Real log_of_largest() const { return log_law_.back(); }

  struct Cumulants {
    Real k, mean, variance;  // K(t), K'(t), K''(t) of the number less its smallest value
  };
  Cumulants at(Real t) const {
    Real top = log_law_.front();
    for (std::size_t value = 0; value < log_law_.size(); ++value) {
      top = std::max(top, t * static_cast<Real>(value) + log_law_[value]);
    }
    Real sum = 0, first = 0, second = 0;
    for (std::size_t value = 0; value < log_law_.size(); ++value) {
      const auto x = static_cast<Real>(value);
      const Real weight = std::exp(t * x + log_law_[value] - top);
      sum += weight;
      first += weight * x;
      second += weight * x * x;
    }
    const Real mean = first / sum;
    return {top + std::log(sum), mean, std::max<Real>(0, second / sum - mean * mean)};
  }

  /// The t with K'(t) = x, which grows with t. x strictly between 0 and the largest value, shifted.
  Real tilt_to(Real x) const {
    Real low = -1, high = 1;
    while (at(low).mean > x && low > -most_tilt) low *= 2;
    while (at(high).mean < x && high < most_tilt) high *= 2;
    Real t = 0;
    for (int step = 0; step < 200 && high - low > 1e-17L * std::max<Real>(1, std::abs(low)); ++step) {
      const Cumulants here = at(t);
      (here.mean < x ? low : high) = t;
      const Real newton = here.variance > 0 ? t + (x - here.mean) / here.variance : low;
      const Real next = newton > low && newton < high ? newton : (low + high) / 2;
      if (next == t) break;
      t = next;
    }
    return t;
  }

 private:
  static constexpr Real most_tilt = 1e6;

  std::uint64_t smallest_ = 0;
  std::vector<Real> log_law_;  // -infinity where a value in between has no probability
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

// The tail beyond x that lies away from the mean: `direction` 1 for the upper one, -1 for the lower. x is
// shifted, and lies inside the law's range.
TailProbability far_tail(const TiltedLaw& law, Real trials, Real x, Real sum, int direction) {
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
  const Real mean = sum / trials;
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
  // Shifted by the smallest value: what is left is exact in a long double to 2^64.
  const auto above = static_cast<Real>(sum - static_cast<std::uint64_t>(least));
  SumTails tails;
  if (sum == most) {
    tails.upper = from_log(all * tilted.log_of_largest());
  } else if (sum > least) {
    tails.upper = far_tail(tilted, all, (above - 0.5L) / all, above, 1);
  }
  if (sum == least) {
    tails.lower = from_log(all * tilted.log_of_smallest());
  } else if (sum < most) {
    tails.lower = far_tail(tilted, all, (above + 0.5L) / all, above, -1);
  }
  return tails;
}

}  // namespace fairshuffle

namespace fairshuffle::detail {

namespace {

// A number of a wide deck has values so rare that no double holds what they have. A sum beyond all others is
// rarer than the farthest that can be told.
std::uint64_t within_the_law(std::span<const double> law, std::uint64_t trials, std::uint64_t sum) {
  const auto is_possible = [](double p) { return p > 0; };
  const auto first = std::ranges::find_if(law, is_possible);
  const auto behind = std::find_if(law.rbegin(), law.rend(), is_possible).base();
  return std::clamp(sum, trials * static_cast<std::uint64_t>(first - law.begin()),
                    trials * static_cast<std::uint64_t>(behind - law.begin() - 1));
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
