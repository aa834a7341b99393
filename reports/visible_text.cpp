#include "reports/visible_text.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>

#include <fmt/format.h>

namespace fairshuffle {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";  // U+FFFD

struct Character {
  std::size_t bytes = 0;  // 0 where they are no UTF-8
  char32_t code = 0;
};

// The one at the start of `text`. Unicode, table 3-7.
Character first_character(std::string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  if (first < 0x80) return {1, first};
  const std::size_t bytes = first < 0xC2 || first > 0xF4 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  if (bytes == 0 || text.size() < bytes) return {};
  char32_t code = first & (0xFFU >> (bytes + 1));
  for (const char byte : text.substr(1, bytes - 1)) {
    if ((static_cast<unsigned char>(byte) & 0xC0) != 0x80) return {};
    code = code << 6 | (static_cast<unsigned char>(byte) & 0x3F);
  }
  const bool is_overlong = code < (bytes == 4 ? 0x10000 : bytes == 3 ? 0x800 : 0x80);
  const bool is_surrogate = code >= 0xD800 && code <= 0xDFFF;
  return is_overlong || is_surrogate || code > 0x10FFFF ? Character{} : Character{bytes, code};
}

// From the first to the last.
constexpr std::pair<char32_t, char32_t> hidden[] = {
    {0x80, 0x9F},                           // controls
    {0xAD, 0xAD},                           // soft hyphen
    {0x61C, 0x61C},                         // marks a direction
    {0x200B, 0x200B},                       // zero width space
    {0x200E, 0x200F},                       // mark directions
    {0x2028, 0x202E},                       // separate lines and paragraphs, turn directions
    {0x2060, 0x2064},                       // word joiner to invisible plus
    {0x2066, 0x2069},                       // isolate directions
    {0xFEFF, 0xFEFF},                       // byte order mark
    {0xFFFE, 0xFFFF}, {0xE0000, 0xE007F}};  // tags

bool is_hidden(char32_t code) {
  return code >= 0x80 && std::ranges::any_of(hidden, [code](const auto& range) {
           return range.first <= code && code <= range.second;
         });
}

// Above U+FFFF as the two surrogates that JSON asks for.
void add_escape(std::string& out, char32_t code) {
  const auto add = [&out](char32_t unit) {
    fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<std::uint32_t>(unit));
  };
  if (code < 0x10000) return add(code);
  add(0xD800 + ((code - 0x10000) >> 10));
  add(0xDC00 + ((code - 0x10000) & 0x3FF));
}

std::string visible(std::string_view text, std::string_view kept) {
  std::string out;
  while (!text.empty()) {
    const auto [bytes, code] = first_character(text);
    if (bytes == 0 || is_hidden(code)) {
      out += replacement;
    } else if ((code < 0x20 || code == 0x7F) && kept.find(text.front()) == std::string_view::npos) {
      // The pictures of the control characters begin at U+2400, that of 0x7F is U+2421.
      out += "\xE2\x90";
      out += static_cast<char>(0x80 + (code == 0x7F ? 0x21 : code));
    } else {
      out += text.substr(0, bytes);
    }
    text.remove_prefix(std::max<std::size_t>(bytes, 1));
  }
  return out;
}

void replace_all(std::string& text, std::string_view what, std::string_view with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size()) {
    text.replace(at, what.size(), with);
  }
}

}  // namespace

std::string one_visible_line(std::string_view text) {
  std::string line = visible(text, "");
  // A word may come to stand first in a line that is broken before it.
  if (line.starts_with("::")) line.replace(0, 2, "\u2237");
  replace_all(line, " ::", " \u2237");
  replace_all(line, "##[", "#\uff03[");
  return line;
}

std::string visible_lines(std::string_view text) {
  return visible(text, "\n\t");
}

std::u32string characters_of(std::string_view text) {
  std::u32string characters;
  while (!text.empty()) {
    const auto [bytes, code] = first_character(text);
    characters += bytes == 0 ? U'\uFFFD' : code;
    text.remove_prefix(std::max<std::size_t>(bytes, 1));
  }
  return characters;
}

std::string inert_json(std::string_view json) {
  std::string out;
  out.reserve(json.size());
  while (!json.empty()) {
    const auto [length, code] = first_character(json);
    const std::size_t bytes = std::max<std::size_t>(length, 1);
    const bool begins_command = out.ends_with('#') && json.starts_with("#[");
    if (begins_command || code == 0x7F || is_hidden(code)) {
      add_escape(out, code);
    } else {
      out += json.substr(0, bytes);
    }
    json.remove_prefix(bytes);
  }
  return out;
}

}  // namespace fairshuffle
