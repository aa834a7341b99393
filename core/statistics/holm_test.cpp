#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

#include "core/statistics/bias_bounds.hpp"

using namespace fairshuffle;

namespace {

std::vector<TailProbability> tails(const std::vector<double>& p_values) {
  std::vector<TailProbability> result;
  for (const double p : p_values) result.push_back({p, std::log10(p)});
  return result;
}

void check_near(const std::vector<double>& values, const std::vector<double>& expected) {
  REQUIRE(values.size() == expected.size());
  for (std::size_t index = 0; index < values.size(); ++index) {
    CHECK(std::abs(values[index] - expected[index]) <= 1e-12 * std::abs(expected[index]));
  }
}

}  // namespace

TEST_CASE("Holm's adjusted p-values of a textbook family come in the order of the input") {
  // R: p.adjust(c(0.04, 0.01, 0.03, 0.005), "holm") is 0.06 0.03 0.06 0.02
  check_near(holm_adjusted(tails({0.04, 0.01, 0.03, 0.005}), 4), {0.06, 0.03, 0.06, 0.02});
}

TEST_CASE("hypotheses of the family that are not judged now count as p = 1") {
  check_near(holm_adjusted(tails({0.001, 0.01}), 10), {0.01, 0.09});
  const std::vector<double> padded = holm_adjusted(tails({0.001, 0.01, 1, 1, 1, 1, 1, 1, 1, 1}), 10);
  check_near({padded[0], padded[1]}, {0.01, 0.09});
  CHECK(padded[2] == 1);
}

TEST_CASE("adjusted p-values never fall where p-values rise, and never exceed one") {
  check_near(holm_adjusted(tails({0.02, 0.019, 0.5, 0.9}), 4), {0.076, 0.076, 1, 1});
}

TEST_CASE("p-values below the range of double keep their order and may come back into it") {
  const std::vector<TailProbability> tiny{{0, -350}, {0, -4000}, {0, -300.5}, {0, smallest_log10_p}};
  const std::vector<double> adjusted = holm_adjusted(tiny, 100);
  CHECK(adjusted[0] == 0);
  CHECK(adjusted[1] == 0);
  CHECK(adjusted[3] == 0);
  CHECK(adjusted[2] == doctest::Approx(97 * std::pow(10, -300.5)).scale(0).epsilon(1e-10));
}

TEST_CASE("an empty list has no adjusted p-values, and a single one of a single family is itself") {
  CHECK(holm_adjusted({}, 0).empty());
  CHECK(holm_adjusted({}, 5).empty());
  CHECK(holm_adjusted(tails({0.03}), 1)[0] == 0.03);
}

TEST_CASE("a family smaller than its p-values and numbers that are no probabilities are refused") {
  CHECK_THROWS_AS(holm_adjusted(tails({0.1, 0.2}), 1), std::invalid_argument);
  const double not_a_number = std::numeric_limits<double>::quiet_NaN();
  for (const TailProbability bad :
       {TailProbability{-0.1, -1}, TailProbability{1.1, 0}, TailProbability{not_a_number, 0},
        TailProbability{0.1, not_a_number}, TailProbability{0.1, 1}, TailProbability{0, -5000}}) {
    CHECK_THROWS_AS(holm_adjusted(std::vector{bad}, 1), std::invalid_argument);
    CHECK_THROWS_AS(holm_adjusted(std::vector{bad}, 1), std::invalid_argument);
  }
}
