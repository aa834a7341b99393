// Pair positions, against counts by their definition.
#include <algorithm>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/cases_for_tests.hpp"
#include "core/tally/pair_positions_for_tests.hpp"
#include "core/tally/tables/permutations_for_tests.hpp"
#include "core/tally/tables/tables.hpp"
#include "core/tally/tally.hpp"

using namespace fairshuffle;

namespace {

RunningTally tally_of_pairs(int deck_size) {
  return RunningTally(deck_size, 0, std::nullopt, most_birthday_slots,
                      {.tables = {}, .bets = {}, .pairs = true});
}

}  // namespace

TEST_CASE("pair positions are those of the definition, of any number of waiting permutations") {
  for (const auto& [cards, permutations_added] : cases({std::pair{13, 1}, {20, 333}, {14, 500}, {13, 64}})) {
    const int deck_size = cards, count = permutations_added;
    CAPTURE(deck_size);
    CAPTURE(count);
    std::vector<std::vector<Card>> permutations = random_permutations(deck_size, count, 5);
    permutations.push_back(permutations.front());
    PairPositionCounts counts(deck_size);
    for (const std::vector<Card>& permutation : permutations) counts.add(permutation);
    const PairPositions expected = pair_positions_of(permutations);
    const PairPositions sums = counts.sums();
    CHECK(sums == expected);
    // The first pairs are those of card 0 with 1, 2, ...
    CHECK(sums.cards.size() == pairs_of(permutations.front().size()));
  }
}

// By the definition the sums of so many cells would take ten seconds.
TEST_CASE("cards and places of seven bits are counted in cells of their own") {
  constexpr std::size_t deck_size = 66;
  std::vector<std::vector<Card>> permutations = random_permutations(deck_size, 70, 5);
  PairPositionCounts counts(deck_size);
  std::vector<std::uint32_t> expected(pairs_of(deck_size) * deck_size * deck_size);
  for (const std::vector<Card>& permutation : permutations) {
    counts.add(permutation);
    std::vector<std::size_t> place(deck_size);
    for (std::size_t position = 0; position < deck_size; ++position) place[permutation[position]] = position;
    std::size_t pair = 0;
    for (std::size_t lower = 0; lower < deck_size; ++lower) {
      for (std::size_t higher = lower + 1; higher < deck_size; ++higher, ++pair) {
        ++expected[(pair * deck_size + place[lower]) * deck_size + place[higher]];
      }
    }
  }
  counts.settle();
  CHECK(std::ranges::equal(counts.cells(), expected));
}

TEST_CASE("one permutation that waits is counted when it is settled, and a second settling counts nothing") {
  const std::vector<std::vector<Card>> permutations = random_permutations(13, 1, 9);
  PairPositionCounts counts(13);
  counts.settle();
  CHECK(std::ranges::count(counts.cells(), 0U) == 78 * 169);
  counts.add(permutations.front());
  CHECK_THROWS_AS(counts.cells(), std::logic_error);
  for (int settled = 1; settled <= 2; ++settled) {
    counts.settle();
    // Each of 78 pairs lies in one way.
    CHECK(std::ranges::count(counts.cells(), 1U) == 78);
    CHECK(std::ranges::count(counts.cells(), 0U) == 78 * 168);
    CHECK(counts.sums() == pair_positions_of(permutations));
  }
}

TEST_CASE("sums are those of all permutations, with one that waits in either part or in both") {
  const std::vector<std::vector<Card>> permutations = random_permutations(13, 2, 11);
  const PairPositions expected = pair_positions_of(permutations);
  for (const int settled : {0, 1, 2, 3}) {
    PairPositionCounts first(13), second(13);
    first.add(permutations[0]);
    second.add(permutations[1]);
    if ((settled & 1) != 0) first.settle();
    if ((settled & 2) != 0) second.settle();
    CAPTURE(settled);
    CHECK(PairPositionCounts::sums_of(first, second) == expected);
    CHECK(first.sums() == pair_positions_of({permutations[0]}));
  }
}

TEST_CASE("a table of the largest deck of six bits takes cards and places up to 63") {
  const std::vector<std::vector<Card>> permutations = random_permutations(64, 70, 6);
  PairPositionCounts counts(64);
  for (const std::vector<Card>& permutation : permutations) counts.add(permutation);
  counts.settle();
  const std::span<const std::uint32_t> cells = counts.cells();
  for (const auto& [lower, higher] :
       {std::pair<std::size_t, std::size_t>{0, 1}, {0, 63}, {62, 63}, {20, 41}}) {
    std::vector<std::uint32_t> expected(64 * 64);
    for (const std::vector<Card>& permutation : permutations) {
      const std::vector<Card> places = inverse_of(permutation);
      ++expected[places[lower] * std::size_t{64} + places[higher]];
    }
    const auto counted = cells.subspan(cell_of_pair(64, lower, higher) * 64 * 64, 64 * 64);
    CHECK(std::ranges::equal(counted, expected));
  }
}

TEST_CASE("pair positions do not depend on how trials are parted, nor on when they are settled") {
  const std::vector<std::vector<Card>> permutations = random_permutations(13, 40'000, 7);
  PairPositionCounts whole(13);
  RunningTally first = tally_of_pairs(13), second = tally_of_pairs(13);
  RunningTally beside = first.beside();
  for (std::size_t index = 0; index < permutations.size(); ++index) {
    whole.add(permutations[index]);
    (index % 3 == 0 ? first : index % 3 == 1 ? second : beside).add_permutation(permutations[index]);
    if (index == 12'345) first.settle();
  }
  const PairPositions expected = whole.sums();
  first.settle();
  beside.settle();
  first.merge(beside);
  CHECK(RunningTally::pair_positions_of(first, second) == expected);
  CHECK(first.complete().pair_positions.has_value());
}

TEST_CASE("a constant deck is counted in full, as are batches that are just full") {
  std::vector<Card> deck(13);
  for (std::size_t card = 0; card < deck.size(); ++card) deck[card] = static_cast<Card>(card);
  PairPositionCounts counts(13);
  constexpr std::uint64_t trials = 5 * PairPositionCounts::most_waiting;
  for (std::uint64_t trial = 0; trial < trials; ++trial) counts.add(deck);
  const PairPositions sums = counts.sums();
  for (const PairSums& pair : sums.cards) {
    CHECK(pair == PairSums{trials * trials, trials * trials, (13 * 12 - 1) * trials});
  }
  CHECK(sums.places == sums.cards);
}

TEST_CASE("pair positions are counted only where they are asked for, and never of small decks") {
  CHECK_FALSE(RunningTally::pair_positions_of(RunningTally(13, 0), RunningTally(13, 0)));
  const RunningTally small = tally_of_pairs(12);
  CHECK_FALSE(RunningTally::pair_positions_of(small, small));
  CHECK_THROWS_AS(PairPositionCounts(12), std::invalid_argument);
  CHECK_THROWS_AS(PairPositionCounts(129), std::invalid_argument);
}

TEST_CASE("pair positions of different decks, or of permutations that wait, do not add up") {
  PairPositionCounts counts(13), waiting(13);
  waiting.add(random_permutations(13, 1, 8).front());
  CHECK_THROWS_AS(counts.merge(PairPositionCounts(14)), std::invalid_argument);
  CHECK_THROWS_AS(counts.merge(waiting), std::logic_error);
  CHECK_THROWS_AS(waiting.merge(counts), std::logic_error);
  CHECK(PairPositionCounts::bytes(52) == 1326 * 2704 * 4 + 52 * (16'384 + 64));
}
