#include <algorithm>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/tally/tables/permutations_for_tests.hpp"
#include "core/tally/tables/tables.hpp"

using namespace fairshuffle;

TEST_CASE("the draws that Durstenfeld's shuffle made are read back from what it brought") {
  std::mt19937_64 words(13);
  for (const int deck_size : {13, 52, 128}) {
    CAPTURE(deck_size);
    Tables tables(deck_size, Tables::Of::permutations);
    std::vector<std::uint64_t> drawn(lehmer_code_table.cells(deck_size));
    for (int trial = 0; trial < 150; ++trial) {
      std::vector<Card> deck(static_cast<std::size_t>(deck_size));
      std::iota(deck.begin(), deck.end(), Card{0});
      for (std::size_t i = deck.size() - 1; i > 0; --i) {
        const std::size_t draw = words() % (i + 1);
        ++drawn[cell_of_digit(i) + draw];
        std::swap(deck[i], deck[draw]);
      }
      tables.add(deck);
    }
    tables.settle();
    CHECK(std::ranges::equal(tables.of(lehmer_code_table), drawn));
    CHECK(lehmer_code_table.contradiction(deck_size, 150, drawn).empty());
  }
}

TEST_CASE("every order of five cards has digits of its own") {
  std::vector<std::vector<std::uint64_t>> seen;
  for (std::uint64_t rank = 0; rank < 120; ++rank) {
    PermutationBatches planes(5);
    add_all({{permutation_of_rank(rank, 5)}}, planes);
    std::vector<std::uint64_t> digits(detail::cells_of_digits(5));
    detail::add_digits(planes, digits);
    CHECK(detail::why_no_digits(5, 1, digits).empty());
    seen.push_back(digits);
  }
  std::ranges::sort(seen);
  CHECK(std::ranges::adjacent_find(seen) == seen.end());
}

TEST_CASE("digits that no trials can have brought are told") {
  std::vector<std::uint64_t> digits(lehmer_code_table.cells(13));
  for (std::size_t i = 1; i < 13; ++i) digits[cell_of_digit(i)] = 7;
  const auto why = [&digits](std::uint64_t trials) {
    return lehmer_code_table.contradiction(13, trials, digits);
  };
  CHECK(why(7).empty());
  CHECK(why(6) == "has 7 permutations of 0, of 6 trials, in digit 1");
  CHECK(why(8) == "adds up to 7, of 8 trials, in digit 1");
  ++digits[cell_of_digit(4) + 2];
  CHECK(why(7) == "adds up to 8, of 7 trials, in digit 4");
}
