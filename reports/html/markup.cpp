#include "reports/html/markup.hpp"

#include <charconv>
#include <cmath>
#include <iterator>
#include <stdexcept>

#include "reports/visible_text.hpp"

namespace fairshuffle {

namespace {

bool is_digit(char character) {
  return character >= '0' && character <= '9';
}

}  // namespace

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

std::string escaped_line(std::string_view text) {
  return escaped(one_visible_line(text));
}

std::string escaped_with_breaks(std::string_view text) {
  constexpr std::size_t longest_word = 30;
  const std::string whole = escaped(text);
  std::string out;
  std::size_t unbroken = 0;
  for (std::size_t at = 0; at < whole.size();) {
    // An entity is one character, and so are the bytes of one.
    std::size_t end = whole[at] == '&' ? whole.find(';', at) + 1 : at + 1;
    while (end < whole.size() && (static_cast<unsigned char>(whole[end]) & 0xC0) == 0x80) ++end;
    out.append(whole, at, end - at);
    unbroken = whole[at] == ' ' ? 0 : unbroken + 1;
    const bool ends_line = end == whole.size() || whole[end] == ' ';
    const bool parts_names = std::string_view(",/:").find(whole[at]) != std::string_view::npos;
    // 16,384 and 1/6 are one number each.
    const bool in_number = at > 0 && end < whole.size() && is_digit(whole[at - 1]) && is_digit(whole[end]);
    if ((parts_names && !ends_line && !in_number) || unbroken == longest_word) {
      out += "<wbr>";
      unbroken = 0;
    }
    at = end;
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
