#include "harness/lesson/formula.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

namespace fairshuffle {

namespace {

// Nearer to 0 doubles lose their digits, and then themselves.
constexpr double smallest_shown = 1e-307;

bool is_digit(char character) {
  return std::isdigit(static_cast<unsigned char>(character)) != 0;
}

bool is_letter(char character) {
  return std::isalpha(static_cast<unsigned char>(character)) != 0;
}

Fraction power_of(const Fraction& base, unsigned exponent) {
  return {boost::multiprecision::pow(numerator(base), exponent),
          boost::multiprecision::pow(denominator(base), exponent)};
}

// Below 0 too.
Integer rounded_down(const Fraction& number) {
  const Integer towards_0 = numerator(number) / denominator(number);
  return number < 0 && Fraction(towards_0) != number ? towards_0 - 1 : towards_0;
}

class FormulaReader {
 public:
  FormulaReader(std::string_view formula, FormulaVariables variables)
      : formula_(formula), rest_(formula), variables_(std::move(variables)) {}

  Fraction whole() {
    Fraction value = sum();
    if (peek() != '\0') refuse("more than a formula");
    return value;
  }

 private:
  [[noreturn]] void refuse(std::string_view what) const {
    throw std::invalid_argument("formula_value: " + std::string(what) + " in '" + std::string(formula_) +
                                "' before '" + std::string(rest_) + "'");
  }

  // The next character that is no space; '\0' at the end.
  char peek() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(' '), rest_.size()));
    return rest_.empty() ? '\0' : rest_.front();
  }

  bool takes(char character) {
    if (peek() != character) return false;
    rest_.remove_prefix(1);
    return true;
  }

  void take(std::string_view text) {
    peek();
    if (!rest_.starts_with(text)) refuse("no '" + std::string(text) + "'");
    rest_.remove_prefix(text.size());
  }

  unsigned small_whole(const Fraction& number) const {
    constexpr unsigned largest = 100'000;
    if (denominator(number) != 1 || number < 0 || number > largest) refuse("no small whole number");
    return numerator(number).convert_to<unsigned>();
  }

  Fraction sum() {
    const bool negative = takes('-');
    Fraction value = product();
    if (negative) value = -value;
    while (peek() == '+' || peek() == '-') {
      const bool less = takes('-');
      if (!less) take("+");
      const Fraction term = product();
      value += less ? Fraction(-term) : term;
    }
    return value;
  }

  Fraction product() {
    Fraction value = power();
    while (true) {
      if (takes('/')) {
        const Fraction divisor = power();
        if (divisor == 0) refuse("a division by 0");
        value /= divisor;
      } else if (peek() == '(' || is_letter(peek()) || is_digit(peek())) {
        value *= power();
      } else {
        return value;
      }
    }
  }

  Fraction power() {
    const Fraction base = factorial();
    return takes('^') ? power_of(base, small_whole(factorial())) : base;
  }

  Fraction factorial() {
    const Fraction number = primary();
    if (!takes('!')) return number;
    Integer value = 1;
    for (unsigned factor = small_whole(number); factor > 1; --factor) value *= factor;
    return value;
  }

  Fraction primary() {
    if (takes('(')) {
      Fraction value = sum();
      take(")");
      return value;
    }
    if (is_digit(peek())) return Integer(std::string(taken_while(is_digit)));
    if (!is_letter(peek())) refuse("no number");
    const std::string name(taken_while([](char c) { return is_letter(c) || is_digit(c); }));
    // A variable in front of a bracket is a factor, and no function has a variable's name.
    if (const auto found = variables_.find(name); found != variables_.end()) return found->second;
    return function(name);
  }

  template <class IsPart>
  std::string_view taken_while(IsPart is_part) {
    std::size_t size = 0;
    while (size < rest_.size() && is_part(rest_[size])) ++size;
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }

  Fraction function(const std::string& name) {
    take("(");
    Fraction value = 0;
    if (name == "sum") {
      value = series();
    } else if (name == "floor" && rest_.starts_with("log2(")) {
      take("log2(");
      const Integer number = rounded_down(sum());
      take(")");
      if (number < 1) refuse("a logarithm of what is below 1");
      value = msb(number);
    } else if (name == "floor") {
      value = rounded_down(sum());
    } else if (name == "ceil") {
      value = -rounded_down(-sum());
    } else if (name == "C" || name == "min") {
      const Fraction first = sum();
      take(",");
      const Fraction second = sum();
      value = name == "min" ? std::min(first, second) : choose(first, small_whole(second));
    } else {
      refuse("an unknown name");
    }
    take(")");
    return value;
  }

  static Fraction choose(const Fraction& from, unsigned chosen) {
    Fraction value = 1;
    for (unsigned i = 0; i < chosen; ++i) value *= Fraction(from - i) / (i + 1);
    return value;
  }

  // Its last part is read once for each value, always from the same place.
  Fraction series() {
    peek();
    const std::string index(taken_while(is_letter));
    take("=");
    const unsigned first = small_whole(sum());
    take("..");
    const unsigned last = small_whole(sum());
    take(":");
    if (variables_.contains(index) || first > last) refuse("a sum that is none");
    const std::string_view term = rest_;
    Fraction total = 0;
    for (unsigned value = first; value <= last; ++value) {
      rest_ = term;
      variables_[index] = value;
      total += sum();
    }
    variables_.erase(index);
    return total;
  }

  std::string_view formula_, rest_;
  FormulaVariables variables_;
};

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
  return with_commas(integer.convert_to<std::uint64_t>());
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

Fraction formula_value(std::string_view formula, const FormulaVariables& variables) {
  return FormulaReader(formula, variables).whole();
}

FormulaVariables variables_of(std::string_view text) {
  FormulaVariables variables;
  while (!text.empty()) {
    const std::string_view one = text.substr(0, text.find(", "));
    const std::size_t equals = one.find(" = ");
    if (equals == std::string_view::npos) {
      throw std::invalid_argument("variables_of: no ' = ' in '" + std::string(one) + "'");
    }
    variables.emplace(one.substr(0, equals), formula_value(one.substr(equals + 3), {}));
    text.remove_prefix(std::min(one.size() + 2, text.size()));
  }
  return variables;
}

}  // namespace fairshuffle
