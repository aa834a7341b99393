#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <stdexcept>
#include <vector>

#include <boost/math/distributions/binomial.hpp>
#include <doctest/doctest.h>

#include "core/statistics/numbers.hpp"
#include "core/tally/tables/permutations_for_tests.hpp"

using namespace fairshuffle;

namespace {

std::vector<int> from_to(int first, int last) {
  std::vector<int> numbers;
  for (int number = first; number <= last; ++number) numbers.push_back(number);
  return numbers;
}

NamedBet opening_hand() {
  return {.name = "opening hand", .cards = from_to(0, 23), .places = from_to(0, 6)};
}

/// Draws values of a bet from its distribution, or from another one.
class Deals {
 public:
  Deals(const NamedBet& bet, int deck_size, unsigned seed)
      : tally_(deck_size, 0, {.tables = {}, .bets = {bet}}), words_(seed) {
    const std::vector<double> distribution = bet_distribution(bet, deck_size);
    value_ = std::discrete_distribution<std::size_t>(distribution.begin(), distribution.end());
  }
  // The results of so many trials.
  std::vector<TestResult> results(std::uint64_t trials) {
    tally_.bets = BetCounts(tally_.deck_size, std::vector{tally_.bets.all().front().bet});
    std::vector<std::uint64_t> by_value(tally_.bets.all().front().by_value.size());
    for (std::uint64_t trial = 0; trial < trials; ++trial) ++by_value[value_(words_)];
    tally_.bets.add_counts(0, by_value);
    tally_.trials = trials;
    return results_of(bets_test, tally_);
  }

 private:
  Tally tally_;
  std::mt19937_64 words_;
  std::discrete_distribution<std::size_t> value_;
};

}  // namespace

TEST_CASE("the distribution of a bet is what all permutations of five to seven cards have") {
  for (int deck_size = 5; deck_size <= 7; ++deck_size) {
    for (int cards = 1; cards < deck_size; ++cards) {
      for (int places = 1; places < deck_size; ++places) {
        // Neither at the start: what the distribution is cannot depend on which they are.
        const NamedBet bet{.name = "b",
                           .cards = from_to(deck_size - cards, deck_size - 1),
                           .places = from_to(1, places) == from_to(1, deck_size - 1) ? from_to(0, places - 1)
                                                                                     : from_to(1, places)};
        std::vector<std::uint64_t> counted(values_of(bet));
        std::vector<Card> permutation = permutation_of_rank(0, deck_size);
        do {
          std::size_t value = 0;
          for (const int place : bet.places) {
            value +=
                std::ranges::count(bet.cards, int{permutation[static_cast<std::size_t>(place)]}) > 0 ? 1 : 0;
          }
          ++counted[value];
        } while (to_next_permutation(permutation));
        const std::vector<double> distribution = bet_distribution(bet, deck_size);
        REQUIRE(distribution.size() == counted.size());
        for (std::size_t value = 0; value < distribution.size(); ++value) {
          const double share =
              static_cast<double>(counted[value]) / static_cast<double>(permutation_count(deck_size));
          CHECK(distribution[value] == doctest::Approx(share).epsilon(1e-13));
          CHECK((distribution[value] == 0) == (counted[value] == 0));
        }
        CHECK(mean_of_distribution(distribution) ==
              doctest::Approx(static_cast<double>(cards * places) / deck_size).epsilon(1e-13));
      }
    }
  }
}

// Published: P(two aces of two cards) = 1/221; of 13 cards no ace 6327/20825; jokers of 54 cards.
TEST_CASE("distributions of large decks are the published ones") {
  const NamedBet aces{.name = "b", .cards = {0, 13, 26, 39}, .places = {0, 1}};
  CHECK(bet_distribution(aces, 52)[2] == doctest::Approx(1.0 / 221).epsilon(1e-13));
  const NamedBet hand{.name = "b", .cards = {0, 13, 26, 39}, .places = from_to(0, 12)};
  CHECK(bet_distribution(hand, 52)[0] == doctest::Approx(6327.0 / 20825).epsilon(1e-13));
  const NamedBet jokers{.name = "b", .cards = {52, 53}, .places = from_to(0, 16)};
  CHECK(bet_distribution(jokers, 54)[2] == doctest::Approx(17.0 * 16 / (54 * 53)).epsilon(1e-13));
  const NamedBet poker{.kind = NamedBet::Kind::poker, .name = "b", .cards = {}, .places = from_to(0, 4)};
  CHECK(bet_distribution(poker, 52)[8] == doctest::Approx(40.0 / 2598960).epsilon(1e-15));
  CHECK_THROWS_AS(bet_distribution(poker, 54), std::invalid_argument);
  CHECK_THROWS_AS(bet_distribution(aces, 30), std::invalid_argument);
}

TEST_CASE("a bet is two hypotheses, or one where it has two values only") {
  const NamedBet one_card{.name = "one card", .cards = {3}, .places = from_to(0, 6)};
  // Two of three cards in two of three places: one or two.
  const NamedBet few_left{.name = "few left", .cards = {0, 1}, .places = {0, 1}};
  CHECK(hypotheses_of_bets(std::vector{opening_hand()}, 52) == 2);
  CHECK(hypotheses_of_bets(std::vector{opening_hand(), one_card}, 52) == 3);
  CHECK(hypotheses_of_bets(std::vector{few_left}, 3) == 1);
  CHECK(hypotheses_of_bets(std::vector{few_left}, 4) == 2);
  for (const auto& [bets, deck_size] :
       {std::pair{std::vector{opening_hand(), one_card}, 52}, std::pair{std::vector{few_left}, 3},
        std::pair{std::vector{few_left}, 4}}) {
    CHECK(results_of(bets_test, Tally(deck_size, 0, {.tables = {}, .bets = bets})).size() ==
          hypotheses_of_bets(bets, deck_size));
  }
  CHECK(results_of(bets_test, Tally(52, 0)).empty());
  const std::vector<TestResult> results =
      results_of(bets_test, Tally(52, 0, {.tables = {}, .bets = {opening_hand()}}));
  CHECK(results[0].name == "bet-mean opening hand");
  CHECK(results[1].name == "bet-shape opening hand");
  CHECK_FALSE(results[0].applied);
}

TEST_CASE("a bet of two values is judged by the exact binomial, from the first trial on") {
  const NamedBet one_card{.name = "one card", .cards = {3}, .places = from_to(0, 12)};
  Tally tally(52, 0, {.tables = {}, .bets = {one_card}});
  tally.trials = 20;
  tally.bets.add_counts(0, std::vector<std::uint64_t>{4, 16});
  const std::vector<TestResult> results = results_of(bets_test, tally);
  REQUIRE(results.size() == 1);
  CHECK(results[0].applied);
  const double upper = cdf(complement(boost::math::binomial(20, 0.25), 15));
  CHECK(results[0].p_value.p == doctest::Approx(2 * upper).epsilon(1e-10));
  CHECK(results[0].statistic == doctest::Approx(11.0 * 11 / 5 + 11.0 * 11 / 15));
  tally.trials = 21;
  CHECK_THROWS_AS(results_of(bets_test, tally), std::invalid_argument);
}

// 2,000 fair runs of 3,000 trials each at levels 0.05 and 0.01. The bands are five standard deviations of a
// rate at the level itself: beyond them a correct test is with probability below 3e-7 for each of twelve
// rates. The mean of whole numbers lies on a lattice, which takes less than a tenth of its rate.
TEST_CASE("fair deals reject no more often than the level says" * doctest::test_suite("simulations")) {
  const NamedBet aces{.name = "aces", .cards = {0, 13, 26, 39}, .places = {0, 1}};
  const NamedBet poker{.kind = NamedBet::Kind::poker, .name = "poker", .cards = {}, .places = from_to(0, 4)};
  for (const NamedBet& bet : {opening_hand(), aces, poker}) {
    Deals deals(bet, 52, 20261122);
    constexpr int runs = 2000;
    std::map<std::string, std::vector<double>> p_values;
    for (int run = 0; run < runs; ++run) {
      for (const TestResult& result : deals.results(3000)) {
        REQUIRE(result.applied);
        p_values[result.name].push_back(result.p_value.p);
      }
    }
    CHECK(p_values.size() == 2);
    for (const auto& [name, of_test] : p_values) {
      for (const double level : {0.05, 0.01}) {
        const auto rejections =
            static_cast<double>(std::ranges::count_if(of_test, [level](double p) { return p <= level; }));
        const double band = 5 * std::sqrt(runs * level * (1 - level));
        const std::string of = name;
        CAPTURE(of);
        CAPTURE(level);
        CHECK(rejections <= runs * level + band);
        CHECK(rejections >= 0.6 * runs * level - band);
      }
    }
  }
}

// The low cards stay on top a little: every tenth deck is not shuffled at all.
TEST_CASE("a bet that comes out too often is rejected, by its mean and by its shape") {
  const std::vector<NamedBet> bets{opening_hand()};
  Tally tally(52, 0, {.tables = {}, .bets = bets});
  const auto permutations = random_permutations(52, 2700, 5);
  std::vector<Card> sorted(52);
  for (std::size_t position = 0; position < 52; ++position) sorted[position] = static_cast<Card>(position);
  for (const auto& permutation : permutations) tally.bets.add(permutation);
  tally.bets.add(sorted, 300);
  tally.trials = 3000;
  const std::vector<TestResult> results = results_of(bets_test, tally);
  REQUIRE(results.size() == 2);
  CHECK(results[0].p_value.p < 1e-20);
  CHECK(results[0].tail == Tail::upper);
  CHECK(results[1].p_value.p < 1e-20);
}
