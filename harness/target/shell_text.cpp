#include "harness/target/shell_text.hpp"

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

std::optional<std::vector<std::string>> shell_words(std::string_view line) {
  std::vector<std::string> words;
  bool in_word = false;
  while (!line.empty()) {
    if (line.front() == ' ') {
      in_word = false;
      line.remove_prefix(1);
      continue;
    }
    if (!in_word) words.emplace_back();
    in_word = true;
    if (line.front() == '\'') {
      const std::size_t end = line.find('\'', 1);
      if (end == std::string_view::npos) return std::nullopt;
      words.back() += line.substr(1, end - 1);
      line.remove_prefix(end + 1);
    } else if (line.starts_with("\\'")) {
      words.back() += '\'';
      line.remove_prefix(2);
    } else if (plain_characters.find(line.front()) != std::string_view::npos) {
      words.back() += line.front();
      line.remove_prefix(1);
    } else {
      return std::nullopt;
    }
  }
  return words;
}

}  // namespace fairshuffle
