#include "harness/target/shell_text.hpp"

namespace fairshuffle {

std::string shell_quoted(std::string_view word) {
  const bool plain = word.find_first_not_of(
                         "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                         "_-+=:,./@%") == std::string_view::npos;
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

}  // namespace fairshuffle
