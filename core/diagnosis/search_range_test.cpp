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

double phi2_of(const std::vector<double>& law) {
  const auto orders = static_cast<double>(law.size());
  double sum = 0;
  for (const double p : law) sum += orders * (p - 1 / orders) * (p - 1 / orders);
  return sum;
}

// On the straight way from fairness to `law`, as near to fairness as phi2 says: of all laws of that phi2
// about the nearest to `law`.
std::vector<double> on_the_way(const std::vector<double>& law, double phi2) {
  const auto orders = static_cast<double>(law.size());
  const double share = std::sqrt(phi2 / phi2_of(law));
  std::vector<double> mixed;
  for (const double p : law) mixed.push_back(1 / orders + share * (p - 1 / orders));
  return mixed;
}

}  // namespace

TEST_CASE("a law that is not searched for does not fit, even one on the straight way to the true law") {
  for (const char* shuffle : {"naive-swap", "draw-insert", "comparator-sort"}) {
    const std::vector<double> law = numeric_law_of(setup_for_test(shuffle, 5)).probability;
    for (const std::uint64_t trials : {16'384U, 131'072U, 1'048'576U}) {
      CAPTURE(shuffle);
      CAPTURE(trials);
      std::mt19937_64 words(1);
      const auto counts = multinomial_for_test(law, trials, words);
      const SuspectRange range = range_to_search(counts);
      const GoodnessOfFit nearest = goodness_of_fit(counts, on_the_way(law, range.least_phi2));
      CHECK_FALSE(nearest.pooled);
      CHECK(nearest.upper_tail.p < level_of_fit);
      // And the true one is searched for.
      CHECK(range.least_phi2 < phi2_of(law));
      CHECK(range.least_phi2 > 10 * range.least_difference);
    }
  }
}

TEST_CASE("the range is not cut too short by much") {
  // Counts in proportion to a tilted law: half of the orders a tenth too often. Only the largest cell's
  // factor and the slack of the tail's bound are given away.
  std::vector<std::uint64_t> counts;
  for (int rank = 0; rank < 120; ++rank) counts.push_back(rank < 60 ? 110'000 : 90'000);
  const SuspectRange range = range_to_search(counts);
  std::vector<double> law;
  for (const std::uint64_t count : counts) law.push_back(static_cast<double>(count) / 12e6);
  CHECK(goodness_of_fit(counts, on_the_way(law, range.least_phi2)).upper_tail.p < level_of_fit);
  CHECK(range.least_phi2 > 0.5 * phi2_of(law));
}

TEST_CASE("from counts that fairness explains nothing but fairness itself is left out") {
  const SuspectRange range = range_to_search(std::vector<std::uint64_t>(24, 1000));
  CHECK(range.least_phi2 == doctest::Approx(1 / (24.0 * 24'000)));
  CHECK(range.least_difference == range.least_phi2);
}

TEST_CASE("of counts that are even everything is searched for down to one part in n! N") {
  for (const std::size_t orders : {6U, 24U}) {
    const SuspectRange range = range_to_search(std::vector<std::uint64_t>(orders, 100));
    const double least = 1 / (static_cast<double>(orders) * static_cast<double>(100 * orders));
    CHECK(range.least_phi2 == doctest::Approx(least).epsilon(1e-12));
    CHECK(range.least_difference == doctest::Approx(least).epsilon(1e-12));
  }
}
