#include "core/permutation/permutation.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

using namespace fairshuffle;

namespace {
std::vector<Card> sorted_deck(int deck_size) {
  std::vector<Card> deck(static_cast<std::size_t>(deck_size));
  std::iota(deck.begin(), deck.end(), Card{0});
  return deck;
}
}  // namespace

TEST_CASE("ranks number all permutations of up to seven cards in lexicographic order and back") {
  for (int deck_size = 1; deck_size <= 7; ++deck_size) {
    std::vector<Card> permutation = sorted_deck(deck_size);
    std::uint64_t expected_rank = 0;
    do {
      REQUIRE(rank_of(permutation) == expected_rank);
      REQUIRE(permutation_of_rank(expected_rank, deck_size) == permutation);
      ++expected_rank;
    } while (std::next_permutation(permutation.begin(), permutation.end()));
    CHECK(expected_rank == permutation_count(deck_size));
  }
}

TEST_CASE("the last order of twenty cards has rank 20! - 1") {
  std::vector<Card> permutation = sorted_deck(20);
  std::reverse(permutation.begin(), permutation.end());
  CHECK(rank_of(permutation) == 2432902008176640000ULL - 1);
}

TEST_CASE("a lost, a doubled and a foreign card are each no permutation") {
  CHECK(is_permutation(std::vector<Card>{2, 0, 1}));
  CHECK_FALSE(is_permutation(std::vector<Card>{2, 0, 0}));
  CHECK_FALSE(is_permutation(std::vector<Card>{2, 0, 3}));
  CHECK_FALSE(is_permutation(std::vector<Card>{1}));
  CHECK(is_permutation(std::vector<Card>{}));
  for (const std::size_t deck_size : {63U, 64U, 65U, 127U, 128U}) {
    CAPTURE(deck_size);
    std::vector<Card> full = sorted_deck(static_cast<int>(deck_size));
    std::ranges::reverse(full);
    CHECK(is_permutation(full));
    for (const std::size_t position : {std::size_t{5}, deck_size - 1}) {
      const Card there = full[position];
      for (const std::size_t other : {std::size_t{6}, std::size_t{200}, deck_size}) {
        full[position] = other == 6 ? full[6] : static_cast<Card>(other);
        CHECK_FALSE(is_permutation(full));
      }
      full[position] = there;
    }
  }
}

TEST_CASE(
    "the checked rank is the rank of a permutation and none of anything else, over all decks of four bytes "
    "to six") {
  std::vector<Card> deck(4);
  for (int code = 0; code < 6 * 6 * 6 * 6; ++code) {
    int rest = code;
    for (Card& card : deck) {
      card = static_cast<Card>(rest % 6);
      rest /= 6;
    }
    REQUIRE(checked_rank_of(deck) == (is_permutation(deck) ? rank_of(deck) : no_rank));
  }
  CHECK(checked_rank_of(std::vector<Card>{1, 64}) == no_rank);
  CHECK(checked_rank_of(std::vector<Card>{65, 0}) == no_rank);
  CHECK(checked_rank_of(std::vector<Card>{255, 254}) == no_rank);
  CHECK(checked_rank_of(std::vector<Card>{1, 16}) == no_rank);
  CHECK(checked_rank_of(std::vector<Card>{17, 0}) == no_rank);
  CHECK(checked_rank_of(std::vector<Card>{}) == 0);

  std::vector<Card> largest = sorted_deck(15);
  std::ranges::reverse(largest);
  CHECK(checked_rank_of(largest) == permutation_count(15) - 1);
  largest[3] = largest[7];
  CHECK(checked_rank_of(largest) == no_rank);
  // Fifteen of one card: the most that a digit holds.
  for (int card = 0; card < 16; ++card) {
    CHECK(checked_rank_of(std::vector<Card>(15, static_cast<Card>(card))) == no_rank);
  }
}

TEST_CASE("fixed points, cycles and parity of all permutations of four cards add up to the known numbers") {
  std::vector<int> by_fixed_points(5), by_cycles(5);
  int even = 0;
  std::vector<Card> permutation = sorted_deck(4);
  do {
    ++by_fixed_points[static_cast<std::size_t>(fixed_points(permutation))];
    ++by_cycles[static_cast<std::size_t>(cycle_count(permutation))];
    even += is_even(permutation);
  } while (to_next_permutation(permutation));
  CHECK(by_fixed_points == std::vector<int>{9, 8, 6, 0, 1});  // rencontres numbers, OEIS A008290
  CHECK(by_cycles == std::vector<int>{0, 6, 11, 6, 1});       // Stirling, first kind, OEIS A132393
  CHECK(even == 12);
}

TEST_CASE("a permutation is even when an even number of its pairs of cards stand the wrong way round") {
  for (int deck_size = 1; deck_size <= 5; ++deck_size) {
    std::vector<Card> permutation = sorted_deck(deck_size);
    do {
      int inversions = 0;
      for (std::size_t later = 0; later < permutation.size(); ++later) {
        for (std::size_t earlier = 0; earlier < later; ++earlier)
          inversions += permutation[earlier] > permutation[later];
      }
      REQUIRE(is_even(permutation) == (inversions % 2 == 0));
    } while (to_next_permutation(permutation));
  }
}

TEST_CASE("cycles and fixed points of the largest deck are counted to its last card") {
  for (const int deck_size : {64, 66, 128}) {
    CAPTURE(deck_size);
    std::vector<Card> permutation = sorted_deck(deck_size);
    CHECK(fixed_points(permutation) == deck_size);
    CHECK(cycle_count(permutation) == deck_size);
    CHECK(is_even(permutation));
    std::swap(permutation.front(), permutation.back());
    CHECK(fixed_points(permutation) == deck_size - 2);
    CHECK(cycle_count(permutation) == deck_size - 1);
    CHECK_FALSE(is_even(permutation));
    // One cycle of all cards but the last one, which is in its place.
    std::rotate(permutation.begin(), permutation.begin() + 1, permutation.end());
    CHECK(fixed_points(permutation) == 1);
    CHECK(cycle_count(permutation) == 2);
    CHECK(is_even(permutation));
  }
}

TEST_CASE("after the last order comes the first again, and that is told") {
  std::vector<Card> permutation{2, 1, 0};
  CHECK_FALSE(to_next_permutation(permutation));
  CHECK(permutation == std::vector<Card>{0, 1, 2});
  CHECK(to_next_permutation(permutation));
  CHECK(permutation == std::vector<Card>{0, 2, 1});
}

TEST_CASE("the relative order applied to the deck before gives the deck after") {
  const std::vector<Card> before{3, 1, 0, 2}, after{0, 3, 2, 1};
  std::vector<Card> relative(4);
  relative_order(before, after, relative);
  for (std::size_t position = 0; position < 4; ++position)
    CHECK(before[relative[position]] == after[position]);
}

TEST_CASE("counts and ranks out of range are refused") {
  CHECK_THROWS_AS(permutation_count(21), std::invalid_argument);
  CHECK_THROWS_AS(permutation_count(-1), std::invalid_argument);
  CHECK_THROWS_AS(permutation_of_rank(6, 3), std::invalid_argument);
  CHECK(permutation_of_rank(5, 3) == std::vector<Card>{2, 1, 0});
  CHECK(permutation_count(0) == 1);
  CHECK(permutation_count(1) == 1);
  CHECK(permutation_count(20) == 2432902008176640000ULL);
}
