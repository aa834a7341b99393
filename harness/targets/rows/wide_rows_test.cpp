// Rows of more than 128 cards, in every format.
#include <algorithm>
#include <numeric>
#include <random>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/targets/rows/row_settings.hpp"
#include "harness/targets/rows/rows_for_tests.hpp"
#include "harness/whole_file.hpp"

using namespace fairshuffle;

namespace {

std::vector<int> shuffled_deck(int deck_size, unsigned seed) {
  std::mt19937 words(seed);
  std::vector<int> deck(static_cast<std::size_t>(deck_size));
  std::iota(deck.begin(), deck.end(), 0);
  std::ranges::shuffle(deck, words);
  return deck;
}

RowFormat format_of(RowFormat::Kind kind, int deck_size, int base = 0) {
  return {.kind = kind, .deck_size = deck_size, .base = base, .deck = {}};
}

std::string joined(const std::vector<int>& deck) {
  return fmt::format("{}", fmt::join(deck, " "));
}

std::string lines_of(const std::vector<int>& deck, const char* separator, int base = 0) {
  std::string line;
  for (const int card : deck) line += (line.empty() ? "" : separator) + std::to_string(card + base);
  return line + "\n";
}

ReadRowsForTests read_in_pieces(const RowFormat& format, const std::string& bytes) {
  const ReadRowsForTests whole = read_rows_for_tests(format, bytes, bytes.size(), 1000);
  CHECK(read_rows_for_tests(format, bytes, 100, 1) == whole);
  return whole;
}

std::string settings_error_of(const std::string& text) {
  try {
    const TargetText target = parse_target_text(text);
    SettingReader reader(target);
    TargetDescription description;
    take_row_format(reader, 5, description);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("lines of 129 and of 1,024 numbers are rows, however they are parted") {
  for (const int deck_size : {129, 200, 1024}) {
    CAPTURE(deck_size);
    const std::vector<int> first = shuffled_deck(deck_size, 1), second = shuffled_deck(deck_size, 2);
    for (const int base : {0, 1}) {
      const RowFormat format = format_of(RowFormat::Kind::text, deck_size, base);
      const std::vector<std::string> rows{joined(first), joined(second)};
      for (const char* separator : {" ", ",", ", ", "\t", "  "}) {
        const auto result =
            read_in_pieces(format, lines_of(first, separator, base) + lines_of(second, separator, base));
        CHECK(result.error == "");
        CHECK(result.rows == rows);
      }
      std::string bracketed = "[" + lines_of(first, ", ", base);
      bracketed.back() = ']';
      CHECK(read_in_pieces(format, bracketed + "\n").rows == std::vector<std::string>{joined(first)});
    }
  }
}

TEST_CASE("a card twice, one that is not the deck's and one too many spoil a row of 1,024 numbers") {
  const RowFormat format = format_of(RowFormat::Kind::text, 1024);
  const std::vector<int> deck = shuffled_deck(1024, 3);
  const auto wrong = [&](std::vector<int> row) {
    return read_in_pieces(format, lines_of(row, " ")).rows.at(0);
  };
  std::vector<int> twice = deck, foreign = deck, more = deck, fewer = deck, huge = deck;
  twice[5] = twice[6];
  foreign[5] = 1024;
  more.push_back(0);
  fewer.pop_back();
  huge[0] = 70'000;
  CHECK(wrong(twice).starts_with(joined(twice) + " ("));
  CHECK(wrong(foreign).starts_with(joined(foreign) + " ("));
  // Of a row that is too long, and of numbers beyond 16 bits, no cards are kept.
  CHECK(wrong(more).starts_with(" ("));
  CHECK(wrong(huge).starts_with(" ("));
  CHECK(wrong(fewer).starts_with(joined(fewer) + " ("));
  CHECK(read_in_pieces(format, lines_of(deck, " ")).rows == std::vector<std::string>{joined(deck)});
}

TEST_CASE("rows of two bytes a card are read, the lower byte first, from base 0 and 1") {
  const auto raw = [](const std::vector<int>& deck, int base) {
    std::string bytes;
    for (const int card : deck) {
      bytes += static_cast<char>((card + base) & 255);
      bytes += static_cast<char>((card + base) >> 8);
    }
    return bytes;
  };
  for (const int deck_size : {3, 257, 1024}) {
    CAPTURE(deck_size);
    for (const int base : {0, 1}) {
      const RowFormat format = format_of(RowFormat::Kind::u16, deck_size, base);
      const std::vector<int> first = shuffled_deck(deck_size, 4), second = shuffled_deck(deck_size, 5);
      const auto result = read_in_pieces(format, raw(first, base) + raw(second, base));
      CHECK(result.rows == std::vector<std::string>{joined(first), joined(second)});
      const auto cut = read_in_pieces(format, raw(first, base) + raw(second, base).substr(1));
      CHECK(cut.rows == std::vector<std::string>{joined(first)});
      CHECK(cut.cut_off ==
            fmt::format("row 2 is cut off after {} of its {} bytes", 2 * deck_size - 1, 2 * deck_size));
    }
  }
  // A card below the base is the highest number, which is no card.
  CHECK(read_in_pieces(format_of(RowFormat::Kind::u16, 2, 1), std::string("\0\0\1\0", 4)).rows ==
        std::vector<std::string>{"65535 0"});
}

TEST_CASE("a byte a card is enough for 256 cards from 0, and for 255 from 1") {
  CHECK(settings_error_of("log:n=256,format=u8") == "");
  CHECK(settings_error_of("log:n=255,format=u8,base=1") == "");
  CHECK(settings_error_of("log:n=1024,format=u16") == "");
  CHECK(settings_error_of("log:n=257,format=u8")
            .find("tells 256 of them apart, and the deck has 257; write two bytes") != std::string::npos);
  CHECK(settings_error_of("log:n=256,format=u8,base=1").find("tells 255 of them apart") != std::string::npos);
  CHECK(settings_error_of("log:n=1025").find("from 1 to 1024") != std::string::npos);
  std::string bytes;
  const std::vector<int> deck = shuffled_deck(256, 6);
  for (const int card : deck) bytes += static_cast<char>(card);
  CHECK(read_in_pieces(format_of(RowFormat::Kind::u8, 256), bytes).rows ==
        std::vector<std::string>{joined(deck)});
}

TEST_CASE("1,024 words are a deck, and their rows are read") {
  RowFormat format = format_of(RowFormat::Kind::tokens, 1024);
  std::string deck_text;
  for (int card = 0; card < 1024; ++card) {
    format.deck.push_back(fmt::format("song{}", card));
    deck_text += " " + format.deck.back();
  }
  CHECK(settings_error_of("log:deck=" + deck_text) == "");
  const std::vector<int> deck = shuffled_deck(1024, 7);
  std::string line;
  for (const int card : deck) line += format.deck[static_cast<std::size_t>(card)] + " ";
  CHECK(read_in_pieces(format, line + "\n").rows == std::vector<std::string>{joined(deck)});
  CHECK(read_in_pieces(format, "other " + line + "\n").rows.at(0).starts_with(" ("));
}

TEST_CASE("rows of a deal from 1,024 numbers are read as far as they go, and the rest stands behind them") {
  RowFormat format = format_of(RowFormat::Kind::text, 1024, 1);
  format.multiset.dealt = 3;
  std::vector<int> deck(1024);
  std::iota(deck.begin(), deck.end(), 0);
  std::rotate(deck.begin(), deck.begin() + 999, deck.begin() + 1000);
  std::rotate(deck.begin() + 1, deck.begin() + 1023, deck.end());
  const std::string dealt = "1000 1024 1\n", bracketed = "[1000, 1024, 1]\n";
  CHECK(read_in_pieces(format, dealt).rows == std::vector<std::string>{joined(deck)});
  CHECK(read_in_pieces(format, bracketed).rows == std::vector<std::string>{joined(deck)});
  format.multiset.unordered = true;
  std::vector<int> sorted = deck;
  std::sort(sorted.begin(), sorted.begin() + 3);
  CHECK(read_in_pieces(format, dealt).rows == std::vector<std::string>{joined(sorted)});
  // A card twice, and two that are not the deck's.
  CHECK(read_in_pieces(format, "7 7 8\n").rows.at(0).starts_with("6 6 7 ("));
  CHECK(read_in_pieces(format, "7 0 8\n").rows.at(0).starts_with(" ("));
  CHECK(read_in_pieces(format, "7 1025 8\n").rows.at(0).starts_with("6 1024 7 ("));
}

TEST_CASE("rows of 1,000 cards of two kinds are read, and one too many of a kind is told") {
  RowFormat format = format_of(RowFormat::Kind::tokens, 1000);
  format.deck = {"L", "S"};
  format.multiset.kinds = {400, 600};
  std::vector<int> deck;
  std::string line;
  for (int place = 0; place < 1000; ++place) {
    const bool is_land = place % 5 < 2;
    line += is_land ? "L " : "S ";
    deck.push_back(place / 5 * (is_land ? 2 : 3) + (is_land ? place % 5 : 400 + place % 5 - 2));
  }
  CHECK(read_in_pieces(format, line + "\n").rows == std::vector<std::string>{joined(deck)});
  std::string more = line;
  more.back() = '\n';
  more[more.size() - 2] = 'L';
  CHECK(read_in_pieces(format, more).rows.at(0).find("999 (") == std::string::npos);
  CHECK(read_in_pieces(format, more).rows.at(0).find('(') != std::string::npos);
  CHECK(settings_error_of("log:equal-cards=true,deck=L*400 S*600") == "");
  CHECK(settings_error_of("log:equal-cards=true,deck=L*424 S*600") == "");
  CHECK(settings_error_of("log:equal-cards=true,deck=L*425 S*600").find("deck= has more than 1024 cards") !=
        std::string::npos);
}

TEST_CASE("the words of a deck may be as long as its rows, however many cards a word stands for") {
  std::string kinds, cards;
  for (int kind = 0; kind < 52; ++kind) {
    const std::string word = fmt::format("{}-{}", std::string(40, 'w'), kind);
    kinds += word + "*8 ";
    if (kind < 48) cards += word + "*2 ";
  }
  CHECK(settings_error_of("log:equal-cards=true,deck=" + kinds) == "");
  CHECK(settings_error_of("log:equal-cards=true,deck=" + cards).ends_with("have more than 2048 bytes"));
}
