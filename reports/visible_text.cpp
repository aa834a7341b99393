#include "reports/visible_text.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>

#include <fmt/format.h>

namespace fairshuffle {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";  // U+FFFD

// How many bytes at the start of `text` are one character; 0 where they are no UTF-8. Unicode, table 3-7.
std::size_t character_length(std::string_view text) {
  const auto byte = [text](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return 1;
  if (first < 0xC2 || first > 0xF4) return 0;
  const std::size_t length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  if (text.size() < length) return 0;
  for (std::size_t at = 1; at < length; ++at) {
    if ((byte(at) & 0xC0) != 0x80) return 0;
  }
  const bool overlong = (first == 0xE0 && byte(1) < 0xA0) || (first == 0xF0 && byte(1) < 0x90);
  const bool surrogate = first == 0xED && byte(1) >= 0xA0;
  const bool beyond_unicode = first == 0xF4 && byte(1) >= 0x90;
  return overlong || surrogate || beyond_unicode ? 0 : length;
}

bool is_hidden(std::string_view character) {
  const bool upper_control =
      character.size() == 2 && character[0] == '\xC2' && static_cast<unsigned char>(character[1]) < 0xA0;
  // Line and paragraph separators stand just before the first five that turn directions.
  const bool separates_or_turns = character >= "\xE2\x80\xA8" && character <= "\xE2\x80\xAE";
  const bool isolates = character >= "\xE2\x81\xA6" && character <= "\xE2\x81\xA9";
  // Zero width space, word joiner to invisible plus, byte order mark, soft hyphen, and tags.
  const bool takes_no_room = character == "\xE2\x80\x8B" || character == "\xEF\xBB\xBF" ||
                             character == "\xC2\xAD" ||
                             (character >= "\xE2\x81\xA0" && character <= "\xE2\x81\xA4") ||
                             (character >= "\xF3\xA0\x80\x80" && character <= "\xF3\xA0\x81\xBF");
  const bool marks_direction =
      character == "\xE2\x80\x8E" || character == "\xE2\x80\x8F" || character == "\xD8\x9C";
  return upper_control || separates_or_turns || isolates || takes_no_room || marks_direction ||
         character == "\xEF\xBF\xBE" || character == "\xEF\xBF\xBF";
}

char32_t code_point(std::string_view character) {
  const auto first = static_cast<unsigned char>(character.front());
  char32_t code = character.size() == 1 ? first : first & (0xFFU >> (character.size() + 1));
  for (const char byte : character.substr(1)) code = code << 6 | (static_cast<unsigned char>(byte) & 0x3F);
  return code;
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

// The pictures of the control characters begin at U+2400, that of 0x7F is U+2421.
void add_picture(std::string& out, unsigned char control) {
  const int offset = control == 0x7F ? 0x21 : control;
  out += "\xE2\x90";
  out += static_cast<char>(0x80 + offset);
}

std::string visible(std::string_view text, std::string_view kept) {
  std::string out;
  while (!text.empty()) {
    const auto first = static_cast<unsigned char>(text.front());
    const std::size_t length = character_length(text);
    if (length == 0 || is_hidden(text.substr(0, length))) {
      out += replacement;
    } else if ((first < 0x20 || first == 0x7F) && kept.find(text.front()) == std::string_view::npos) {
      add_picture(out, first);
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
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
    const std::size_t length = character_length(text);
    characters += length == 0 ? U'\uFFFD' : code_point(text.substr(0, length));
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return characters;
}

std::string inert_json(std::string_view json) {
  std::string out;
  out.reserve(json.size());
  while (!json.empty()) {
    const std::size_t length = std::max<std::size_t>(character_length(json), 1);
    const std::string_view character = json.substr(0, length);
    const bool begins_command = out.ends_with('#') && json.starts_with("#[");
    if (begins_command || character == "\x7F" || is_hidden(character)) {
      add_escape(out, code_point(character));
    } else {
      out += character;
    }
    json.remove_prefix(length);
  }
  return out;
}

}  // namespace fairshuffle
