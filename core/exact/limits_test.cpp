// Distributions in doubles against the same in fractions, and the ends of what is taken.
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/exact/components.hpp"
#include "core/exact/distribution.hpp"
#include "core/exact/remainders_for_tests.hpp"
#include "core/permutation/permutation.hpp"

using namespace fairshuffle;

namespace {

// The order of rank r has weight r times `factor` mod `modulus`.
Distribution distribution_of(int deck_size, std::uint64_t factor, std::uint64_t modulus, int invalid = 0) {
  Distribution distribution;
  distribution.deck_size = deck_size;
  distribution.invalid = invalid;
  distribution.denominator = invalid;
  for (std::uint64_t rank = 0; rank < permutation_count(deck_size); ++rank) {
    distribution.weight.emplace_back(rank * factor % modulus);
    distribution.denominator += distribution.weight.back();
  }
  return distribution;
}

doctest::Approx near(double value) {
  return doctest::Approx(value).epsilon(1e-12);
}

template <class Call>
std::string refusal(Call call) {
  try {
    call();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("every figure of a distribution in doubles is that of the distribution in fractions") {
  for (const Distribution& distribution :
       {distribution_of(2, 1, 2), distribution_of(3, 5, 7), distribution_of(4, 7, 11),
        distribution_of(5, 37, 101), distribution_of(3, 1, 7, 4)}) {
    CAPTURE(distribution.deck_size);
    const NumericDistribution numbers = numeric(distribution);
    CHECK(numbers.deck_size == distribution.deck_size);
    CHECK(numbers.error == std::numeric_limits<double>::epsilon() / 2);
    CHECK(numbers.invalid == to_double(invalid_probability(distribution)));
    for (std::uint64_t rank = 0; rank < distribution.weight.size(); ++rank) {
      CHECK(numbers.probability[rank] == to_double(probability_of(distribution, rank)));
    }
    CHECK(total_variation(numbers) == near(to_double(total_variation(distribution))));
    const auto positions = position_distribution(distribution);
    const auto in_doubles = position_distribution(numbers);
    for (std::size_t position = 0; position < positions.size(); ++position) {
      for (std::size_t card = 0; card < positions.size(); ++card) {
        CHECK(in_doubles[position][card] == near(to_double(positions[position][card])));
      }
    }
    if (distribution.invalid != 0) continue;
    CHECK(chi_square_distance(numbers) == near(to_double(chi_square_distance(distribution))));
  }
}

TEST_CASE("weights 0, 5, 3, 1, 6, 4 of three cards have the figures that they have by hand") {
  const Distribution distribution = distribution_of(3, 5, 7);  // 19 in all; fair shares are 19/6
  CHECK(distribution.denominator == 19);
  CHECK(total_variation(distribution) ==
        Fraction(11 + 17 + 5, 2 * 6 * 19) + Fraction(19 + 1 + 13, 2 * 6 * 19));
  // 012 and 120 and 201 are even: weights 0, 1 and 6.
  CHECK(even_probability(distribution) == Fraction(7, 19));
  CHECK(chi_square_distance_parity(distribution) == Fraction(25, 361));
  // 6 sum w^2 / 19^2 - 1.
  CHECK(chi_square_distance(distribution) == Fraction(6 * 87, 361) - 1);
  // Card 0 lies first in 012 and 021.
  CHECK(position_distribution(distribution)[0][0] == Fraction(5, 19));
  CHECK(position_distribution(distribution)[2][1] == Fraction(5 + 6, 19));
  CHECK(support_size(distribution) == 5);
  CHECK(to_text(Fraction(4, 6)) == "2/3");
  CHECK(to_text(Fraction(3, 3)) == "1");
  CHECK(to_text(Fraction(0)) == "0");
}

TEST_CASE("a walk's error grows by that of its round and by a rounding for each order of it") {
  NumericDistribution round = numeric(distribution_of(3, 5, 7));
  round.error = 1e-10;
  Walk walk(round);
  CHECK(walk.distribution().error == 0);
  CHECK(walk.distribution().probability.front() == 1);
  const double of_step = 1e-10 + 5 * std::numeric_limits<double>::epsilon();
  for (int rounds = 1; rounds <= 3; ++rounds) {
    walk.step();
    CHECK(walk.distribution().error == doctest::Approx(rounds * of_step).epsilon(1e-14));
  }
}

TEST_CASE("decks and words are taken to the ends of their ranges, and refused beyond") {
  CHECK(refusal([] { irreducibles(0); }) == "irreducibles: deck_size must be 1 to 12, was 0");
  CHECK(refusal([] { irreducibles(13); }) == "irreducibles: deck_size must be 1 to 12, was 13");
  CHECK(irreducibles(1).size() == 2);
  CHECK(refusal([] { partitions_of(0); }) == "partitions_of: deck_size must be 1 to 12, was 0");
  CHECK(refusal([] { partitions_of(13); }) == "partitions_of: deck_size must be 1 to 12, was 13");
  CHECK(partitions_of(12).size() == 77);
  CHECK(refusal([] { components_of(1, std::vector<double>(1)); }).find("deck_size") != std::string::npos);
  CHECK(refusal([] { components_of(10, std::vector<double>(1)); }).find("deck_size") != std::string::npos);
  CHECK(refusal([] { components_of(3, std::vector<double>(5)); }).find("distribution") != std::string::npos);
  CHECK(components_of(2, std::vector<double>{1, 0}).size() == 1);

  CHECK(mean_fixed_points_after_swaps(1, 0) == 1);
  CHECK(mean_fixed_points_after_swaps(5, 0) == 5);
  CHECK(mean_fixed_points_after_swaps(5, 1) == Fraction(17, 5));
  CHECK_NOTHROW(mean_fixed_points_after_swaps(1000, 1));
  CHECK_NOTHROW(mean_fixed_points_after_swaps(2, 10'000));
  CHECK(refusal([] { mean_fixed_points_after_swaps(0, 1); }).ends_with("were 0 and 1"));
  CHECK(refusal([] { mean_fixed_points_after_swaps(1001, 1); }).ends_with("were 1001 and 1"));
  CHECK(refusal([] { mean_fixed_points_after_swaps(5, -1); }).ends_with("were 5 and -1"));
  CHECK(refusal([] { mean_fixed_points_after_swaps(5, 10'001); }).ends_with("were 5 and 10001"));

  // Of four words no remainder by 2 is uneven; by 3 the rest is 1.
  CHECK(chi_square_distance_of_remainders(2, 3) == 0);
  CHECK(chi_square_distance_of_remainders(3, 3) == Fraction(2, 16));
  CHECK(chi_square_distance_of_remainders(4, 3) == Fraction(2, 16));
  CHECK(chi_square_distance_of_remainders(1, 0) == 0);
  CHECK_NOTHROW(chi_square_distance_of_remainders(1000, 999));
  CHECK(refusal([] { chi_square_distance_of_remainders(5, 3); }).ends_with("were 5 and a largest word of 3"));
  CHECK(refusal([] { chi_square_distance_of_remainders(0, 3); }).ends_with("were 0 and a largest word of 3"));
  CHECK(refusal([] {
          chi_square_distance_of_remainders(1001, 5000);
        }).ends_with("were 1001 and a largest word of 5000"));

  CHECK(riffle_total_variation(1, 0) == 0);
  CHECK(riffle_total_variation(2, 0) == Fraction(1, 2));
  CHECK(riffle_total_variation(2, 1) == Fraction(1, 4));
  CHECK(riffle_total_variation(2, 3) == Fraction(1, 16));
  CHECK(riffle_total_variation(3, 0) == Fraction(5, 6));
  CHECK_NOTHROW(riffle_total_variation(2, 1000));
  for (const auto& [deck_size, riffles] : {std::pair{0, 1}, {501, 1}, {5, -1}, {5, 1001}}) {
    CHECK_FALSE(refusal([d = deck_size, r = riffles] { riffle_total_variation(d, r); }).empty());
  }
  NumericDistribution round = numeric(distribution_of(2, 1, 2));
  CHECK(refusal([&] { Walk{round}; }).empty());
  round.invalid = 0.5;
  CHECK(refusal([&] { Walk{round}; }).find("0.5") != std::string::npos);
  round.invalid = 0;
  round.deck_size = 11;
  CHECK(refusal([&] { Walk{round}; }) == "Walk: deck_size must be in 1..10, was 11");
  round.deck_size = 0;
  CHECK(refusal([&] { Walk{round}; }) == "Walk: deck_size must be in 1..10, was 0");
}
