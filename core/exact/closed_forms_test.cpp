
#include <stdexcept>

#include <doctest/doctest.h>

#include "core/exact/distribution.hpp"
#include "core/exact/remainders_for_tests.hpp"
#include "core/interpret/evolve.hpp"
#include "core/interpret/setup_for_test.hpp"

using namespace fairshuffle;

TEST_CASE("riffles have the distance by rising sequences that their distribution over all permutations has") {
  for (int n = 1; n <= 7; ++n) {
    for (int riffles = 0; riffles <= 4; ++riffles) {
      CAPTURE(n);
      CAPTURE(riffles);
      CHECK(riffle_total_variation(n, riffles) ==
            total_variation(distribution_of(setup_for_test("riffle", n, {riffles}))));
    }
  }
  CHECK_THROWS_AS(riffle_total_variation(0, 3), std::invalid_argument);
  CHECK_THROWS_AS(riffle_total_variation(52, -1), std::invalid_argument);
}

TEST_CASE(
    "the mean number of cards in place after random swaps is that of the distribution after each swap") {
  for (int n = 2; n <= 6; ++n) {
    CHECK(mean_fixed_points_after_swaps(n, 0) == n);
    evolve(setup_for_test("swap-pairs", n, {8}), [n](std::size_t swaps, const Distribution& distribution) {
      const auto positions = position_distribution(distribution);
      Fraction mean = 0;
      for (std::size_t i = 0; i < positions.size(); ++i) mean += positions[i][i];
      CHECK(mean_fixed_points_after_swaps(n, static_cast<int>(swaps)) == mean);
    });
  }
  CHECK(mean_fixed_points_after_swaps(1, 5) == 1);
  CHECK_THROWS_AS(mean_fixed_points_after_swaps(0, 1), std::invalid_argument);
}

TEST_CASE("the mean of rising sequences is one number, by sum and by series, and refuses what is no riffle") {
  for (const int n : {8, 52, 200, 1024}) {
    CAPTURE(n);
    // Where one takes over from the other, what is missing of fair decks falls on smoothly.
    const auto missing = [n](int packets) {
      return (n + 1) / 2. - mean_rising_sequences_of_riffles(n, packets);
    };
    CHECK(missing(8 * n) / missing(8 * n - 1) == doctest::Approx((8 * n - 1.) / (8 * n)).epsilon(1e-5));
    CHECK(mean_rising_sequences_of_riffles(n, 1) == 1);
  }
  for (const double packets : {0., 0.5, 2.5}) {
    CHECK_THROWS_AS(mean_rising_sequences_of_riffles(52, packets), std::invalid_argument);
  }
  CHECK_THROWS_AS(mean_rising_sequences_of_riffles(7, 2), std::invalid_argument);
  CHECK_THROWS_AS(mean_rising_sequences_of_riffles(1025, 2), std::invalid_argument);
}

TEST_CASE(
    "the chi-square distance of remainders is that of the distribution, for words of every width and for "
    "words that are no power of 2") {
  for (const char* draw : {"modulo", "multiply-shift"}) {
    for (const auto& words :
         {std::pair{"xoshiro256++", 3}, std::pair{"xoshiro256++", 0}, std::pair{"msvc-rand", 0},
          std::pair{"glibc-rand", 0}, std::pair{"minstd", 0}, std::pair{"mt19937", 0}}) {
      for (int n = 1; n <= 7; ++n) {
        CAPTURE(draw);
        CAPTURE(words.first);
        CAPTURE(n);
        SampleSetup setup = setup_for_test("durstenfeld", n);
        setup.source = find_source(words.first);
        setup.bits = words.second;
        setup.draw = find_draw(draw);
        CHECK(chi_square_distance(distribution_of(setup)) ==
              chi_square_distance_of_remainders(n, max_word_of(*setup.source, setup.bits)));
      }
    }
  }
  CHECK_THROWS_AS(chi_square_distance_of_remainders(5, 3), std::invalid_argument);
}
