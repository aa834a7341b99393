#include "reports/html/markup.hpp"

#include <charconv>
#include <cmath>
#include <iterator>
#include <stdexcept>

#include "reports/visible_text.hpp"

namespace fairshuffle {

std::string escaped(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char character : visible_lines(text)) {
    switch (character) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += character;
    }
  }
  return out;
}

std::string coordinate(double value) {
  if (!std::isfinite(value)) throw std::invalid_argument("coordinate: the value must be finite");
  const double rounded = std::round(value * 100) / 100;
  char digits[64];
  // Adding zero makes 0 of -0.
  const auto [end, error] = std::to_chars(std::begin(digits), std::end(digits), rounded + 0.0);
  return {digits, end};
}

}  // namespace fairshuffle
