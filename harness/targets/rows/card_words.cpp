#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <charconv>
#include <limits>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/permutation/permutation.hpp"
#include "core/permutation/standard_deck.hpp"
#include "harness/targets/rows/lines.hpp"
#include "harness/targets/rows/row_reader.hpp"
#include "harness/targets/rows/row_settings.hpp"
#include "harness/targets/target.hpp"
#include "harness/typed_words.hpp"

namespace fairshuffle {

namespace {

constexpr std::string_view own_separators = ";|-";

bool is_of_numbers(const RowFormat& format) {
  return format.kind == RowFormat::Kind::text;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") + 1 - begin);
}

std::size_t characters_in(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char byte) { return !continues_character(byte); }));
}

bool stands_in_deck(char character, const RowFormat& format) {
  return std::ranges::any_of(format.deck, [character](const std::string& word) {
    return word.find(character) != std::string::npos;
  });
}

bool is_deck_word(std::string_view word, const RowFormat& format) {
  return std::ranges::find(format.deck, word) != format.deck.end() ||
         (format.is_standard && standard_card(word));
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

bool is_quoted(std::string_view word, char quote) {
  return word.size() >= 2 && word.front() == quote && word.back() == quote;
}

std::string_view unquoted(std::string_view word) {
  const bool quoted = !word.empty() && (word.front() == '"' || word.front() == '\'');
  return quoted && is_quoted(word, word.front()) ? word.substr(1, word.size() - 2) : word;
}

bool are_parted_by(char separator, std::string_view cards, const RowFormat& format) {
  if (stands_in_deck(separator, format)) return false;
  const auto words = parted(cards, separator);
  if (!words || words->size() < 2) return false;
  if (is_of_numbers(format)) return std::ranges::all_of(*words, all_digits);
  return std::ranges::any_of(*words,
                             [&](std::string_view word) { return is_deck_word(unquoted(word), format); });
}

bool are_characters(std::string_view cards, const RowFormat& format) {
  constexpr int digits = 10;
  if (cards.find_first_of(separators) != std::string_view::npos || characters_in(cards) < 2) return false;
  if (format.row_size() == 1) return false;
  if (!is_of_numbers(format)) {
    return !is_deck_word(cards, format) &&
           std::ranges::all_of(format.deck, [](const std::string& word) { return characters_in(word) == 1; });
  }
  if (!all_digits(cards) || format.row_size() > digits) return false;
  if (format.row_size() != 0) return true;
  // Of a size that nobody knows it is a whole deck, or "37" may be one card of a hundred.
  std::string sorted(cards);
  std::ranges::sort(sorted);
  const bool from_one = sorted.front() == '1';
  return sorted == std::string_view("0123456789").substr(from_one ? 1 : 0, sorted.size());
}

// The bracket that closes this one; 0 where it opens nothing.
char closing_bracket(char open) {
  constexpr std::string_view opening = "[({", closing = "])}";
  const std::size_t at = opening.find(open);
  return at == std::string_view::npos ? '\0' : closing[at];
}

// What stands before the bracket in which a row's cards are, where it begins with a name: "array(" of
// "array([2, 0, 1])". Empty where there is no such name.
std::string_view name_before_bracket(std::string_view line, const RowFormat& format) {
  const auto is_letter = [](char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_' || byte == '@';
  };
  const auto is_bracket = [](char byte) { return closing_bracket(byte) != '\0'; };
  line = trimmed(line);
  if (line.empty() || !is_letter(line.front())) return {};
  // Numbers begin behind the last bracket that opens, and words behind the first of them that is followed by
  // none.
  const char* cards = is_of_numbers(format)
                          ? std::ranges::find_if(line, [](char byte) { return byte >= '0' && byte <= '9'; })
                          : std::find_if_not(std::ranges::find_if(line, is_bracket), line.end(), is_bracket);
  const std::string_view opening = trimmed(line.substr(0, static_cast<std::size_t>(cards - line.begin())));
  if (cards == line.end() || opening.size() < 2 || !is_bracket(opening.back())) return {};
  return opening.substr(0, opening.size() - 1);
}

void refuse_nested(std::string_view line) {
  const std::size_t next = line.find_first_not_of(" \t", 1);
  const bool is_object = next != std::string_view::npos && line.front() == '{' && line[next] == '"';
  const bool is_list = next != std::string_view::npos && closing_bracket(line[next]) != '\0';
  if (!is_object && !is_list) return;
  throw TargetError(
      "row 1 is \"{}\", {}, and a row is one deck; of JSON jq prints them so: jq -c '{}' FILE | {}",
      row_text(line), is_object ? "a JSON object" : "a list of lists", is_object ? ".deck" : ".[]",
      read_from_a_pipe);
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

RowStyle style_of_frame(std::string_view line, const RowFormat& format) {
  RowStyle style;
  line.remove_prefix(line.find_first_not_of(" \t"));
  const std::string_view name = name_before_bracket(line, format);
  const char first = line[name.size()];
  if (stands_in_deck(first, format)) return style;
  style.before = name;
  const auto indexed = indexed_line(line);
  style.indexed = indexed && indexed->index == 1;
  if (style.indexed || closing_bracket(first) == '\0') return style;
  refuse_nested(line.substr(name.size()));
  style.open = first;
  style.close = closing_bracket(first);
  return style;
}

void learn_words(std::string_view cards, const RowFormat& format, RowStyle& style) {
  cards = trimmed(cards);
  for (const char separator : own_separators) {
    if (!are_parted_by(separator, cards, format)) continue;
    style.separator = separator;
    break;
  }
  if (style.separator == 0) style.characters = are_characters(cards, format);
  if (is_of_numbers(format) || style.characters) return;
  const auto words = style.separator == 0 ? words_in(cards) : parted(cards, style.separator).value();
  for (const char quote : {'"', '\''}) {
    const bool all_quoted = !words.empty() && std::ranges::all_of(words, [quote](std::string_view word) {
      return is_quoted(word, quote);
    });
    if (all_quoted && !stands_in_deck(quote, format)) style.quote = quote;
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

namespace {

bool is_whole_number(std::string_view word) {
  return all_digits(word.starts_with('-') ? word.substr(1) : word);
}

// Numbers that fit no 64 bits are all outside any deck: the largest or the smallest stands for them.
std::int64_t number_of(std::string_view word) {
  std::int64_t number = 0;
  const auto result = std::from_chars(word.data(), word.data() + word.size(), number);
  if (result.ec == std::errc{}) return number;
  return word.starts_with('-') ? std::numeric_limits<std::int64_t>::min()
                               : std::numeric_limits<std::int64_t>::max();
}

/// Which cards of a deck were seen, a bit each.
template <std::size_t words>
struct SeenCards {
  void add(unsigned card) { bits[words == 1 ? 0 : card / 64] |= std::uint64_t{1} << card % 64; }
  bool are(unsigned cards) const {
    int seen = 0;
    for (const std::uint64_t word : bits) seen += std::popcount(word);
    return seen == static_cast<int>(cards);
  }

  std::array<std::uint64_t, words> bits{};
};

class CardWords final : public LineParser {
 public:
  explicit CardWords(const RowFormat& format)
      : format_(format),
        row_size_(static_cast<std::size_t>(format.row_size())),
        is_text_(format.kind == RowFormat::Kind::text),
        most_words_(most_cards_kept(format.deck_size)),
        multiset_(format) {
    for (std::size_t kind = 0; kind < format_.deck.size(); ++kind) {
      card_of_.emplace(format_.deck[kind], multiset_.first_of_kind()[kind]);
    }
  }

  std::size_t longest_line() const override {
    if (is_of_unknown_size()) return longest_line_of(largest_deck_size);
    return longest_line_of(is_text_ ? format_.deck_size : format_.row_size());
  }

  bool is_comment(std::string_view line) const override {
    return line.starts_with('#') &&
           std::ranges::none_of(format_.deck, [](const std::string& word) { return word.starts_with('#'); });
  }

  std::size_t take_plain(std::string_view lines, std::uint64_t most, RowBuffer& rows) override {
    if (!is_text_ || format_.multiset.is_deal() || is_of_unknown_size()) return 0;
    if (static_cast<std::size_t>(format_.deck_size) <= cards_of_word)
      return take_plain_of<1, 2>(lines, most, rows);
    return is_wide_deck(format_.deck_size) ? take_plain_of<largest_deck_size / 64, 4>(lines, most, rows)
                                           : take_plain_of<2, 3>(lines, most, rows);
  }

  void parse(std::string_view line, RowBuffer& rows, std::string_view written) override {
    cards_.clear();
    std::uint64_t words_read = 0, known = 0;
    std::string_view word;
    std::optional<std::size_t> unknown;  // where the first one begins
    for (RowWords words(line); words.next(word); ++words_read) {
      if (is_text_ && !is_whole_number(word)) fail(word, line, rows.added() + 1);
      const std::optional<WideCard> card = is_text_ ? card_numbered(word) : card_named(word);
      if (!card && !unknown) unknown = static_cast<std::size_t>(word.data() - line.data());
      known += card.has_value();
      if (!unknown && words_read < most_words_) cards_.push_back(*card);
    }
    if (words_read == 0) fail_empty_row(rows.added() + 1);
    // Columns called c2 to c10 are clubs, too.
    const bool are_few = known == 0 || (format_.is_standard && 2 * known < words_read);
    if (!is_text_ && are_few && rows.added() == 0) check_first_row(line, known);
    if (unknown || words_read > most_words_) cards_.clear();
    if (!is_of_unknown_size() && cards_.size() == row_size_ && multiset_.complete(cards_)) {
      rows.add(cards_);
    } else {
      const std::string text = !written.empty() ? row_text(written)
                               : is_text_       ? row_text(line)
                                                : text_with(line, unknown.value_or(0));
      rows.add_wrong(cards_, text, is_text_ ? words_read : 0);
    }
  }

 private:
  bool is_of_unknown_size() const { return format_.deck_size == 0; }

  // A number that no card has, but may have, is kept.
  std::optional<WideCard> card_numbered(std::string_view word) const {
    const std::int64_t number = number_of(word), highest = is_wide_deck(format_.deck_size)
                                                               ? std::numeric_limits<WideCard>::max()
                                                               : std::numeric_limits<Card>::max();
    if (number < format_.base || number - format_.base > highest) return std::nullopt;
    return static_cast<WideCard>(number - format_.base);
  }
  std::optional<WideCard> card_named(std::string_view word) const {
    const auto card = card_of_.find(word);
    if (card != card_of_.end()) return card->second;
    const std::optional<int> standard = format_.is_standard ? standard_card(word) : std::nullopt;
    return standard ? std::optional(static_cast<WideCard>(*standard)) : std::nullopt;
  }

  // Of decks of at most 64 * words cards, whose numbers have at most so many digits. Other rows are left to
  // parse.
  template <std::size_t words, int most_digits>
  std::size_t take_plain_of(std::string_view lines, std::uint64_t most, RowBuffer& rows) const {
    const auto deck_size = static_cast<unsigned>(format_.deck_size);
    const auto base = static_cast<unsigned>(format_.base);
    // A card takes at least a digit and what ends it.
    const std::uint64_t most_rows = std::min<std::uint64_t>(most, lines.size() / (2 * deck_size));
    const std::span<WideCard> room = rows.room(most_rows);
    WideCard* cards = room.data();
    const char* line = lines.data();
    std::uint64_t taken = 0;
    const unsigned largest = deck_size - 1 + base;
    bool is_even = words == 1 && largest > 9 && largest <= largest_even_number;
    for (; taken < most_rows && line != lines.data() + lines.size(); ++taken) {
      if (is_even && taken > 0) {
        const std::string_view rest = lines.substr(static_cast<std::size_t>(line - lines.data()));
        const std::size_t bytes = take_even_row(rest, deck_size, base, cards);
        // As one row is written so are the others.
        is_even = bytes > 0;
        if (is_even) {
          line += bytes;
          cards += deck_size;
          continue;
        }
      }
      // Nothing below goes past a '\n', and the last byte is one.
      const char* at = line;
      SeenCards<words> seen;
      unsigned position = 0;
      for (; position < deck_size; ++position) {
        unsigned number = static_cast<unsigned char>(*at) - unsigned{'0'};
        if (number > 9) break;
        ++at;
        for (int more = 1; more < most_digits; ++more) {
          const unsigned digit = static_cast<unsigned char>(*at) - unsigned{'0'};
          if (digit > 9) break;
          number = 10 * number + digit;
          ++at;
        }
        const unsigned card = number - base;  // far outside where the number is below the base
        if (card >= deck_size) break;
        cards[position] = static_cast<WideCard>(card);
        seen.add(card);
        if (*at == ' ' || *at == '\t') {
          ++at;
        } else if (*at == ',') {
          if (*++at == ' ') ++at;
        } else if (position + 1 < deck_size) {
          break;
        }
      }
      if (position < deck_size || !seen.are(deck_size)) break;
      if (*at == '\r') ++at;
      if (*at != '\n') break;
      line = at + 1;
      cards += deck_size;
    }
    rows.commit(taken);
    return static_cast<std::size_t>(line - lines.data());
  }

  [[noreturn]] void fail(std::string_view word, std::string_view line, std::uint64_t row) const {
    throw TargetError(
        "row {} is \"{}\", and \"{}\" is no whole number; a row of format=text is {} numbers from "
        "{} to {}, parted by blanks or commas{}",
        row, row_text(line), row_text(word), row_size_, format_.base, format_.base + format_.deck_size - 1,
        row == 1 ? advice(line) : "");
  }

  // What else the first row may be.
  static std::string advice(std::string_view line) {
    const bool raw =
        std::ranges::any_of(line, [](char byte) { return static_cast<unsigned char>(byte) < 9; });
    if (raw) return "; raw bytes are read with --format u8, or u16";
    // A table begins with the names of its columns, or has other fields beside the row.
    const bool table = may_be_of_a_table(line);
    return fmt::format(
        "{}{}; for words, name the sorted deck {}; a line that is no deck is passed over where it begins "
        "with #",
        table ? "; " : "", table ? advice_on_tables : "", deck_option(line));
  }

  // As it is typed, where a line can be a deck of words.
  static std::string deck_option(std::string_view line) {
    constexpr std::size_t longest = 60;
    std::set<std::string_view> deck;
    std::size_t size = 0;
    for (std::string_view word : words_in(line)) {
      const bool is_quoted =
          word.size() > 2 && word.front() == word.back() && (word.front() == '"' || word.front() == '\'');
      if (is_quoted) word = word.substr(1, word.size() - 2);
      size += word.size() + 1;
      const bool is_plain = !word.empty() && std::ranges::all_of(word, [](unsigned char byte) {
        return std::isalnum(byte) != 0 || byte == '_' || byte >= 0x80;
      });
      if (!is_plain || !deck.insert(word).second) return "with --deck";
    }
    if (deck.size() < 2 || size > longest) return "with --deck";
    return fmt::format("as in --deck {}", shell_typed(fmt::format("{}", fmt::join(deck, " "))));
  }

  // Of a long line the part that has the word which begins there.
  static std::string text_with(std::string_view line, std::size_t word) {
    constexpr std::size_t before = 40;
    constexpr std::string_view cut_before = "... ";
    if (word + before <= longest_row_text) return row_text(line);
    const std::size_t begin =
        line.find_first_not_of(separators, line.find_first_of(separators, word - before));
    return std::string(cut_before) +
           row_text(line.substr(std::min(begin, word)), longest_row_text - cut_before.size());
  }

  // Of a line that has no word of the deck, or few: what it plainly is beside a row that lost its cards.
  static void check_first_row(std::string_view line, std::uint64_t known) {
    const bool all_numbers = std::ranges::all_of(words_in(line), all_digits);
    if (!all_numbers && !may_be_of_a_table(line)) return;
    throw TargetError("row 1 is \"{}\", and {} of it is a word of the deck; {}", row_text(line),
                      known == 0 ? "none" : "little",
                      all_numbers ? "numbers of cards are read where no deck is named" : advice_on_tables);
  }

  RowFormat format_;
  std::size_t row_size_;
  bool is_text_;
  std::uint64_t most_words_;
  MultisetRow multiset_;
  std::unordered_map<std::string_view, WideCard> card_of_;  // of the words of the deck
  std::vector<WideCard> cards_;                             // of the row that is read
};

}  // namespace

std::unique_ptr<LineParser> make_card_words(const RowFormat& format) {
  return std::make_unique<CardWords>(format);
}

}  // namespace fairshuffle
