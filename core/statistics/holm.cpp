#include "core/statistics/holm.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>

#include "core/statistics/arguments.hpp"

namespace fairshuffle {

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

/// Calls visit(index, multiplier) from the smallest p-value to the largest.
template <class Visit>
void step_down(std::span<const TailProbability> p_values, std::size_t family_size, Visit visit) {
  std::vector<std::size_t> ascending(p_values.size());
  std::iota(ascending.begin(), ascending.end(), std::size_t{0});
  // By the logarithm, which orders also what is too small for double.
  std::ranges::stable_sort(ascending, {}, [&](std::size_t index) { return p_values[index].log10_p; });
  std::size_t multiplier = family_size;
  for (const std::size_t index : ascending) visit(index, static_cast<double>(multiplier--));
}

}  // namespace

std::vector<double> holm_adjusted(std::span<const TailProbability> p_values, std::size_t family_size) {
  check_family("holm_adjusted", p_values, family_size);
  std::vector<double> adjusted(p_values.size());
  double largest = 0;
  step_down(p_values, family_size, [&](std::size_t index, double multiplier) {
    const TailProbability& p_value = p_values[index];
    double product = multiplier * p_value.p;
    if (p_value.p == 0) {
      const double log10_product = p_value.log10_p + std::log10(multiplier);
      product = log10_product >= -300 ? std::pow(10, log10_product) : 0;
    }
    largest = std::max(largest, std::min(product, 1.0));
    adjusted[index] = largest;
  });
  return adjusted;
}

}  // namespace fairshuffle
