#include "harness/target/shell_text.hpp"

#include <fmt/format.h>

#include "reports/visible_text.hpp"

namespace fairshuffle {

namespace {

constexpr std::string_view plain_characters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    "_-+=:,./@%";

}  // namespace

std::string shell_quoted(std::string_view word) {
  const bool plain = word.find_first_not_of(plain_characters) == std::string_view::npos;
  if (plain && !word.empty()) return std::string(word);
  std::string text(1, '\'');
  for (const char character : word) {
    if (character == '\'') {
      text += "'\\''";
    } else {
      text += character;
    }
  }
  text += '\'';
  return text;
}

std::string shell_typed(std::string_view word) {
  if (one_visible_line(word) == word) return shell_quoted(word);
  std::string text = "$'";
  for (const char character : word) {
    if (character == '\'' || character == '\\') {
      text += '\\';
      text += character;
    } else if (character >= 0x20 && character < 0x7F && character != ':' && character != '#') {
      text += character;
    } else {
      text += fmt::format("\\x{:02x}", static_cast<unsigned char>(character));
    }
  }
  return text += '\'';
}

}  // namespace fairshuffle
