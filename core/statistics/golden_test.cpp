// Every statistic against counts and values that were made in Python with mpmath, by other code.
#include <cmath>
#include <fstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/statistics/bias_bounds.hpp"
#include "core/statistics/chi_squared.hpp"
#include "core/statistics/numbers.hpp"
#include "core/statistics/permutations.hpp"
#include "core/statistics/positions.hpp"
#include "core/statistics/tail.hpp"
#include "core/statistics/tallies_for_tests.hpp"

using namespace fairshuffle;
using nlohmann::json;

namespace {

const json& golden() {
  static const json file = json::parse(std::ifstream("core/statistics/reference/golden_counts.json"));
  return file.at("vectors");
}

Tally tally_of(const json& vector) {
  const auto counts = vector.at("counts").get<std::vector<std::uint64_t>>();
  return tally_of_counts(vector.at("n"), counts);
}

void check_same(double value, double expected, double relative_error = 1e-11) {
  CHECK(std::abs(value - expected) <= relative_error * std::abs(expected));
}

void check_outcome(const ChiSquared& outcome, double statistic, double degrees_of_freedom, double p) {
  check_same(outcome.statistic, statistic);
  CHECK(outcome.degrees_of_freedom == degrees_of_freedom);
  // The file's p is 0 below the range of double and a denormal just above.
  const TailProbability tail = chi_squared_upper_tail(outcome.statistic, outcome.degrees_of_freedom);
  if (p < 1e-300) {
    CHECK(tail.log10_p < -300);
  } else {
    check_same(tail.p, p, 1e-9);
  }
}

void check_pooled(const json& pooled, std::span<const std::uint64_t> by_value,
                  std::span<const double> distribution, std::uint64_t trials) {
  const std::vector<PooledCell> cells = pooled_cells(distribution, trials, 5);
  REQUIRE(cells.size() == pooled.at("bins").size());
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    CHECK(cells[cell].last == pooled.at("bins")[cell][1]);
    std::uint64_t observed = 0;
    for (int value = cells[cell].first; value <= cells[cell].last; ++value) {
      observed += by_value[static_cast<std::size_t>(value)];
    }
    CHECK(observed == pooled.at("obs")[cell]);
  }
  check_outcome(pooled_statistic(by_value, cells), pooled.at("X2"), pooled.at("df"), pooled.at("p"));
}

}  // namespace

TEST_CASE(
    "permutations, positions and neighbours reproduce statistics, degrees of freedom and p-values of "
    "mpmath") {
  REQUIRE(golden().size() == 8);
  for (const json& vector : golden()) {
    CAPTURE(vector.at("source").get<std::string>());
    CAPTURE(vector.at("n").get<int>());
    const Tally tally = tally_of(vector);
    REQUIRE(tally.trials == vector.at("N"));
    check_outcome(permutations_statistic(tally), vector.at("X2"), vector.at("df"), vector.at("p"));
    check_outcome(positions_statistic(tally), vector.at("T1"), vector.at("df1"), vector.at("p1"));
    check_outcome(neighbours_test.statistic(tally), vector.at("Tsucc"), vector.at("df_succ"),
                  vector.at("p_succ"));
  }
}

TEST_CASE("parity reproduces the statistic and judges it by the exact binomial") {
  for (const json& vector : golden()) {
    const TestResult result = result_of(parity_test, tally_of(vector));
    REQUIRE(result.applied);
    check_same(result.statistic, vector.at("Tpar"));
    const TailProbability exact = binomial_two_sided(vector.at("odd"), vector.at("N"), 0.5);
    CHECK(result.upper_tail.log10_p == doctest::Approx(exact.log10_p).epsilon(1e-12));
  }
}

TEST_CASE(
    "fixed points and cycles pooled at an expected count of five reproduce groups, counts and statistics") {
  for (const json& vector : golden()) {
    const Tally tally = tally_of(vector);
    CAPTURE(tally.deck_size);
    check_pooled(vector.at("pooled").at("fixed_points"), tally.fixed_points.by_value(),
                 fixed_points_distribution(tally.deck_size), tally.trials);
    check_pooled(vector.at("pooled").at("cycles"), tally.cycles.by_value(),
                 cycles_distribution(tally.deck_size), tally.trials);
  }
}

TEST_CASE(
    "the limits on the bias reproduce mpmath's noncentral chi-square, floored, and the unbiased estimate") {
  for (const json& vector : golden()) {
    const Tally tally = tally_of(vector);
    const auto [statistic, degrees_of_freedom] = permutations_statistic(tally);
    for (const auto& [text, limits] : vector.at("upper").items()) {
      const double confidence = std::stod(text);
      CAPTURE(confidence);
      check_same(noncentrality_upper_limit(statistic, degrees_of_freedom, confidence),
                 limits.at("lambda_U_floored"), 1e-9);
      const double unclamped = limits.at("TV_bound_floored");
      check_same(tv_upper_bound(statistic, degrees_of_freedom, tally.trials, confidence),
                 std::min(unclamped, 1.0), 1e-9);
    }
    CHECK(chi_square_distance_unbiased(statistic, degrees_of_freedom, tally.trials) ==
          doctest::Approx(vector.at("D_hat_unbiased").get<double>()).epsilon(1e-12));
  }
}
