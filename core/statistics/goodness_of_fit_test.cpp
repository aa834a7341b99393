#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

#include "core/statistics/chi_squared.hpp"
#include "core/statistics/multinomial_for_tests.hpp"

using namespace fairshuffle;

namespace {

GoodnessOfFit fit_of(const std::vector<std::uint64_t>& counts, const std::vector<double>& distribution,
                     double error = 0) {
  return goodness_of_fit(counts, distribution, error);
}

}  // namespace

TEST_CASE("Pearson's sum and its tail against a naive swap of three cards are mpmath's") {
  const std::vector<double> naive{4 / 27.0, 5 / 27.0, 5 / 27.0, 5 / 27.0, 4 / 27.0, 4 / 27.0};
  const GoodnessOfFit fit = fit_of({1500, 1890, 1840, 1802, 1458, 1510}, naive);
  CHECK(fit.possible);
  CHECK_FALSE(fit.pooled);
  CHECK(fit.pearson.statistic == doctest::Approx(3.35636).epsilon(1e-12));
  CHECK(fit.pearson.degrees_of_freedom == 5);
  CHECK(fit.upper_tail.p == doctest::Approx(0.645224659305818557928972765292).epsilon(1e-12));
}

TEST_CASE("cells that expect fewer than ten trials are pooled from the least likely up") {
  // Expectations 4, 6, 2, 8, 80, 100: 2 + 4 + 6 are pooled, 8 + 80, and 100 stands alone. By hand:
  // (14-12)^2/12 + (84-88)^2/88 + (102-100)^2/100; the tail is mpmath's.
  const GoodnessOfFit fit = fit_of({7, 3, 4, 9, 75, 102}, {0.02, 0.03, 0.01, 0.04, 0.4, 0.5});
  CHECK(fit.pooled);
  CHECK(fit.pearson.statistic == doctest::Approx(0.555151515151515).epsilon(1e-12));
  CHECK(fit.pearson.degrees_of_freedom == 2);
  CHECK(fit.upper_tail.p == doctest::Approx(0.757618167113164112586746254903).epsilon(1e-12));
}

TEST_CASE(
    "a trial in a cell of probability zero makes the distribution impossible, and empty ones cost nothing") {
  CHECK_FALSE(fit_of({100, 1, 99}, {0.5, 0, 0.5}).possible);
  const GoodnessOfFit fit = fit_of({110, 0, 90}, {0.5, 0, 0.5});
  CHECK(fit.possible);
  CHECK(fit.pearson.statistic == doctest::Approx(2));
  CHECK(fit.pearson.degrees_of_freedom == 1);
  // What the numbers may be off by is no probability.
  CHECK(fit_of({100, 1, 99}, {0.5, 1e-16, 0.5}).possible);
  CHECK_FALSE(fit_of({100, 1, 99}, {0.5, 1e-16, 0.5}, 1e-15).possible);
}

TEST_CASE("with too few trials for two cells nothing is tested, and without trials nothing is answered") {
  const GoodnessOfFit fit = fit_of({3, 2}, {0.5, 0.5});
  CHECK(fit.possible);
  CHECK(fit.pearson.degrees_of_freedom == 0);
  CHECK(fit.upper_tail.p == 1);
  CHECK_THROWS_AS(fit_of({0, 0}, {0.5, 0.5}), std::invalid_argument);
  CHECK_THROWS_AS(fit_of({1, 2, 3}, {0.5, 0.5}), std::invalid_argument);
}

TEST_CASE("at its emptiest the test rejects the true distribution at 1e-4 as often as it says" *
          doctest::test_suite("simulations")) {
  // Sixty cells that expect from 10 trials up, half of them just 10. 100,000 runs: 10 rejections are due, and
  // if the tail were off by a factor of 2 still fewer than 20; a correct program gives 45 or more with
  // probability below 1e-6 then. At 0.01 1,000 are due, and 250 more or fewer are 8 standard deviations.
  std::vector<double> distribution;
  for (int cell = 0; cell < 60; ++cell) distribution.push_back(cell < 30 ? 10 : 10 + cell);
  double sum = 0;
  for (const double weight : distribution) sum += weight;
  const auto trials = static_cast<std::uint64_t>(std::ceil(sum));
  for (double& probability : distribution) probability /= sum;
  std::mt19937_64 words(17);
  int at_1e_4 = 0, at_1e_2 = 0;
  for (int run = 0; run < 100'000; ++run) {
    const double p =
        goodness_of_fit(multinomial_for_test(distribution, trials, words), distribution).upper_tail.p;
    at_1e_4 += p < 1e-4;
    at_1e_2 += p < 1e-2;
  }
  CHECK(at_1e_4 < 45);
  CHECK(std::abs(at_1e_2 - 1000) < 250);
  MESSAGE("rejected at 1e-4: ", at_1e_4, ", at 1e-2: ", at_1e_2, " of 100,000");
}
