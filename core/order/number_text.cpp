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
  return percent >= 99.5 ? fmt::format("{:.0f} %", percent) : short_number(percent, 2) + " %";
}

std::string short_number(double number, int digits) {
  return typed_exponent(fmt::format("{:.{}g}", number, digits));
}

std::string exact_number(double number) {
  return typed_exponent(fmt::format("{}", number));
}

std::string typed_exponent(std::string number) {
  const std::size_t sign = number.find('e') + 1;
  if (sign == 0 || sign == number.size()) return number;
  const std::size_t digits = number.find_first_not_of("+-0", sign);
  const std::string minus = number[sign] == '-' ? "-" : "";
  return digits == std::string::npos ? number : number.substr(0, sign) + minus + number.substr(digits);
}

}  // namespace fairshuffle
