// What holds exactly for every number of trials: all outcomes of a few trials, and integer arithmetic.
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

#include "core/statistics/permutations.hpp"
#include "core/statistics/positions.hpp"
#include "core/statistics/tallies_for_tests.hpp"
#include "core/tally/tables/tables.hpp"

using namespace fairshuffle;

namespace {

using Statistic = ChiSquared (*)(const Tally&);

ChiSquared parity_statistic(const Tally& tally) {
  const TestResult result = result_of(parity_test, tally);
  return {result.statistic, result.degrees_of_freedom};
}

struct Moments {
  double mean, variance, degrees_of_freedom;
};

// Over all (n!)^trials equally likely outcomes.
Moments exact_moments(Statistic statistic, int deck_size, int trials) {
  const std::uint64_t permutations = permutation_count(deck_size);
  std::vector<std::uint64_t> ranks(static_cast<std::size_t>(trials));
  double outcomes = 0, sum = 0, sum_of_squares = 0, degrees_of_freedom = 0;
  while (true) {
    std::vector<std::uint64_t> by_rank(permutations);
    for (const std::uint64_t rank : ranks) ++by_rank[rank];
    const ChiSquared outcome = statistic(tally_of_counts(deck_size, by_rank, 2));
    degrees_of_freedom = outcome.degrees_of_freedom;
    outcomes += 1;
    sum += outcome.statistic;
    sum_of_squares += outcome.statistic * outcome.statistic;
    std::size_t trial = 0;
    while (trial < ranks.size() && ++ranks[trial] == permutations) ranks[trial++] = 0;
    if (trial == ranks.size()) break;
  }
  const double mean = sum / outcomes;
  return {mean, sum_of_squares / outcomes - mean * mean, degrees_of_freedom};
}

struct Scene {
  int deck_size, trials;
};

}  // namespace

TEST_CASE(
    "over all outcomes of two or three trials every statistic has mean df and variance 2 df (1 - 1/N)") {
  for (const Statistic statistic : {permutations_test.statistic, positions_test.statistic,
                                    neighbours_test.statistic, parity_statistic, subsets_test.statistic}) {
    for (const Scene scene : {Scene{3, 1}, Scene{3, 2}, Scene{3, 3}, Scene{4, 1}, Scene{4, 2}}) {
      CAPTURE(scene.deck_size);
      CAPTURE(scene.trials);
      const auto [mean, variance, degrees_of_freedom] =
          exact_moments(statistic, scene.deck_size, scene.trials);
      CHECK(mean == doctest::Approx(degrees_of_freedom).epsilon(1e-12));
      CHECK(std::abs(variance - 2 * degrees_of_freedom * (1 - 1. / scene.trials)) < 1e-9);
    }
  }
}

TEST_CASE("the degrees of freedom are those of the formulas") {
  const Tally tally = tally_of_permutations(
      5, [](auto) { return 1; }, 2);
  CHECK(permutations_statistic(tally).degrees_of_freedom == 119);
  CHECK(positions_statistic(tally).degrees_of_freedom == 16);
  CHECK(neighbours_test.statistic(tally).degrees_of_freedom == 19);
  CHECK(subsets_test.statistic(tally).degrees_of_freedom == 9);
}

TEST_CASE("a tally that holds every permutation equally often scores zero in every test") {
  const Tally tally = tally_of_permutations(
      5, [](auto) { return 1000; }, 2);
  for (const TestResult& result : results_of(all_tests(), tally)) {
    if (result.name == "repeats" || result.name == "birthday" ||
        result.reason == "is for decks of 13 cards and more")
      continue;
    CAPTURE(result.name);
    REQUIRE(result.applied);
    // The strongest cells tell a count.
    if (result.degrees_of_freedom > 0) CHECK(result.statistic == doctest::Approx(0).epsilon(1e-9));
    CHECK(result.upper_tail.p == 1);
  }
}

TEST_CASE("for two cards permutations, positions and neighbours are the parity statistic in disguise") {
  const Tally tally = tally_of_counts(2, std::vector<std::uint64_t>{1300, 1200});
  const double parity = 100. * 100 / 2500;
  CHECK(result_of(parity_test, tally).statistic == doctest::Approx(parity));
  for (const Statistic statistic :
       {permutations_test.statistic, positions_test.statistic, neighbours_test.statistic}) {
    CHECK(statistic(tally).statistic == doctest::Approx(parity));
    CHECK(statistic(tally).degrees_of_freedom == 1);
  }
}

TEST_CASE("for three cards neighbours is permutations") {
  const Tally tally = tally_of_counts(3, std::vector<std::uint64_t>{5, 17, 3, 42, 9, 11});
  CHECK(neighbours_test.statistic(tally).statistic ==
        doctest::Approx(permutations_statistic(tally).statistic).epsilon(1e-14));
  CHECK(neighbours_test.statistic(tally).degrees_of_freedom ==
        permutations_statistic(tally).degrees_of_freedom);
}

TEST_CASE(
    "permutations that were never seen count: Sattolo's 24 equal permutations of 120 score exactly 4 N") {
  const Tally tally =
      tally_of_permutations(5, [](auto permutation) { return cycle_count(permutation) == 1 ? 100 : 0; });
  CHECK(permutations_statistic(tally).statistic == 4.0 * 2400);
}

TEST_CASE("at 4e15 trials a difference of a few trials is not lost to rounding") {
  // By hand: X2 = sum (O - N/k)^2 / (N/k) with O - N/k = +d, -d and else 0.
  constexpr std::uint64_t each = 33'333'333'333'333;
  constexpr std::uint64_t apart = 3'000'000;
  std::vector<std::uint64_t> counts(120, each);
  counts[0] += apart;
  counts[7] -= apart;
  const Tally tally = tally_of_counts(5, counts);
  const double expected = 2. * apart * apart / static_cast<double>(each);
  CHECK(permutations_statistic(tally).statistic == doctest::Approx(expected).epsilon(1e-15));
  // Permutations 0 and 7 are 01234 and 02143: the same card at two positions, four cells up and four down
  // each.
  CHECK(positions_statistic(tally).statistic ==
        doctest::Approx(4. * 8 * apart * apart / (120. * each)).epsilon(1e-15));
}

TEST_CASE("so are the tables of large decks") {
  RunningTally counted(16, 0, std::nullopt, most_birthday_slots,
                       {.tables = {&top_three_table, &top_five_table}, .bets = {}, .pairs = true});
  // As many as any test asks for. Cards 0 and 1 never change places: only of them a table of pairs shows that
  // a trial is missing.
  for (int time = 0; time < 3'200; ++time) {
    for (const std::uint64_t rank : {5u, 700u, 1234u}) counted.add_permutation(permutation_of_rank(rank, 16));
  }
  Tally tally = counted.complete();
  for (const Tables::Table& table : tally.tables.all()) {
    const std::string_view name = table.info->name;
    CHECK(find_test(name == "top-two" ? "hole-cards" : name == "top-three" ? "flop" : name) != nullptr);
  }
  --tally.trials;
  for (const TestInfo& test : all_tests()) {
    if (test.smallest_deck != smallest_large_deck || test.name == "birthday") continue;
    CAPTURE(test.name);
    CHECK_THROWS_AS(results_of(test, tally), std::invalid_argument);
  }
}

TEST_CASE("counts that do not add up to the trials are refused by every test, not judged") {
  Tally tally = tally_of_permutations(
      4, [](auto) { return 5000; }, 1);
  tally.bets = BetCounts(4, std::vector<NamedBet>{{.name = "first", .cards = {0}, .places = {0}}});
  tally.bets.add_counts(0, std::vector<std::uint64_t>{90'000, 30'000});
  ++tally.trials;
  ++tally.successive.pairs;
  for (const TestInfo& test : all_tests()) {
    if (test.name == "repeats" || test.smallest_deck >= smallest_birthday_deck) continue;
    CAPTURE(test.name);
    CHECK_THROWS_AS(results_of(test, tally), std::invalid_argument);
  }
  tally.repeats = {.pairs = 3, .equal = 4};
  CHECK_THROWS_AS(results_of(*find_test("repeats"), tally), std::invalid_argument);
}
