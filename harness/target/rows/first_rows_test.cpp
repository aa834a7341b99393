// Decks that begin as packed files do, and packed files that do not begin as decks.
#include "harness/target/rows/first_rows.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

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
