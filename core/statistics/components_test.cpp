// The components against values of mpmath, against what holds for every number of trials, and on simulated
// tables.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/statistics/permutations.hpp"
#include "core/statistics/positions.hpp"
#include "core/statistics/promise_checks_for_tests.hpp"
#include "core/statistics/tallies_for_tests.hpp"

using namespace fairshuffle;
using nlohmann::json;

namespace {

// T of every component, from its unbiased chi-square distance: also where there are too few trials for a
// p-value.
std::vector<double> statistics_of(const std::vector<CountedPart>& components, std::uint64_t trials) {
  std::vector<double> statistics;
  for (const CountedPart& component : components) {
    const auto degrees_of_freedom =
        static_cast<double>(component.component.dimension * component.component.dimension);
    statistics.push_back(degrees_of_freedom +
                         static_cast<double>(trials - 1) * component.component.chi_square_distance);
  }
  return statistics;
}

// Trials of a fair deck by words and a division of this test's own: nothing of our sources, draws or
// shuffles.
std::vector<std::uint64_t> fair_counts(int deck_size, std::uint64_t trials, std::mt19937_64& words) {
  std::vector<std::uint64_t> counts(permutation_count(deck_size));
  // A word modulo n! is off by less than n! / 2^64.
  for (std::uint64_t trial = 0; trial < trials; ++trial) ++counts[words() % counts.size()];
  return counts;
}

const TestResult& result_of(const std::vector<CountedPart>& components, const std::string& partition) {
  const auto found = std::ranges::find(components, partition, [](const CountedPart& component) {
    return to_text(component.component.partition);
  });
  REQUIRE(found != components.end());
  return found->result;
}

}  // namespace

TEST_CASE("every component reproduces the statistic, degrees of freedom and p-value of mpmath") {
  const json file = json::parse(std::ifstream("core/statistics/reference/golden_counts.json"));
  int compared = 0;
  for (const json& vector : file.at("vectors")) {
    const auto counts = vector.at("counts").get<std::vector<std::uint64_t>>();
    const Tally tally = tally_of_counts(vector.at("n"), counts);
    const std::vector<CountedPart> components = counted_parts(tally);
    const std::vector<double> statistics = statistics_of(components, tally.trials);
    REQUIRE(components.size() == vector.at("irreps").size());
    for (std::size_t i = 0; i < components.size(); ++i) {
      const std::string text = to_text(components[i].component.partition);
      const json& expected = vector.at("irreps").at(text.substr(1, text.size() - 2));
      CAPTURE(vector.at("source").get<std::string>());
      CAPTURE(text);
      const double statistic = expected.at("T"), p = expected.at("p");
      CHECK(statistics[i] == doctest::Approx(statistic).scale(0).epsilon(1e-11));
      CHECK(components[i].component.dimension * components[i].component.dimension == expected.at("df"));
      const TestResult& result = components[i].result;
      if (!result.applied || result.name == "parity") continue;
      ++compared;
      CHECK(result.statistic == doctest::Approx(statistic).scale(0).epsilon(1e-11));
      CHECK(result.degrees_of_freedom == expected.at("df"));
      if (p > 1e-300) CHECK(result.upper_tail.p == doctest::Approx(p).scale(0).epsilon(1e-9));
    }
  }
  CHECK(compared == 28);
}

TEST_CASE("the components of counts add up to X2 of the permutations, with positions and parity among them") {
  std::mt19937_64 words(1);
  for (int n = 2; n <= 8; ++n) {
    const std::uint64_t trials = std::max<std::uint64_t>(10'000, 3 * permutation_count(n));
    const Tally tally = tally_of_counts(n, fair_counts(n, trials, words));
    const std::vector<CountedPart> components = counted_parts(tally);
    const std::vector<double> statistics = statistics_of(components, trials);
    double sum = 0;
    for (const double statistic : statistics) sum += statistic;
    CHECK(sum == doctest::Approx(permutations_statistic(tally).statistic).scale(0).epsilon(1e-12));
    const auto even_odd = tally.parity.by_value();
    const double difference = static_cast<double>(even_odd[0]) - static_cast<double>(even_odd[1]);
    CHECK(std::abs(statistics.back() - difference * difference / static_cast<double>(trials)) < 1e-9);
    if (n > 2) {
      CHECK(statistics.front() ==
            doctest::Approx(positions_statistic(tally).statistic).scale(0).epsilon(1e-11));
    }
  }
}

TEST_CASE("two equal trials have a statistic of twice its mean in every component, and one trial has none") {
  // N trials of one permutation bring N d^2 where d^2 are due: chi-square distance is (2 d^2 - d^2) / (2 -
  // 1).
  for (int n = 2; n <= 6; ++n) {
    std::vector<std::uint64_t> counts(permutation_count(n));
    counts.back() = 1;
    CHECK_THROWS_AS(counted_parts(tally_of_counts(n, counts)), std::invalid_argument);
    if (n >= 4) {
      const std::vector<TestResult> none = results_of(components_test, tally_of_counts(n, counts));
      REQUIRE(none.size() == 1);
      CHECK(none.front().reason == "there were fewer than two trials");
    }
    counts.back() = 2;
    const std::vector<CountedPart> components = counted_parts(tally_of_counts(n, counts));
    CHECK(!components.empty());
    std::uint64_t with_test = 0;
    for (const CountedPart& each : components) {
      CAPTURE(to_text(each.component.partition));
      CHECK(each.component.chi_square_distance ==
            doctest::Approx(static_cast<double>(each.component.dimension * each.component.dimension))
                .epsilon(1e-12));
      with_test += each.has_own_test ? 1 : 0;
    }
    if (n >= 4) {
      CHECK(with_test == hypotheses_of_components(n));
      CHECK(results_of(components_test, tally_of_counts(n, counts)).size() == with_test);
    }
  }
}

TEST_CASE("over all outcomes of two or three trials a component has mean d^2 and variance 2 d^2 (1 - 1/N)") {
  struct Scene {
    int deck_size, trials;
  };
  for (const Scene scene : {Scene{3, 2}, Scene{3, 3}, Scene{3, 4}, Scene{4, 2}, Scene{5, 2}}) {
    const std::uint64_t permutations = permutation_count(scene.deck_size);
    std::vector<std::uint64_t> ranks(static_cast<std::size_t>(scene.trials));
    std::vector<double> sums, squares;
    std::vector<Component> components;
    double outcomes = 0;
    while (true) {
      std::vector<double> counts(permutations);
      for (const std::uint64_t rank : ranks) counts[rank] += 1;
      components = components_of(scene.deck_size, counts);
      sums.resize(components.size()), squares.resize(components.size());
      for (std::size_t i = 0; i < components.size(); ++i) {
        const double statistic = components[i].chi_square_distance / scene.trials;
        sums[i] += statistic;
        squares[i] += statistic * statistic;
      }
      outcomes += 1;
      std::size_t trial = 0;
      while (trial < ranks.size() && ++ranks[trial] == permutations) ranks[trial++] = 0;
      if (trial == ranks.size()) break;
    }
    for (std::size_t i = 0; i < components.size(); ++i) {
      CAPTURE(scene.deck_size);
      CAPTURE(scene.trials);
      CAPTURE(to_text(components[i].partition));
      const auto degrees_of_freedom = static_cast<double>(components[i].dimension * components[i].dimension);
      const double mean = sums[i] / outcomes;
      CHECK(mean == doctest::Approx(degrees_of_freedom).scale(0).epsilon(1e-11));
      CHECK(squares[i] / outcomes - mean * mean ==
            doctest::Approx(2 * degrees_of_freedom * (1 - 1. / scene.trials)).scale(0).epsilon(1e-9));
    }
  }
}

// 27 components with three checks each, at most 1e-9 each: a correct program fails with probability below
// 1e-7.
TEST_CASE("on ten thousand fair tables of three to six cards the p-values of every component are uniform" *
          doctest::test_suite("simulations")) {
  std::mt19937_64 words(20240229);
  for (const auto& [n, trials] : {std::pair{3, 2400}, {4, 2400}, {5, 4000}, {6, 4000}}) {
    constexpr std::size_t tables = 10'000;
    std::vector<std::vector<double>> p_values;
    std::vector<double> sums;
    std::vector<Component> components;
    for (std::size_t table = 0; table < tables; ++table) {
      const std::vector<std::uint64_t> counts = fair_counts(n, static_cast<std::uint64_t>(trials), words);
      components = components_of(n, std::vector<double>(counts.begin(), counts.end()));
      p_values.resize(components.size()), sums.resize(components.size());
      for (std::size_t i = 0; i < components.size(); ++i) {
        const auto degrees_of_freedom =
            static_cast<double>(components[i].dimension * components[i].dimension);
        const double statistic = components[i].chi_square_distance / trials;
        sums[i] += statistic;
        p_values[i].push_back(chi_squared_upper_tail(statistic, degrees_of_freedom).p);
      }
    }
    for (std::size_t i = 0; i < components.size(); ++i) {
      const std::string name = to_text(components[i].partition);
      CAPTURE(name);
      const auto degrees_of_freedom = static_cast<double>(components[i].dimension * components[i].dimension);
      // The exact standard deviation of the mean, and six of them.
      const double off = std::sqrt(2 * degrees_of_freedom * (1 - 1. / trials) / tables);
      CHECK(std::abs(sums[i] / tables - degrees_of_freedom) < 6.2 * off);
      // Parity has as many p-values as trials: judged by the exact binomial, and checked elsewhere.
      if (components[i].partition.front() == 1) continue;
      CHECK(check_distance(name, p_values[i], uniform_rate()).p >= smallest_believable_p);
      // Of three cards the statistic lies on a lattice that 100 bins would show.
      if (n > 4) CHECK(check_uniform(name, p_values[i]).p >= smallest_believable_p);
    }
  }
}

TEST_CASE("on two thousand fair tables of seven cards the p-values of every component are uniform" *
          doctest::test_suite("simulations")) {
  // 14 components, one check each: below 1e-7.
  std::mt19937_64 words(7);
  constexpr int trials = 6125;  // the fewest for a component of 35^2 degrees of freedom
  std::vector<std::vector<double>> p_values;
  for (int table = 0; table < 2000; ++table) {
    const std::vector<std::uint64_t> counts = fair_counts(7, trials, words);
    const std::vector<Component> components =
        components_of(7, std::vector<double>(counts.begin(), counts.end()));
    p_values.resize(components.size());
    for (std::size_t i = 0; i < components.size(); ++i) {
      p_values[i].push_back(
          chi_squared_upper_tail(components[i].chi_square_distance / trials,
                                 static_cast<double>(components[i].dimension * components[i].dimension))
              .p);
    }
  }
  for (const std::vector<double>& of_part : p_values) {
    CHECK(check_distance("seven cards", of_part, uniform_rate()).p >= smallest_believable_p);
  }
}

TEST_CASE(
    "Sattolo's, a cut's and a doubled shuffle's counts are rejected by the components they live in alone") {
  const auto rejected = [](const Tally& tally) {
    std::vector<std::string> names;
    for (const TestResult& result : results_of(components_test, tally)) {
      REQUIRE(result.applied);
      if (result.upper_tail.p < 1e-12) names.push_back(result.name);
    }
    return names;
  };
  using Names = std::vector<std::string>;
  const Tally sattolo =
      tally_of_permutations(5, [](auto permutation) { return cycle_count(permutation) == 1 ? 1000 : 0; });
  CHECK(rejected(sattolo) == Names{"ordered pairs (3,1,1)", "single cards by parity (2,1,1,1)"});
  const Tally cut = tally_of_permutations(5, [](auto permutation) {
    for (std::size_t i = 0; i < 5; ++i) {
      if ((permutation[i] + 1) % 5 != permutation[(i + 1) % 5]) return 0;
    }
    return 4800;
  });
  CHECK(rejected(cut) ==
        Names{"unordered pairs (3,2)", "ordered pairs (3,1,1)", "unordered pairs by parity (2,2,1)"});
  std::vector<std::uint64_t> squares(120);
  for (std::uint64_t rank = 0; rank < 120; ++rank) {
    const std::vector<Card> permutation = permutation_of_rank(rank, 5);
    std::vector<Card> twice(5);
    for (std::size_t i = 0; i < 5; ++i) twice[i] = permutation[permutation[i]];
    squares[rank_of(twice)] += 200;
  }
  CHECK(rejected(tally_of_counts(5, squares)).size() == 4);
}

TEST_CASE("from 5 d^2 trials on, and 2,400, a component is applied, below it says how many it needs") {
  std::mt19937_64 words(3);
  const std::vector<CountedPart> few = counted_parts(tally_of_counts(7, fair_counts(7, 6000, words)));
  CHECK(result_of(few, "(4,2,1)").reason ==
        "needs at least 6,125 trials for a component of 1225 degrees of freedom; there were 6,000");
  CHECK(result_of(few, "(5,2)").applied);
  CHECK(result_of(few, "(5,2)").honest_from_level == 1e-8);
  CHECK(result_of(few, "(6,1)").name == "positions");
  const std::vector<CountedPart> more = counted_parts(tally_of_counts(7, fair_counts(7, 12'000, words)));
  CHECK(result_of(more, "(4,2,1)").applied);
  CHECK(result_of(more, "(4,2,1)").honest_from_level == 0);
  CHECK_FALSE(result_of(counted_parts(tally_of_counts(4, fair_counts(4, 2399, words))), "(2,2)").applied);
}

TEST_CASE("decks without components of their own say why, and count no hypothesis") {
  const auto reason = [](const Tally& tally) {
    const std::vector<TestResult> results = results_of(components_test, tally);
    REQUIRE(results.size() == 1);
    CHECK_FALSE(results.front().applied);
    return results.front().reason;
  };
  std::mt19937_64 words(4);
  CHECK(reason(tally_of_counts(3, fair_counts(3, 5000, words))) ==
        "single cards and parity are all the components of so few cards");
  CHECK(reason(Tally(9, 0)) == "components are told for up to 8 cards only");
  CHECK(reason(Tally(6, 0)) == "permutations were not counted");
  CHECK(reason(tally_with_permutations(std::make_shared<PermutationCounts>(6))) ==
        "there were fewer than two trials");
  const std::uint64_t hypotheses[] = {0, 0, 0, 0, 2, 4, 8, 12, 19, 0};
  for (int n = 1; n <= 9; ++n) {
    CHECK(hypotheses_of(components_test, {.size = n, .marked = 0, .permutations_counted = true}) ==
          hypotheses[n]);
  }
  CHECK(hypotheses_of(components_test, {.size = 8, .marked = 0, .permutations_counted = false}) == 0);
  CHECK(results_of(components_test, tally_of_counts(6, fair_counts(6, 5000, words))).size() == 8);
}
