#include <cmath>
#include <stdexcept>
#include <vector>

#include <boost/math/distributions/binomial.hpp>
#include <doctest/doctest.h>

#include "core/statistics/bias_bounds.hpp"

using namespace fairshuffle;

TEST_CASE("an interval ends where the tail of what was seen is half of its error") {
  for (const std::uint64_t trials : std::vector<std::uint64_t>{1, 7, 100, 12'345}) {
    for (const std::uint64_t successes : {std::uint64_t{0}, trials / 3, trials}) {
      for (const double error : {0.05, 1e-3, 1e-6}) {
        CAPTURE(trials);
        CAPTURE(successes);
        CAPTURE(error);
        const Interval interval = clopper_pearson(successes, trials, error);
        const auto seen = static_cast<double>(successes);
        const auto all = static_cast<double>(trials);
        if (successes == 0) {
          CHECK(interval.lower == 0);
        } else {
          const boost::math::binomial at_lower(all, interval.lower);
          CHECK(cdf(complement(at_lower, seen - 1)) == doctest::Approx(error / 2).epsilon(1e-6));
        }
        if (successes == trials) {
          CHECK(interval.upper == 1);
        } else {
          const boost::math::binomial at_upper(all, interval.upper);
          CHECK(cdf(at_upper, seen) == doctest::Approx(error / 2).epsilon(1e-6));
        }
      }
    }
  }
}

// The sum over all outcomes of which the interval covers the truth.
TEST_CASE("the exact coverage of an interval is never below what it promises") {
  for (const double p : {0.0001, 0.02, 0.3, 0.5}) {
    for (const int trials : {5, 40, 400}) {
      for (const double error : {0.1, 0.001}) {
        const boost::math::binomial distribution(trials, p);
        double covered = 0;
        for (int successes = 0; successes <= trials; ++successes) {
          const Interval interval = clopper_pearson(static_cast<std::uint64_t>(successes),
                                                    static_cast<std::uint64_t>(trials), error);
          if (interval.lower <= p && p <= interval.upper) covered += pdf(distribution, successes);
        }
        CAPTURE(p);
        CAPTURE(trials);
        CHECK(covered >= 1 - error - 1e-12);
      }
    }
  }
}

TEST_CASE("intervals narrow with the trials, and their ends are told apart") {
  const Interval few = clopper_pearson(50, 100, 0.001),
                 many = clopper_pearson(5'000'000'000'000, 10'000'000'000'000, 0.001);
  CHECK(few.lower < many.lower);
  CHECK(many.lower < 0.5);
  CHECK(many.upper > 0.5);
  CHECK(many.upper - many.lower < 2e-6);
  CHECK(clopper_pearson(0, 0, 0.001).lower == 0);
  CHECK(clopper_pearson(0, 0, 0.001).upper == 1);
  CHECK_THROWS_AS(clopper_pearson(2, 1, 0.001), std::invalid_argument);
  CHECK_THROWS_AS(clopper_pearson(1, 1, 0), std::invalid_argument);
  CHECK_THROWS_AS(clopper_pearson(1, 1, 1), std::invalid_argument);
}
