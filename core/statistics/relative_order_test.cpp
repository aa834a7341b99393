#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/interpret/setup_for_test.hpp"
#include "core/statistics/dependent_trials.hpp"
#include "core/statistics/numbers.hpp"
#include "core/statistics/positions.hpp"
#include "core/statistics/tallies_for_tests.hpp"

using namespace fairshuffle;
using nlohmann::json;

namespace {

using PairStatistic = ChiSquared (*)(int, std::uint64_t, std::span<const std::uint64_t>);

// The pairs of cards of decks of any size.
std::vector<std::uint64_t> pairs_of_permutations(int deck_size,
                                                 const std::vector<std::vector<Card>>& permutations) {
  PermutationPlanes planes(deck_size);
  for (const auto& permutation : permutations) planes.add(permutation);
  PermutationBatches batches(deck_size);
  batches.add(planes);
  std::vector<std::uint64_t> pairs(detail::cells_of_pairs(deck_size));
  detail::add_card_pairs(batches, pairs);
  return pairs;
}

double fraction(const std::string& text) {
  const std::size_t bar = text.find('/');
  return std::stod(text) / (bar == std::string::npos ? 1 : std::stod(text.substr(bar + 1)));
}

Tally sampled(const SampleSetup& setup, std::uint64_t trials, std::uint64_t seed) {
  return sample_for_test(setup, trials, seed).complete();
}

// `scale` times the statistic is an integer. Over all outcomes of `trials` permutations, the first of which
// may be any one (renaming the cards changes no sum over all pairs): the sums of that and of its square.
struct IntegerMoments {
  std::uint64_t outcomes = 0, sum = 0, sum_of_squares = 0;
  double degrees_of_freedom = 0;
};
IntegerMoments integer_moments(PairStatistic statistic, int deck_size, int trials, double scale) {
  IntegerMoments moments;
  const std::uint64_t permutations = permutation_count(deck_size);
  std::vector<std::uint64_t> ranks(static_cast<std::size_t>(trials));
  while (true) {
    std::vector<std::vector<Card>> decks;
    for (const std::uint64_t rank : ranks) decks.push_back(permutation_of_rank(rank, deck_size));
    const ChiSquared outcome = statistic(deck_size, ranks.size(), pairs_of_permutations(deck_size, decks));
    const double scaled = outcome.statistic * scale;
    REQUIRE(std::abs(scaled - std::round(scaled)) < 1e-6);
    const auto integer = static_cast<std::uint64_t>(std::llround(scaled));
    ++moments.outcomes;
    moments.sum += integer;
    moments.sum_of_squares += integer * integer;
    moments.degrees_of_freedom = outcome.degrees_of_freedom;
    std::size_t trial = 1;
    while (trial < ranks.size() && ++ranks[trial] == permutations) ranks[trial++] = 0;
    if (trial >= ranks.size()) return moments;
  }
}

}  // namespace

TEST_CASE("relative order and mean positions have the values of rational arithmetic") {
  const json file = json::parse(std::ifstream("core/statistics/reference/large_deck_distributions.json"));
  REQUIRE(file.at("golden_quadratic").size() == 2);
  for (const json& golden : file.at("golden_quadratic")) {
    const int n = golden.at("n");
    CAPTURE(n);
    const auto permutations = golden.at("permutations").get<std::vector<std::vector<Card>>>();
    const std::vector<std::uint64_t> pairs = pairs_of_permutations(n, permutations);
    const ChiSquared curl = relative_order_statistic(n, permutations.size(), pairs);
    const ChiSquared gradient = mean_positions_statistic(n, permutations.size(), pairs);
    CHECK(curl.statistic == doctest::Approx(fraction(golden.at("relative_order_curl"))).epsilon(1e-14));
    CHECK(gradient.statistic ==
          doctest::Approx(fraction(golden.at("relative_order_gradient"))).epsilon(1e-14));
    CHECK(curl.degrees_of_freedom == (n - 1) * (n - 2) / 2);
    CHECK(gradient.degrees_of_freedom == n - 1);
  }
}

TEST_CASE("over all outcomes relative order and mean positions have mean df and variance 2 df (1 - 1/N)") {
  struct Scene {
    int deck_size, trials;
  };
  for (const Scene scene : {Scene{4, 1}, Scene{4, 2}, Scene{4, 3}, Scene{5, 2}, Scene{3, 4}}) {
    for (const bool curl : {true, false}) {
      CAPTURE(scene.deck_size);
      CAPTURE(scene.trials);
      CAPTURE(curl);
      const int scale = scene.deck_size * scene.trials * (curl ? 1 : scene.deck_size + 1);
      const IntegerMoments moments = integer_moments(
          curl ? relative_order_statistic : mean_positions_statistic, scene.deck_size, scene.trials, scale);
      const auto df = static_cast<std::uint64_t>(moments.degrees_of_freedom);
      const auto times = static_cast<std::uint64_t>(scale), all = static_cast<std::uint64_t>(scene.trials);
      CHECK(moments.sum == moments.outcomes * df * times);
      // E T^2 = df^2 + 2 df (1 - 1/N).
      CHECK(moments.sum_of_squares * all ==
            moments.outcomes * times * times * (df * df * all + 2 * df * (all - 1)));
    }
  }
}

TEST_CASE("the statistics are those of their formulas, and mean positions those of the positions") {
  for (const char* shuffle : {"durstenfeld", "naive-swap"}) {
    constexpr int n = 13;
    const Tally tally = sampled(setup_for_test(shuffle, n), 1'000, 3);
    const auto trials = static_cast<double>(tally.trials);
    for (const TableInfo* table : {&relative_order_table, &inverse_relative_order_table}) {
      const bool inverse = table == &inverse_relative_order_table;
      const std::span<const std::uint64_t> pairs = tally.tables.of(*table);
      double differences[n][n] = {}, sums[n] = {}, of_positions[n] = {};
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = i + 1; j < n; ++j) {
          differences[i][j] = 2 * static_cast<double>(pairs[cell_of_pair(n, i, j)]) - trials;
          differences[j][i] = -differences[i][j];
        }
      }
      double curl = 0, gradient = 0, of_positions_squared = 0;
      for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) {
          sums[i] += differences[i][j];
          const std::uint64_t count =
              inverse ? tally.positions.at(i, j) : tally.positions.at(j, i);  // card or position i
          of_positions[i] += static_cast<double>(count) * (n - 1 - 2 * j);
        }
      }
      for (int i = 0; i < n; ++i) {
        gradient += 3 / ((n + 1) * n * trials) * sums[i] * sums[i];
        of_positions_squared += 3 / ((n + 1) * n * trials) * of_positions[i] * of_positions[i];
        for (int j = i + 1; j < n; ++j) {
          curl += 3 / trials * std::pow(differences[i][j] - (sums[i] - sums[j]) / n, 2);
        }
      }
      CHECK(relative_order_statistic(n, tally.trials, pairs).statistic ==
            doctest::Approx(curl).epsilon(1e-12));
      CHECK(mean_positions_statistic(n, tally.trials, pairs).statistic ==
            doctest::Approx(gradient).epsilon(1e-12));
      CHECK(of_positions_squared == doctest::Approx(gradient).epsilon(1e-12));
      const ChiSquared from_table = means_from_table(tally, !inverse);
      CHECK(from_table.statistic == doctest::Approx(gradient).epsilon(1e-12));
      CHECK(from_table.degrees_of_freedom == n - 1);
      CHECK(result_of(inverse ? mean_cards_test : mean_positions_test, tally).statistic ==
            doctest::Approx(gradient).epsilon(1e-12));
      CHECK(result_of(inverse ? inverse_relative_order_test : relative_order_test, tally).statistic ==
            doctest::Approx(curl).epsilon(1e-12));
    }
  }
}

TEST_CASE("the strongest pair is the one that is farthest from every other trial") {
  // The deck and its mirror in turns; in 60 of the mirrors cards 3 and 4 have changed places.
  Tally tally(13, 0);
  std::vector<Card> deck(13);
  for (std::size_t card = 0; card < 13; ++card) deck[card] = static_cast<Card>(card);
  const std::vector<Card> mirrored(deck.rbegin(), deck.rend());
  const auto add = [&tally](const std::vector<Card>& permutation) {
    tally.add_to_derived(permutation);
    tally.tables.add(permutation);
    ++tally.trials;
  };
  for (int pair = 0; pair < 20; ++pair) add(deck), add(mirrored);
  for (int trial = 0; trial < 60; ++trial) {
    add(deck);
    std::vector<Card> swapped = mirrored;
    std::swap(swapped[8], swapped[9]);
    add(swapped);
  }
  tally.tables.settle();
  REQUIRE(tally.trials == 160);
  // 3 comes before 4, and position 8 holds a lower card than 9, in all but 20 of the trials; every other pair
  // is even.
  const double p = 78 * 2 * binomial_upper_tail(140, 160, 0.5).p;
  for (const TestInfo& test : {strongest_pair_test, strongest_inverse_pair_test}) {
    const TestResult result = result_of(test, tally);
    CHECK(result.p_value.p == doctest::Approx(p).scale(0).epsilon(1e-9));
    CHECK(result.statistic == 140);
    CHECK(result.tail == Tail::upper);
    CHECK(result.degrees_of_freedom == 0);
  }
}

TEST_CASE(
    "relative order and mean positions are judged from 20 trials on, the strongest pair from the first") {
  const auto fair = [](std::uint64_t trials) {
    return sampled(setup_for_test("durstenfeld", 52), trials, 1);
  };
  CHECK(result_of(strongest_pair_test, Tally(52, 0)).reason == "there were no trials");
  CHECK(result_of(strongest_pair_test, fair(1)).p_value.p == 1);
  for (const TestInfo& test :
       {relative_order_test, mean_positions_test, inverse_relative_order_test, mean_cards_test}) {
    CHECK(result_of(test, fair(19)).reason == "needs at least 20 trials for all pairs; there were 19");
    CHECK(result_of(test, fair(20)).applied);
    CHECK(result_of(test, fair(20)).honest_from_level == 0);
    CHECK(result_of(test, Tally(12, 0)).reason == "is for decks of 13 cards and more");
  }
}

TEST_CASE("pairs that no trials can have brought are refused, not judged") {
  const std::vector<std::uint64_t> pairs(10, 4);
  for (const PairStatistic statistic : {relative_order_statistic, mean_positions_statistic}) {
    CHECK_NOTHROW(statistic(5, 4, pairs));
    CHECK_THROWS_AS(statistic(5, 3, pairs), std::invalid_argument);
    CHECK_THROWS_AS(statistic(5, 0, pairs), std::invalid_argument);
    CHECK_THROWS_AS(statistic(6, 4, pairs), std::invalid_argument);
    CHECK_THROWS_AS(statistic(1, 4, {}), std::invalid_argument);
    CHECK_THROWS_AS(statistic(5, largest_trial_count + 1, pairs), std::invalid_argument);
  }
  Tally tally = sampled(setup_for_test("identity", 13), 10, 1);
  tally.trials = 9;
  CHECK_THROWS_AS(result_of(strongest_pair_test, tally), std::invalid_argument);
}

TEST_CASE("at 2^53 trials of 128 cards no sum overflows") {
  // The deck never moved: D = N for every pair, r_i = N (n - 1 - 2 i), so sum r^2 = N^2 n (n^2 - 1) / 3, and
  // T is N (n - 1) of the mean positions, N (n - 1)(n - 2) / 2 of the rest.
  const std::vector<std::uint64_t> pairs(128 * 127 / 2, largest_trial_count);
  const auto trials = static_cast<double>(largest_trial_count);
  CHECK(mean_positions_statistic(128, largest_trial_count, pairs).statistic == trials * 127);
  CHECK(relative_order_statistic(128, largest_trial_count, pairs).statistic == trials * 127 * 63);
}
