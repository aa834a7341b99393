// Tables of pairs of cards or places, against counts by their definitions.
#include <algorithm>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/cases_for_tests.hpp"
#include "core/tally/tables/tables.hpp"

using namespace fairshuffle;

namespace {

using Cells = std::vector<std::uint64_t>;

std::vector<std::vector<Card>> random_permutations(int deck_size, int count) {
  std::mt19937_64 words(14);
  std::vector<std::vector<Card>> permutations;
  std::vector<Card> permutation(static_cast<std::size_t>(deck_size));
  std::iota(permutation.begin(), permutation.end(), Card{0});
  for (int index = 0; index < count; ++index) {
    std::ranges::shuffle(permutation, words);
    permutations.push_back(permutation);
  }
  return permutations;
}

std::size_t place_of(const std::vector<Card>& permutation, std::size_t card) {
  return static_cast<std::size_t>(std::ranges::find(permutation, static_cast<Card>(card)) -
                                  permutation.begin());
}

void count_inverse_neighbours(const std::vector<Card>& permutation, Cells& cells) {
  const std::size_t n = permutation.size();
  ++cells[n * (n + 1) + place_of(permutation, 0)];
  for (std::size_t card = 0; card + 1 < n; ++card) {
    ++cells[place_of(permutation, card) * (n + 1) + place_of(permutation, card + 1)];
  }
  ++cells[place_of(permutation, n - 1) * (n + 1) + n];
}
void count_differences(const std::vector<Card>& permutation, Cells& cells) {
  const std::size_t n = permutation.size();
  for (std::size_t place = 0; place < n; ++place) {
    ++cells[(permutation[(place + 1) % n] + n - permutation[place]) % n - 1];
  }
}
void count_inverse_differences(const std::vector<Card>& permutation, Cells& cells) {
  const std::size_t n = permutation.size();
  for (std::size_t card = 0; card < n; ++card) {
    ++cells[(place_of(permutation, (card + 1) % n) + n - place_of(permutation, card)) % n - 1];
  }
}
void count_hand_mates(const std::vector<Card>& permutation, Cells& cells) {
  const std::size_t n = permutation.size();
  const std::size_t width = n % 4 == 0 ? n / 4 : n % 3 == 0 ? n / 3 : n / 2;
  std::size_t cell = 0;
  for (std::size_t card = 0; card < n; ++card) {
    for (std::size_t other = card + 1; other < n; ++other) {
      cells[cell++] += place_of(permutation, card) / width == place_of(permutation, other) / width;
    }
  }
}

struct Kind {
  const TableInfo* info;
  void (*count)(const std::vector<Card>& permutation, Cells& cells);
};
constexpr Kind kinds[] = {{&inverse_neighbours_table, count_inverse_neighbours},
                          {&cyclic_differences_table, count_differences},
                          {&inverse_cyclic_differences_table, count_inverse_differences},
                          {&hand_mates_table, count_hand_mates}};

Cells counted_by_hand(const Kind& kind, int deck_size, const std::vector<std::vector<Card>>& permutations) {
  Cells cells(kind.info->cells(deck_size));
  if (cells.empty()) return cells;
  for (const auto& permutation : permutations) kind.count(permutation, cells);
  return cells;
}

}  // namespace

TEST_CASE("tables of pairs are those of their definitions, in any number of decks at a time") {
  for (const int deck_size : cases({15, 50, 128, 52})) {
    const auto permutations = random_permutations(deck_size, 150);
    Tables tables(deck_size, Tables::Of::permutations);
    for (const auto& permutation : permutations) tables.add(permutation);
    tables.settle();
    for (const Kind& kind : kinds) {
      CAPTURE(deck_size);
      CAPTURE(kind.info->name);
      const Cells expected = counted_by_hand(kind, deck_size, permutations);
      CHECK(std::ranges::equal(tables.of(*kind.info), expected));
      CHECK(kind.info->contradiction(deck_size, permutations.size(), expected) == "");
    }
  }
}

TEST_CASE("a count that is one off contradicts the trials, and so does one moved elsewhere") {
  for (const int deck_size : {13, 52}) {
    const auto permutations = random_permutations(deck_size, 40);
    for (const Kind& kind : kinds) {
      Cells cells = counted_by_hand(kind, deck_size, permutations);
      const auto is_refused = [&](std::uint64_t trials) {
        return kind.info->contradiction(deck_size, trials, cells) != "";
      };
      CAPTURE(deck_size);
      CAPTURE(kind.info->name);
      for (std::size_t cell = 0; cell < cells.size(); ++cell) {
        std::uint64_t& elsewhere = cells[(cell + 1) % cells.size()];
        ++cells[cell];
        CHECK(is_refused(permutations.size()));
        if (elsewhere > 0) {
          --elsewhere;
          CHECK(is_refused(permutations.size()));
          ++elsewhere;
        }
        --cells[cell];
      }
      if (cells.empty()) continue;
      CHECK_FALSE(is_refused(permutations.size()));
      CHECK(is_refused(permutations.size() + 1));
      for (std::uint64_t& count : cells) count = ~std::uint64_t{0};
      CHECK(is_refused(permutations.size()));
    }
  }
}

TEST_CASE("contradictions of tables of pairs are told in a sentence") {
  // One trial of fourteen cards that were left in order.
  Cells differences(13);
  differences[0] = 14;
  const auto differ = [&] { return cyclic_differences_table.contradiction(14, 1, differences); };
  CHECK(differ() == "");
  differences[0] = 12;
  differences[1] = 2;
  CHECK(differ() == "has differences that add up to no multiple of 14");
  // Steps of two go round the even cards, and then round the odd ones.
  differences[0] = 0;
  differences[1] = 14;
  CHECK(differ() == "has 14 differences of 2, where 1 trials have at most 12");
  differences[1] = 12;
  CHECK(differ() == "adds up to 12, where 1 trials of 14 cards have 14");

  // Two hands of seven cards.
  Cells mates(91);
  count_hand_mates({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13}, mates);
  const auto mate = [&] { return hand_mates_table.contradiction(14, 1, mates); };
  CHECK(mate() == "");
  mates[0] = 0;
  CHECK(mate() == "has 5 cards beside card 0, where 1 trials have 6");
  mates[0] = 2;
  CHECK(mate() == "has cards 0 and 1 in one hand in 2 of 1 trials");

  Cells neighbours(225);
  count_inverse_neighbours({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13}, neighbours);
  const auto neighbour = [&] { return inverse_neighbours_table.contradiction(14, 1, neighbours); };
  CHECK(neighbour() == "");
  neighbours[1 * 15] = 1;
  CHECK(neighbour() == "has 1 trials from 0 to 1 and 1 back, of 1");
  neighbours[1 * 15] = 0;
  neighbours[1] = 0;
  CHECK(neighbour() == "has 1 trials to place 0 and 0 from there, of 1");
}

TEST_CASE("a deck is dealt into the most of four, three or two equal hands") {
  CHECK(hands_of(52) == 4);
  CHECK(hands_of(54) == 3);
  CHECK(hands_of(50) == 2);
  CHECK(hands_of(13) == 0);
  CHECK(hand_mates_table.cells(52) == 1326);
  CHECK(hand_mates_table.cells(49) == 0);
}
