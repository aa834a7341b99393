#include <cmath>
#include <stdexcept>

#include <doctest/doctest.h>

#include "core/exact/distribution.hpp"
#include "core/interpret/evolve.hpp"
#include "core/interpret/setup_for_test.hpp"
#include "core/permutation/permutation.hpp"

using namespace fairshuffle;

namespace {

Distribution distribution_with(int deck_size, std::vector<Integer> weight, Integer denominator) {
  return {.deck_size = deck_size,
          .denominator = std::move(denominator),
          .weight = std::move(weight),
          .invalid = 0};
}

}  // namespace

TEST_CASE("divergence keeps its digits however close to uniform the distribution is") {
  // Two cards at (1 + x)/2 and (1 - x)/2 have x^2/2 + x^4/12 + x^6/30 + ... nats.
  for (const int zeros : {1, 3, 6, 9, 15, 40}) {
    const Integer denominator = 2 * pow(Integer(10), static_cast<unsigned>(zeros));
    const Distribution distribution =
        distribution_with(2, {denominator / 2 + 1, denominator / 2 - 1}, denominator);
    const double x = std::pow(10.0, -zeros);
    const double series = x * x / 2 + std::pow(x, 4) / 12 + std::pow(x, 6) / 30 + std::pow(x, 8) / 56 +
                          std::pow(x, 10) / 90 + std::pow(x, 12) / 132;
    CHECK(kullback_leibler(distribution) == doctest::Approx(series).epsilon(1e-12).scale(0));
  }
}

TEST_CASE(
    "divergence of a distribution on one permutation is log n!, and of one with no permutation infinite") {
  CHECK(kullback_leibler(distribution_with(3, {0, 0, 7, 0, 0, 0}, 7)) ==
        doctest::Approx(std::log(6.0)).epsilon(1e-15));
  Distribution distribution = distribution_with(2, {1, 1}, 3);
  distribution.invalid = 1;
  CHECK(std::isinf(kullback_leibler(distribution)));
  CHECK(total_variation(distribution) == Fraction(1, 3));
  CHECK(total_variation(numeric(distribution)) == doctest::Approx(1.0 / 3));
}

TEST_CASE("denominators beyond the range of doubles give the divergence all the same") {
  const double kl = kullback_leibler(distribution_of(setup_for_test("swap-pairs", 3, {600})));
  // The walk's second character is 1/3, of multiplicity 4 among 5: chi-square distance/2 = 2 * 3^-1200
  // underflows to 0.
  CHECK(kl >= 0);
  CHECK(kl < 1e-300);
  const Integer huge = pow(Integer(10), 400);
  CHECK(kullback_leibler(distribution_with(2, {huge / 4, huge / 4 * 3}, huge)) ==
        doctest::Approx(kullback_leibler(distribution_with(2, {1, 3}, 4))).epsilon(1e-14));
}

TEST_CASE("extremes name every permutation that has them") {
  const Distribution distribution = distribution_of(setup_for_test("naive-swap", 3));
  CHECK(least_probability(distribution).probability == Fraction(4, 27));
  CHECK(least_probability(distribution).ranks == std::vector<std::uint64_t>{0, 4, 5});
  CHECK(largest_probability(distribution).probability == Fraction(5, 27));
  CHECK(largest_probability(distribution).ranks == std::vector<std::uint64_t>{1, 2, 3});
}

TEST_CASE("the distance between two distributions is theirs from uniform when one is uniform") {
  const Distribution biased = distribution_of(setup_for_test("naive-swap", 4)),
                     fair = distribution_of(setup_for_test("durstenfeld", 4));
  CHECK(total_variation_between(biased, fair) == total_variation(biased));
  CHECK(total_variation_between(fair, biased) == total_variation(biased));
  CHECK(total_variation_between(biased, biased) == 0);
  CHECK(total_variation_between(distribution_with(2, {1, 0}, 1), distribution_with(2, {0, 5}, 5)) == 1);
  CHECK_THROWS_AS(total_variation_between(biased, distribution_of(setup_for_test("durstenfeld", 5))),
                  std::invalid_argument);
  Distribution lost = distribution_with(2, {0, 0}, 4);
  lost.invalid = 4;
  CHECK(total_variation_between(lost, distribution_with(2, {1, 1}, 2)) == 1);
}

TEST_CASE("the largest differences between two distributions come first, and none where they agree") {
  const Distribution left = distribution_with(3, {1, 2, 3, 4, 5, 5}, 20),
                     right = distribution_with(3, {2, 2, 3, 4, 7, 2}, 20);
  CHECK(largest_differences(left, right, 10) == std::vector<std::uint64_t>{5, 4, 0});
  CHECK(largest_differences(left, right, 2) == std::vector<std::uint64_t>{5, 4});
  CHECK(largest_differences(left, left, 2).empty());
}

TEST_CASE("a distribution over its smallest denominator has the same probabilities") {
  const Distribution distribution = distribution_with(3, {4, 8, 12, 16, 20, 20}, 80);
  const Distribution small = reduced(distribution);
  CHECK(small.denominator == 20);
  CHECK(small.weight == std::vector<Integer>{1, 2, 3, 4, 5, 5});
  CHECK(total_variation_between(distribution, small) == 0);
  CHECK(reduced(distribution_with(2, {0, 6}, 6)).denominator == 1);
}

TEST_CASE("a sum of many small terms beside a large one keeps them") {
  CompensatedSum sum;
  sum.add(1);
  for (int term = 0; term < 1'000'000; ++term) sum.add(1e-17);
  CHECK(sum.total() == 1 + 1e-11);
}

TEST_CASE("distributions of one card are certain") {
  const Distribution distribution = distribution_of(setup_for_test("durstenfeld", 1));
  CHECK(total_variation(distribution) == 0);
  CHECK(chi_square_distance(distribution) == 0);
  CHECK(kullback_leibler(distribution) == 0);
  CHECK(chi_square_distance_positions(distribution) == 0);
  CHECK(chi_square_distance_neighbours(distribution) == 0);
}

TEST_CASE(
    "a distribution on one permutation has all the chi-square distance of its positions that there can be") {
  // (n - 1) (n (1 - 1/n)^2 + n (n - 1) / n^2) = (n - 1)^2.
  for (const int deck_size : {2, 3, 4}) {
    std::vector<Integer> weight(permutation_count(deck_size));
    weight.back() = 1;
    CHECK(chi_square_distance_positions(distribution_with(deck_size, std::move(weight), 1)) ==
          (deck_size - 1) * (deck_size - 1));
  }
  CHECK(chi_square_distance_positions(distribution_with(2, {1, 1}, 2)) == 0);
}
