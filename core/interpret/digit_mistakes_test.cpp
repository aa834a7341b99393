// Distributions of draws, against words counted one by one.
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/interpret/card_distribution.hpp"
#include "core/interpret/setup_for_test.hpp"
#include "core/random/seeding.hpp"

using namespace fairshuffle;

namespace {

SampleSetup drawn_by(const char* draw, int bits, int deck_size) {
  SampleSetup setup = setup_for_test("durstenfeld", deck_size);
  setup.draw = find_draw(draw);
  setup.bits = bits;
  return setup;
}

// By the definition of the draw: value_of(word, bound), over all words of so many bits.
template <class ValueOf>
bool is_distribution_of_words(const DigitDistribution& distribution, int deck_size, int bits,
                              ValueOf value_of) {
  bool same = distribution.probability.size() == static_cast<std::size_t>(deck_size - 1);
  const std::uint64_t words = std::uint64_t{1} << bits;
  for (std::uint64_t bound = 2; same && bound <= static_cast<std::uint64_t>(deck_size); ++bound) {
    std::vector<std::uint64_t> counts(bound);
    for (std::uint64_t word = 0; word < words; ++word) ++counts[value_of(word, bound)];
    const std::vector<double>& digit = distribution.probability[bound - 2];
    same = digit.size() == bound;
    for (std::uint64_t value = 0; same && value < bound; ++value) {
      same = std::abs(digit[value] - static_cast<double>(counts[value]) / static_cast<double>(words)) < 1e-15;
    }
  }
  return same;
}

std::uint64_t remainder_of(std::uint64_t word, std::uint64_t bound) {
  return word % bound;
}

}  // namespace

TEST_CASE("the distribution of every draw is that of its words, counted one by one") {
  for (const int n : {2, 13, 20}) {
    CAPTURE(n);
    CHECK(is_distribution_of_words(digit_distribution_of(drawn_by("modulo", 8, n)), n, 8, remainder_of));
    CHECK(
        is_distribution_of_words(digit_distribution_of(drawn_by("multiply-shift", 8, n)), n, 8,
                                 [](std::uint64_t word, std::uint64_t bound) { return word * bound >> 8; }));
  }
  // Exact draws know no other values than equally likely ones.
  const DigitDistribution exact = digit_distribution_of(setup_for_test("durstenfeld", 4));
  REQUIRE(exact.probability.size() == 3);
  for (std::size_t digit = 0; digit < 3; ++digit) {
    const std::size_t values = digit + 2;
    CHECK(exact.probability[digit] == std::vector<double>(values, 1.0 / static_cast<double>(values)));
  }
}

TEST_CASE(
    "what a filter sees of a distribution is the sum of the products of what both are off the fair one, by "
    "hand") {
  const DigitDistribution fair{{{0.5, 0.5}, {1 / 3., 1 / 3., 1 / 3.}}}, p{{{0.75, 0.25}, {0.5, 0.25, 0.25}}},
      q{{{0.5, 0.5}, {0.25, 0.25, 0.5}}};
  CHECK(product_of_digits(fair, p) == doctest::Approx(0));
  // 2 (1/16 + 1/16) + 3 (1/36 + 1/144 + 1/144) = 1/4 + 1/8.
  CHECK(product_of_digits(p, p) == doctest::Approx(0.375).epsilon(1e-14));
  // 3 (1/6 (-1/12) + 1/144 - 1/12 1/6) = -1/16.
  CHECK(product_of_digits(p, q) == doctest::Approx(-0.0625).epsilon(1e-14));
  CHECK(product_of_digits(q, p) == doctest::Approx(-0.0625).epsilon(1e-14));
}

TEST_CASE("the mistakes looked for are remainders of 15 and of 16 bits and products of 15") {
  struct Expected {
    std::string name, draw;
    int bits;
  };
  const std::vector<Expected> expected{{"modulo of 15 bits", "modulo", 15},
                                       {"modulo of 16 bits", "modulo", 16},
                                       {"multiply-shift of 15 bits", "multiply-shift", 15}};
  for (const int n : {13, 52, 64}) {
    CAPTURE(n);
    const std::span<const DigitMistake> mistakes = digit_mistakes(n);
    REQUIRE(mistakes.size() == expected.size());
    REQUIRE(number_of_digit_mistakes == expected.size());
    for (std::size_t index = 0; index < expected.size(); ++index) {
      const DigitMistake& mistake = mistakes[index];
      CHECK(mistake.name == expected[index].name);
      CHECK(mistake.setup.shuffle->name == "durstenfeld");
      CHECK(mistake.setup.draw->info.name == expected[index].draw);
      CHECK(mistake.setup.bits == expected[index].bits);
      CHECK(mistake.setup.deck_size == n);
    }
    CHECK(is_distribution_of_words(mistakes[0].distribution, n, 15, remainder_of));
    CHECK(is_distribution_of_words(mistakes[1].distribution, n, 16, remainder_of));
    CHECK(
        is_distribution_of_words(mistakes[2].distribution, n, 15,
                                 [](std::uint64_t word, std::uint64_t bound) { return word * bound >> 15; }));
  }
  CHECK(&digit_mistakes(52).front() == &digit_mistakes(52).front());
  CHECK_THROWS_WITH_AS(digit_mistakes(12), "digit_mistakes: deck_size must be in 13..128, was 12",
                       std::invalid_argument);
  CHECK_THROWS_AS(digit_mistakes(129), std::invalid_argument);
}
