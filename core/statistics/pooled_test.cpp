#include <cmath>
#include <numeric>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

#include "core/permutation/permutation.hpp"
#include "core/statistics/chi_squared.hpp"
#include "core/statistics/numbers.hpp"

using namespace fairshuffle;

namespace {

void check_distribution(const std::vector<double>& distribution, const std::vector<double>& numbers,
                        double permutations) {
  REQUIRE(distribution.size() == numbers.size());
  for (std::size_t value = 0; value < distribution.size(); ++value) {
    CHECK(std::abs(distribution[value] - numbers[value] / permutations) <= 1e-15 * distribution[value]);
  }
}

double mean_of(const std::vector<double>& distribution) {
  double mean = 0;
  for (std::size_t value = 0; value < distribution.size(); ++value)
    mean += static_cast<double>(value) * distribution[value];
  return mean;
}

}  // namespace

TEST_CASE("the distribution of fixed points is the rencontres numbers of OEIS A008290 over n!") {
  check_distribution(fixed_points_distribution(1), {0, 1}, 1);
  check_distribution(fixed_points_distribution(2), {1, 0, 1}, 2);
  check_distribution(fixed_points_distribution(5), {44, 45, 20, 10, 0, 1}, 120);
  check_distribution(fixed_points_distribution(10),
                     {1334961, 1334960, 667485, 222480, 55650, 11088, 1890, 240, 45, 0, 1}, 3628800);
}

TEST_CASE("the distribution of cycles is the Stirling numbers of the first kind of OEIS A132393 over n!") {
  check_distribution(cycles_distribution(1), {0, 1}, 1);
  check_distribution(cycles_distribution(2), {0, 1, 1}, 2);
  check_distribution(cycles_distribution(5), {0, 24, 50, 35, 10, 1}, 120);
  check_distribution(cycles_distribution(10),
                     {0, 362880, 1026576, 1172700, 723680, 269325, 63273, 9450, 870, 45, 1}, 3628800);
}

TEST_CASE("both distributions are those of all permutations of seven cards") {
  std::vector<double> by_fixed_points(8), by_cycles(8);
  std::vector<Card> permutation = permutation_of_rank(0, 7);
  do {
    ++by_fixed_points[static_cast<std::size_t>(fixed_points(permutation))];
    ++by_cycles[static_cast<std::size_t>(cycle_count(permutation))];
  } while (to_next_permutation(permutation));
  check_distribution(fixed_points_distribution(7), by_fixed_points, 5040);
  check_distribution(cycles_distribution(7), by_cycles, 5040);
}

TEST_CASE(
    "to 128 cards and of 1,024 both distributions add up to one, with one fixed point and 1 + 1/2 + ... + "
    "1/n cycles on average") {
  double harmonic = 0;
  for (int deck_size = 1; deck_size <= largest_deck_size; ++deck_size) {
    harmonic += 1. / deck_size;
    if (is_wide_deck(deck_size) && deck_size < largest_deck_size) continue;
    for (const std::vector<double>& distribution :
         {fixed_points_distribution(deck_size), cycles_distribution(deck_size)}) {
      CHECK(std::abs(std::accumulate(distribution.begin(), distribution.end(), 0.) - 1) < 1e-14);
    }
    CHECK(std::abs(mean_of(fixed_points_distribution(deck_size)) - 1) < 1e-14);
    CHECK(std::abs(mean_of(cycles_distribution(deck_size)) - harmonic) < 1e-13);
  }
  // 1/64! at the far end.
  CHECK(fixed_points_distribution(64).back() == doctest::Approx(7.8811e-90).scale(0).epsilon(1e-4));
  CHECK(cycles_distribution(64).back() == doctest::Approx(7.8811e-90).scale(0).epsilon(1e-4));
  for (const int deck_size : {0, -1, 1025}) {
    CHECK_THROWS_AS(fixed_points_distribution(deck_size), std::invalid_argument);
    CHECK_THROWS_AS(cycles_distribution(deck_size), std::invalid_argument);
  }
}

TEST_CASE("values are grouped from the left until each group expects enough, and the rest joins the last") {
  const std::vector<double> distribution{0.02, 0.08, 0.5, 0.25, 0.05, 0.06, 0.03, 0.01};
  const std::vector<PooledCell> cells = pooled_cells(distribution, 1000, 100);
  REQUIRE(cells.size() == 4);
  const std::vector<std::pair<int, int>> expected{{0, 1}, {2, 2}, {3, 3}, {4, 7}};
  double total = 0;
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    CHECK(cells[cell].first == expected[cell].first);
    CHECK(cells[cell].last == expected[cell].second);
    CHECK(cells[cell].probability * 1000 >= 100 - 1e-9);
    total += cells[cell].probability;
  }
  CHECK(total == doctest::Approx(1).epsilon(1e-14));
}

TEST_CASE("too few trials make one group of all values") {
  for (const std::uint64_t trials : {std::uint64_t{0}, std::uint64_t{50}}) {
    const std::vector<PooledCell> cells = pooled_cells(cycles_distribution(5), trials, 100);
    REQUIRE(cells.size() == 1);
    CHECK(cells[0].first == 0);
    CHECK(cells[0].last == 5);
    CHECK(cells[0].probability == doctest::Approx(1).epsilon(1e-14));
  }
  CHECK_THROWS_AS(pooled_cells({}, 10, 100), std::invalid_argument);
  CHECK_THROWS_AS(pooled_cells(cycles_distribution(5), 10, 0), std::invalid_argument);
}

TEST_CASE("groups expect a hundred trials below 12,000 trials and five hundred from there on") {
  // Five cards have 44, 45, 20, 10, 0, 1 of 120 permutations with 0..5 fixed points: from 12,000 trials on
  // the last value expects 100 and is pooled.
  const auto groups = [](std::uint64_t trials) {
    std::vector<std::uint64_t> by_value(6);
    by_value[0] = trials;
    return detail::pooled_test("fixed-points", by_value, fixed_points_distribution(5), trials)
               .degrees_of_freedom +
           1;
  };
  CHECK(groups(11999) == 4);
  CHECK(groups(12000) == 4);
  CHECK(groups(59999) == 4);
  CHECK(groups(60001) == 5);
  CHECK(groups(600) == 3);
}

TEST_CASE("with two groups the tail is the exact binomial's") {
  // 600 trials of distribution 0.6, 0.3, 0.1: 360, 180 and 60, the last two pooled.
  const std::vector<double> distribution{0.6, 0.3, 0.1};
  const std::vector<std::uint64_t> by_value{330, 200, 70};
  const TestResult result = detail::pooled_test("toy", by_value, distribution, 600);
  CHECK(result.applied);
  CHECK(result.degrees_of_freedom == 1);
  CHECK(result.statistic == doctest::Approx(30. * 30 / 360 + 30. * 30 / 240));
  CHECK(result.upper_tail.p == doctest::Approx(2 * binomial_lower_tail(330, 600, 0.6).p).epsilon(1e-13));
  CHECK(result.lower_tail.p ==
        doctest::Approx(1 - binomial_lower_tail(329, 600, 0.6).p - binomial_upper_tail(391, 600, 0.6).p)
            .epsilon(1e-12));
}

TEST_CASE("a pooled statistic is Pearson's, by hand") {
  const std::vector<std::uint64_t> by_value{30, 50, 10, 10};
  const std::vector<PooledCell> cells{{0, 0, 0.4}, {1, 1, 0.4}, {2, 3, 0.2}};
  const ChiSquared outcome = pooled_statistic(by_value, cells);
  CHECK(outcome.statistic == doctest::Approx(100. / 40 + 100. / 40 + 0).epsilon(1e-14));
  CHECK(outcome.degrees_of_freedom == 2);
}
