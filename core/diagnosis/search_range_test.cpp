#include <cmath>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "core/diagnosis/suspects.hpp"
#include "core/interpret/evolve.hpp"
#include "core/interpret/setup_for_test.hpp"
#include "core/statistics/chi_squared.hpp"
#include "core/statistics/multinomial_for_tests.hpp"

using namespace fairshuffle;

namespace {

double chi_square_distance_of(const std::vector<double>& distribution) {
  const auto permutations = static_cast<double>(distribution.size());
  double sum = 0;
  for (const double p : distribution) sum += permutations * (p - 1 / permutations) * (p - 1 / permutations);
  return sum;
}

// On the straight way from fairness to `distribution`, as near to fairness as chi-square distance says: of
// all distributions of that chi-square distance about the nearest to `distribution`.
std::vector<double> on_the_way(const std::vector<double>& distribution, double chi_square_distance) {
  const auto permutations = static_cast<double>(distribution.size());
  const double share = std::sqrt(chi_square_distance / chi_square_distance_of(distribution));
  std::vector<double> mixed;
  for (const double p : distribution) mixed.push_back(1 / permutations + share * (p - 1 / permutations));
  return mixed;
}

}  // namespace

TEST_CASE(
    "a distribution that is not searched for does not fit, even one on the straight way to the true "
    "distribution") {
  for (const char* shuffle : {"naive-swap", "draw-insert", "comparator-sort"}) {
    const std::vector<double> distribution = numeric_distribution_of(setup_for_test(shuffle, 5)).probability;
    for (const std::uint64_t trials : {16'384U, 131'072U, 1'048'576U}) {
      CAPTURE(shuffle);
      CAPTURE(trials);
      std::mt19937_64 words(1);
      const auto counts = multinomial_for_test(distribution, trials, words);
      const SuspectRange range = range_to_search(counts);
      const GoodnessOfFit nearest =
          goodness_of_fit(counts, on_the_way(distribution, range.least_chi_square_distance));
      CHECK_FALSE(nearest.pooled);
      CHECK(nearest.upper_tail.p < level_of_fit);
      // And the true one is searched for.
      CHECK(range.least_chi_square_distance < chi_square_distance_of(distribution));
      CHECK(range.least_chi_square_distance > 10 * range.least_difference);
    }
  }
}

TEST_CASE("the range is not cut too short by much") {
  // Counts in proportion to a tilted distribution: half of the permutations a tenth too often. Only the
  // largest cell's factor and the slack of the tail's bound are given away.
  std::vector<std::uint64_t> counts;
  for (int rank = 0; rank < 120; ++rank) counts.push_back(rank < 60 ? 110'000 : 90'000);
  const SuspectRange range = range_to_search(counts);
  std::vector<double> distribution;
  for (const std::uint64_t count : counts) distribution.push_back(static_cast<double>(count) / 12e6);
  CHECK(goodness_of_fit(counts, on_the_way(distribution, range.least_chi_square_distance)).upper_tail.p <
        level_of_fit);
  CHECK(range.least_chi_square_distance > 0.5 * chi_square_distance_of(distribution));
}

TEST_CASE("from counts that fairness explains nothing but fairness itself is left out") {
  const SuspectRange range = range_to_search(std::vector<std::uint64_t>(24, 1000));
  CHECK(range.least_chi_square_distance == doctest::Approx(1 / (24.0 * 24'000)));
  CHECK(range.least_difference == range.least_chi_square_distance);
}

TEST_CASE("of counts that are even everything is searched for down to one part in n! N") {
  for (const std::size_t permutations : {6U, 24U}) {
    const SuspectRange range = range_to_search(std::vector<std::uint64_t>(permutations, 100));
    const double least = 1 / (static_cast<double>(permutations) * static_cast<double>(100 * permutations));
    CHECK(range.least_chi_square_distance == doctest::Approx(least).epsilon(1e-12));
    CHECK(range.least_difference == doctest::Approx(least).epsilon(1e-12));
  }
}
