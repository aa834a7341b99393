// What is counted of wide decks: by definition, and as of the same decks in bytes where there are such.
#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "core/tally/tables/permutations_for_tests.hpp"
#include "core/tally/tables/tables.hpp"
#include "core/tally/tally.hpp"

using namespace fairshuffle;

namespace {

std::vector<WideCard> random_wide_decks(int deck_size, int count, unsigned seed) {
  std::mt19937_64 words(seed);
  std::vector<WideCard> decks;
  for (int deck = 0; deck < count; ++deck) {
    std::vector<WideCard> permutation(static_cast<std::size_t>(deck_size));
    std::iota(permutation.begin(), permutation.end(), WideCard{0});
    std::ranges::shuffle(permutation, words);
    decks.insert(decks.end(), permutation.begin(), permutation.end());
  }
  return decks;
}

std::uint64_t sum_of(std::span<const std::uint64_t> counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

}  // namespace

TEST_CASE(
    "every table that wide decks have counts permutations in two bytes a card as it does in planes of "
    "bytes") {
  for (const int deck_size : {13, 52, 100, 128}) {
    CAPTURE(deck_size);
    const auto permutations = random_permutations(deck_size, 150, 5);
    Tables tables(deck_size, Tables::Of::permutations);
    for (const auto& permutation : permutations) tables.add(permutation);
    tables.settle();
    std::size_t wide_tables = 0;
    for (const Tables::Table& table : tables.all()) {
      if (table.info->add_wide == nullptr) continue;
      CAPTURE(table.info->name);
      ++wide_tables;
      std::vector<std::uint64_t> cells(table.cells.size());
      for (const auto& permutation : permutations) {
        const std::vector<WideCard> cards(permutation.begin(), permutation.end());
        std::vector<WideCard> places(cards.size());
        places_of(cards, places);
        table.info->add_wide({.cards = cards, .places = places}, cells);
      }
      CHECK(cells == table.cells);
    }
    CHECK(wide_tables == 11);
  }
}

TEST_CASE("relative permutations of wide decks can be left out, and nothing else is counted otherwise") {
  const std::vector<WideCard> decks = random_wide_decks(200, 20, 2);
  const auto counted = [&decks](const OnRequest& asked) {
    RunningTally running(200, 0, std::nullopt, fewest_slots_told, asked);
    RunningTally beside = running.beside();
    CHECK(running.counts_successive() == asked.successive_of_wide_decks);
    CHECK(beside.counts_successive() == asked.successive_of_wide_decks);
    TrialStream stream(200);
    stream.add_decks(decks, 0, beside);
    running.merge(beside);
    return running.complete();
  };
  const OnRequest left_out{.tables = {}, .bets = {}, .successive_of_wide_decks = false};
  const Tally with = counted({}), without = counted(left_out);
  CHECK(with.successive.pairs == 19);
  CHECK(without.successive.pairs == 0);
  CHECK(std::ranges::equal(with.positions.cells(), without.positions.cells()));
  CHECK(std::ranges::equal(with.neighbours.cells(), without.neighbours.cells()));
  CHECK(std::ranges::equal(with.tables.of(descents_table), without.tables.of(descents_table)));
  CHECK(with.repeats.pairs == without.repeats.pairs);
  CHECK(with.birthday.kept == without.birthday.kept);
  // Of other decks they are counted all the same.
  CHECK(RunningTally(52, 0, std::nullopt, fewest_slots_told, left_out).counts_successive());
}

TEST_CASE("1,024 cards are counted by place, by neighbour and by number") {
  constexpr int deck_size = 1024, trials = 20;
  const std::vector<WideCard> decks = random_wide_decks(deck_size, trials, 1);
  RunningTally running(deck_size, 2);
  TrialStream stream(deck_size);
  stream.add_decks(decks, 0, running);
  CHECK(running.trials() == trials);
  CHECK(running.invalid_trials() == 0);
  const Tally tally = running.complete();
  std::uint64_t fixed = 0, cycles = 0, even = 0;
  for (int trial = 0; trial < trials; ++trial) {
    const auto permutation = std::span(decks).subspan(static_cast<std::size_t>(trial * deck_size), deck_size);
    fixed += static_cast<std::uint64_t>(fixed_points(permutation));
    cycles += static_cast<std::uint64_t>(cycle_count(permutation));
    even += (deck_size - cycle_count(permutation)) % 2 == 0 ? 1 : 0;
    for (int position : {0, 1, 500, 1023}) {
      const int card = permutation[static_cast<std::size_t>(position)];
      CHECK(tally.positions.at(position, card) > 0);
      const int next =
          position == deck_size - 1 ? deck_size : permutation[static_cast<std::size_t>(position + 1)];
      CHECK(tally.neighbours.at(card, next) > 0);
    }
    CHECK(tally.neighbours.at(deck_size, permutation[0]) > 0);
  }
  CHECK(sum_of(tally.positions.cells()) == std::uint64_t{deck_size} * trials);
  CHECK(sum_of(tally.neighbours.cells()) == std::uint64_t{deck_size + 1} * trials);
  const auto weighted = [](std::span<const std::uint64_t> by_value) {
    std::uint64_t sum = 0;
    for (std::size_t value = 0; value < by_value.size(); ++value) sum += value * by_value[value];
    return sum;
  };
  CHECK(weighted(tally.fixed_points.by_value()) == fixed);
  CHECK(weighted(tally.cycles.by_value()) == cycles);
  CHECK(tally.parity.by_value()[0] == even);
  CHECK(sum_of(tally.subsets->by_rank()) == trials);
  CHECK(tally.birthday.distinct == trials);
  CHECK(tally.successive.pairs == trials - 1);
  CHECK(sum_of(tally.successive.positions.cells()) == std::uint64_t{deck_size} * (trials - 1));
  CHECK(tally.tables.has(descents_table));
  CHECK_FALSE(tally.tables.has(inversions_table));
  CHECK(sum_of(tally.tables.of(descents_table)) == trials);
  CHECK(sum_of(tally.successive.tables.of(descents_table)) == trials - 1);
}

TEST_CASE("equal decks, decks that lost cards and the pairs between them are told of 150 cards") {
  constexpr std::size_t deck_size = 150;
  std::vector<WideCard> decks = random_wide_decks(deck_size, 6, 2);
  std::ranges::copy_n(decks.begin(), deck_size, decks.begin() + deck_size);
  decks[3 * deck_size] = 999;
  RunningTally running(deck_size, 0);
  TrialStream stream(deck_size);
  stream.add_decks(decks, 100, running);
  CHECK(running.trials() == 5);
  REQUIRE(running.witnesses().size() == 1);
  CHECK(running.witnesses()[0].trial == 103);
  CHECK(running.witnesses()[0].permutation.front() == 999);
  const Tally tally = running.complete();
  CHECK(tally.repeats.pairs == 3);
  CHECK(tally.repeats.equal == 1);
  CHECK(tally.birthday.repeats() == 1);
  CHECK(tally.successive.pairs == 3);
  // The relative permutation of equal decks moves nothing.
  CHECK(tally.successive.fixed_points.by_value()[deck_size] == 1);
}

TEST_CASE("decks that come in two bytes a card are counted as those of one byte") {
  for (const int deck_size : {1, 5, 12, 13, 52, 128}) {
    CAPTURE(deck_size);
    std::vector<WideCard> wide = random_wide_decks(deck_size, 3000, 3);
    if (deck_size > 1)
      wide[static_cast<std::size_t>(700 * deck_size)] = wide[static_cast<std::size_t>(700 * deck_size) + 1];
    wide[static_cast<std::size_t>(2000 * deck_size)] = 300;
    std::vector<Card> bytes;
    for (const WideCard card : wide) bytes.push_back(static_cast<Card>(std::min<WideCard>(card, 255)));
    RunningTally of_wide(deck_size, 0), of_bytes(deck_size, 0);
    TrialStream first(deck_size), second(deck_size);
    first.add_decks(wide, 0, of_wide);
    second.add_decks(bytes, 0, of_bytes);
    const Tally one = of_wide.complete(), other = of_bytes.complete();
    CHECK(of_wide.trials() == of_bytes.trials());
    CHECK(of_wide.invalid_trials() == of_bytes.invalid_trials());
    CHECK(of_wide.witnesses().back().permutation.front() == 300);
    CHECK(std::ranges::equal(one.positions.cells(), other.positions.cells()));
    CHECK(std::ranges::equal(one.neighbours.cells(), other.neighbours.cells()));
    CHECK(one.repeats.pairs == other.repeats.pairs);
    CHECK(one.successive.pairs == other.successive.pairs);
    CHECK(one.birthday.distinct == other.birthday.distinct);
  }
}
