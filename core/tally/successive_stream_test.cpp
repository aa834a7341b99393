#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "core/tally/successive.hpp"
#include "core/tally/tally.hpp"

using namespace fairshuffle;

namespace {

std::uint64_t sum_of(const NumberCounts& counts) {
  const auto by_value = counts.by_value();
  return std::accumulate(by_value.begin(), by_value.end(), std::uint64_t{0});
}

std::uint64_t counted_pairs(std::uint64_t first_trial, std::uint64_t trials) {
  RunningTally tally(3, 0);
  TrialStream stream(3);
  const std::vector<Card> deck{2, 0, 1};
  for (std::uint64_t trial = first_trial; trial < first_trial + trials; ++trial)
    stream.add(deck, trial, tally);
  return tally.counted().successive.pairs;
}

}  // namespace

TEST_CASE("a relative permutation leads from one permutation to the next: where each card lay before") {
  RunningTally tally(4, 0);
  TrialStream stream(4);
  stream.add(std::vector<Card>{2, 0, 3, 1}, 0, tally);
  // Card 3 lay at 2, card 2 at 0, card 1 at 3 and card 0 at 1.
  stream.add(std::vector<Card>{3, 2, 1, 0}, 1, tally);
  const SuccessiveCounts& counts = tally.counted().successive;
  CHECK(counts.pairs == 1);
  CHECK(counts.permutations[rank_of(std::vector<Card>{2, 0, 3, 1})] == 1);
}

TEST_CASE("the relative permutations of a deck that is carried on are the shuffle itself") {
  for (const int deck_size : {5, 20}) {
    RunningTally tally(deck_size, 0);
    TrialStream stream(deck_size);
    std::vector<Card> deck(static_cast<std::size_t>(deck_size));
    std::iota(deck.begin(), deck.end(), Card{0});
    for (std::uint64_t trial = 0; trial < 100; ++trial) {
      stream.add(deck, trial, tally);
      std::rotate(deck.begin(), deck.begin() + 1, deck.end());
    }
    tally.settle();
    const SuccessiveCounts& counts = tally.counted().successive;
    CHECK(counts.pairs == 99);
    if (deck_size == 5) {
      CHECK(counts.permutations[rank_of(std::vector<Card>{1, 2, 3, 4, 0})] == 99);
    } else {
      CHECK(counts.permutations.empty());
      CHECK(counts.positions.at(19, 0) == 99);
      CHECK(counts.positions.at(3, 4) == 99);
      CHECK(counts.fixed_points.by_value()[0] == 99);
      CHECK(counts.cycles.by_value()[1] == 99);
      CHECK(counts.parity.by_value()[1] == 99);
    }
  }
}

TEST_CASE("every pair of the first trials is counted, and later one of sixteen") {
  CHECK(counted_pairs(0, 1000) == 999);
  CHECK(counted_pairs(trials_of_all_successive - 10, 10) == 9);
  // The pair across the line is of the second sort: its index is a multiple of 16.
  CHECK(counted_pairs(trials_of_all_successive - 10, 11) == 10);
  CHECK(counted_pairs(trials_of_all_successive - 10, 26) == 10);
  CHECK(counted_pairs(trials_of_all_successive - 10, 27) == 11);
  CHECK(counted_pairs(1 << 20, 1600) == 99);
}

TEST_CASE("no trial is part of two pairs of the two samples, and those of one lie far apart") {
  // Deck t is the sorted one turned t times by one card: a relative permutation tells how far its trials lie
  // apart.
  constexpr int deck_size = 7;
  SuccessiveStream stream(deck_size, 12);
  SuccessiveCounts counts(deck_size);
  std::vector<Card> deck(deck_size);
  std::iota(deck.begin(), deck.end(), Card{0});
  for (std::uint64_t trial = 0; trial < 400; ++trial) {
    stream.add(deck, trial, counts);
    std::rotate(deck.begin(), deck.begin() + 1, deck.end());
  }
  CHECK(sum_of(counts.successive.cycles) == 100);
  CHECK(counts.successive.cycles.by_value()[1] == 100);
  // 3 is the first that ends a pair far apart, but it has no trial 13 before it; nor have 7 and 11. Then all
  // 13 apart: turned once less than not at all.
  CHECK(sum_of(counts.apart.cycles) == 97);
  CHECK(counts.apart.cycles.by_value()[1] == 97);
  stream.begin();
  SuccessiveCounts fresh(deck_size);
  for (std::uint64_t trial = 400; trial < 412; ++trial) stream.add(deck, trial, fresh);
  CHECK(fresh.pairs == 11);
  CHECK(sum_of(fresh.apart.cycles) == 0);
}

TEST_CASE("a trial that was left out leaves its place among those far apart empty") {
  constexpr int deck_size = 7;
  SuccessiveStream stream(deck_size, 12);
  SuccessiveCounts counts(deck_size);
  std::vector<Card> deck(deck_size);
  std::iota(deck.begin(), deck.end(), Card{0});
  for (std::uint64_t trial = 0; trial < 40; ++trial) {
    if (trial != 14) stream.add(deck, trial, counts);
    std::rotate(deck.begin(), deck.begin() + 1, deck.end());
  }
  CHECK(counts.pairs == 37);
  // Those that end with 1, 5, 9, ..., 37.
  CHECK(sum_of(counts.successive.cycles) == 10);
  // 15 makes no pair; 27 would be taken with 14, and finds 2 in its place. 19, 23, 31, 35 and 39 are left.
  CHECK(sum_of(counts.apart.cycles) == 5);
  CHECK(counts.apart.cycles.by_value()[1] == 5);
}

TEST_CASE("a trial that is no permutation parts the stream") {
  RunningTally tally(3, 0);
  TrialStream stream(3);
  const std::vector<Card> deck{2, 0, 1}, wrong{2, 2, 1};
  for (std::uint64_t trial = 0; trial < 10; ++trial) stream.add(trial == 4 ? wrong : deck, trial, tally);
  CHECK(tally.counted().successive.pairs == 7);
  CHECK(tally.counted().repeats.pairs == 7);
}

TEST_CASE("the pairs of parts that are counted side by side add up") {
  RunningTally first(9, 0), second(9, 0);
  TrialStream stream(9);
  std::mt19937 words(1);
  std::vector<Card> deck(9);
  std::iota(deck.begin(), deck.end(), Card{0});
  for (std::uint64_t trial = 0; trial < 3000; ++trial) {
    std::ranges::shuffle(deck, words);
    stream.add(deck, trial, trial < 1000 ? first : second);
  }
  first.settle();
  second.settle();
  first.merge(second);
  const SuccessiveCounts& counts = first.counted().successive;
  CHECK(counts.pairs == 2999);
  CHECK(sum_of(counts.parity) == 2999);
  CHECK(sum_of(counts.successive.fixed_points) == 750);
  CHECK(sum_of(counts.apart.fixed_points) == 750 - TrialStream::trials_apart / 4);
}

TEST_CASE(
    "every relative permutation of decks of up to five cards is counted by its rank, and some of eight "
    "cards") {
  std::mt19937 words(2);
  for (int deck_size = 2; deck_size <= 8; ++deck_size) {
    const std::uint64_t permutations = permutation_count(deck_size);
    const bool all = deck_size <= 5;
    bool right = true;
    for (std::uint64_t pair = 0; pair < (all ? permutations * permutations : 2000); ++pair) {
      const std::uint64_t first = all ? pair / permutations : words() % permutations;
      const std::vector<Card> before = permutation_of_rank(first, deck_size);
      const std::vector<Card> after =
          permutation_of_rank(all ? pair % permutations : words() % permutations, deck_size);
      std::vector<Card> relative(before.size());
      relative_order(before, after, relative);
      SuccessiveStream stream(deck_size, 12);
      SuccessiveCounts counts(deck_size);
      stream.add(before, 0, counts);
      stream.add(after, 1, counts);
      right = right && counts.pairs == 1 && counts.permutations[rank_of(relative)] == 1 &&
              counts.successive.cycles.by_value()[static_cast<std::size_t>(cycle_count(relative))] == 1;
    }
    CHECK(right);
  }
}

TEST_CASE(
    "a relative permutation of up to eight cards is counted by its rank alone, and counts of parts add up") {
  const std::vector<Card> turned{1, 2, 0}, swapped{1, 0, 2};
  SuccessiveCounts counts(3), more(3);
  counts.add(turned);
  counts.add(turned);
  more.add(swapped);
  more.successive.add(swapped);
  more.apart.add(turned);
  CHECK(counts.pairs == 2);
  CHECK(counts.permutations == std::vector<std::uint64_t>{0, 0, 0, 2, 0, 0});
  CHECK(sum_of(counts.fixed_points) == 0);
  CHECK(sum_of(counts.cycles) == 0);
  counts.merge(more);
  CHECK(counts.pairs == 3);
  CHECK(counts.permutations == std::vector<std::uint64_t>{0, 0, 1, 2, 0, 0});
  CHECK(counts.successive.fixed_points.by_value()[1] == 1);
  CHECK(counts.successive.cycles.by_value()[2] == 1);
  CHECK(counts.apart.fixed_points.by_value()[0] == 1);
  CHECK(counts.apart.cycles.by_value()[1] == 1);
  // Of nine cards it is counted by all that its tables show.
  std::vector<Card> nine{1, 0, 2, 3, 4, 5, 6, 8, 7};
  SuccessiveCounts tables(9), others(9);
  tables.add(nine);
  others.add(nine);
  tables.settle();
  others.settle();
  tables.merge(others);
  CHECK(tables.permutations.empty());
  CHECK(tables.pairs == 2);
  CHECK(tables.positions.at(0, 1) == 2);
  CHECK(tables.positions.at(8, 7) == 2);
  CHECK(tables.fixed_points.by_value()[5] == 2);
  CHECK(tables.cycles.by_value()[7] == 2);
  CHECK(tables.parity.by_value()[0] == 2);
}
