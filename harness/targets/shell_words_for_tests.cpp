#include "harness/targets/shell_words_for_tests.hpp"

#include <cctype>
#include <charconv>

namespace fairshuffle {

namespace {

bool is_plain(char character) {
  return std::isalnum(static_cast<unsigned char>(character)) != 0 ||
         std::string_view("_-+=:,./@%").find(character) != std::string_view::npos;
}

// Takes the rest of a word in $'...' off the line, as shell_typed writes it.
std::optional<std::string> escaped_word(std::string_view& line) {
  std::string word;
  while (!line.empty() && line.front() != '\'') {
    if (line.front() != '\\') {
      word += line.front();
      line.remove_prefix(1);
    } else if (line.starts_with("\\\\") || line.starts_with("\\'")) {
      word += line[1];
      line.remove_prefix(2);
    } else {
      unsigned char byte = 0;
      if (!line.starts_with("\\x") || line.size() < 4) return std::nullopt;
      const char* end = line.data() + 4;
      if (std::from_chars(line.data() + 2, end, byte, 16).ptr != end) return std::nullopt;
      word += static_cast<char>(byte);
      line.remove_prefix(4);
    }
  }
  if (line.empty()) return std::nullopt;
  line.remove_prefix(1);
  return word;
}

}  // namespace

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
    } else if (line.starts_with("$'")) {
      line.remove_prefix(2);
      const std::optional<std::string> word = escaped_word(line);
      if (!word) return std::nullopt;
      words.back() += *word;
    } else if (line.starts_with("\\'")) {
      words.back() += '\'';
      line.remove_prefix(2);
    } else if (is_plain(line.front())) {
      words.back() += line.front();
      line.remove_prefix(1);
    } else {
      return std::nullopt;
    }
  }
  return words;
}

}  // namespace fairshuffle
