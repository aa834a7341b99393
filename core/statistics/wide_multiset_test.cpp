// Equal cards and deals of more than 128 cards: null means and variances simulated, and mistakes found.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/permutation/representatives_for_tests.hpp"
#include "core/statistics/permutations.hpp"
#include "core/tally/tally.hpp"

using namespace fairshuffle;

namespace {

Multiset shoe_of(std::vector<int> sizes) {
  return {.kinds = std::move(sizes), .dealt = 0, .unordered = false};
}
Multiset lottery_of(int dealt, bool unordered) {
  return {.kinds = {}, .dealt = dealt, .unordered = unordered};
}

template <class Shuffle>
Tally tally_of_wide(const Multiset& multiset, int deck_size, int trials, std::mt19937_64& words,
                    Shuffle shuffle) {
  RunningTally running(deck_size, 0, std::nullopt, 1 << 12,
                       {.tables = {}, .bets = {}, .pairs = false, .multiset = multiset});
  TrialStream stream(deck_size);
  std::vector<WideCard> deck(static_cast<std::size_t>(deck_size));
  for (int trial = 0; trial < trials; ++trial) {
    std::iota(deck.begin(), deck.end(), WideCard{0});
    shuffle(deck, words);
    to_representative(multiset, deck);
    stream.add(deck, static_cast<std::uint64_t>(trial), running);
  }
  return running.complete();
}

const auto fair_deck = [](std::vector<WideCard>& deck, std::mt19937_64& words) {
  std::ranges::shuffle(deck, words);
};

std::vector<const TestInfo*> tests_of_wide(const Multiset& multiset, int deck_size) {
  std::vector<const TestInfo*> tests;
  for (const TestInfo& test : multiset_tests()) {
    if (fits(test, {.size = deck_size, .marked = 0, .permutations_counted = false, .multiset = multiset})) {
      tests.push_back(&test);
    }
  }
  return tests;
}

std::string names_of_wide(const Multiset& multiset, int deck_size) {
  std::string names;
  for (const TestInfo* test : tests_of_wide(multiset, deck_size)) names += std::string(test->name) + " ";
  return names;
}

}  // namespace

TEST_CASE("a multiset deck of more than 128 cards has the tests that are of it, and no others") {
  CHECK(names_of_wide(shoe_of(std::vector<int>(52, 8)), 416) == "kinds strongest-kind kind-neighbours ");
  CHECK(names_of_wide(lottery_of(1, false), 1024) == "arrangements dealt-cards strongest-dealt-card ");
  CHECK(names_of_wide(lottery_of(128, true), 1024) == "dealt-cards strongest-dealt-card dealt-together ");
  CHECK(names_of_wide(lottery_of(129, true), 1024) == "dealt-cards strongest-dealt-card ");
  std::mt19937_64 words(1);
  CHECK(results_of(dealt_together_test, tally_of_wide(lottery_of(129, true), 200, 10, words, fair_deck))
            .front()
            .reason == "pairs are counted of deals of up to 128 cards");
}

TEST_CASE("neighbours of rare kinds wait for the trials that make their variance that of the chi-square") {
  std::mt19937_64 words(2);
  const auto reason = [&](const Multiset& multiset, int deck_size) {
    return results_of(kind_neighbours_test, tally_of_wide(multiset, deck_size, 100, words, fair_deck))
        .front()
        .reason;
  };
  CHECK(reason(shoe_of(std::vector<int>(13, 32)), 416) ==
        "needs at least 600 trials for 416 cards; there were 100");
  // 50 n S / df with S = 6 + 6 / 1,022 + 1 / (1,022 * 1,021), on 6 degrees of freedom.
  CHECK(reason(shoe_of({1, 1022, 1}), 1024) == "needs at least 51,251 trials for 1024 cards; there were 100");
}

TEST_SUITE("simulations") {
  // The mean of T over R runs against the degrees of freedom, its variance against twice as many, less one in
  // N of it. A right program fails with probability 1e-7 and less for each: a sum of so many squares has the
  // tails of a chi-square with as many degrees of freedom, beyond 7.5 standard deviations 2e-8.
  TEST_CASE(
      "statistics of fair multiset decks of more than 128 cards have the chi-square's mean and variance" *
      doctest::test_suite("long-simulations")) {
    struct Case {
      Multiset multiset;
      int deck_size, trials;
    };
    for (const Case& each :
         {Case{shoe_of(std::vector<int>(13, 32)), 416, 600}, Case{shoe_of({400, 600}), 1000, 600},
          Case{shoe_of({1, 238, 1}), 240, 12'100}, Case{lottery_of(1, false), 200, 2400},
          Case{lottery_of(20, true), 500, 3300}, Case{lottery_of(20, false), 500, 3300}}) {
      CAPTURE(each.deck_size);
      CAPTURE(each.trials);
      constexpr int runs = 60;
      std::mt19937_64 words(20'261'125);
      const std::vector<const TestInfo*> tests = tests_of_wide(each.multiset, each.deck_size);
      std::vector<double> sums(tests.size()), squares(tests.size()), degrees(tests.size());
      std::vector<int> below_tenth(tests.size());
      for (int run = 0; run < runs; ++run) {
        const Tally tally = tally_of_wide(each.multiset, each.deck_size, each.trials, words, fair_deck);
        for (std::size_t test = 0; test < tests.size(); ++test) {
          const TestResult result = results_of(*tests[test], tally).front();
          REQUIRE(result.applied);
          const double off = result.statistic - result.degrees_of_freedom;
          sums[test] += off;
          squares[test] += off * off;
          degrees[test] = result.degrees_of_freedom;
          below_tenth[test] += result.p_value.p <= 0.1;
        }
      }
      for (std::size_t test = 0; test < tests.size(); ++test) {
        CAPTURE(std::string(tests[test]->name));
        CHECK(below_tenth[test] <= runs * 0.1 + 7 * std::sqrt(runs * 0.09));
        const double df = degrees[test];
        if (df == 0) continue;
        const double variance = 2 * df * (1 - 1.0 / each.trials);
        CHECK(std::abs(sums[test] / runs) < 6.5 * std::sqrt(variance / runs));
        // The chi-square's own kurtosis is 12 / df above the normal's. Of few df one run may weigh as much as
        // all others.
        CHECK(std::abs(squares[test] / runs / variance - 1) <
              (df < 30 ? 7 : 7.5 * std::sqrt((2 + 12 / df) / runs)));
      }
    }
  }

  // Fixed seeds and many standard deviations.
  TEST_CASE("a naive swap of a shoe, and a number that sticks, are found by the tests of their kind") {
    std::mt19937_64 words(3);
    const auto naive = [](std::vector<WideCard>& deck, std::mt19937_64& random) {
      std::uniform_int_distribution<std::size_t> any(0, deck.size() - 1);
      for (WideCard& card : deck) std::swap(card, deck[any(random)]);
    };
    const Tally shoe = tally_of_wide(shoe_of(std::vector<int>(13, 32)), 416, 2400, words, naive);
    CHECK(results_of(kinds_test, shoe).front().p_value.p < 1e-8);
    const auto sticks = [](std::vector<WideCard>& deck, std::mt19937_64& random) {
      std::ranges::shuffle(deck, random);
      if (random() % 8 == 0) std::iter_swap(deck.begin(), std::ranges::find(deck, WideCard{170}));
    };
    const Tally draws = tally_of_wide(lottery_of(20, true), 500, 2400, words, sticks);
    CHECK(results_of(strongest_dealt_card_test, draws).front().p_value.p < 1e-8);
    CHECK(results_of(dealt_cards_test, draws).front().p_value.p < 1e-8);
    const auto pair = [](std::vector<WideCard>& deck, std::mt19937_64& random) {
      std::ranges::shuffle(deck, random);
      const auto five = std::ranges::find(deck, WideCard{5});
      if (five > deck.begin() && five < deck.begin() + 20) {
        std::iter_swap(deck.begin(), std::ranges::find(deck, WideCard{300}));
      }
    };
    const Tally together = tally_of_wide(lottery_of(20, true), 500, 6000, words, pair);
    CHECK(results_of(dealt_together_test, together).front().p_value.p < 1e-8);
  }
}
