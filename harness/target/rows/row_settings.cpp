#include "harness/target/rows/row_settings.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/target/rows/row_words.hpp"

namespace fairshuffle {

namespace {

// A row of the deck's words has to fit a line that is read (RowReader).
constexpr std::size_t most_deck_bytes = 2048;

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  while (true) {
    const std::size_t begin = text.find_first_not_of(separators);
    if (begin == std::string_view::npos) return words;
    text.remove_prefix(begin);
    const std::size_t end = std::min(text.find_first_of(separators), text.size());
    words.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
  }
}

// "abcd" is four cards, one a character; a word that has a character twice is a card of its own.
std::vector<std::string> characters_or_word(const std::string& word) {
  std::vector<std::string> characters;
  for (const char byte : word) {
    if (continues_character(byte) && !characters.empty()) {
      characters.back() += byte;
    } else {
      characters.emplace_back(1, byte);
    }
  }
  const bool all_differ =
      std::set<std::string>(characters.begin(), characters.end()).size() == characters.size();
  return all_differ ? characters : std::vector<std::string>{word};
}

std::vector<std::string> take_deck(SettingReader& reader) {
  const std::optional<std::string> text = reader.take("deck");
  if (!text) reader.fail("format=tokens needs deck= with the words of all cards, parted by blanks");
  if (text->size() > most_deck_bytes) {
    reader.fail(fmt::format("the words of the deck have more than {} bytes", most_deck_bytes));
  }
  if (text->find_first_of("\r\n") != std::string::npos)
    reader.fail("a word of the deck has a line end in it");
  std::vector<std::string> words = words_of(*text);
  if (words.size() == 1) words = characters_or_word(words.front());
  if (words.empty() || words.size() > static_cast<std::size_t>(largest_deck_size)) {
    reader.fail(fmt::format("deck= has {} words, not 1 to {}", words.size(), largest_deck_size));
  }
  std::set<std::string_view> seen;
  for (const std::string& word : words) {
    if (!seen.insert(word).second) reader.fail(fmt::format("the deck has the word '{}' twice", word));
  }
  return words;
}

}  // namespace

RowFormat take_row_format(SettingReader& reader, int standard_deck_size, TargetDescription& description) {
  RowFormat format;
  const std::string standard_kind = reader.has("deck") ? "tokens" : "text";
  const std::string kind = reader.take_word("format", {"text", "u8", "tokens"}, standard_kind);
  description.options.emplace_back("format", kind);
  if (kind == "tokens") {
    format.kind = RowFormat::Kind::tokens;
    format.deck = take_deck(reader);
    const int words = static_cast<int>(format.deck.size());
    format.deck_size = reader.take_deck_size(words);
    if (format.deck_size != words) {
      reader.fail(fmt::format("n={} but the deck has {} words; leave n out", format.deck_size, words));
    }
    if (reader.take("base")) reader.fail("base= is for numbers; format=tokens has words");
    description.options.emplace_back("deck", fmt::format("{}", fmt::join(format.deck, " ")));
  } else {
    format.kind = kind == "u8" ? RowFormat::Kind::u8 : RowFormat::Kind::text;
    format.deck_size = reader.take_deck_size(standard_deck_size);
    format.base = reader.take_number("base", 0, 1, 0);
    if (reader.take("deck")) reader.fail("deck= gives the words of format=tokens; write that too");
    description.options.emplace_back("base", std::to_string(format.base));
  }
  format.one_a_line = reader.take_flag("one-a-line");
  if (format.one_a_line) {
    if (kind == "u8") reader.fail("one-a-line= is for lines; format=u8 has none");
    description.options.emplace_back("one-a-line", "true");
  }
  description.deck_size = format.deck_size;
  return format;
}

void add_row_settings(const RowFormat& format, TargetText& name) {
  if (format.kind == RowFormat::Kind::tokens) {
    name.settings.emplace_back("format", "tokens");
    name.settings.emplace_back("deck", fmt::format("{}", fmt::join(format.deck, " ")));
  } else {
    name.settings.emplace_back("n", std::to_string(format.deck_size));
    if (format.kind == RowFormat::Kind::u8) name.settings.emplace_back("format", "u8");
    if (format.base != 0) name.settings.emplace_back("base", std::to_string(format.base));
  }
  if (format.one_a_line) name.settings.emplace_back("one-a-line", "true");
}

}  // namespace fairshuffle
