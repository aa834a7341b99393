#include <algorithm>
#include <numeric>
#include <random>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

#include "core/permutation/representatives_for_tests.hpp"
#include "core/tally/positions.hpp"
#include "core/tally/tally.hpp"

using namespace fairshuffle;

namespace {

const Multiset reds_and_blacks{.kinds = {2, 3}, .dealt = 0, .unordered = false};
const Multiset three_of_five{.kinds = {}, .dealt = 3, .unordered = true};

std::uint64_t sum(std::span<const std::uint64_t> counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

}  // namespace

TEST_CASE("equal cards are counted by kind and place, by kind and next kind, and by arrangement") {
  MultisetCounts counts(reds_and_blacks, 5);
  // B R B B R
  counts.add(std::vector<Card>{2, 0, 3, 4, 1});
  CHECK(counts.at(0, 1) == 1);
  CHECK(counts.at(0, 0) == 0);
  CHECK(counts.at(1, 0) == 1);
  CHECK(counts.at(4, 0) == 1);
  // Red after red never; black after red once; the end after red; red after black twice; black after black;
  // black after the beginning.
  const std::vector<std::uint64_t> neighbours{0, 1, 1, 2, 1, 0, 0, 1, 0};
  CHECK(std::vector(counts.neighbours().begin(), counts.neighbours().end()) == neighbours);
  CHECK(counts.together().empty());
  CHECK(counts.arrangements().size() == 10);
  CHECK(sum(counts.arrangements()) == 1);
}

TEST_CASE("a deal is counted by card and place, by the cards that were dealt together, and by arrangement") {
  MultisetCounts counts(three_of_five, 5);
  counts.add(std::vector<Card>{1, 3, 4, 0, 2});
  for (const std::size_t card : {0U, 1U, 2U, 3U, 4U}) {
    CHECK(counts.at(card, 0) == (card == 1 || card == 3 || card == 4 ? 1 : 0));
  }
  CHECK(counts.neighbours().empty());
  // 01 02 03 04 12 13 14 23 24 34
  const std::vector<std::uint64_t> together{0, 0, 0, 0, 0, 1, 1, 0, 0, 1};
  CHECK(std::vector(counts.together().begin(), counts.together().end()) == together);
  CHECK(counts.arrangements().size() == 10);
}

TEST_CASE("too many arrangements are not counted one by one") {
  CHECK(MultisetCounts({.kinds = {}, .dealt = 6, .unordered = true}, 49).arrangements().empty());
  CHECK_FALSE(MultisetCounts({.kinds = {}, .dealt = 3, .unordered = true}, 49).arrangements().empty());
}

TEST_CASE("counts of disjoint trials add up, of the same multiset only") {
  MultisetCounts both(three_of_five, 5), first(three_of_five, 5), second(three_of_five, 5);
  const std::vector<Card> one{0, 1, 2, 3, 4}, other{2, 3, 4, 0, 1};
  both.add(one);
  both.add(other);
  first.add(one);
  second.add(other);
  first.merge(second);
  CHECK(std::ranges::equal(first.sites(), both.sites()));
  CHECK(std::ranges::equal(first.together(), both.together()));
  CHECK(std::ranges::equal(first.arrangements(), both.arrangements()));
  CHECK_THROWS_AS(first.merge(MultisetCounts(reds_and_blacks, 5)), std::invalid_argument);
  CHECK_THROWS_AS(MultisetCounts({}, 5), std::invalid_argument);
}

TEST_CASE("a tally of a multiset deck counts what can be told apart and what comes again, and nothing else") {
  constexpr int deck_size = 14;
  const Multiset multiset{.kinds = {4, 10}, .dealt = 0, .unordered = false};
  RunningTally running(deck_size, 0, PermutationCounting{}, most_birthday_slots,
                       {.tables = {}, .bets = {}, .pairs = true, .multiset = multiset});
  CHECK_FALSE(running.counts_permutations());
  TrialStream stream(deck_size);
  stream.begin();
  std::vector<Card> permutation = permutation_of_rank(0, deck_size), decks;
  for (int trial = 0; trial < 3; ++trial) decks.insert(decks.end(), permutation.begin(), permutation.end());
  stream.add_decks(decks, 0, running);
  RunningTally beside = running.beside();
  beside.merge(running);
  const Tally tally = beside.complete();
  REQUIRE(tally.multiset);
  CHECK(tally.trials == 3);
  CHECK(tally.multiset->at(0, 0) == 3);
  CHECK(tally.repeats.equal == 2);
  CHECK(tally.birthday.kept == 3);
  CHECK(tally.birthday.distinct == 1);
  CHECK(tally.successive.pairs == 0);
  CHECK(tally.positions.at(0, 0) == 0);
  CHECK(tally.tables.all().empty());
  CHECK_FALSE(tally.pair_positions);
}

TEST_CASE("multiset decks of more than 128 cards are counted by definition, and nothing else of them") {
  constexpr std::size_t deck_size = 416, trials = 40, kinds = 13, dealt = 20;
  const Multiset shoe{.kinds = std::vector<int>(kinds, deck_size / kinds), .dealt = 0, .unordered = false};
  const Multiset hand{.kinds = {}, .dealt = dealt, .unordered = true};
  for (const Multiset& multiset : {shoe, hand}) {
    CAPTURE(multiset.dealt);
    const std::size_t symbols = multiset.is_deal() ? 2 : kinds;
    std::vector<std::uint64_t> sites(deck_size * symbols), neighbours((kinds + 1) * (kinds + 1)),
        together(deck_size * (deck_size - 1) / 2);
    RunningTally running(deck_size, 0, std::nullopt, 1 << 10,
                         {.tables = {}, .bets = {}, .pairs = false, .multiset = multiset});
    TrialStream stream(deck_size);
    std::mt19937_64 words(1);
    std::vector<WideCard> permutation(deck_size);
    std::iota(permutation.begin(), permutation.end(), WideCard{0});
    for (std::size_t trial = 0; trial < trials; ++trial) {
      // Every second deck is the one before.
      if (trial % 2 == 0) std::ranges::shuffle(permutation, words);
      to_representative(multiset, permutation);
      stream.add(permutation, trial, running);
      std::size_t before = kinds;
      for (std::size_t place = 0; place < deck_size; ++place) {
        const std::size_t card = permutation[place], kind = card / (deck_size / kinds);
        ++(multiset.is_deal() ? sites[card * symbols + (place < dealt ? 0 : 1)]
                              : sites[place * symbols + kind]);
        ++neighbours[before * (kinds + 1) + kind];
        before = kind;
        for (std::size_t next = place + 1; multiset.is_deal() && next < dealt; ++next) {
          const std::size_t other = permutation[next], pairs_before = card * (2 * deck_size - card - 1) / 2;
          REQUIRE(card < other);
          ++together[pairs_before + other - card - 1];
        }
      }
      ++neighbours[before * (kinds + 1) + kinds];
    }
    RunningTally beside = running.beside();
    beside.merge(running);
    const Tally tally = beside.complete();
    REQUIRE(tally.multiset);
    CHECK(tally.trials == trials);
    CHECK(std::ranges::equal(tally.multiset->sites(), sites));
    if (multiset.is_deal()) {
      CHECK(std::ranges::equal(tally.multiset->together(), together));
      CHECK(tally.multiset->neighbours().empty());
    } else {
      CHECK(std::ranges::equal(tally.multiset->neighbours(), neighbours));
      CHECK(tally.multiset->together().empty());
    }
    CHECK(tally.multiset->arrangements().empty());
    CHECK(tally.repeats.equal == trials / 2);
    CHECK(tally.birthday.distinct == trials / 2);
    CHECK(tally.successive.pairs == 0);
    // Megabytes that nobody reads.
    CHECK(tally.positions.deck_size() == 1);
    CHECK(tally.neighbours.rows() == 2);
    CHECK(tally.successive.positions.deck_size() == 1);
  }
}

TEST_CASE("pairs of cards are counted of deals of up to 128 cards, and arrangements wherever they are few") {
  const auto deal = [](int dealt) { return Multiset{.kinds = {}, .dealt = dealt, .unordered = true}; };
  CHECK(counts_together(deal(128), 1024));
  CHECK_FALSE(counts_together(deal(129), 1024));
  CHECK(has_pairs(deal(129), 1024));
  CHECK_FALSE(has_pairs(deal(1023), 1024));
  CHECK(MultisetCounts(deal(128), 1024).together().size() == 523'776);
  CHECK(MultisetCounts(deal(129), 1024).together().empty());
  MultisetCounts one_of_many({.kinds = {}, .dealt = 1, .unordered = false}, 1024);
  CHECK(one_of_many.arrangements().size() == 1024);
  std::vector<WideCard> permutation(1024);
  std::iota(permutation.begin(), permutation.end(), WideCard{0});
  std::rotate(permutation.begin(), permutation.begin() + 1000, permutation.begin() + 1001);
  one_of_many.add(permutation);
  CHECK(one_of_many.arrangements()[1000] == 1);
  CHECK(one_of_many.at(1000, 0) == 1);
}
