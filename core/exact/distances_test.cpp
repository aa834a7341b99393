#include <cmath>
#include <stdexcept>

#include <doctest/doctest.h>

#include "core/exact/law.hpp"
#include "core/interpret/evolve.hpp"
#include "core/interpret/setup_for_test.hpp"
#include "core/order/order.hpp"

using namespace fairshuffle;

namespace {

Law law_with(int deck_size, std::vector<Integer> weight, Integer denominator) {
  return {.deck_size = deck_size,
          .denominator = std::move(denominator),
          .weight = std::move(weight),
          .invalid = 0};
}

}  // namespace

TEST_CASE("divergence keeps its digits however close to uniform the law is") {
  // Two cards at (1 + x)/2 and (1 - x)/2 have x^2/2 + x^4/12 + x^6/30 + ... nats.
  for (const int zeros : {1, 3, 6, 9, 15, 40}) {
    const Integer denominator = 2 * pow(Integer(10), static_cast<unsigned>(zeros));
    const Law law = law_with(2, {denominator / 2 + 1, denominator / 2 - 1}, denominator);
    const double x = std::pow(10.0, -zeros);
    const double series = x * x / 2 + std::pow(x, 4) / 12 + std::pow(x, 6) / 30 + std::pow(x, 8) / 56 +
                          std::pow(x, 10) / 90 + std::pow(x, 12) / 132;
    CHECK(kullback_leibler(law) == doctest::Approx(series).epsilon(1e-12).scale(0));
  }
}

TEST_CASE("divergence of a law on one order is log n!, and of one with no order infinite") {
  CHECK(kullback_leibler(law_with(3, {0, 0, 7, 0, 0, 0}, 7)) ==
        doctest::Approx(std::log(6.0)).epsilon(1e-15));
  Law law = law_with(2, {1, 1}, 3);
  law.invalid = 1;
  CHECK(std::isinf(kullback_leibler(law)));
  CHECK(total_variation(law) == Fraction(1, 3));
  CHECK(total_variation(numeric(law)) == doctest::Approx(1.0 / 3));
}

TEST_CASE("denominators beyond the range of doubles give the divergence all the same") {
  const double kl = kullback_leibler(law_of(setup_for_test("swap-pairs", 3, {600})));
  // The walk's second character is 1/3, of multiplicity 4 among 5: phi2/2 = 2 * 3^-1200 underflows to 0.
  CHECK(kl >= 0);
  CHECK(kl < 1e-300);
  const Integer huge = pow(Integer(10), 400);
  CHECK(kullback_leibler(law_with(2, {huge / 4, huge / 4 * 3}, huge)) ==
        doctest::Approx(kullback_leibler(law_with(2, {1, 3}, 4))).epsilon(1e-14));
}

TEST_CASE("extremes name every order that has them") {
  const Law law = law_of(setup_for_test("naive-swap", 3));
  CHECK(least_probability(law).probability == Fraction(4, 27));
  CHECK(least_probability(law).ranks == std::vector<std::uint64_t>{0, 4, 5});
  CHECK(largest_probability(law).probability == Fraction(5, 27));
  CHECK(largest_probability(law).ranks == std::vector<std::uint64_t>{1, 2, 3});
}

TEST_CASE("the distance between two laws is theirs from uniform when one is uniform") {
  const Law biased = law_of(setup_for_test("naive-swap", 4)), fair = law_of(setup_for_test("durstenfeld", 4));
  CHECK(total_variation_between(biased, fair) == total_variation(biased));
  CHECK(total_variation_between(fair, biased) == total_variation(biased));
  CHECK(total_variation_between(biased, biased) == 0);
  CHECK(total_variation_between(law_with(2, {1, 0}, 1), law_with(2, {0, 5}, 5)) == 1);
  CHECK_THROWS_AS(total_variation_between(biased, law_of(setup_for_test("durstenfeld", 5))),
                  std::invalid_argument);
  Law lost = law_with(2, {0, 0}, 4);
  lost.invalid = 4;
  CHECK(total_variation_between(lost, law_with(2, {1, 1}, 2)) == 1);
}

TEST_CASE("the largest differences between two laws come first, and none where they agree") {
  const Law left = law_with(3, {1, 2, 3, 4, 5, 5}, 20), right = law_with(3, {2, 2, 3, 4, 7, 2}, 20);
  CHECK(largest_differences(left, right, 10) == std::vector<std::uint64_t>{5, 4, 0});
  CHECK(largest_differences(left, right, 2) == std::vector<std::uint64_t>{5, 4});
  CHECK(largest_differences(left, left, 2).empty());
}

TEST_CASE("a law over its smallest denominator has the same probabilities") {
  const Law law = law_with(3, {4, 8, 12, 16, 20, 20}, 80);
  const Law small = reduced(law);
  CHECK(small.denominator == 20);
  CHECK(small.weight == std::vector<Integer>{1, 2, 3, 4, 5, 5});
  CHECK(total_variation_between(law, small) == 0);
  CHECK(reduced(law_with(2, {0, 6}, 6)).denominator == 1);
}

TEST_CASE("a sum of many small terms beside a large one keeps them") {
  CompensatedSum sum;
  sum.add(1);
  for (int term = 0; term < 1'000'000; ++term) sum.add(1e-17);
  CHECK(sum.total() == 1 + 1e-11);
}

TEST_CASE("laws of one card are certain") {
  const Law law = law_of(setup_for_test("durstenfeld", 1));
  CHECK(total_variation(law) == 0);
  CHECK(phi2(law) == 0);
  CHECK(kullback_leibler(law) == 0);
  CHECK(phi2_positions(law) == 0);
  CHECK(phi2_neighbours(law) == 0);
}

TEST_CASE("a law on one order has all the phi2 of its positions that there can be") {
  // (n - 1) (n (1 - 1/n)^2 + n (n - 1) / n^2) = (n - 1)^2.
  for (const int deck_size : {2, 3, 4}) {
    std::vector<Integer> weight(order_count(deck_size));
    weight.back() = 1;
    CHECK(phi2_positions(law_with(deck_size, std::move(weight), 1)) == (deck_size - 1) * (deck_size - 1));
  }
  CHECK(phi2_positions(law_with(2, {1, 1}, 2)) == 0);
}
