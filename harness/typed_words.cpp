#include "harness/typed_words.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "reports/visible_text.hpp"

namespace fairshuffle {

namespace {

std::size_t edit_distance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> row(to.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < from.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < to.size(); ++j) {
      const std::size_t replaced = diagonal + (from[i] != to[j]);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& candidates) {
  // A word much longer than any name was not mistyped, and need not be measured.
  if (candidates.empty() || word.size() > 64) return "";
  const auto nearest = std::ranges::min_element(
      candidates, {}, [word](std::string_view candidate) { return edit_distance(word, candidate); });
  const std::size_t edits = edit_distance(word, *nearest);
  // Of a single letter one edit leaves nothing.
  const bool keeps_a_letter = edits < std::max(word.size(), nearest->size());
  if (!keeps_a_letter || edits > std::max<std::size_t>(1, nearest->size() / 3)) return "";
  return fmt::format(" (did you mean '{}'?)", *nearest);
}

namespace {

constexpr std::string_view plain_characters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%";

}  // namespace

std::string renamed_words(std::string_view old, std::string_view now) {
  return fmt::format("{} is called {} now; the old name is taken until the next version", old, now);
}

std::string shell_quoted(std::string_view word) {
  const bool plain = word.find_first_not_of(plain_characters) == std::string_view::npos;
  if (plain && !word.empty()) return std::string(word);
  std::string text;
  for (const char character : word) text += character == '\'' ? "'\\''" : std::string(1, character);
  return fmt::format("'{}'", text);
}

std::string shell_typed(std::string_view word) {
  if (one_visible_line(word) == word) return shell_quoted(word);
  std::string text = "$'";
  for (const char character : word) {
    if (character == '\'' || character == '\\') {
      text += {'\\', character};
    } else if (character >= 0x20 && character < 0x7F && character != ':' && character != '#') {
      text += character;
    } else {
      text += fmt::format("\\x{:02x}", static_cast<unsigned char>(character));
    }
  }
  return text += '\'';
}

}  // namespace fairshuffle
