#include "core/statistics/clopper_pearson.hpp"

#include <algorithm>
#include <cmath>

#include <boost/math/distributions/binomial.hpp>

#include "core/statistics/arguments.hpp"

namespace fairshuffle {

Interval clopper_pearson(std::uint64_t successes, std::uint64_t trials, double error) {
  constexpr std::string_view function = "clopper_pearson";
  constexpr std::uint64_t most_searched_trials = 1'000'000'000'000;
  detail::require_inside_unit(function, "error", error);
  if (successes > trials) {
    detail::refuse_argument(function, "successes", "at most the trials", static_cast<double>(successes));
  }
  if (trials == 0) return {};
  const auto all = static_cast<double>(trials), seen = static_cast<double>(successes);
  if (trials > most_searched_trials) {
    const double reach = std::sqrt(-std::log(error / 2) / (2 * all));
    return {std::max(0.0, seen / all - reach), std::min(1.0, seen / all + reach)};
  }
  using Binomial = boost::math::binomial;
  return {Binomial::find_lower_bound_on_p(all, seen, error / 2),
          Binomial::find_upper_bound_on_p(all, seen, error / 2)};
}

}  // namespace fairshuffle
