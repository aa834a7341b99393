#include "core/statistics/seed_space.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <set>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

#include "core/statistics/bias_bounds.hpp"
#include "core/statistics/seed_space_checks_for_tests.hpp"

using namespace fairshuffle;

namespace {

// What a tally keeps of trials that are told by the number of their order.
BirthdayCounts counted_repeats(const std::vector<int>& trials) {
  BirthdayCounts counts{.one_in = 1, .kept = trials.size()};
  std::set<int> before, repeated;
  for (std::size_t trial = 0; trial < trials.size(); ++trial) {
    if (before.insert(trials[trial]).second) continue;
    repeated.insert(trials[trial]);
    if (counts.first_repeat == 0) counts.first_repeat = trial;
  }
  counts.distinct = before.size();
  counts.again = repeated.size();
  return counts;
}

}  // namespace

TEST_CASE(
    "p of the first repeat is that of all sequences, and never below it where permutations come unequally "
    "often") {
  for (const std::vector<int>& permutations : {std::vector{0, 0, 1, 2, 3},
                                               {0, 0, 1, 1, 2, 3},
                                               {0, 0, 0, 1, 1, 1, 2},
                                               {0, 0, 0, 1, 1, 2, 3},
                                               {0, 0, 0, 0, 1, 1, 2, 2}}) {
    // Of the trials, told apart, all sequences: by their first repeat.
    std::vector<double> at(permutations.size());
    double sequences = 0;
    std::vector<int> sequence = permutations;
    do {
      ++at[counted_repeats(sequence).first_repeat];
      ++sequences;
    } while (std::ranges::next_permutation(sequence).found);
    BirthdayCounts counts = counted_repeats(permutations);
    const bool equally_often = permutations.size() - counts.distinct + counts.again ==
                               counts.again * static_cast<std::size_t>(std::ranges::count(permutations, 0));
    double from_here_on = sequences;
    for (std::size_t trial = 1; trial < permutations.size(); ++trial) {
      CAPTURE(trial);
      counts.first_repeat = trial;
      const double p = first_repeat_p(counts, permutations.size()).value();
      if (equally_often) CHECK(p == doctest::Approx(from_here_on / sequences).epsilon(1e-12));
      CHECK(p >= from_here_on / sequences - 1e-12);
      CHECK(p <= 1);
      from_here_on -= at[trial];
    }
  }
  CHECK_FALSE(first_repeat_p({.kept = 10, .distinct = 10}, 10));
  CHECK_FALSE(first_repeat_p({.kept = 10, .distinct = 8, .again = 2}, 10));
}

// By exact fractions: 5,000 of 5,001 trials, then of 5,002, without a repeat where one permutation, or two,
// came twice.
TEST_CASE("a bank of 5,000 decks shows by its first two repeats that it is dealt without replacement") {
  const auto p_after = [](std::uint64_t repeats) {
    return first_repeat_p(
               {.kept = 5'000 + repeats, .distinct = 5'000, .again = repeats, .first_repeat = 5'000},
               5'000 + repeats)
        .value();
  };
  CHECK(p_after(1) == doctest::Approx(0.0003999200159968006).scale(0).epsilon(1e-8));
  CHECK(p_after(2) == doctest::Approx(3.198080895616159e-07).scale(0).epsilon(1e-8));
  CHECK(std::log10(p_after(10)) == doctest::Approx(-27.424410952575922).epsilon(1e-6));
}

TEST_CASE(
    "independent draws of even and of skewed distributions have so late a first repeat no more often than p "
    "says") {
  // At most 80 of 4,000 by an error of 1e-8: binomial(4000, .01) has a mean of 40.
  for (const bool skewed : {false, true}) {
    std::mt19937_64 words(4 + skewed);
    int late = 0;
    for (int run = 0; run < 4'000; ++run) {
      std::vector<int> trials;
      for (int trial = 0; trial < 200; ++trial) {
        const auto state = words() % 1'000;
        trials.push_back(static_cast<int>(skewed ? state * (words() % 1'000) / 1'000 : state));
      }
      late += first_repeat_p(counted_repeats(trials), trials.size()).value_or(1) < 0.01;
    }
    CAPTURE(skewed);
    CHECK(late <= 80);
  }
}

TEST_CASE("the interval holds the states in at least as many runs as it says, from few trials to many") {
  // Exactly, over all outcomes.
  for (const std::uint64_t states : {16U, 100U, 1000U}) {
    for (const double trials_a_state : {0.05, 0.3, 1.0, 2.0, 6.0}) {
      const auto trials = static_cast<std::uint64_t>(trials_a_state * static_cast<double>(states));
      if (trials < 2) continue;
      for (const double confidence : {0.95, 0.999}) {
        CAPTURE(states);
        CAPTURE(trials);
        CAPTURE(confidence);
        CHECK(coverage_of_states(trials, states, confidence) >= confidence);
      }
    }
  }
}

TEST_CASE("the fewest permutations are no more than there are in at least as many runs as they say") {
  for (const std::uint64_t permutations : {4U, 16U, 100U, 1000U}) {
    for (const std::uint64_t trials : {2U, 10U, 30U, 100U, 1000U}) {
      for (const double confidence : {0.9, 0.999}) {
        CAPTURE(permutations);
        CAPTURE(trials);
        CHECK(coverage_of_fewest_permutations(trials, permutations, confidence) >= confidence);
      }
    }
  }
}

TEST_CASE(
    "the interval is Garwood's where states are many, and as sharp as the states not seen where they are "
    "few") {
  const auto near = [](double value) { return doctest::Approx(value).epsilon(0.01); };
  const auto sparse = starting_states({.one_in = 1, .kept = 2'400, .distinct = 2'357}, 52, 0.95);
  REQUIRE(sparse);
  // Of 43 repeats Garwood's limits are 31.12 and 57.92.
  CHECK(mean_repeats(2'400, sparse->states) == doctest::Approx(43).epsilon(1e-6));
  CHECK(mean_repeats(2'400, sparse->lower) == near(57.92));
  CHECK(mean_repeats(2'400, sparse->upper) == near(31.12));
  CHECK(sparse->trials_a_state < 0.1);
  // 2.5 of 1,000 states are not due in 6,000 trials, so 998 that came leave little doubt.
  const auto dense = starting_states({.one_in = 1, .kept = 6'000, .distinct = 998}, 52, 0.95);
  REQUIRE(dense);
  CHECK(dense->states == near(1'000));
  CHECK(dense->lower >= 998);
  CHECK(dense->upper < 1'010);
  CHECK(dense->trials_a_state == near(6));
  // All of them, many times each: known to the last one.
  const auto all = starting_states({.one_in = 1, .kept = 100'000, .distinct = 100}, 52, 0.999);
  REQUIRE(all);
  CHECK(all->lower == near(100));
  CHECK(all->upper < 101.01);
}

TEST_CASE("the interval of few repeats is Garwood's above and below, and Bennett's where one is the least") {
  // Of R repeats among many states: P(X <= R) = 0.025 at the mean of the lower limit, and P(X >= R) = 0.025
  // at that of the upper one; of one repeat, which is no whole one beyond its mean, m e^(1 - m) = 0.025.
  struct Limits {
    std::uint64_t repeats;
    double most, least;
  };
  for (const Limits& each : {Limits{1, 5.5716, 0.0092828}, Limits{2, 7.2247, 0.24221},
                             Limits{3, 8.7673, 0.61867}, Limits{10, 18.3904, 4.7954}}) {
    CAPTURE(each.repeats);
    const auto found =
        starting_states({.one_in = 1, .kept = 100'000, .distinct = 100'000 - each.repeats}, 52, 0.95);
    REQUIRE(found);
    CHECK(mean_repeats(100'000, found->states) ==
          doctest::Approx(static_cast<double>(each.repeats)).epsilon(1e-9));
    CHECK(mean_repeats(100'000, found->lower) == doctest::Approx(each.most).epsilon(1e-3));
    CHECK(mean_repeats(100'000, found->upper) == doctest::Approx(each.least).epsilon(1e-3));
    CHECK(found->trials_a_state == doctest::Approx(100'000 / found->states));
  }
}

TEST_CASE(
    "where one permutation in so many is kept, the states are that many times more, and less surely known") {
  const auto whole = starting_states({.one_in = 1, .kept = 2'000, .distinct = 100}, 52, 0.95);
  const auto part = starting_states({.one_in = 64, .kept = 2'000, .distinct = 100}, 52, 0.95);
  REQUIRE(whole);
  REQUIRE(part);
  CHECK(part->states == doctest::Approx(64 * whole->states));
  // A hundred that are kept by chance, at 99.5 %.
  CHECK(part->lower < 64 * 80.);
  CHECK(part->upper > 64 * 124.);
}

TEST_CASE("what fair permutations of 13 cards bring is taken off, and is no seed space by itself") {
  // 80 of 1e6 trials: 1 / S is 1 / n! more than twice.
  const auto twice = starting_states({.one_in = 1, .kept = 1'000'000, .distinct = 1'000'000 - 240}, 13, 0.95);
  REQUIRE(twice);
  CHECK(twice->states == doctest::Approx(number_of_permutations(13) / 2).epsilon(0.02));
  CHECK_FALSE(starting_states({.one_in = 1, .kept = 1'000'000, .distinct = 1'000'000 - 60}, 13, 0.95));
  CHECK_FALSE(starting_states({.one_in = 1, .kept = 1'000'000, .distinct = 1'000'000}, 52, 0.95));
}

TEST_CASE("fewest permutations are those of the published table, and never more than there are") {
  // None again in N trials: N^2 / (2 ln 1000) at 99.9 %.
  const auto log2_of = [](std::uint64_t kept, std::uint64_t one_in, int deck_size) {
    return std::log2(
        fewest_permutations({.one_in = one_in, .kept = kept, .distinct = kept}, deck_size, 0.999));
  };
  CHECK(log2_of(100'000, 1, 52) == doctest::Approx(29.43).epsilon(1e-3));
  CHECK(log2_of(1'000'000, 1, 52) == doctest::Approx(36.08).epsilon(1e-3));
  // 1e8 trials of which one permutation in 256 is kept.
  CHECK(std::abs(log2_of(390'625, 256, 52) - 41.4) < 0.1);
  CHECK(log2_of(1'000'000, 1, 13) == doctest::Approx(std::log2(number_of_permutations(13))));
  CHECK(fewest_permutations({}, 52, 0.999) == 1);
  // One is kept of one in 2^20: of fewer than 2^20 * 1e-4 none is, but for a tenth of the error.
  CHECK(log2_of(1, 1 << 20, 52) == doctest::Approx(std::log2(-std::log1p(-1e-4)) + 20));
  CHECK(fewest_permutations({.one_in = 1, .kept = 1'000, .distinct = 1}, 52, 0.999) == 1);
  CHECK_THROWS_AS(fewest_permutations({}, 52, 1), std::invalid_argument);
  CHECK_THROWS_AS(starting_states({}, 52, 0), std::invalid_argument);
}

TEST_CASE("states are told of however many cells, where one permutation in many is kept") {
  // One equal pair of 40,000 kept trials is due to 8e8 states of those kept, and may be due to 1e12 of them.
  for (const std::uint64_t kept : {20'000U, 40'000U, 524'288U}) {
    for (const std::uint64_t repeats : {1U, 2U, 5U}) {
      CAPTURE(kept);
      CAPTURE(repeats);
      const BirthdayCounts one_in_eight{.one_in = 8, .kept = kept, .distinct = kept - repeats},
          all{.one_in = 1, .kept = kept, .distinct = kept - repeats};
      const auto some = starting_states(one_in_eight, 52, 0.999), whole = starting_states(all, 52, 0.999);
      REQUIRE(some.has_value());
      REQUIRE(whole.has_value());
      // Eight times as many; the interval a little wider, for how many are kept and for a tenth of the error.
      CHECK(some->states == doctest::Approx(8 * whole->states).epsilon(1e-6));
      CHECK(some->lower < 8 * whole->lower);
      CHECK(some->lower > 0.97 * 8 * whole->lower);
      CHECK(some->upper > 8 * whole->upper);
      CHECK(some->upper < 1.2 * 8 * whole->upper);
    }
  }
}
