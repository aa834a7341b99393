#include "core/permutation/standard_deck.hpp"

#include <set>

#include <doctest/doctest.h>

using namespace fairshuffle;

TEST_CASE("the standard deck has 52 words, each that of its own number") {
  const std::vector<std::string> deck = standard_deck();
  REQUIRE(deck.size() == size_of_standard_deck);
  for (std::size_t card = 0; card < deck.size(); ++card) {
    CHECK(standard_card(deck[card]) == static_cast<int>(card));
  }
  CHECK(deck.front() == "AS");
  CHECK(deck[13 + 9] == "10H");
  CHECK(deck.back() == "KC");
}

TEST_CASE("a card of the standard deck is known in every usual notation, and nothing else is one") {
  for (const char* word : {"AS", "As", "aS", "SA", "sa", "A♠", "♠A", "A♤", "A♠\uFE0F", "♠\uFE0FA"}) {
    CAPTURE(word);
    CHECK(standard_card(word) == 0);
  }
  for (const char* word : {"10h", "Th", "tH", "T♥", "♡10", "h10", "HT"}) {
    CAPTURE(word);
    CHECK(standard_card(word) == 13 + 9);
  }
  CHECK(standard_card("2d") == 26 + 1);
  CHECK(standard_card("KC") == 51);
  for (const char* word :
       {"", "A", "S", "1S", "0S", "11S", "AX", "ASS", "A S", "♠", "joker", "AH2", "\uFE0F", "10"}) {
    CAPTURE(word);
    CHECK_FALSE(standard_card(word).has_value());
  }
}
