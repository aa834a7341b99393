#include <array>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

#include "core/permutation/permutation.hpp"

using namespace fairshuffle;

TEST_CASE(
    "every deck of one to five cards, near ones and far ones, has the rank that checked_rank_of gives it, or "
    "none, alone or with others behind it") {
  for (int deck_size = 1; deck_size <= 5; ++deck_size) {
    const auto cards = static_cast<std::size_t>(deck_size);
    // Cards in the deck, just outside it, and far outside it with the lower bits of a card.
    const std::array<Card, 9> bytes{0, 1, 2, 3, 4, 5, 9, 16, 128};
    std::vector<std::size_t> choice(cards);
    bool more = true;
    std::uint64_t permutations = 0;
    while (more) {
      std::vector<Card> deck;
      for (const std::size_t index : choice) deck.push_back(bytes[index]);
      std::array<std::uint32_t, 1> rank{};
      const std::uint64_t expected = checked_rank_of(deck);
      const std::size_t ranked = ranks_of_decks(deck, deck_size, rank);
      if (ranked != (expected == no_rank ? 0U : 1U))
        FAIL("a permutation is refused, or what is none is ranked");
      if (ranked == 1 && rank[0] != expected) FAIL("the rank is another");
      permutations += ranked;
      std::vector<Card> followed = deck;
      followed.insert(followed.end(), 8, 255);
      const std::size_t ranked_of_followed = ranks_of_decks(followed, deck_size, rank);
      if (ranked_of_followed != ranked) FAIL("what lies behind a deck decides whether it is a permutation");
      if (ranked == 1 && rank[0] != expected) FAIL("what lies behind a deck decides its rank");
      more = false;
      for (std::size_t& index : choice) {
        if (++index < bytes.size()) {
          more = true;
          break;
        }
        index = 0;
      }
    }
    CHECK(permutations == permutation_count(deck_size));
  }
}

TEST_CASE("decks are ranked up to the first that is no permutation") {
  const std::vector<Card> decks{2, 0, 1, 0, 1, 2, 1, 1, 2, 0, 1, 2};
  std::array<std::uint32_t, 4> ranks{};
  CHECK(ranks_of_decks(decks, 3, ranks) == 2);
  CHECK(ranks[0] == 4);
  CHECK(ranks[1] == 0);
}

TEST_CASE("no more decks are ranked than there is room for") {
  const std::vector<Card> decks{2, 0, 1, 0, 1, 2, 0, 1, 2};
  std::array<std::uint32_t, 3> ranks{9, 9, 9};
  CHECK(ranks_of_decks(decks, 3, std::span(ranks).first(2)) == 2);
  CHECK(ranks == std::array<std::uint32_t, 3>{4, 0, 9});
  const std::vector<Card> nine{0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8};
  std::array<std::uint32_t, 2> rank{9, 9};
  CHECK(ranks_of_decks(nine, 9, std::span(rank).first(1)) == 1);
  CHECK(rank == std::array<std::uint32_t, 2>{0, 9});
}

TEST_CASE("decks whose ranks do not fit 32 bits are refused") {
  const std::vector<Card> deck{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  std::array<std::uint32_t, 1> rank{};
  CHECK(ranks_of_decks(deck, 12, rank) == 1);
  CHECK_THROWS_AS(ranks_of_decks(deck, 13, rank), std::invalid_argument);
  CHECK_THROWS_AS(ranks_of_decks(deck, 0, rank), std::invalid_argument);
}
