#include <algorithm>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/tally/tables/permutations_for_tests.hpp"
#include "core/tally/tables/tables.hpp"

using namespace fairshuffle;

namespace {

std::size_t at_of(const std::vector<Card>& permutation, std::size_t card) {
  return static_cast<std::size_t>(std::ranges::find(permutation, card) - permutation.begin());
}

// The pairs by their definition, of so many of the permutations.
std::vector<std::uint64_t> pairs_by_hand(const std::vector<std::vector<Card>>& permutations) {
  const std::size_t n = permutations.front().size();
  std::vector<std::vector<std::size_t>> places;
  for (const auto& permutation : permutations) {
    auto& of_cards = places.emplace_back();
    for (std::size_t card = 0; card < n; ++card) of_cards.push_back(at_of(permutation, card));
  }
  std::vector<std::uint64_t> pairs;
  for (std::size_t first = 0; first < n; ++first) {
    for (std::size_t second = first + 1; second < n; ++second) {
      pairs.push_back(static_cast<std::uint64_t>(
          std::ranges::count_if(places, [&](const auto& at) { return at[first] < at[second]; })));
    }
  }
  return pairs;
}

}  // namespace

TEST_CASE("of every two cards the one that comes first is counted, in any number of decks at a time") {
  for (const int deck_size : {13, 52, 128}) {
    // One plane, one plane and a rest, and a rest alone.
    for (const int count : {64, 150, 5}) {
      CAPTURE(deck_size);
      CAPTURE(count);
      const auto permutations = random_permutations(deck_size, count, 11);
      Tables tables(deck_size, Tables::Of::permutations), of_successive(deck_size, Tables::Of::successive);
      std::vector<std::vector<Card>> inverses;
      for (const auto& permutation : permutations) {
        tables.add(permutation);
        of_successive.add(permutation);
        inverses.push_back(inverse_of(permutation));
      }
      tables.settle();
      of_successive.settle();
      CHECK(std::ranges::equal(tables.of(relative_order_table), pairs_by_hand(permutations)));
      CHECK(std::ranges::equal(of_successive.of(relative_order_table), pairs_by_hand(permutations)));
      CHECK(std::ranges::equal(tables.of(inverse_relative_order_table), pairs_by_hand(inverses)));
    }
  }
}

TEST_CASE("pairs have a cell each, in the order of their cards") {
  std::size_t next = 0;
  for (std::size_t first = 0; first < 64; ++first) {
    for (std::size_t second = first + 1; second < 64; ++second) {
      CHECK(pair_of_cell(64, next) == std::pair(first, second));
      CHECK(cell_of_pair(64, first, second) == next++);
    }
  }
  CHECK(pairs_of(64) == next);
}

TEST_CASE("pairs that no trials can have brought are told") {
  const auto permutations = random_permutations(13, 10, 12);
  std::vector<std::uint64_t> pairs = pairs_by_hand(permutations);
  const auto why = [&pairs](std::uint64_t trials) {
    return relative_order_table.contradiction(13, trials, pairs);
  };
  CHECK(why(10).empty());
  pairs[cell_of_pair(13, 2, 5)] = 11;
  CHECK(why(10) == "has 2 before 5 11 times, of 10 trials");
  // Ten times one permutation, the sorted one or its reverse, is as far as three can go.
  for (const std::uint64_t count : {10U, 0U}) {
    std::ranges::fill(pairs, count);
    CHECK(why(10).empty());
  }
  pairs[cell_of_pair(13, 0, 1)] = 1;
  CHECK(why(10).empty());
  pairs[cell_of_pair(13, 0, 2)] = 2;
  CHECK(why(10) == "has 0 before 1, 1 before 2 and 2 before 0 in 9 cases, where 10 trials make 10 to 20");
  std::ranges::fill(pairs, 10);
  pairs[cell_of_pair(13, 10, 12)] = 9;
  CHECK(why(10) ==
        "has 10 before 11, 11 before 12 and 12 before 10 in 21 cases, where 10 trials make 10 to 20");
  // Each pair by itself could be, but three cannot lie in a circle.
  std::ranges::fill(pairs, 9);
  CHECK(why(10).empty());
  pairs[cell_of_pair(13, 3, 9)] = 1;
  CHECK(why(10) == "has 3 before 4, 4 before 9 and 9 before 3 in 27 cases, where 10 trials make 10 to 20");
  std::ranges::fill(pairs, 1);
  pairs[cell_of_pair(13, 3, 9)] = 9;
  CHECK(why(10) == "has 3 before 4, 4 before 9 and 9 before 3 in 3 cases, where 10 trials make 10 to 20");
}
