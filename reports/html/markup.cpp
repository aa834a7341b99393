#include "reports/html/markup.hpp"

#include <charconv>
#include <cmath>
#include <iterator>
#include <stdexcept>

namespace fairshuffle {

std::string escaped(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char character : text) {
    const auto byte = static_cast<unsigned char>(character);
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
      case '\t':
      case '\n':
        out += character;
        break;
      default:
        if (byte == 0x7F) {
          out += "\u2421";
        } else if (byte < 0x20) {
          // U+2400 + byte, in UTF-8.
          out.append("\xE2\x90").push_back(static_cast<char>(0x80 + byte));
        } else {
          out += character;
        }
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
