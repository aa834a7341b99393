#include "harness/targets/rows/row_settings.hpp"

#include <algorithm>
#include <charconv>
#include <numeric>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/permutation/standard_deck.hpp"
#include "core/random/seeding.hpp"
#include "harness/targets/rows/lines.hpp"
#include "harness/targets/rows/row_reader.hpp"

namespace fairshuffle {

namespace {

// A row of the deck's words has to fit a line that is read (RowReader).
std::size_t most_deck_bytes(std::size_t cards) {
  return longest_line_of(static_cast<int>(std::min<std::size_t>(cards, largest_deck_size))) / 2;
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  for (const std::string_view word : words_in(text)) {
    if (!word.empty()) words.emplace_back(word);
  }
  return words;
}

// "abcd" is four cards, one a character.
std::vector<std::string> characters_of(const std::string& word) {
  std::vector<std::string> characters;
  for (const char byte : word) {
    if (continues_character(byte) && !characters.empty()) {
      characters.back() += byte;
    } else {
      characters.emplace_back(1, byte);
    }
  }
  return characters;
}

// "L*24" is 24 equal cards.
struct Copies {
  std::string word;
  int copies = 1;
};
std::optional<Copies> copies_of(const std::string& text) {
  const std::size_t star = text.rfind('*');
  if (star == std::string::npos || star == 0 || star + 1 == text.size()) return std::nullopt;
  Copies copies{.word = text.substr(0, star)};
  const char *begin = text.data() + star + 1, *end = text.data() + text.size();
  const auto [read, error] = std::from_chars(begin, end, copies.copies);
  if (read != end || *begin == '-') return std::nullopt;
  if (error != std::errc{} || copies.copies > largest_deck_size) copies.copies = largest_deck_size + 1;
  return copies;
}

struct Deck {
  std::vector<std::string> words;  ///< all different
  std::vector<int> copies;         ///< of each
};

Deck with_equal_cards(SettingReader& reader, const std::vector<std::string>& words) {
  Deck deck;
  for (const std::string& text : words) {
    const Copies each = copies_of(text).value_or(Copies{.word = text});
    if (each.copies < 1) reader.fail("the deck has '{}', which is no card", text);
    const auto found = std::ranges::find(deck.words, each.word);
    if (found == deck.words.end()) {
      deck.words.push_back(each.word);
      deck.copies.push_back(each.copies);
    } else {
      deck.copies[static_cast<std::size_t>(found - deck.words.begin())] += each.copies;
    }
    if (std::accumulate(deck.copies.begin(), deck.copies.end(), 0LL) > largest_deck_size) {
      reader.fail("deck= has more than {} cards", largest_deck_size);
    }
  }
  if (deck.words.size() == 1) {
    reader.fail("all cards of the deck are '{}': there is nothing to shuffle", deck.words.front());
  }
  return deck;
}

std::string written_deck(const RowFormat& format) {
  if (format.is_standard) return std::string(name_of_standard_deck);
  std::vector<std::string> words = format.deck;
  for (std::size_t kind = 0; kind < format.multiset.kinds.size(); ++kind) {
    if (format.multiset.kinds[kind] > 1) words[kind] += fmt::format("*{}", format.multiset.kinds[kind]);
  }
  return fmt::format("{}", fmt::join(words, " "));
}

Deck take_deck(SettingReader& reader, bool equal_cards) {
  const std::optional<std::string> text = reader.take("deck");
  if (!text) reader.fail("format=tokens needs deck= with the words of all cards, parted by blanks");
  if (text->find_first_of("\r\n") != std::string::npos)
    reader.fail("a word of the deck has a line end in it");
  if (*text == name_of_standard_deck && !equal_cards) {
    return {.words = standard_deck(), .copies = std::vector<int>(size_of_standard_deck, 1)};
  }
  std::vector<std::string> words = words_of(*text);
  if (words.size() == 1 && !copies_of(words.front())) words = characters_of(words.front());
  if (words.empty() || words.size() > static_cast<std::size_t>(largest_deck_size)) {
    reader.fail("deck= has {} words, not 1 to {}", words.size(), largest_deck_size);
  }
  const auto check_bytes_of_words = [&](std::size_t cards) {
    if (const std::size_t most = most_deck_bytes(cards); text->size() > most) {
      reader.fail("the words of the deck have more than {} bytes", most);
    }
  };
  if (equal_cards) {
    Deck deck = with_equal_cards(reader, words);
    // Of all cards: one word may stand for many of a row.
    check_bytes_of_words(std::accumulate(deck.copies.begin(), deck.copies.end(), std::size_t{0}));
    return deck;
  }
  check_bytes_of_words(words.size());
  std::set<std::string_view> seen;
  for (const std::string& word : words) {
    if (copies_of(word)) {
      reader.fail("'{}' stands for equal cards; say with equal-cards that the deck has some", word);
    }
    if (!seen.insert(word).second) {
      reader.fail("the deck has the word '{}' twice; where cards are equal, say so with equal-cards", word);
    }
  }
  return {.words = words, .copies = std::vector<int>(words.size(), 1)};
}

void take_words(SettingReader& reader, bool equal_cards, RowFormat& format, TargetDescription& description) {
  Deck deck = take_deck(reader, equal_cards);
  const int cards = std::accumulate(deck.copies.begin(), deck.copies.end(), 0);
  format.deck_size = reader.take_deck_size(cards);
  if (format.deck_size != cards) {
    reader.fail("n={} but the deck has {} {}; leave n out", format.deck_size, cards,
                equal_cards ? "cards" : "words");
  }
  if (cards > static_cast<int>(deck.words.size())) format.multiset.kinds = std::move(deck.copies);
  format.deck = std::move(deck.words);
  format.is_standard = !equal_cards && format.deck == standard_deck();
  description.options.emplace_back("deck", written_deck(format));
  if (equal_cards) description.options.emplace_back("equal-cards", "true");
  // Numbers of cards that all differ need no words.
  if (format.is_raw() && !format.multiset.has_equal_cards()) format.deck.clear();
}

void take_deal(SettingReader& reader, bool size_given, RowFormat& format, TargetDescription& description) {
  const bool unordered = reader.take_flag("unordered");
  if (!reader.has("deal")) {
    if (unordered) reader.fail("unordered is of a deal; give deal= too");
    return;
  }
  const int dealt = reader.take_number("deal", 1, largest_deck_size, 1);
  if (format.multiset.has_equal_cards())
    reader.fail("deal= is for cards that all differ; the deck has equal ones");
  if (dealt >= format.deck_size) {
    const bool is_standard = !size_given && format.deck_size == TargetRun{}.deck_size;
    reader.fail(
        "deal={} is to leave some of the deck's {} cards{}; give the deck's size with n=, or leave deal out",
        dealt, format.deck_size, is_standard ? ", which it has where no n= is given" : "");
  }
  format.multiset.dealt = dealt;
  format.multiset.unordered = unordered;
  description.options.emplace_back("deal", std::to_string(dealt));
  if (unordered) description.options.emplace_back("unordered", "true");
}

void check_bytes(const SettingReader& reader, const RowFormat& format) {
  constexpr int numbers = 256;
  const int apart = format.deck.empty() ? format.deck_size : static_cast<int>(format.deck.size());
  if (format.kind != RowFormat::Kind::u8 || apart + format.base <= numbers) return;
  reader.fail(
      "format=u8 has a byte for each card, which tells {} of them apart, and the deck has "
      "{}; write two bytes for each, and format=u16",
      numbers - format.base, apart);
}

}  // namespace

namespace {

// What can't be told apart can't be carried from deck to deck, or marked.
void check_multiset(const SettingReader& reader, const TargetDescription& description) {
  if (description.multiset.is_plain()) return;
  const char* what = description.multiset.is_deal() ? "a deal leaves cards that nobody sees"
                                                    : "equal cards can't be told apart";
  if (description.reset == "never") reader.fail("reset=never takes whole decks, and {}", what);
  if (description.marked > 0) reader.fail("marked= takes whole decks, and {}; name a bet", what);
}

}  // namespace

void take_row_life(SettingReader& reader, TargetDescription& description, RowManner& manner) {
  description.reset = reader.take_reset();
  manner.carried = description.reset == "never";
  description.marked = reader.take_marked(description.deck_size);
  check_multiset(reader, description);
  manner.starts_anew = reader.take_flag(starts_anew_setting.name);
  if (!manner.starts_anew) return;
  if (manner.carried) {
    reader.fail(
        "starts-anew is for decks that have nothing to do with each other; leave it or reset=never out");
  }
  if (!description.multiset.is_plain()) {
    reader.fail(
        "starts-anew tells how many permutations there are, which takes whole decks of cards that differ");
  }
  description.options.emplace_back(starts_anew_setting.name, "true");
}

void add_row_life(const RowManner& manner, const TargetDescription& description, TargetText& name) {
  if (manner.starts_anew) name.settings.emplace_back(starts_anew_setting.name, "true");
  add_last_settings(description, name);
}

std::uint64_t identity_of(const TargetDescription& description,
                          std::initializer_list<std::string_view> left_out) {
  std::string text = fmt::format("{} {} n={} reset={}", description.kind, description.shuffle,
                                 description.deck_size, description.reset);
  for (const auto& [key, value] : description.options) {
    if (std::ranges::find(left_out, key) == left_out.end()) text += fmt::format(" {}={}", key, value);
  }
  return hash_text(text);
}

RowFormat take_row_format(SettingReader& reader, int standard_deck_size, TargetDescription& description) {
  RowFormat format;
  const std::string standard_kind = reader.has("deck") ? "tokens" : "text";
  const bool equal_cards = reader.take_flag("equal-cards");
  const bool size_given = reader.has("n") || reader.has("deck");
  const std::string kind =
      reader.take_word("format", {names_of_formats.begin(), names_of_formats.end()}, standard_kind);
  description.options.emplace_back("format", kind);
  format.kind =
      static_cast<RowFormat::Kind>(std::ranges::find(names_of_formats, kind) - names_of_formats.begin());
  if (equal_cards && !reader.has("deck")) {
    reader.fail("equal-cards is for the words of deck=; give these too");
  }
  if (equal_cards && format.kind == RowFormat::Kind::text) {
    reader.fail("equal-cards is for rows of words, or of raw bytes; of lines of numbers these are words");
  }
  if (format.kind == RowFormat::Kind::tokens || equal_cards) {
    take_words(reader, equal_cards, format, description);
  } else {
    format.deck_size = reader.take_deck_size(standard_deck_size);
    if (reader.take("deck")) reader.fail("deck= gives the words of format=tokens; write that too");
  }
  if (format.kind == RowFormat::Kind::tokens) {
    if (reader.take("base")) reader.fail("base= is for numbers; format=tokens has words");
  } else {
    format.base = reader.take_number("base", 0, 1, 0);
    check_bytes(reader, format);
    description.options.emplace_back("base", std::to_string(format.base));
  }
  format.one_a_line = reader.take_flag("one-a-line");
  if (format.one_a_line) {
    if (format.is_raw()) reader.fail("one-a-line= is for lines; format={} has none", kind);
    description.options.emplace_back("one-a-line", "true");
  }
  take_deal(reader, size_given, format, description);
  description.deck_size = format.deck_size;
  description.multiset = format.multiset;
  return format;
}

void add_row_settings(const RowFormat& format, TargetText& name) {
  if (format.deck.empty()) name.settings.emplace_back("n", std::to_string(format.deck_size));
  if (format.kind != RowFormat::Kind::text) name.settings.emplace_back("format", to_text(format.kind));
  if (!format.deck.empty()) name.settings.emplace_back("deck", written_deck(format));
  if (format.multiset.has_equal_cards()) name.settings.emplace_back("equal-cards", "true");
  if (format.base != 0) name.settings.emplace_back("base", std::to_string(format.base));
  if (format.multiset.is_deal()) name.settings.emplace_back("deal", std::to_string(format.multiset.dealt));
  if (format.multiset.unordered) name.settings.emplace_back("unordered", "true");
  if (format.one_a_line) name.settings.emplace_back("one-a-line", "true");
}

}  // namespace fairshuffle
