#include "core/statistics/tail.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

#include <doctest/doctest.h>

using namespace fairshuffle;

namespace {

// Printed by core/statistics/reference/tails.py.
struct ChiSquaredCase {
  double statistic, degrees_of_freedom, p, log10_p, relative_error;
};
struct BinomialCase {
  std::uint64_t successes, trials;
  double probability, p, log10_p, relative_error;
};

constexpr ChiSquaredCase upper_chi_squared[] = {
    {1, 1, 0.317310507862914103, -0.498515545827989305, 1e-13},
    {23, 23, 0.460770890552291829, -0.336514965504630285, 1e-13},
    {38.5, 5, 2.99380493393149588e-7, -6.52377650021107062, 1e-13},
    {896, 5, 1.95346766246336194e-191, -190.709193773653408, 1e-13},
    {1453.9, 23, 1.84589906040941334e-293, -292.733792051254723, 1e-13},
    {1396, 5, 1.01281827393464899e-299, -298.994468471428829, 1e-13},
    {1400, 5, 1.37658751439437042e-300, -299.861196173801767, 1e-13},
    {1403, 5, 0, -300.51124543215376, 1e-13},
    {2416, 16, 0, -506.753174312808783, 1e-13},
    {4000000, 3628799, 0, -3864.01390380082633, 1e-13},
    {21271, 5, 0, -4613.02240036368878, 1e-13},
    {22570, 5, 0, -4895.05805440775604, 1e-13},
    {479156360, 479001599, 2.87282981058002043e-7, -6.54169010130191041, 1e-11},
    {480858799, 479001599, 0, -781.978664295657801, 1e-11},
};

constexpr ChiSquaredCase lower_chi_squared[] = {
    {5, 23, 0.0000281443988921623804, -4.55060802256266058, 1e-13},
    {80, 119, 0.00233819685189068557, -2.6311189285501326, 1e-13},
    {1e-50, 119, 0, -3073.94147919650574, 1e-13},
    {478846838, 479001599, 2.85746555685243535e-7, -6.54401899577400317, 1e-11},
    {477144399, 479001599, 0, -786.020409875835497, 1e-11},
};

constexpr BinomialCase upper_binomial[] = {
    {5050, 10000, 0.5, 0.161087099897655987, -0.792939237157343932, 1e-13},
    {130, 12000, 1. / 120, 0.00219272576062688179, -2.65901568117883047, 1e-13},
    {3, 1000000, 1e-9, 1.66541217402612953e-10, -9.77847826500914506, 1e-13},
    {5, 1000000, 1e-89, 0, -417.079185588998958, 1e-13},
    {15000, 15000, 0.5, 0, -4515.44993495971793, 1e-13},
    {500000000001, 1000000000000, 0.5, 0.499999601057719599, -0.301030342180981388, 1e-9},
    {500002500000, 1000000000000, 0.5, 2.8665305858755819e-7, -6.54264341994333593, 1e-9},
    {500030000000, 1000000000000, 0.5, 0, -783.907403568245689, 1e-9},
    {500070000000, 1000000000000, 0.5, 0, -4258.63111587566597, 1e-9},
};

constexpr BinomialCase lower_binomial[] = {
    {80, 12000, 1. / 120, 0.022217018810578834, -1.65331421726629458, 1e-13},
    {0, 15000, 0.5, 0, -4515.44993495971793, 1e-13},
    {10, 15000, 0.5, 0, -4480.2497987798382, 1e-13},
    {499997500000, 1000000000000, 0.5, 2.8665305858755819e-7, -6.54264341994333593, 1e-9},
};

void check(const TailProbability& tail, double p, double log10_p, double relative_error) {
  CHECK(std::abs(tail.p - p) <= relative_error * p);
  CHECK(std::abs(tail.log10_p - log10_p) < 5e-7);
}

}  // namespace

TEST_CASE(
    "chi-square tails agree with mpmath from one half to 1e-4895 and to 479,001,599 degrees of freedom") {
  for (const ChiSquaredCase& c : upper_chi_squared) {
    CAPTURE(c.statistic);
    check(chi_squared_upper_tail(c.statistic, c.degrees_of_freedom), c.p, c.log10_p, c.relative_error);
  }
  for (const ChiSquaredCase& c : lower_chi_squared) {
    CAPTURE(c.statistic);
    check(chi_squared_lower_tail(c.statistic, c.degrees_of_freedom), c.p, c.log10_p, c.relative_error);
  }
}

TEST_CASE("binomial tails agree with mpmath from one half to 1e-4515 and to 1e12 trials") {
  for (const BinomialCase& c : upper_binomial) {
    CAPTURE(c.successes);
    check(binomial_upper_tail(c.successes, c.trials, c.probability), c.p, c.log10_p, c.relative_error);
  }
  for (const BinomialCase& c : lower_binomial) {
    CAPTURE(c.successes);
    check(binomial_lower_tail(c.successes, c.trials, c.probability), c.p, c.log10_p, c.relative_error);
  }
}

TEST_CASE("beyond the bottom of the scale a tail is zero at the bottom, never minus infinity") {
  for (const TailProbability tail :
       {chi_squared_upper_tail(1e6, 5), chi_squared_upper_tail(1e300, 5), chi_squared_lower_tail(0, 5),
        binomial_upper_tail(1000000, 1000000, 0.5), binomial_two_sided(0, 1000000, 0.5),
        binomial_upper_tail(1, 10, 0), binomial_lower_tail(9, 10, 1)}) {
    CHECK(tail.p == 0);
    CHECK(tail.log10_p == smallest_log10_p);
  }
}

TEST_CASE(
    "a statistic far below its degrees of freedom has an answer, although the gamma function overflows "
    "there") {
  for (const double degrees_of_freedom : {5039., 362879., 3628799., 479001599.}) {
    for (const double statistic : {0., 1e-320, 1e-9, 1.}) {
      CHECK(chi_squared_upper_tail(statistic, degrees_of_freedom).p == 1);
      CHECK(chi_squared_lower_tail(statistic, degrees_of_freedom).log10_p == smallest_log10_p);
    }
  }
}

TEST_CASE("a tail that holds everything is one") {
  for (const TailProbability tail :
       {chi_squared_upper_tail(0, 5), chi_squared_lower_tail(1e300, 5), binomial_upper_tail(0, 10, 0.5),
        binomial_lower_tail(10, 10, 0.5), binomial_upper_tail(0, 0, 0.5), binomial_two_sided(0, 0, 0.5),
        binomial_two_sided(5, 10, 0.5), binomial_upper_tail(10, 10, 1), binomial_lower_tail(0, 10, 0),
        binomial_two_sided(0, 10, 0)}) {
    CHECK(tail.p == 1);
    CHECK(tail.log10_p == 0);
  }
}

TEST_CASE("the two-sided binomial doubles the smaller tail, on either side and below the range of double") {
  // P(X <= 2) = 56/1024 of ten coins, P(X >= 2) nearly one.
  CHECK(binomial_two_sided(2, 10, 0.5).p == doctest::Approx(112. / 1024).epsilon(1e-14));
  CHECK(binomial_two_sided(8, 10, 0.5).p == doctest::Approx(112. / 1024).epsilon(1e-14));
  CHECK(binomial_two_sided(2, 10, 0.5).log10_p == doctest::Approx(std::log10(112. / 1024)).epsilon(1e-14));
  CHECK(binomial_two_sided(0, 15000, 0.5).p == 0);
  CHECK(binomial_two_sided(0, 15000, 0.5).log10_p == doctest::Approx(-4515.44993495971793 + std::log10(2.)));
  // Either tail of 997 coins is 2^-997 = 7.5e-301, below the smallest p that is kept; their sum is above it.
  CHECK(binomial_lower_tail(0, 997, 0.5).p == 0);
  CHECK(binomial_two_sided(0, 997, 0.5).p == doctest::Approx(std::ldexp(1, -996)).scale(0).epsilon(1e-10));
}

TEST_CASE("the two-sided binomial p-value is at most alpha with probability at most alpha, whatever alpha") {
  for (const double probability : {0.5, 0.03, 1. / 120}) {
    constexpr std::uint64_t trials = 60;
    for (std::uint64_t seen = 0; seen <= trials; ++seen) {
      const double alpha = binomial_two_sided(seen, trials, probability).p;
      double mass = 0;
      for (std::uint64_t other = 0; other <= trials; ++other) {
        if (binomial_two_sided(other, trials, probability).p > alpha * (1 + 1e-12)) continue;
        mass += binomial_upper_tail(other, trials, probability).p -
                (other == trials ? 0 : binomial_upper_tail(other + 1, trials, probability).p);
      }
      CHECK(mass <= alpha + 1e-12);
    }
  }
}

TEST_CASE("upper quantiles are those of printed tables, and the tails' inverses") {
  // Abramowitz and Stegun 1964, tables 26.5 and 26.8: as many digits as are printed.
  CHECK(std::abs(normal_upper_quantile(0.025) - 1.95996) < 5e-6);
  CHECK(std::abs(normal_upper_quantile(1e-6) - 4.75342) < 5e-6);
  CHECK(normal_upper_quantile(0.75) == -normal_upper_quantile(0.25));
  CHECK(std::abs(chi_squared_upper_quantile(0.05, 4) - 9.48773) < 5e-6);
  for (const double degrees_of_freedom : {0.5, 1.0, 119.0, 3628799.0}) {
    for (const double above : {0.9, 0.5, 1e-3, 1e-12}) {
      const double statistic = chi_squared_upper_quantile(above, degrees_of_freedom);
      CHECK(std::abs(chi_squared_upper_tail(statistic, degrees_of_freedom).p / above - 1) < 1e-8);
    }
  }
}

TEST_CASE("arguments that make no sense are refused by name") {
  const double not_a_number = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double bad : {-1.0, not_a_number, infinity, -infinity}) {
    CHECK_THROWS_AS(chi_squared_upper_tail(bad, 5), std::invalid_argument);
    CHECK_THROWS_AS(chi_squared_lower_tail(bad, 5), std::invalid_argument);
    CHECK_THROWS_AS(chi_squared_upper_tail(5, bad), std::invalid_argument);
    CHECK_THROWS_AS(chi_squared_lower_tail(5, bad), std::invalid_argument);
    CHECK_THROWS_AS(binomial_upper_tail(1, 2, bad), std::invalid_argument);
    CHECK_THROWS_AS(binomial_lower_tail(1, 2, bad), std::invalid_argument);
    CHECK_THROWS_AS(binomial_two_sided(1, 2, bad), std::invalid_argument);
  }
  CHECK_THROWS_AS(chi_squared_upper_tail(5, 0), std::invalid_argument);
  CHECK_THROWS_AS(binomial_two_sided(3, 2, 0.5), std::invalid_argument);
  CHECK_THROWS_AS(binomial_two_sided(3, largest_trial_count + 1, 0.5), std::invalid_argument);
  CHECK_THROWS_WITH_AS(chi_squared_upper_tail(-2.5, 5),
                       "chi_squared_upper_tail: statistic must be finite and at least 0, was -2.5",
                       std::invalid_argument);
}
