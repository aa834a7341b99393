#include "core/record/bound_text.hpp"

#include <algorithm>
#include <cmath>

#include "core/order/number_text.hpp"

namespace fairshuffle {

namespace {

// The unit of a number's second significant digit.
double second_digit(double number) {
  return std::pow(10.0, std::floor(std::log10(number)) - 1);
}

// The slack of 1e-9 units keeps a bound of exactly two digits, 0.0084 say, from being moved by its own last
// bit.
std::string up(double bound, double most) {
  if (bound <= 0) return "0";
  const double digit = second_digit(bound);
  // Two digits are left, and 100 has three.
  return short_number(std::min(most, std::ceil(bound / digit - 1e-9) * digit), 3);
}

std::string down(double bound) {
  if (bound <= 0) return "0";
  const double digit = second_digit(bound);
  return short_number(std::floor(bound / digit + 1e-9) * digit, 3);
}

}  // namespace

std::string rounded_up(double bound) {
  return up(bound, 1);
}

std::string rounded_down(double bound) {
  return down(bound);
}

std::string points_up(double bound) {
  return up(100 * bound, 100);
}

std::string points_down(double bound) {
  return down(100 * bound);
}

std::string points_text(const std::string& points) {
  return points + (points == "1" ? " point" : " points");
}

}  // namespace fairshuffle
