#include "core/statistics/bias_bounds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <stdexcept>
#include <vector>

#include <boost/math/distributions/non_central_chi_squared.hpp>
#include <doctest/doctest.h>

#include "core/permutation/permutation.hpp"
#include "core/statistics/tail.hpp"

using namespace fairshuffle;

namespace {

// Of cells that are equally likely under fairness.
double tv_lower_bound(std::span<const std::uint64_t> choosing, std::span<const std::uint64_t> judging,
                      double confidence) {
  const std::vector<double> uniform(choosing.size(), 1 / static_cast<double>(choosing.size()));
  return tv_lower_bound(bet_on_frequent_cells(choosing, judging, uniform), confidence);
}

}  // namespace

TEST_CASE(
    "the upper limit on the noncentrality is where the statistic is as small as 1 - confidence allows") {
  for (const double degrees_of_freedom : {1., 5., 119., 5039.}) {
    for (const double statistic : {0., 3., 130., 6000., 1e5}) {
      for (const double confidence : {0.95, 0.999, 1 - 1e-9}) {
        const double limit = noncentrality_upper_limit(statistic, degrees_of_freedom, confidence);
        const boost::math::non_central_chi_squared distribution(degrees_of_freedom, limit);
        CHECK(cdf(distribution, std::max(statistic, degrees_of_freedom)) ==
              doctest::Approx(1 - confidence).epsilon(1e-6));
      }
    }
  }
}

TEST_CASE(
    "the upper limit has an answer for 1 to 4,000,000 degrees of freedom and statistics to 1e12 and beyond") {
  for (const double degrees_of_freedom : {1., 119., 362879., 3628799., 4e6}) {
    for (const double confidence : {0.5, 0.95, 0.999, 1 - 1e-12}) {
      double previous = 0;
      for (const double statistic : {0., 1e3, 1e5, 4.1e6, 9.9e7, 1.01e8, 1e9, 4.3e9, 1e12, 1e18}) {
        const double limit = noncentrality_upper_limit(statistic, degrees_of_freedom, confidence);
        CAPTURE(degrees_of_freedom);
        CAPTURE(statistic);
        CHECK(std::isfinite(limit));
        CHECK(limit >= previous);
        CHECK(limit >= statistic - degrees_of_freedom - 2);
        previous = limit;
      }
    }
  }
}

TEST_CASE("where the search gives way to the proven bound the limit grows by less than a thousandth") {
  for (const double degrees_of_freedom : {1., 119., 3628799.}) {
    for (const double confidence : {0.95, 0.999, 1 - 1e-9}) {
      const double searched = noncentrality_upper_limit(1e8, degrees_of_freedom, confidence);
      const double proven = noncentrality_upper_limit(1e8 + 1, degrees_of_freedom, confidence);
      CHECK(proven > searched);
      CHECK(proven < searched * 1.001);
    }
  }
}

TEST_CASE("the proven bound solves Birge's inequality") {
  for (const double degrees_of_freedom : {1., 3628799.}) {
    for (const double statistic : {2e8, 1e12}) {
      const double lambda = noncentrality_upper_limit(statistic, degrees_of_freedom, 0.999);
      const double x = -std::log(0.001);
      CHECK(degrees_of_freedom + lambda - 2 * std::sqrt((degrees_of_freedom + 2 * lambda) * x) ==
            doctest::Approx(statistic).epsilon(1e-12));
    }
  }
}

TEST_CASE("a statistic below its degrees of freedom certifies no more than one that equals them") {
  CHECK(noncentrality_upper_limit(60, 119, 0.999) == noncentrality_upper_limit(119, 119, 0.999));
  CHECK(noncentrality_upper_limit(125, 119, 0.999) > noncentrality_upper_limit(119, 119, 0.999));
}

TEST_CASE("at a confidence so low that no noncentrality answers to it the limit is zero, not an exception") {
  CHECK(noncentrality_upper_limit(119, 119, 0.2) == 0);
  CHECK(tv_upper_bound(119, 119, 1000, 0.2) == 0);
  CHECK(tv_upper_bound(119, 119, 1, 0.2) == 0);
}

TEST_CASE("the bound on total variation is between 0 and 1 and says nothing without trials") {
  CHECK(tv_upper_bound(1e12, 119, 1000, 0.999) == 1);
  CHECK(tv_upper_bound(119, 119, 0, 0.999) == 1);
  CHECK(tv_upper_bound(119, 119, 15152602, 0.999) == doctest::Approx(0.001).epsilon(1e-6));
}

TEST_CASE("noncentralities for power are those of the literature: 63.7, 97.3 and 131 at 1e-6 and 0.999") {
  CHECK(std::abs(noncentrality_needed(1, 1e-6, 0.999) - 63.7) < 0.05);
  CHECK(std::abs(noncentrality_needed(16, 1e-6, 0.999) - 97.3) < 0.05);
  CHECK(std::abs(noncentrality_needed(49, 1e-6, 0.999) - 131) < 0.5);
  CHECK(noncentrality_needed(5, 0.5, 0.3) == 0);
  CHECK(noncentrality_needed(3628799, 1e-9, 0.999) > 0);
}

TEST_CASE(
    "naive swap of five cards takes 3,524 trials by permutations and 2,617 by positions, ten random swaps "
    "2.8e5") {
  CHECK(std::abs(trials_needed(119, 1e-6, 0.999, 96979. / 1953125) - 3524) < 1);
  CHECK(std::abs(trials_needed(16, 1e-6, 0.999, 363072. / 9765625) - 2617) < 1);
  CHECK(std::abs(trials_needed(119, 1e-6, 0.999, 6.2e-4) / 2.8e5 - 1) < 0.02);
  CHECK(trials_needed(119, 1e-6, 0.999, 0) == std::numeric_limits<double>::infinity());
}

TEST_CASE("after trials_for_certificate trials a statistic of df is bounded by exactly the tolerance") {
  for (const double degrees_of_freedom : {5., 119., 362879.}) {
    const double trials = trials_for_certificate(degrees_of_freedom, 0.001, 0.999);
    const auto whole = static_cast<std::uint64_t>(std::ceil(trials));
    CHECK(tv_upper_bound(degrees_of_freedom, degrees_of_freedom, whole, 0.999) <= 0.001);
    CHECK(tv_upper_bound(degrees_of_freedom, degrees_of_freedom, whole - 2, 0.999) > 0.001);
  }
}

TEST_CASE("the distance of counts is half the sum of |O/N - 1/k|, empty cells included") {
  std::mt19937_64 words(1);
  for (const std::size_t cells : {2U, 6U, 120U}) {
    for (const int trials : {1, 7, 500}) {
      std::vector<std::uint64_t> counts(cells);
      for (int trial = 0; trial < trials; ++trial) ++counts[words() % cells];
      DistanceOfCounts sums(cells, static_cast<std::uint64_t>(trials));
      double expected = 0;
      for (const std::uint64_t count : counts) {
        if (count > 0) sums.add(count);
        expected += std::abs(static_cast<double>(count) / trials - 1 / static_cast<double>(cells)) / 2;
      }
      CHECK(sums.distance() == doctest::Approx(expected).epsilon(1e-12));
    }
  }
}

TEST_CASE("the distance of counts does not overflow: 2^53 trials over the 12! permutations of twelve cards") {
  constexpr std::uint64_t permutations = 479'001'600;
  DistanceOfCounts one_permutation(permutations, largest_trial_count);
  one_permutation.add(largest_trial_count);
  CHECK(one_permutation.distance() == doctest::Approx(1 - 1. / permutations).epsilon(1e-15));
  // Half of the permutations, each twice as often as it should be.
  constexpr std::uint64_t count = 18'000'000;
  DistanceOfCounts half(permutations, permutations / 2 * count);
  half.add(count, permutations / 2);
  CHECK(half.distance() == 0.5);
}

TEST_CASE("the bound by the distance is McDiarmid's, for the farthest of several tables with a share each") {
  const double bound = tv_upper_bound_of_distance(0.3, 1, 1'000, 0.999);
  CHECK(std::exp(-2 * 1'000 * (bound - 0.3) * (bound - 0.3)) == doctest::Approx(0.001).epsilon(1e-9));
  const double of_farthest = tv_upper_bound_of_distance(0.3, 52, 1'000, 0.999);
  CHECK(52 * std::exp(-2 * 1'000 * (of_farthest - 0.3) * (of_farthest - 0.3)) ==
        doctest::Approx(0.001).epsilon(1e-9));
  CHECK(tv_upper_bound_of_distance(0.99, 1, 1'000, 0.999) == 1);
  CHECK(tv_upper_bound_of_distance(0, 1, 0, 0.999) == 1);
}

TEST_CASE("the two forms of an upper bound share its error, and a fair one grows by less than 2 %") {
  for (const double confidence : {0.95, 0.999, 1 - 1e-9}) {
    const SplitConfidence split = split_confidence(confidence);
    CHECK((1 - split.of_statistic) + (1 - split.of_distance) ==
          doctest::Approx(1 - confidence).epsilon(1e-6));
    for (const double degrees_of_freedom : {5., 119., 362879.}) {
      const double whole = tv_upper_bound(degrees_of_freedom, degrees_of_freedom, 1'000'000, confidence);
      const double by_share =
          tv_upper_bound(degrees_of_freedom, degrees_of_freedom, 1'000'000, split.of_statistic);
      CHECK(by_share > whole);
      CHECK(by_share < 1.02 * whole);
    }
  }
}

TEST_CASE("the highest confidence below 1 is split into two that are below 1") {
  const SplitConfidence split = split_confidence(std::nextafter(1.0, 0.0));
  CHECK(split.of_statistic < 1);
  CHECK(split.of_distance < 1);
}

TEST_CASE("trials_for_certificate_of_distance is within a tenth of the median of simulated fair tables" *
          doctest::test_suite("simulations")) {
  // The farthest card of 52, of 200 fair runs: the standard error of the bound's mean is below 0.5 %, so a
  // correct program fails with probability below 1e-6.
  constexpr int cards = 52, trials = 5'200, runs = 200;
  std::mt19937_64 words(2);
  std::vector<int> deck(cards);
  std::iota(deck.begin(), deck.end(), 0);
  double sum = 0;
  for (int run = 0; run < runs; ++run) {
    std::vector<std::uint64_t> counts(cards * cards);
    for (int trial = 0; trial < trials; ++trial) {
      std::ranges::shuffle(deck, words);
      for (int position = 0; position < cards; ++position) {
        ++counts[static_cast<std::size_t>(deck[static_cast<std::size_t>(position)] * cards + position)];
      }
    }
    double farthest = 0;
    for (std::size_t card = 0; card < cards; ++card) {
      DistanceOfCounts places(cards, trials);
      for (std::size_t position = 0; position < cards; ++position)
        places.add(counts[card * cards + position]);
      farthest = std::max(farthest, places.distance());
    }
    sum += tv_upper_bound_of_distance(farthest, cards, trials, 0.999);
  }
  const double due = trials_for_certificate_of_distance(cards, cards, sum / runs, 0.999);
  CHECK(due == doctest::Approx(trials).epsilon(0.1));
}

TEST_CASE("the estimate of chi-square distance is unbiased by its formula and may be negative") {
  CHECK(chi_square_distance_unbiased(244.9, 5, 120) == doctest::Approx(239.9 / 119));
  CHECK(chi_square_distance_unbiased(4, 5, 11) == doctest::Approx(-0.1));
  CHECK_THROWS_AS(chi_square_distance_unbiased(4, 5, 1), std::invalid_argument);
}

TEST_CASE(
    "the lower bound is the judged part's Clopper-Pearson limit of the chosen half, minus its fair share") {
  // Cells 0 and 1 are chosen; 80 of 100 judged trials fall there.
  const std::vector<std::uint64_t> choosing{40, 30, 20, 10}, judging{50, 30, 15, 5};
  const double limit = tv_lower_bound(choosing, judging, 0.99);
  CHECK(limit > 0);
  // Clopper-Pearson: the probability at which 80 or more successes have probability 0.01.
  CHECK(binomial_upper_tail(80, 100, limit + 0.5).p == doctest::Approx(0.01).epsilon(1e-8));
}

TEST_CASE("a cell that is exactly average is not chosen") {
  // Were the second cell chosen too, all judged trials would be hits.
  const std::vector<std::uint64_t> choosing{30, 20, 10}, judging{500, 500, 0};
  CHECK(tv_lower_bound(choosing, judging, 0.99) < 0.5 - 1. / 3);
  CHECK(tv_lower_bound(choosing, judging, 0.99) > 0.1);
}

TEST_CASE("the lower bound is zero where there is nothing to say") {
  const std::vector<std::uint64_t> flat{10, 10, 10, 10}, empty{0, 0, 0, 0}, opposite{1, 9, 9, 9},
      first{99, 1, 1, 1};
  CHECK(tv_lower_bound(flat, first, 0.99) == 0);
  CHECK(tv_lower_bound(empty, first, 0.99) == 0);
  CHECK(tv_lower_bound(first, empty, 0.99) == 0);
  CHECK(tv_lower_bound(first, opposite, 0.99) == 0);
  // Who bets on nothing wins nothing, whatever a report says of hits.
  CHECK(tv_lower_bound({.share = 0, .hits = 5, .judged = 10}, 0.99) == 0);
}

TEST_CASE("the lower bound of many trials comes close to the true distance, also above 1e12 trials") {
  // Two cells of 0.6 and 0.4: TV = 0.1.
  for (const std::uint64_t hundredth :
       {10'000ULL, 9'000'000'000ULL, 11'000'000'000ULL, 90'000'000'000'000ULL}) {
    const std::vector<std::uint64_t> counts{60 * hundredth, 40 * hundredth};
    const double bound = tv_lower_bound(counts, counts, 0.999);
    CAPTURE(hundredth);
    CHECK(bound < 0.1);
    if (hundredth > 10'000'000'000ULL) {
      // Hoeffding: P(A) is below its estimate by more than d with probability at most exp(-2 N d^2).
      CHECK((0.1 - bound) * (0.1 - bound) * 200 * static_cast<double>(hundredth) ==
            doctest::Approx(std::log(1000)).epsilon(1e-3));
    }
    CHECK(bound > 0.1 - 3 / std::sqrt(100. * static_cast<double>(hundredth)));
  }
}

TEST_CASE("arguments that make no sense are refused") {
  const double not_a_number = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double bad : {-1., not_a_number, infinity}) {
    CHECK_THROWS_AS(noncentrality_upper_limit(bad, 5, 0.9), std::invalid_argument);
    CHECK_THROWS_AS(noncentrality_upper_limit(5, bad, 0.9), std::invalid_argument);
    CHECK_THROWS_AS(noncentrality_upper_limit(5, 5, bad), std::invalid_argument);
    CHECK_THROWS_AS(noncentrality_needed(bad, 0.1, 0.9), std::invalid_argument);
    CHECK_THROWS_AS(noncentrality_needed(5, bad, 0.9), std::invalid_argument);
    CHECK_THROWS_AS(noncentrality_needed(5, 0.1, bad), std::invalid_argument);
    CHECK_THROWS_AS(trials_needed(5, 0.1, 0.9, bad), std::invalid_argument);
    CHECK_THROWS_AS(trials_for_certificate(5, bad, 0.9), std::invalid_argument);
    CHECK_THROWS_AS(trials_for_certificate_of_distance(5, 5, bad, 0.9), std::invalid_argument);
    CHECK_THROWS_AS(trials_for_certificate_of_distance(5, 5, 0.1, bad), std::invalid_argument);
    CHECK_THROWS_AS(tv_upper_bound_of_distance(bad, 1, 10, 0.9), std::invalid_argument);
    CHECK_THROWS_AS(tv_upper_bound_of_distance(0.1, 1, 10, bad), std::invalid_argument);
  }
  for (const double edge : {0., 1.}) {
    CHECK_THROWS_AS(noncentrality_upper_limit(5, 5, edge), std::invalid_argument);
  }
  CHECK_THROWS_AS(tv_upper_bound_of_distance(0.1, 0, 10, 0.9), std::invalid_argument);
  CHECK_THROWS_AS(trials_for_certificate_of_distance(1, 5, 0.1, 0.9), std::invalid_argument);
  CHECK_THROWS_AS(trials_for_certificate_of_distance(5, 0, 0.1, 0.9), std::invalid_argument);
  CHECK_THROWS_AS(DistanceOfCounts(1, 10), std::invalid_argument);
  CHECK_THROWS_AS(DistanceOfCounts(479'001'601, 10), std::invalid_argument);
  CHECK_THROWS_AS(DistanceOfCounts(5, 0), std::invalid_argument);
  CHECK_THROWS_AS(DistanceOfCounts(5, largest_trial_count + 1), std::invalid_argument);
  const std::vector<std::uint64_t> two{1, 2}, three{1, 2, 3};
  CHECK_THROWS_AS(tv_lower_bound(two, three, 0.9), std::invalid_argument);
  CHECK_THROWS_AS(tv_lower_bound({}, {}, 0.9), std::invalid_argument);
  CHECK_THROWS_AS(tv_lower_bound(two, two, 1), std::invalid_argument);
}
