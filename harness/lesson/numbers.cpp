#include "harness/lesson/numbers.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/order/number_text.hpp"

namespace fairshuffle {

namespace {

// Nearer to 0 doubles lose their digits, and then themselves.
constexpr double smallest_shown = 1e-307;

}  // namespace

std::string number_text(double number) {
  if (std::isinf(number)) return "infinite";
  if (number >= 1000 && number < 1e15) return with_commas(static_cast<std::uint64_t>(std::llround(number)));
  return short_number(number, 4);
}

std::string number_text(const Fraction& fraction) {
  const double number = to_double(fraction);
  return fraction > 0 && number < smallest_shown ? fmt::format("< {}", smallest_shown) : number_text(number);
}

std::string integer_text(const PathArithmetic::Integer& integer) {
  constexpr std::size_t most_digits = 13;
  const std::string digits = integer.str();
  if (digits.size() > most_digits) {
    // Four digits of the first sixteen, which a double holds.
    const std::string rounded = fmt::format("{:.3e}", std::stod(digits.substr(0, 16)));
    const auto carried = static_cast<std::size_t>(std::stoi(rounded.substr(rounded.find('e') + 1)));
    return fmt::format("{}e{}", rounded.substr(0, rounded.find('e')),
                       digits.size() - std::min<std::size_t>(16, digits.size()) + carried);
  }
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

std::string power_text(const PathArithmetic::Integer& integer) {
  const bool power_of_two = integer > 1024 && (integer & (integer - 1)) == 0;
  return power_of_two ? fmt::format("2^{}", msb(integer)) : integer_text(integer);
}

std::string short_fraction(const Fraction& fraction) {
  constexpr std::size_t most_characters = 24;
  const std::string text = to_text(fraction);
  return text.size() <= most_characters ? text : "";
}

std::string fraction_and_number(const Fraction& fraction) {
  const std::string exact = short_fraction(fraction), number = number_text(fraction);
  return exact.empty() || exact == number ? number : fmt::format("{} = {}", exact, number);
}

std::string against_fair(const Fraction& probability, const Fraction& fair) {
  if (probability == 0) return "never";
  if (probability == fair) return "fair";
  const double excess = 100 * to_double(probability / fair - 1);
  if (std::abs(excess) < smallest_shown) {
    return probability > fair ? fmt::format("< +{} %", smallest_shown)
                              : fmt::format("> -{} %", smallest_shown);
  }
  return std::abs(excess) >= 0.05 ? fmt::format("{:+.1f} %", excess)
                                  : typed_exponent(fmt::format("{:+.1e}", excess)) + " %";
}

std::string deck_text(std::span<const Card> deck) {
  std::string text;
  for (const Card card : deck) text += fmt::format("{}{}", text.empty() ? "" : " ", card);
  return text;
}

}  // namespace fairshuffle
