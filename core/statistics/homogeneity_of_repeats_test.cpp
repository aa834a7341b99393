#include <random>
#include <stdexcept>

#include <doctest/doctest.h>

#include "core/statistics/chi_squared.hpp"

using namespace fairshuffle;

namespace {

// Trials of a distribution with one order of probability `heavy` and countless others that never come twice.
RepeatCounts repeats_of_heavy_permutation(double heavy, std::uint64_t trials, std::mt19937_64& words) {
  std::bernoulli_distribution is_heavy(heavy);
  RepeatCounts repeats{.pairs = trials - 1, .equal = 0};
  bool previous = is_heavy(words);
  for (std::uint64_t trial = 1; trial < trials; ++trial) {
    const bool here = is_heavy(words);
    repeats.equal += here && previous;
    previous = here;
  }
  return repeats;
}

}  // namespace

TEST_CASE("p-values are those of R's pbinom on half of the rarer pairs, to the far tail") {
  // R 4.2.2: log10(2) + pbinom(x - 1, k, f, lower.tail = FALSE, log.p = TRUE) / log(10).
  const RepeatCounts none{.pairs = 99'986, .equal = 0}, cut{.pairs = 99'986, .equal = 1'923};
  for (const auto& tail : {homogeneity_of_repeats(none, cut), homogeneity_of_repeats(cut, none)}) {
    REQUIRE(tail);
    CHECK(tail->log10_p == doctest::Approx(-286.306199545961).epsilon(1e-12));  // x = 961 of 962, f = 1/2
  }
  const RepeatCounts few{.pairs = 10'000, .equal = 80}, many{.pairs = 30'000, .equal = 60};
  CHECK(homogeneity_of_repeats(few, many)->p ==
        doctest::Approx(2.15076526640007e-8).epsilon(1e-10).scale(0));  // x = 40 of 70, f = 1/4
  CHECK(homogeneity_of_repeats(many, few)->p == doctest::Approx(2.15076526640007e-8).epsilon(1e-10).scale(0));
  // Where nearly all pairs are equal, those that are not are the rarer ones.
  const RepeatCounts all_but_few{.pairs = 10'000, .equal = 9'920},
      all_but_many{.pairs = 30'000, .equal = 29'940};
  CHECK(homogeneity_of_repeats(all_but_few, all_but_many)->p == homogeneity_of_repeats(few, many)->p);
}

TEST_CASE("there is no answer without pairs or where the sum is too small for any split to tell") {
  CHECK_FALSE(homogeneity_of_repeats({.pairs = 0, .equal = 0}, {.pairs = 900, .equal = 300}));
  CHECK_FALSE(homogeneity_of_repeats({.pairs = 900, .equal = 300}, {.pairs = 0, .equal = 0}));
  CHECK_FALSE(homogeneity_of_repeats({.pairs = 900, .equal = 0}, {.pairs = 900, .equal = 0}));
  CHECK_FALSE(homogeneity_of_repeats({.pairs = 900, .equal = 0}, {.pairs = 900, .equal = 20}));
  // 2 * 2^-11 from 22 on, however they are split.
  CHECK(homogeneity_of_repeats({.pairs = 900, .equal = 0}, {.pairs = 900, .equal = 22})->p ==
        doctest::Approx(0x1p-10).epsilon(1e-12).scale(0));
  CHECK(homogeneity_of_repeats({.pairs = 900, .equal = 11}, {.pairs = 900, .equal = 11})->p == 1);
}

TEST_CASE("more equal pairs than pairs, or more than a run may have, are refused") {
  const RepeatCounts some{.pairs = 100, .equal = 50}, wrong{.pairs = 1, .equal = 2},
      huge{.pairs = largest_trial_count + 1, .equal = 0},
      largest{.pairs = largest_trial_count, .equal = largest_trial_count / 2};
  CHECK_THROWS_AS(homogeneity_of_repeats(some, wrong), std::invalid_argument);
  CHECK_THROWS_AS(homogeneity_of_repeats(wrong, some), std::invalid_argument);
  CHECK_THROWS_AS(homogeneity_of_repeats(huge, some), std::invalid_argument);
  CHECK_THROWS_AS(homogeneity_of_repeats(some, huge), std::invalid_argument);
  CHECK(homogeneity_of_repeats(largest, largest)->p == 1);
}

TEST_CASE(
    "independent trials of one skewed distribution, whose equal pairs come in clusters, are seldom told "
    "apart" *
    doctest::test_suite("simulations")) {
  // At level 1 % 50 of 5,000 pairs of runs may be told apart. With all pairs instead of half of them 144 are
  // at a third and 198 at 0.9, where all but ten per cent of the trials are of one permutation; with half of
  // them the most is about 13, of which 50 come with probability below 1e-9.
  std::mt19937_64 words(52);
  for (const double heavy : {0.1, 1.0 / 3, 0.6, 0.9}) {
    int told_apart = 0;
    for (int pair = 0; pair < 5'000; ++pair) {
      const RepeatCounts first = repeats_of_heavy_permutation(heavy, 1'000, words),
                         second = repeats_of_heavy_permutation(heavy, 2'000, words);
      const auto tail = homogeneity_of_repeats(first, second);
      told_apart += tail && tail->p <= 0.01;
    }
    CAPTURE(heavy);
    CHECK(told_apart < 50);
    MESSAGE(told_apart, " of 5,000 told apart");
  }
}
