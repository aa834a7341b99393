// Projections of the table of positions: smooth ones, and those that match a mistake.
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

#include "core/interpret/setup_for_test.hpp"
#include "core/statistics/chi_squared.hpp"
#include "core/statistics/positions.hpp"
#include "core/statistics/tallies_for_tests.hpp"

using namespace fairshuffle;

namespace {

Tally tally_of_one(std::uint64_t rank, int deck_size) {
  std::vector<std::uint64_t> by_rank(permutation_count(deck_size));
  by_rank[rank] = 1;
  return tally_of_counts(deck_size, by_rank);
}

// E X^3 of X = sum filter[position][card at position] over uniform permutations, X having mean 0 and variance
// 1 (a sum over all ways to choose three distinct positions; Hoeffding 1951).
double skewness(const std::vector<double>& filter, int deck_size) {
  const double n = deck_size, scale = std::sqrt(n - 1);
  double cubes = 0;
  for (const double cell : filter) cubes += std::pow(scale * cell, 3);
  return n * cubes / ((n - 1) * (n - 2));
}

const TestResult& named(const std::vector<TestResult>& results, std::string_view name) {
  return *std::ranges::find(results, name, &TestResult::name);
}

}  // namespace

TEST_CASE("Gram polynomials are orthonormal, and the first is a straight line") {
  for (const int points : {5, 13, 52, 128}) {
    std::vector<std::vector<double>> all = gram_polynomials(points);
    REQUIRE(all.size() == 4);
    all.emplace_back(static_cast<std::size_t>(points), 1 / std::sqrt(points));
    for (std::size_t k = 0; k < all.size(); ++k) {
      for (std::size_t l = 0; l <= k; ++l) {
        double product = 0;
        for (std::size_t x = 0; x < all[k].size(); ++x) product += all[k][x] * all[l][x];
        CHECK(std::abs(product - (k == l)) < 1e-12);
      }
    }
    const std::vector<double>& line = all.front();
    CHECK(line[1] - line[0] == doctest::Approx(line[4] - line[3]));
    CHECK(line[0] < 0);
  }
  // By hand: -2 -1 0 1 2 over sqrt(10), and 1 -4 6 -4 1 over sqrt(70).
  CHECK(gram_polynomials(5)[0][1] == doctest::Approx(-1 / std::sqrt(10.)));
  CHECK(gram_polynomials(5)[3][2] == doctest::Approx(6 / std::sqrt(70.)));
  CHECK_THROWS_AS(gram_polynomials(4), std::invalid_argument);
  CHECK_THROWS_AS(gram_polynomials(1025), std::invalid_argument);
  CHECK_THROWS_AS(smooth_positions_statistic(Tally(6, 0)), std::invalid_argument);
}

TEST_CASE(
    "over all permutations of five cards smooth positions have mean 16, and all there is for five cards") {
  double mean = 0;
  for (std::uint64_t rank = 0; rank < 120; ++rank) {
    const Tally tally = tally_of_one(rank, 5);
    const ChiSquared smooth = smooth_positions_statistic(tally);
    CHECK(smooth.degrees_of_freedom == 16);
    // Four polynomials and the constant are all functions of five points.
    CHECK(smooth.statistic == doctest::Approx(positions_statistic(tally).statistic));
    mean += smooth.statistic / 120;
  }
  CHECK(mean == doctest::Approx(16).epsilon(1e-12));
  // Of six cards they are 16 dimensions of 25.
  double mean_of_six = 0, least = 25, most = 0;
  for (std::uint64_t rank = 0; rank < 720; ++rank) {
    const double statistic = smooth_positions_statistic(tally_of_one(rank, 6)).statistic;
    mean_of_six += statistic / 720;
    least = std::min(least, statistic);
    most = std::max(most, statistic);
  }
  CHECK(mean_of_six == doctest::Approx(16).epsilon(1e-12));
  CHECK(least < 15.5);
  CHECK(most > 16.5);
}

TEST_CASE(
    "over all permutations of five cards a filter has mean 0, variance 1 and the skewness of its formula") {
  const std::vector<double> filter = filter_of(card_distribution_of(setup_for_test("naive-swap", 5)));
  double mean = 0, variance = 0, third = 0;
  for (std::uint64_t rank = 0; rank < 120; ++rank) {
    const double z = matched_statistic(detail::position_deviations("filters", tally_of_one(rank, 5)), filter);
    mean += z / 120;
    variance += z * z / 120;
    third += z * z * z / 120;
  }
  CHECK(std::abs(mean) < 1e-12);
  CHECK(variance == doctest::Approx(1).epsilon(1e-12));
  CHECK(third == doctest::Approx(skewness(filter, 5)).epsilon(1e-9));
  CHECK_THROWS_AS(filter_of({2, {0.5, 0.5, 0.5, 0.5}}), std::invalid_argument);
}

TEST_CASE("no filter is so skew that 2,400 trials are too few, and no two of them are the same") {
  for (int deck_size = smallest_large_deck; deck_size <= largest_byte_deck; ++deck_size) {
    CAPTURE(deck_size);
    std::vector<std::vector<double>> filters;
    for (const CardMistake& mistake : card_mistakes(deck_size)) {
      CAPTURE(mistake.name);
      const std::vector<double> filter = filter_of(mistake.distribution);
      CHECK(std::abs(skewness(filter, deck_size)) < detail::largest_skewness_of_filters);
      for (const std::vector<double>& other : filters) {
        double cosine = 0;
        for (std::size_t cell = 0; cell < filter.size(); ++cell) cosine += filter[cell] * other[cell];
        CHECK(std::abs(cosine) < 0.95);
      }
      filters.push_back(filter);
    }
    CHECK(filters.size() == number_of_card_mistakes);
  }
  CHECK_THROWS_AS(card_mistakes(12), std::invalid_argument);
  // 6.47 standard deviations: 1e-10, both sides.
  CHECK(std::cosh(std::pow(6.47, 3) / 6 * detail::largest_skewness_of_filters / std::sqrt(2'400.)) < 1.1);
}

TEST_CASE("projections of positions are not applied to few trials") {
  const Tally few = sample_for_test(setup_for_test("durstenfeld", 52), 2'399).complete();
  CHECK(result_of(smooth_positions_test, few).reason ==
        "needs at least 2,400 trials for 52 cards; there were 2,399");
  for (const TestResult& result : results_of(matched_positions_test, few)) {
    CHECK(result.reason == "needs at least 2,400 trials for a normal tail; there were 2,399");
  }
}

// The mean of Z is sqrt(N chi-square distance): 40 for naive swaps of 52 cards at 2,400 trials, with a
// deviation of about 1.
TEST_CASE("mistakes are found by the filter that matches them, and told by its side" *
          doctest::test_suite("simulations")) {
  const Tally naive = sample_for_test(setup_for_test("naive-swap", 52), 2'400, 14).complete();
  const std::vector<TestResult> results = results_of(matched_positions_test, naive);
  const TestResult& own = named(results, "matched naive-swap");
  CHECK(own.tail == Tail::upper);
  CHECK(own.statistic == doctest::Approx(std::sqrt(2'400 * chi_square_distance_of_positions(
                                                               card_mistakes(52)[0].distribution)))
                             .epsilon(0.2));
  CHECK(own.p_value.log10_p < -200);
  for (const TestResult& other : results) CHECK(other.p_value.log10_p >= own.p_value.log10_p);
  CHECK(result_of(smooth_positions_test, naive).p_value.log10_p < -100);
  // 57,000 trials make 1e-8 in 99 of 100 runs.
  const SampleSetup inserting = setup_for_test("draw-insert", 52, {260});
  const std::vector<TestResult> inserted =
      results_of(matched_positions_test, sample_for_test(inserting, 68'000, 14).complete());
  CHECK(named(inserted, "matched draw-insert of 5n rounds").p_value.p < 1e-8);
  CHECK(named(inserted, "matched draw-insert of 5n rounds").tail == Tail::upper);
}
