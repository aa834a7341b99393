#include "core/order/number_text.hpp"

#include <fmt/format.h>

namespace fairshuffle {

std::string with_commas(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t left = digits.size(); left > 3; left -= 3) digits.insert(left - 3, 1, ',');
  return digits;
}

std::string percent_text(double share) {
  const double percent = 100 * share;
  return percent >= 99.5 ? fmt::format("{:.0f} %", percent) : fmt::format("{:.2g} %", percent);
}

}  // namespace fairshuffle
