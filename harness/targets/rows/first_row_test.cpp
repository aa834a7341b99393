#include "harness/targets/rows/first_row.hpp"

#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "harness/targets/rows/rows_for_tests.hpp"

using namespace fairshuffle;

namespace {

// How many cards the first row of these bytes has, read in pieces of so many; 0 where there is none.
int cards_in(std::string_view bytes, std::size_t piece, bool card_a_line = false) {
  PiecesForTests source(std::string(bytes), piece);
  std::string read;
  const auto row = first_row_of(source, read, {}, card_a_line);
  CHECK(read == bytes.substr(0, source.given));
  return row ? row->cards : 0;
}

}  // namespace

TEST_CASE("the first row tells how many cards a deck has, however its bytes come") {
  for (const std::size_t piece : {1U, 3U, 4096U}) {
    CAPTURE(piece);
    CHECK(cards_in("2 0 1 3\n0 1\n", piece) == 4);
    CHECK(cards_in("# decks\n\n[2, 0, 1]\n", piece) == 3);
    CHECK(cards_in("[1] 3 1 2\n[4] 5 4\n[1] 1 2\n", piece) == 5);
    CHECK(cards_in("2 0 1", piece) == 3);
    CHECK(cards_in("2\n0\n1\n", piece, true) == 3);
    CHECK(cards_in("", piece) == 0);
  }
}

TEST_CASE("digits run together are a row where they are a whole deck, and one number else") {
  CHECK(cards_in("2013\n", 100) == 4);
  CHECK(cards_in("3124\n", 100) == 4);
  CHECK(cards_in("37\n", 100) == 1);
  CHECK(cards_in("3014 0 1\n", 100) == 3);
}
