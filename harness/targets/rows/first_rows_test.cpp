// Decks that begin as packed files do, and packed files that do not begin as decks.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "harness/targets/rows/first_row.hpp"
#include "harness/targets/rows/row_reader.hpp"
#include "harness/targets/target.hpp"

using namespace fairshuffle;

namespace {

RowFormat raw_of(RowFormat::Kind kind, int deck_size, int base = 0) {
  RowFormat format;
  format.kind = kind;
  format.deck_size = deck_size;
  format.base = base;
  return format;
}

/// These cards and then all others of the deck in order, as format u8 or u16 has them.
std::string deck_from(const std::vector<int>& first, const RowFormat& format) {
  std::string bytes;
  std::vector<bool> is_there(static_cast<std::size_t>(format.deck_size));
  const auto add = [&](int card) {
    is_there[static_cast<std::size_t>(card)] = true;
    const int number = card + format.base;
    bytes.push_back(static_cast<char>(number & 255));
    if (format.kind == RowFormat::Kind::u16) bytes.push_back(static_cast<char>(number >> 8));
  };
  for (const int card : first) add(card);
  for (int card = 0; card < format.deck_size; ++card) {
    if (!is_there[static_cast<std::size_t>(card)]) add(card);
  }
  return bytes;
}

/// What is said of these bytes, read as that raw format; empty where they may be its rows.
std::string told_of(const RowFormat& format, const std::string& bytes) {
  RowBuffer rows(format.deck_size);
  make_row_reader(format)->take(bytes, 1000, rows);
  try {
    check_raw_bytes(format, rows);
  } catch (const TargetError& error) {
    return error.what();
  }
  return "";
}

bool is_taken(const RowFormat& format, const std::string& bytes) {
  return why_no_rows(format, bytes).empty();
}

}  // namespace

TEST_CASE("a deck of raw bytes that begins as a packed file does is a deck") {
  const RowFormat of_140 = raw_of(RowFormat::Kind::u8, 140);
  const RowFormat of_105 = raw_of(RowFormat::Kind::u8, 105);
  const RowFormat from_one = raw_of(RowFormat::Kind::u8, 104, 1);
  const RowFormat of_256 = raw_of(RowFormat::Kind::u8, 256);
  const RowFormat pairs = raw_of(RowFormat::Kind::u16, 1024);
  CHECK(is_taken(of_140, deck_from({0x1f, 0x8b}, of_140)));
  CHECK(is_taken(of_105, deck_from({'B', 'Z', 'h'}, of_105)));
  CHECK(is_taken(from_one, deck_from({'B' - 1, 'Z' - 1, 'h' - 1}, from_one)));
  CHECK(is_taken(of_256, deck_from({0xff, 0xfe}, of_256)));
  CHECK(is_taken(pairs, deck_from({'P', 'K'}, pairs)));
  CHECK(is_taken(of_140, deck_from({0x1f, 0x8b}, of_140).substr(0, 16)));
}

TEST_CASE("bytes that were packed are told so where they are no deck, or too few to tell") {
  const RowFormat of_140 = raw_of(RowFormat::Kind::u8, 140);
  const RowFormat of_139 = raw_of(RowFormat::Kind::u8, 139);
  const RowFormat text = raw_of(RowFormat::Kind::text, 140);
  const std::string deck = deck_from({0x1f, 0x8b}, of_140);
  std::string twice = deck;
  twice[7] = twice[3];
  for (const std::string& bytes : {twice, deck.substr(0, 7), std::string("\x1f\x8b\x08\0\0\0\0\0\0\3", 10)}) {
    CHECK(why_no_rows(of_140, bytes) ==
          "gzip packed these bytes; unpack them first: gzip -dc FILE | fairshuffle certify --stdin");
  }
  CHECK_FALSE(is_taken(of_139, deck));  // has no card 139
  CHECK_FALSE(is_taken(text, deck));
}

TEST_CASE("text that is read as raw bytes is told so, however it is written") {
  const RowFormat bytes = raw_of(RowFormat::Kind::u8, 5), pairs = raw_of(RowFormat::Kind::u16, 5);
  CHECK(told_of(bytes, "0 1 2 4 3\n1 2 0 3 4\n") ==
        "rows are lines of numbers, and format=u8 says raw bytes; leave the format out");
  for (const std::string row : {"[2, 0, 1, 4, 3]\n", "(2;0;1;4;3)\r\n", "king queen ace two three\n",
                                "Q\u2660 K\u2660 A\u2660 2\u2660 3\u2660\n", "c1,c2,c3,c4,c5\n2,0,1,4,3\n"}) {
    CAPTURE(row);
    CHECK(
        told_of(bytes, row + row).starts_with("rows are lines of text, and format=u8 says raw bytes; leave"));
    CHECK(told_of(pairs, row + row).starts_with("rows are lines of text, and format=u16 says raw bytes"));
  }
  // Of fifty-two cards some bytes of text are cards.
  const RowFormat of_52 = raw_of(RowFormat::Kind::u8, 52);
  CHECK(told_of(of_52, std::string(20, 'a') + "\n" + std::string(40, '1'))
            .starts_with("rows are lines of text"));
  CHECK(told_of(of_52, std::string(40, 'a') + "\x01\n" + std::string(40, '1')).empty());
  CHECK(told_of(of_52, std::string(60, 'a')).empty());
}

TEST_CASE("raw bytes that have more or fewer bytes a card than was said are told so") {
  for (const int deck_size : {3, 5, 52, 200}) {
    CAPTURE(deck_size);
    const RowFormat bytes = raw_of(RowFormat::Kind::u8, deck_size);
    const RowFormat pairs = raw_of(RowFormat::Kind::u16, deck_size);
    const std::string of_bytes = deck_from({2}, bytes) + deck_from({1}, bytes);
    const std::string of_pairs = deck_from({2}, pairs) + deck_from({1}, pairs);
    CHECK(told_of(bytes, of_bytes).empty());
    CHECK(told_of(pairs, of_pairs).empty());
    CHECK(told_of(pairs, of_bytes) == "a card is one byte, and format=u16 says two; give --format u8");
    CHECK(told_of(bytes, of_pairs) == "a card is two bytes, and format=u8 says one; give --format u16");
    // A card twice is a fault of the shuffle.
    std::string twice = of_bytes;
    twice[0] = twice[1];
    CHECK(told_of(bytes, twice).empty());
    CHECK(told_of(pairs, twice).empty());
  }
}

TEST_CASE("raw rows of a deck of another size than was said are told so") {
  for (const auto kind : {RowFormat::Kind::u8, RowFormat::Kind::u16}) {
    const auto decks = [kind](int deck_size, int rows) {
      std::string bytes;
      for (int row = 0; row < rows; ++row)
        bytes += deck_from({(row + 7) % deck_size}, raw_of(kind, deck_size));
      return bytes;
    };
    CHECK(told_of(raw_of(kind, 5), decks(52, 3)) ==
          "rows hold 52 cards, and are read as 5 each; give --n 52");
    CHECK(told_of(raw_of(kind, 52), decks(5, 30)) ==
          "rows hold 5 cards, and are read as 52 each; give --n 5");
    CHECK(told_of(raw_of(kind, 54), decks(52, 5)).starts_with("rows hold 52 cards"));
    // One whole deck of them is no proof, and a card that came twice is a fault of the shuffle.
    CHECK(told_of(raw_of(kind, 5), decks(52, 1)).empty());
    std::string twice = decks(52, 3);
    twice[0] = twice[kind == RowFormat::Kind::u8 ? 1 : 2];
    CHECK(told_of(raw_of(kind, 5), twice).empty());
  }
}

TEST_CASE("raw bytes without a format are told so before a line ends") {
  const RowFormat text = raw_of(RowFormat::Kind::text, 5);
  CHECK_THROWS_WITH_AS(check_first_bytes(text, std::string_view("\0\1\2", 3)),
                       "rows are raw bytes, and format=text says lines of numbers; give --format u8, or u16",
                       TargetError);
  CHECK_NOTHROW(check_first_bytes(text, "\t0 1 2"));
  CHECK_NOTHROW(check_first_bytes(text, ""));
  CHECK_NOTHROW(check_first_bytes(raw_of(RowFormat::Kind::u8, 5), std::string_view("\0\1", 2)));
}
