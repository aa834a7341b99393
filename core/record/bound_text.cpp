#include "core/record/bound_text.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace fairshuffle {

namespace {

// The unit of a number's second significant digit.
double second_digit(double number) {
  return std::pow(10.0, std::floor(std::log10(number)) - 1);
}

}  // namespace

// The slack of 1e-9 units keeps a bound of exactly two digits, 0.0084 say, from being moved by its own last
// bit.
std::string rounded_up(double bound) {
  if (bound <= 0) return "0";
  const double digit = second_digit(bound);
  return fmt::format("{:.2g}", std::min(1.0, std::ceil(bound / digit - 1e-9) * digit));
}

std::string rounded_down(double bound) {
  if (bound <= 0) return "0";
  const double digit = second_digit(bound);
  return fmt::format("{:.2g}", std::floor(bound / digit + 1e-9) * digit);
}

}  // namespace fairshuffle
