#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

#include "core/interpret/setup_for_test.hpp"
#include "core/statistics/numbers.hpp"
#include "core/statistics/permutations.hpp"
#include "core/statistics/positions.hpp"
#include "core/statistics/tallies_for_tests.hpp"

using namespace fairshuffle;

namespace {

std::vector<std::uint64_t> digits_of_ranks(int deck_size, const std::vector<std::uint64_t>& ranks) {
  PermutationPlanes planes(deck_size);
  for (const std::uint64_t rank : ranks) planes.add(permutation_of_rank(rank, deck_size));
  PermutationBatches batches(deck_size);
  batches.add(planes);
  std::vector<std::uint64_t> digits(detail::cells_of_digits(deck_size));
  detail::add_digits(batches, digits);
  return digits;
}

}  // namespace

TEST_CASE("the statistic of draws is the sum of Pearson's over independent digits") {
  // By hand: of four trials of three cards digit 1 came out 3 and 1 times, digit 2 0, 1 and 3 times:
  // (1 + 1)/2 + (16 + 1 + 25)/9 * 3/4.
  const ChiSquared outcome = lehmer_code_statistic(3, 4, std::vector<std::uint64_t>{3, 1, 0, 1, 3});
  CHECK(outcome.statistic == doctest::Approx(1 + 42. / 12).epsilon(1e-14));
  CHECK(outcome.degrees_of_freedom == 3);
  CHECK_THROWS_AS(lehmer_code_statistic(3, 5, std::vector<std::uint64_t>{3, 1, 0, 1, 3}),
                  std::invalid_argument);
  CHECK_THROWS_AS(lehmer_code_statistic(4, 4, std::vector<std::uint64_t>{3, 1, 0, 1, 3}),
                  std::invalid_argument);
}

TEST_CASE("over all outcomes the statistic of draws has mean df and variance 2 df (1 - 1/N)") {
  struct Scene {
    int deck_size, trials;
  };
  for (const Scene scene : {Scene{4, 1}, Scene{4, 2}, Scene{4, 3}, Scene{5, 2}}) {
    CAPTURE(scene.deck_size);
    CAPTURE(scene.trials);
    const auto all = static_cast<std::uint64_t>(scene.trials);
    std::uint64_t outcomes = 0, sum = 0, sum_of_squares = 0, df = 0;
    std::vector<std::uint64_t> ranks(all);
    std::size_t trial = 0;
    while (trial < all) {
      const ChiSquared outcome =
          lehmer_code_statistic(scene.deck_size, all, digits_of_ranks(scene.deck_size, ranks));
      const auto scaled = static_cast<std::uint64_t>(std::llround(outcome.statistic * scene.trials));
      ++outcomes;
      sum += scaled;
      sum_of_squares += scaled * scaled;
      df = static_cast<std::uint64_t>(outcome.degrees_of_freedom);
      trial = 0;
      while (trial < all && ++ranks[trial] == permutation_count(scene.deck_size)) ranks[trial++] = 0;
    }
    CHECK(sum == outcomes * df * all);
    CHECK(sum_of_squares == outcomes * (df * df * all * all + 2 * df * all * (all - 1)));
  }
}

TEST_CASE("the strongest digit has the smallest exact p-value, whatever the digit is") {
  // Digit 1 is off by 60 of 400 (p = 2e-9), digit 12 by 24 in one value that expects 31 (p = 1e-4): each is
  // judged by its own distribution.
  Tally tally(13, 0);
  tally.trials = 400;
  std::vector<std::uint64_t> digits;
  for (std::uint64_t values = 2; values <= 13; ++values) {
    for (std::uint64_t value = 0; value < values; ++value) {
      digits.push_back(400 / values + (value < 400 % values));
    }
  }
  digits[0] += 60, digits[1] -= 60;
  std::vector<std::uint64_t> last_only = digits;
  last_only[0] = last_only[1] = 200;
  std::uint64_t& emptied = last_only[cell_of_digit(12) + 5];
  const std::uint64_t moved = 29;
  REQUIRE(emptied > moved);
  emptied -= moved, last_only[cell_of_digit(12) + 6] += moved;
  tally.tables.add_cells("lehmer-code", digits);
  const TestResult two_values = result_of(strongest_lehmer_digit_test, tally);
  CHECK(two_values.statistic == 260);
  CHECK(two_values.p_value.p ==
        doctest::Approx(90 * binomial_two_sided(260, 400, 0.5).p).scale(0).epsilon(1e-9));
  Tally other(13, 0);
  other.trials = 400;
  other.tables.add_cells("lehmer-code", last_only);
  const TestResult many_values = result_of(strongest_lehmer_digit_test, other);
  CHECK(many_values.statistic < 5);
  CHECK(many_values.tail == Tail::lower);
  CHECK(many_values.p_value.p ==
        doctest::Approx(90 *
                        binomial_two_sided(static_cast<std::uint64_t>(many_values.statistic), 400, 1. / 13).p)
            .scale(0)
            .epsilon(1e-9));
}

TEST_CASE("draws are tested from so many trials on as positions, their strongest digit from the first") {
  const auto of = [](int deck_size, std::uint64_t trials) {
    return sample_for_test(setup_for_test("durstenfeld", deck_size), trials).complete();
  };
  CHECK(result_of(lehmer_code_test, of(52, 599)).reason ==
        "needs at least 600 trials for 52 cards; there were 599");
  CHECK(result_of(lehmer_code_test, of(52, 600)).applied);
  CHECK(result_of(lehmer_code_test, of(13, 2'399)).reason ==
        "needs at least 2,400 trials for 13 cards; there were 2,399");
  CHECK(result_of(lehmer_code_test, of(13, 2'400)).honest_from_level == 1e-8);
  CHECK(result_of(strongest_lehmer_digit_test, Tally(13, 0)).reason == "there were no trials");
  CHECK(result_of(strongest_lehmer_digit_test, of(13, 1)).p_value.p == 1);
  Tally wrong = of(13, 2'400);
  ++wrong.trials;
  CHECK_THROWS_AS(result_of(lehmer_code_test, wrong), std::invalid_argument);
  CHECK_THROWS_AS(result_of(strongest_lehmer_digit_test, wrong), std::invalid_argument);
}
