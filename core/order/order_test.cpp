#include "core/order/order.hpp"

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

TEST_CASE("ranks number all orders of up to seven cards in lexicographic order and back") {
  for (int deck_size = 1; deck_size <= 7; ++deck_size) {
    std::vector<Card> order = sorted_deck(deck_size);
    std::uint64_t expected_rank = 0;
    do {
      REQUIRE(rank_of(order) == expected_rank);
      REQUIRE(order_of_rank(expected_rank, deck_size) == order);
      ++expected_rank;
    } while (std::next_permutation(order.begin(), order.end()));
    CHECK(expected_rank == order_count(deck_size));
  }
}

TEST_CASE("the last order of twenty cards has rank 20! - 1") {
  std::vector<Card> order = sorted_deck(20);
  std::reverse(order.begin(), order.end());
  CHECK(rank_of(order) == 2432902008176640000ULL - 1);
}

TEST_CASE("a lost, a doubled and a foreign card are each no order") {
  CHECK(is_order(std::vector<Card>{2, 0, 1}));
  CHECK_FALSE(is_order(std::vector<Card>{2, 0, 0}));
  CHECK_FALSE(is_order(std::vector<Card>{2, 0, 3}));
  CHECK_FALSE(is_order(std::vector<Card>{1}));
  CHECK(is_order(std::vector<Card>{}));
  for (const std::size_t deck_size : {63U, 64U, 65U, 127U, 128U}) {
    CAPTURE(deck_size);
    std::vector<Card> full = sorted_deck(static_cast<int>(deck_size));
    std::ranges::reverse(full);
    CHECK(is_order(full));
    for (const std::size_t position : {std::size_t{5}, deck_size - 1}) {
      const Card there = full[position];
      for (const std::size_t other : {std::size_t{6}, std::size_t{200}, deck_size}) {
        full[position] = other == 6 ? full[6] : static_cast<Card>(other);
        CHECK_FALSE(is_order(full));
      }
      full[position] = there;
    }
  }
}

TEST_CASE(
    "the checked rank is the rank of an order and none of anything else, over all decks of four bytes to "
    "six") {
  std::vector<Card> deck(4);
  for (int code = 0; code < 6 * 6 * 6 * 6; ++code) {
    int rest = code;
    for (Card& card : deck) {
      card = static_cast<Card>(rest % 6);
      rest /= 6;
    }
    REQUIRE(checked_rank_of(deck) == (is_order(deck) ? rank_of(deck) : no_rank));
  }
  CHECK(checked_rank_of(std::vector<Card>{1, 64}) == no_rank);
  CHECK(checked_rank_of(std::vector<Card>{65, 0}) == no_rank);
  CHECK(checked_rank_of(std::vector<Card>{255, 254}) == no_rank);
  CHECK(checked_rank_of(std::vector<Card>{1, 16}) == no_rank);
  CHECK(checked_rank_of(std::vector<Card>{17, 0}) == no_rank);
  CHECK(checked_rank_of(std::vector<Card>{}) == 0);

  std::vector<Card> largest = sorted_deck(15);
  std::ranges::reverse(largest);
  CHECK(checked_rank_of(largest) == order_count(15) - 1);
  largest[3] = largest[7];
  CHECK(checked_rank_of(largest) == no_rank);
  // Fifteen of one card: the most that a digit holds.
  for (int card = 0; card < 16; ++card) {
    CHECK(checked_rank_of(std::vector<Card>(15, static_cast<Card>(card))) == no_rank);
  }
}

TEST_CASE("fixed points, cycles and parity of all orders of four cards add up to the known numbers") {
  std::vector<int> by_fixed_points(5), by_cycles(5);
  int even = 0;
  std::vector<Card> order = sorted_deck(4);
  do {
    ++by_fixed_points[static_cast<std::size_t>(fixed_points(order))];
    ++by_cycles[static_cast<std::size_t>(cycle_count(order))];
    even += is_even(order);
  } while (to_next_order(order));
  CHECK(by_fixed_points == std::vector<int>{9, 8, 6, 0, 1});  // rencontres numbers, OEIS A008290
  CHECK(by_cycles == std::vector<int>{0, 6, 11, 6, 1});       // Stirling, first kind, OEIS A132393
  CHECK(even == 12);
}

TEST_CASE("an order is even when an even number of its pairs of cards stand the wrong way round") {
  for (int deck_size = 1; deck_size <= 5; ++deck_size) {
    std::vector<Card> order = sorted_deck(deck_size);
    do {
      int inversions = 0;
      for (std::size_t later = 0; later < order.size(); ++later) {
        for (std::size_t earlier = 0; earlier < later; ++earlier) inversions += order[earlier] > order[later];
      }
      REQUIRE(is_even(order) == (inversions % 2 == 0));
    } while (to_next_order(order));
  }
}

TEST_CASE("cycles and fixed points of the largest deck are counted to its last card") {
  for (const int deck_size : {64, 66, 128}) {
    CAPTURE(deck_size);
    std::vector<Card> order = sorted_deck(deck_size);
    CHECK(fixed_points(order) == deck_size);
    CHECK(cycle_count(order) == deck_size);
    CHECK(is_even(order));
    std::swap(order.front(), order.back());
    CHECK(fixed_points(order) == deck_size - 2);
    CHECK(cycle_count(order) == deck_size - 1);
    CHECK_FALSE(is_even(order));
    // One cycle of all cards but the last one, which is in its place.
    std::rotate(order.begin(), order.begin() + 1, order.end());
    CHECK(fixed_points(order) == 1);
    CHECK(cycle_count(order) == 2);
    CHECK(is_even(order));
  }
}

TEST_CASE("after the last order comes the first again, and that is told") {
  std::vector<Card> order{2, 1, 0};
  CHECK_FALSE(to_next_order(order));
  CHECK(order == std::vector<Card>{0, 1, 2});
  CHECK(to_next_order(order));
  CHECK(order == std::vector<Card>{0, 2, 1});
}

TEST_CASE("the relative order applied to the deck before gives the deck after") {
  const std::vector<Card> before{3, 1, 0, 2}, after{0, 3, 2, 1};
  std::vector<Card> relative(4);
  relative_order(before, after, relative);
  for (std::size_t position = 0; position < 4; ++position)
    CHECK(before[relative[position]] == after[position]);
}

TEST_CASE("counts and ranks out of range are refused") {
  CHECK_THROWS_AS(order_count(21), std::invalid_argument);
  CHECK_THROWS_AS(order_count(-1), std::invalid_argument);
  CHECK_THROWS_AS(order_of_rank(6, 3), std::invalid_argument);
  CHECK(order_of_rank(5, 3) == std::vector<Card>{2, 1, 0});
  CHECK(order_count(0) == 1);
  CHECK(order_count(1) == 1);
  CHECK(order_count(20) == 2432902008176640000ULL);
}
