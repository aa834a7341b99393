#include "harness/target/rows/row_style.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "harness/target/rows/row_text.hpp"
#include "harness/target/rows/row_words.hpp"

namespace fairshuffle {

namespace {

constexpr std::string_view own_separators = ";|-";

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") + 1 - begin);
}

std::size_t characters_in(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char byte) { return !continues_character(byte); }));
}

bool stands_in_deck(char character, const RowHints& hints) {
  return std::ranges::any_of(
      hints.deck, [character](const std::string& word) { return word.find(character) != std::string::npos; });
}

bool is_deck_word(std::string_view word, const RowHints& hints) {
  return std::ranges::find(hints.deck, word) != hints.deck.end();
}

// The words between separators, none of them empty but what follows the last one; nothing where one is more
// than a word.
std::optional<std::vector<std::string_view>> parted(std::string_view cards, char separator) {
  std::vector<std::string_view> words;
  for (std::string_view rest = cards;;) {
    const std::size_t end = rest.find(separator);
    const std::string_view word = trimmed(rest.substr(0, end));
    const bool is_last = end == std::string_view::npos;
    if (is_last && word.empty() && !words.empty()) return words;
    if (word.empty() || word.find_first_of(separators) != std::string_view::npos) return std::nullopt;
    words.push_back(word);
    if (is_last) return words;
    rest.remove_prefix(end + 1);
  }
}

std::vector<std::string_view> words_in(std::string_view cards) {
  std::vector<std::string_view> all;
  std::string_view word;
  for (RowWords words(cards); words.next(word);) all.push_back(word);
  return all;
}

bool is_quoted(std::string_view word, char quote) {
  return word.size() >= 2 && word.front() == quote && word.back() == quote;
}

std::string_view unquoted(std::string_view word) {
  const bool quoted = !word.empty() && (word.front() == '"' || word.front() == '\'');
  return quoted && is_quoted(word, word.front()) ? word.substr(1, word.size() - 2) : word;
}

bool are_parted_by(char separator, std::string_view cards, const RowHints& hints) {
  if (stands_in_deck(separator, hints)) return false;
  const auto words = parted(cards, separator);
  if (!words || words->size() < 2) return false;
  if (hints.numbers) return std::ranges::all_of(*words, all_digits);
  return std::ranges::any_of(*words,
                             [&](std::string_view word) { return is_deck_word(unquoted(word), hints); });
}

bool are_characters(std::string_view cards, const RowHints& hints) {
  constexpr int digits = 10;
  if (cards.find_first_of(separators) != std::string_view::npos || characters_in(cards) < 2) return false;
  if (hints.deck_size == 1) return false;
  if (!hints.numbers) {
    return !is_deck_word(cards, hints) &&
           std::ranges::all_of(hints.deck, [](const std::string& word) { return characters_in(word) == 1; });
  }
  if (!all_digits(cards) || hints.deck_size > digits) return false;
  if (hints.deck_size != 0) return true;
  // Of a size that nobody knows it is a whole deck, or "37" may be one card of a hundred.
  std::string sorted(cards);
  std::ranges::sort(sorted);
  const bool from_one = sorted.front() == '1';
  return sorted == std::string_view("0123456789").substr(from_one ? 1 : 0, sorted.size());
}

}  // namespace

std::string RowStyle::told() const {
  std::string text;
  const auto add = [&text](const std::string& more) { text += (text.empty() ? "" : ", ") + more; };
  if (indexed) add("each line behind the index of its first card");
  if (open != 0) add(fmt::format("in {}{} {}{}", row_text(before), open, close, row_text(behind)));
  if (separator != 0) add(fmt::format("parted by {}", separator));
  if (quote != 0) add(fmt::format("each word in {}", quote));
  if (characters) add("one character a card");
  return text;
}

char closing_bracket(char open) {
  constexpr std::string_view opening = "[({", closing = "])}";
  const std::size_t at = opening.find(open);
  return at == std::string_view::npos ? '\0' : closing[at];
}

std::string_view name_before_bracket(std::string_view line, const RowHints& hints) {
  const auto is_letter = [](char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_' || byte == '@';
  };
  const auto is_bracket = [](char byte) { return closing_bracket(byte) != '\0'; };
  line = trimmed(line);
  if (line.empty() || !is_letter(line.front())) return {};
  // Numbers begin behind the last bracket that opens, and words behind the first of them that is followed by
  // none.
  const char* cards = hints.numbers
                          ? std::ranges::find_if(line, [](char byte) { return byte >= '0' && byte <= '9'; })
                          : std::find_if_not(std::ranges::find_if(line, is_bracket), line.end(), is_bracket);
  const std::string_view opening = trimmed(line.substr(0, static_cast<std::size_t>(cards - line.begin())));
  if (cards == line.end() || opening.size() < 2 || !is_bracket(opening.back())) return {};
  return opening.substr(0, opening.size() - 1);
}

std::optional<IndexedLine> indexed_line(std::string_view line) {
  line = trimmed(line);
  const std::size_t end = line.find(']');
  if (!line.starts_with('[') || end == std::string_view::npos) return std::nullopt;
  IndexedLine indexed{};
  const char* last = line.data() + end;
  const auto [read, error] = std::from_chars(line.data() + 1, last, indexed.index);
  indexed.cards = trimmed(line.substr(end + 1));
  if (error != std::errc{} || read != last || indexed.cards.empty()) return std::nullopt;
  return indexed;
}

void learn_words(std::string_view cards, const RowHints& hints, RowStyle& style) {
  cards = trimmed(cards);
  for (const char separator : own_separators) {
    if (!are_parted_by(separator, cards, hints)) continue;
    style.separator = separator;
    break;
  }
  if (style.separator == 0) style.characters = are_characters(cards, hints);
  if (hints.numbers || style.characters) return;
  const auto words = style.separator == 0 ? words_in(cards) : parted(cards, style.separator).value();
  for (const char quote : {'"', '\''}) {
    const bool all_quoted = !words.empty() && std::ranges::all_of(words, [quote](std::string_view word) {
      return is_quoted(word, quote);
    });
    if (all_quoted && !stands_in_deck(quote, hints)) style.quote = quote;
  }
}

std::optional<std::string> plain_words(std::string_view cards, const RowStyle& style) {
  cards = trimmed(cards);
  std::string plain;
  if (style.characters) {
    if (cards.find_first_of(separators) != std::string_view::npos) return std::nullopt;
    for (const char byte : cards) {
      if (!plain.empty() && !continues_character(byte)) plain += ' ';
      plain += byte;
    }
    return plain;
  }
  if (style.separator == 0 && style.quote == 0) return std::string(cards);
  const auto words = style.separator == 0 ? words_in(cards) : parted(cards, style.separator);
  if (!words) return std::nullopt;
  for (std::string_view word : *words) {
    if (style.quote != 0) {
      if (!is_quoted(word, style.quote)) return std::nullopt;
      word = word.substr(1, word.size() - 2);
    }
    if (!plain.empty()) plain += ' ';
    plain += word;
  }
  return plain;
}

}  // namespace fairshuffle
