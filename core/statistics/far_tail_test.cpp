#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <numbers>

#include <doctest/doctest.h>

#include "core/statistics/tail.hpp"

using namespace fairshuffle;

namespace {

constexpr double nearest_log10 = -300;

bool is_far(const TailProbability& tail) {
  return tail.log10_p < nearest_log10 && tail.log10_p > smallest_log10_p;
}

void check_near(const TailProbability& tail, double log_of_tail) {
  CHECK(std::abs(log_of_tail / std::numbers::ln10 - tail.log10_p) < 1e-8);
}

}  // namespace

TEST_CASE("far tails of chi-square in double agree with those in long double") {
  int upper = 0, lower = 0;
  for (const double degrees : {1., 2., 3., 7., 23., 31.9, 33., 119., 719., 5039., 3628799., 479001599.}) {
    CAPTURE(degrees);
    const double deviation = std::sqrt(2 * degrees);
    for (double away = 30; away < 20000; away *= 1.13) {
      CAPTURE(away);
      const TailProbability above = chi_squared_upper_tail(degrees + away * deviation, degrees);
      if (is_far(above)) {
        check_near(above, detail::log_far_chi_squared_upper_tail(degrees + away * deviation, degrees));
        ++upper;
      }
    }
    for (double share = 0.999; share > 1e-290; share *= share > 0.9 ? share : 0.01) {
      CAPTURE(share);
      const TailProbability below = chi_squared_lower_tail(degrees * share, degrees);
      if (is_far(below)) {
        check_near(below, detail::log_far_chi_squared_lower_tail(degrees * share, degrees));
        ++lower;
      }
    }
  }
  CHECK(upper > 100);
  CHECK(lower > 100);
}

TEST_CASE("far tails of binomials in double agree with those in long double") {
  int upper = 0, lower = 0;
  for (const std::uint64_t trials : {600u, 15000u, 1000000u, 2000000000u}) {
    for (const double probability : {1e-89, 1e-12, 1. / 720, 1. / 24, 0.3, 0.5, 0.97}) {
      CAPTURE(trials);
      CAPTURE(probability);
      for (double share = 1; share > 1e-9; share *= 0.8) {
        const auto successes = static_cast<std::uint64_t>(share * static_cast<double>(trials));
        CAPTURE(successes);
        const double failure = 1 - probability;
        if (successes > 0) {
          const TailProbability above = binomial_upper_tail(successes, trials, probability);
          if (is_far(above)) {
            check_near(above,
                       detail::log_far_binomial_lower_tail(trials - successes, trials, failure, probability));
            ++upper;
          }
        }
        const TailProbability below = binomial_lower_tail(successes, trials, probability);
        if (is_far(below)) {
          check_near(below, detail::log_far_binomial_lower_tail(successes, trials, probability, failure));
          ++lower;
        }
      }
    }
  }
  CHECK(upper > 100);
  CHECK(lower > 20);
}

TEST_CASE("far tails of 1e12 trials in double agree with those in long double") {
  for (const std::uint64_t successes : {500030000000u, 500070000000u}) {
    constexpr std::uint64_t trials = 1000000000000;
    check_near(binomial_upper_tail(successes, trials, 0.5),
               detail::log_far_binomial_lower_tail(trials - successes, trials, 0.5, 0.5));
  }
}

TEST_CASE("what cannot be has no logarithm") {
  CHECK(detail::log_far_chi_squared_lower_tail(0, 5) == -INFINITY);
  CHECK(detail::log_far_binomial_lower_tail(7, 10, 1, 0) == -INFINITY);
}
