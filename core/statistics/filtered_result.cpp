#include "core/statistics/filtered_result.hpp"

#include <cmath>
#include <utility>

#include "core/statistics/chi_squared_result.hpp"

namespace fairshuffle::detail {

TestResult filtered_result(std::string name, double z, std::uint64_t trials) {
  constexpr std::uint64_t fewest_trials = 2'400;
  if (trials < fewest_trials) {
    return not_applied(name, too_few_trials(fewest_trials, "a normal tail", trials));
  }
  TestResult result;
  result.name = std::move(name);
  result.applied = true;
  result.statistic = std::abs(z);
  result.tail = z < 0 ? Tail::lower : Tail::upper;
  result.p_value = result.upper_tail = chi_squared_upper_tail(z * z, 1);
  return result;
}

}  // namespace fairshuffle::detail
