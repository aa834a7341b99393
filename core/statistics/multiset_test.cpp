// Equal cards and deals: every statistic against exact covariances, its null distribution and its power
// simulated.
#include <algorithm>
#include <bit>
#include <cmath>
#include <fstream>
#include <functional>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/permutation/representatives_for_tests.hpp"
#include "core/statistics/permutations.hpp"
#include "core/statistics/seed_space.hpp"
#include "core/tally/tally.hpp"

using namespace fairshuffle;
using nlohmann::json;

namespace {

Multiset of_kinds(std::vector<int> sizes) {
  return {.kinds = std::move(sizes), .dealt = 0, .unordered = false};
}
Multiset of_deal(int dealt, bool unordered) {
  return {.kinds = {}, .dealt = dealt, .unordered = unordered};
}

using Shuffle = std::function<void(std::vector<Card>&, std::mt19937_64&)>;

void fair(std::vector<Card>& deck, std::mt19937_64& source) {
  std::shuffle(deck.begin(), deck.end(), source);
}

// Every card swaps with any other.
void naive_swap(std::vector<Card>& deck, std::mt19937_64& source) {
  for (std::size_t card = 0; card < deck.size(); ++card) {
    std::swap(deck[card], deck[std::uniform_int_distribution<std::size_t>(0, deck.size() - 1)(source)]);
  }
}

// By the model of Gilbert, Shannon and Reeds: so many cards are cut off as fair coins fall, and fall in.
void riffle_seven_times(std::vector<Card>& deck, std::mt19937_64& source) {
  for (int riffle = 0; riffle < 7; ++riffle) {
    const std::uint64_t coins = source() & (~std::uint64_t{0} >> (64 - deck.size()));  // to 64 cards
    const std::vector<Card> before = deck;
    auto upper = before.begin(), lower = before.end() - std::popcount(coins);
    for (std::size_t place = 0; place < deck.size(); ++place)
      deck[place] = (coins >> place & 1) != 0 ? *lower++ : *upper++;
  }
}

// The inverse: cards go to two piles at random.
void sort_by_seven_bits(std::vector<Card>& deck, std::mt19937_64& source) {
  for (int riffle = 0; riffle < 7; ++riffle) {
    const std::uint64_t low = source(), high = source();
    std::size_t at = 0;
    std::stable_partition(deck.begin(), deck.end(), [&](Card) {
      const std::size_t bit = at++;
      return ((bit < 64 ? low >> bit : high >> (bit - 64)) & 1U) == 0;
    });
  }
}

Tally tally_of_shuffles(const Multiset& multiset, int deck_size, std::uint64_t trials, const Shuffle& shuffle,
                        std::mt19937_64& source) {
  RunningTally running(deck_size, 0, std::nullopt, 1 << 16,
                       {.tables = {}, .bets = {}, .pairs = false, .multiset = multiset});
  running.expect(trials);
  TrialStream stream(deck_size);
  stream.begin();
  std::vector<Card> deck(static_cast<std::size_t>(deck_size));
  for (std::uint64_t trial = 0; trial < trials; ++trial) {
    std::iota(deck.begin(), deck.end(), Card{0});
    shuffle(deck, source);
    to_representative(multiset, deck);
    stream.add(deck, trial, running);
  }
  return running.complete();
}

std::vector<const TestInfo*> tests_of(const Multiset& multiset, int deck_size) {
  std::vector<const TestInfo*> tests;
  for (const auto& registered : {all_tests(), multiset_tests()}) {
    for (const TestInfo& test : registered) {
      if (fits(test, {.size = deck_size, .marked = 0, .permutations_counted = false, .multiset = multiset})) {
        tests.push_back(&test);
      }
    }
  }
  return tests;
}

// The trials, of doubled numbers from 100 on, at which the test has p below 1e-8.
std::uint64_t trials_to_show(const TestInfo& test, const Multiset& multiset, int deck_size,
                             const Shuffle& shuffle) {
  std::mt19937_64 source(20'261'124);
  for (std::uint64_t trials = 100; trials <= 1'000'000; trials *= 2) {
    const Tally tally = tally_of_shuffles(multiset, deck_size, trials, shuffle, source);
    const TestResult result = results_of(test, tally).front();
    if (result.applied && result.p_value.p < 1e-8) return trials;
  }
  return 0;
}

}  // namespace

TEST_CASE("statistics of equal cards and deals are those of exact covariances") {
  const json vectors = json::parse(std::ifstream("core/statistics/reference/multiset.json"));
  REQUIRE(vectors.size() == 17);
  for (const json& vector : vectors) {
    const int deck_size = vector.at("n");
    const Multiset multiset{
        .kinds = vector.at("kinds"), .dealt = vector.at("dealt"), .unordered = vector.at("unordered")};
    CAPTURE(vector.dump());
    CHECK(number_of_arrangements(multiset, deck_size) == vector.at("arrangements").get<double>());
    Tally tally(deck_size, 0, {.tables = {}, .bets = {}, .pairs = false, .multiset = multiset});
    for (const auto& trial : vector.at("trials")) {
      const auto permutation = trial.get<std::vector<Card>>();
      REQUIRE(is_permutation(permutation));
      tally.multiset->add(permutation);
      ++tally.trials;
    }
    const auto check = [&](const char* name, ChiSquared (*statistic)(const Tally&)) {
      if (!vector.contains(name)) {
        CHECK_THROWS_AS(statistic(tally), std::invalid_argument);
        return;
      }
      const ChiSquared outcome = statistic(tally);
      CHECK(outcome.statistic == doctest::Approx(vector[name].at("statistic").get<double>()).epsilon(1e-12));
      CHECK(outcome.degrees_of_freedom == vector[name].at("degrees_of_freedom").get<double>());
    };
    check("sites", sites_statistic);
    check("neighbours", kind_neighbours_statistic);
    check("together", together_statistic);
  }
}

TEST_CASE("a multiset deck has the tests that are of it, and no others") {
  const auto names = [](const Multiset& multiset, int deck_size) {
    std::string text;
    for (const TestInfo* test : tests_of(multiset, deck_size)) text += std::string(test->name) + " ";
    return text;
  };
  CHECK(names(of_kinds({24, 36}), 60) == "repeats birthday kinds strongest-kind kind-neighbours ");
  CHECK(names(of_kinds({2, 3}), 5) == "repeats arrangements kinds strongest-kind kind-neighbours ");
  CHECK(names(of_deal(6, true), 49) == "repeats birthday dealt-cards strongest-dealt-card dealt-together ");
  CHECK(names(of_deal(1, false), 6) == "repeats arrangements dealt-cards strongest-dealt-card ");
  CHECK(names({}, 5).find("kinds") == std::string::npos);
  CHECK(names({}, 5).find("positions") != std::string::npos);
}

TEST_CASE("tests of multiset decks with few trials say so, and refuse counts that do not add up") {
  std::mt19937_64 source(3);
  const Multiset multiset = of_deal(6, true);
  const Tally few = tally_of_shuffles(multiset, 49, 100, fair, source);
  CHECK(results_of(dealt_cards_test, few).front().reason ==
        "needs at least 600 trials for 49 cards; there were 100");
  CHECK(results_of(strongest_dealt_card_test, few).front().applied);
  Tally wrong = few;
  ++wrong.trials;
  CHECK_THROWS_AS(sites_statistic(wrong), std::invalid_argument);
  CHECK_THROWS_AS(together_statistic(wrong), std::invalid_argument);
  CHECK_THROWS_AS(sites_statistic(Tally(5, 0)), std::invalid_argument);
  const Tally small = tally_of_shuffles(of_kinds({2, 3}), 5, 40, fair, source);
  CHECK(results_of(arrangements_test, small).front().reason ==
        "needs at least 2,400 trials for 10 arrangements; there were 40");
}

TEST_CASE("equal cards come again as often as their arrangements have it") {
  // Of 10 arrangements a tenth of the pairs is equal; by n! it would be one in 120.
  std::mt19937_64 source(11);
  const Tally tally = tally_of_shuffles(of_kinds({2, 3}), 5, 20'000, fair, source);
  const TestResult repeats = result_of(repeats_test, tally);
  CHECK(repeats.statistic > 1'600);
  CHECK(repeats.p_value.p > 1e-6);
  // 1,820 arrangements of 16 cards: nearly all of 20,000 trials repeat one.
  const Tally larger = tally_of_shuffles(of_kinds({4, 12}), 16, 20'000, fair, source);
  const TestResult birthday = result_of(birthday_test, larger);
  CHECK(birthday.statistic > 18'000);
  CHECK(birthday.p_value.p > 1e-6);
}

TEST_SUITE("simulations") {
  // Each share is held to seven standard deviations: P(a right program fails) is below 1e-9 a share, 2e-7 in
  // all.
  TEST_CASE("p-values of fair multiset decks are uniform") {
    struct Case {
      Multiset multiset;
      int deck_size;
      std::uint64_t trials;
    };
    for (const Case& each : {Case{of_kinds({24, 36}), 60, 2'400}, Case{of_kinds({4, 100, 4}), 108, 2'400},
                             Case{of_deal(6, true), 49, 2'400}, Case{of_deal(6, false), 49, 2'400},
                             Case{of_kinds({2, 3}), 5, 2'400}, Case{of_deal(3, true), 14, 2'400}}) {
      CAPTURE(each.deck_size);
      constexpr int runs = 200;
      std::mt19937_64 source(20'261'124 + static_cast<unsigned>(each.deck_size));
      const std::vector<const TestInfo*> tests = tests_of(each.multiset, each.deck_size);
      std::vector<int> below_tenth(tests.size()), below_half(tests.size());
      for (int run = 0; run < runs; ++run) {
        const Tally tally = tally_of_shuffles(each.multiset, each.deck_size, each.trials, fair, source);
        for (std::size_t test = 0; test < tests.size(); ++test) {
          const TestResult result = results_of(*tests[test], tally).front();
          REQUIRE(result.applied);
          below_tenth[test] += result.p_value.p <= 0.1;
          below_half[test] += result.p_value.p <= 0.5;
        }
      }
      const auto most = [](double level) { return runs * level + 7 * std::sqrt(runs * level * (1 - level)); };
      for (std::size_t test = 0; test < tests.size(); ++test) {
        CAPTURE(std::string(tests[test]->name));
        CHECK(below_tenth[test] <= most(0.1));
        CHECK(below_half[test] <= most(0.5));
        // Of exact tails of few values p-values are larger than uniform.
        const bool is_chi_squared = tests[test]->null_distribution.starts_with("chi-square");
        if (!is_chi_squared) continue;
        CHECK(below_tenth[test] >= 2 * runs * 0.1 - most(0.1));
        CHECK(below_half[test] >= 2 * runs * 0.5 - most(0.5));
      }
    }
  }

  // Fixed seeds and many standard deviations: where a test needs half or double of what is written, it is
  // another test.
  TEST_CASE("equal cards and deals show the mistakes that they can show") {
    const Multiset lands = of_kinds({24, 36});
    CHECK(trials_to_show(kinds_test, lands, 60, naive_swap) == 800);
    CHECK(trials_to_show(kinds_test, lands, 60, riffle_seven_times) == 102'400);
    CHECK(trials_to_show(kind_neighbours_test, lands, 60, sort_by_seven_bits) == 3'200);
    const Shuffle lands_first = [](std::vector<Card>& deck, std::mt19937_64& source) {
      fair(deck, source);
      // One in ten decks has a land moved to the top.
      if (source() % 10 == 0)
        std::iter_swap(deck.begin(), std::ranges::find_if(deck, [](Card c) { return c < 24; }));
    };
    CHECK(trials_to_show(kinds_test, lands, 60, lands_first) == 6'400);
    CHECK(trials_to_show(strongest_kind_test, lands, 60, lands_first) == 3'200);
    const Shuffle two_stay_together = [](std::vector<Card>& deck, std::mt19937_64& source) {
      fair(deck, source);
      if (source() % 4 != 0) return;
      const auto five = std::ranges::find(deck, Card{5});
      if (five < deck.begin() + 6 && five != deck.begin())
        std::iter_swap(deck.begin(), std::ranges::find(deck, Card{9}));
    };
    CHECK(trials_to_show(dealt_together_test, of_deal(6, true), 49, two_stay_together) == 12'800);
    CHECK(trials_to_show(dealt_cards_test, of_deal(6, true), 49, naive_swap) == 800);
  }
}
