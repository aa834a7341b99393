#include "core/interpret/enumerate.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/exact/distribution.hpp"
#include "core/interpret/setup_for_test.hpp"
#include "core/permutation/permutation.hpp"

using namespace fairshuffle;

namespace {

Distribution distribution_of(std::string_view shuffle, int deck_size) {
  return enumerate(setup_for_test(shuffle, deck_size));
}
Distribution distribution_of(std::string_view shuffle, int deck_size, std::vector<std::int64_t> options) {
  return enumerate(setup_for_test(shuffle, deck_size, std::move(options)));
}

std::vector<Fraction> probabilities(const Distribution& distribution) {
  std::vector<Fraction> probability;
  for (std::uint64_t rank = 0; rank < distribution.weight.size(); ++rank) {
    probability.push_back(probability_of(distribution, rank));
  }
  return probability;
}

// Relabels a permutation's distribution by its inverse.
Distribution inverse_of(const Distribution& distribution) {
  Distribution inverse = distribution;
  std::vector<Card> permutation = permutation_of_rank(0, distribution.deck_size), inverted(permutation);
  for (const Integer& weight : distribution.weight) {
    for (std::size_t position = 0; position < permutation.size(); ++position) {
      inverted[permutation[position]] = static_cast<Card>(position);
    }
    inverse.weight[rank_of(inverted)] = weight;
    to_next_permutation(permutation);
  }
  return inverse;
}

}  // namespace

TEST_CASE("naive swap of three cards gives three permutations 4/27 and three 5/27, TV 1/18") {
  const Distribution distribution = distribution_of("naive-swap", 3);
  CHECK(std::ranges::count(probabilities(distribution), Fraction(4, 27)) == 3);
  CHECK(std::ranges::count(probabilities(distribution), Fraction(5, 27)) == 3);
  CHECK(total_variation(distribution) == Fraction(1, 18));
}

TEST_CASE("every shuffle called uniform is exactly so, and none called biased is") {
  for (const ShuffleInfo& shuffle : all_shuffles()) {
    if (!enumerate_admits(shuffle.name)) continue;
    for (int n = 1; n <= 6; ++n) {
      CAPTURE(shuffle.name);
      CAPTURE(n);
      Distribution distribution;
      try {
        distribution = enumerate(setup_for_test(shuffle.name, n), 2'000'000);
      } catch (const EnumerationRefused&) {
        continue;
      }
      Integer sum = distribution.invalid;
      for (const Integer& weight : distribution.weight) sum += weight;
      CHECK(sum == distribution.denominator);
      if (shuffle.truth == Truth::uniform) CHECK(total_variation(distribution) == 0);
      if (shuffle.truth == Truth::biased && n >= 3) CHECK(total_variation(distribution) > 0);
    }
  }
}

TEST_CASE("Sattolo has TV 1 - 1/n and chi-square distance n - 1, and no card stays") {
  for (int n = 2; n <= 7; ++n) {
    const Distribution distribution = distribution_of("sattolo", n);
    CHECK(total_variation(distribution) == 1 - Fraction(1, n));
    CHECK(chi_square_distance(distribution) == n - 1);
    const auto positions = position_distribution(distribution);
    for (std::size_t i = 0; i < positions.size(); ++i) CHECK(positions[i][i] == 0);
  }
}

TEST_CASE("a random cut has exactly flat positions and only n permutations") {
  for (int n = 2; n <= 7; ++n) {
    const Distribution distribution = distribution_of("random-cut", n);
    CHECK(support_size(distribution) == static_cast<std::uint64_t>(n));
    for (const auto& row : position_distribution(distribution)) {
      for (const Fraction& probability : row) CHECK(probability == Fraction(1, n));
    }
  }
}

TEST_CASE("a permutation applied twice is always even") {
  for (int n = 2; n <= 7; ++n) CHECK(even_probability(distribution_of("applied-twice", n)) == 1);
}

TEST_CASE("a stable sort by random keys of b bits is the inverse of b riffles") {
  for (std::int64_t bits = 1; bits <= 3; ++bits) {
    const Distribution sort = distribution_of("random-key-sort", 5, {bits});
    const Distribution riffle = inverse_of(distribution_of("riffle", 5, {bits}));
    CHECK(probabilities(sort) == probabilities(riffle));
  }
}

TEST_CASE("one riffle gives a permutation with r rising sequences C(2 + n - r, n) / 2^n") {
  // Bayer and Diaconis 1992, theorem 1.
  const int n = 5;
  const Distribution distribution = distribution_of("riffle", n, {1});
  std::vector<Card> permutation = permutation_of_rank(0, n);
  for (const Fraction& probability : probabilities(distribution)) {
    std::vector<int> position_of(n);
    for (int position = 0; position < n; ++position) {
      position_of[permutation[static_cast<std::size_t>(position)]] = position;
    }
    int rising_sequences = 1;
    for (std::size_t card = 0; card + 1 < n; ++card)
      rising_sequences += position_of[card + 1] < position_of[card];
    const Fraction expected = rising_sequences == 1   ? Fraction(6, 32)
                              : rising_sequences == 2 ? Fraction(1, 32)
                                                      : Fraction(0);
    CHECK(probability == expected);
    to_next_permutation(permutation);
  }
}

TEST_CASE("merge sort with a coin has flat positions at four cards though its TV is 1/6") {
  const Distribution distribution = distribution_of("comparator-sort", 4, {1});
  CHECK(total_variation(distribution) == Fraction(1, 6));
  CHECK(chi_square_distance_positions(distribution) == 0);
}

TEST_CASE("insertion sort with a coin leaves the last card last half of the time") {
  // browserchoice.eu put 0.501 of 10,000 loads there.
  CHECK(position_distribution(distribution_of("comparator-sort", 5, {0}))[4][4] == Fraction(1, 2));
}

TEST_CASE("skipping the last step loses the odd half of the pairs, skipping the first keeps the last card") {
  const Distribution stops_early = distribution_of("skip-last", 4, {0});
  CHECK(support_size(stops_early) == 12);
  CHECK(total_variation(stops_early) == Fraction(1, 2));
  const Distribution starts_late = distribution_of("skip-last", 4, {1});
  CHECK(position_distribution(starts_late)[3][3] == 1);
  CHECK(support_size(starts_late) == 6);
}

TEST_CASE("rounding the index gives the distribution that half a share at both ends must give") {
  // At two cards round(u) is a fair coin; at three the first swap is 1/4, 1/2, 1/4.
  SampleSetup setup = setup_for_test("durstenfeld", 3);
  setup.draw = find_draw("rounded-double");
  const auto positions = position_distribution(enumerate(setup));
  CHECK(positions[2][0] == Fraction(1, 4));
  CHECK(positions[2][1] == Fraction(1, 2));
  CHECK(positions[2][2] == Fraction(1, 4));
}

TEST_CASE("modulo on three-bit words has the chi-square distance of its formula") {
  // phi2 = prod over m = 2..n of (1 + r (m - r) / 4^b) - 1 with r = 2^b mod m.
  SampleSetup setup = setup_for_test("durstenfeld", 5);
  setup.bits = 3;
  for (const char* draw : {"modulo", "multiply-shift"}) {
    setup.draw = find_draw(draw);
    Fraction product = 1;
    for (int bound = 2; bound <= 5; ++bound) {
      const int rest = 8 % bound;
      product *= 1 + Fraction(rest * (bound - rest), 64);
    }
    CHECK(chi_square_distance(enumerate(setup)) == product - 1);
  }
}

TEST_CASE("a deal with a wrong index gives cards twice with certainty") {
  CHECK(invalid_probability(distribution_of("deal-hands", 7, {1})) == 1);
  CHECK(distribution_of("deal-hands", 7, {0}).invalid == 0);
}

TEST_CASE("what has no distribution by enumeration is refused with its reason") {
  CHECK(why_not_enumerated(setup_for_test("std-shuffle", 4)) != "");
  CHECK(why_not_enumerated(setup_for_test("durstenfeld", 11)) != "");
  SampleSetup clock = setup_for_test("durstenfeld", 4);
  clock.clock.seeding.kind = SeedingKind::per_draw_clock;
  CHECK(why_not_enumerated(clock) != "");
  CHECK_THROWS_AS(enumerate(clock), std::invalid_argument);
  CHECK(why_not_enumerated(clock).find("several words") != std::string::npos);
  clock.clock.seeding.kind = SeedingKind::per_shuffle_clock;
  CHECK(why_not_enumerated(clock) != "");
  CHECK_THROWS_AS(enumerate(setup_for_test("swap-pairs", 5, {20}), 100'000), EnumerationRefused);
  CHECK_THROWS_AS(distribution_of("swap-pairs", 5, {1'000'000}), EnumerationRefused);
}

TEST_CASE("the bounds that a shuffle draws below are noted, whatever its length") {
  CHECK(bounds_drawn(setup_for_test("durstenfeld", 4)) == std::vector<std::uint64_t>{2, 3, 4});
  CHECK(bounds_drawn(setup_for_test("pick-from-all", 4)) == std::vector<std::uint64_t>{24});
  CHECK(bounds_drawn(setup_for_test("swap-pairs", 5, {100'000})) == std::vector<std::uint64_t>{5});
  CHECK(bounds_drawn(setup_for_test("std-shuffle", 4)).empty());
}

TEST_CASE("the distribution in doubles is that in fractions, within the error it states") {
  for (const char* shuffle : {"pick-from-all", "std-random-shuffle", "comparator-sort", "deal-hands"}) {
    SampleSetup setup = setup_for_test(shuffle, 4);
    if (setup.shuffle->name == "deal-hands") setup.options = {1};
    for (const char* draw : {"exact", "modulo", "multiply-shift", "rounded-double"}) {
      for (const int bits : {0, 1, 5}) {
        setup.draw = find_draw(draw);
        setup.bits = bits;
        const std::string target = std::string(shuffle) + ' ' + draw + ' ' + std::to_string(bits);
        CAPTURE(target);
        const NumericDistribution distribution = enumerate_numeric(setup);
        const NumericDistribution nearest = numeric(enumerate(setup));
        double farthest = std::abs(distribution.invalid - nearest.invalid);
        for (std::size_t rank = 0; rank < 24; ++rank) {
          farthest = std::max(farthest, std::abs(distribution.probability[rank] - nearest.probability[rank]));
        }
        CHECK(farthest <= distribution.error + nearest.error);
        CHECK(distribution.error < 1e-13);
      }
    }
  }
  // Bounds on both sides of where they are looked up otherwise.
  for (const std::int64_t keys : {63, 64, 1000}) {
    const SampleSetup setup = setup_for_test("random-key-sort", 2, {1, keys});
    const NumericDistribution distribution = enumerate_numeric(setup), nearest = numeric(enumerate(setup));
    CHECK(std::abs(distribution.probability[0] - nearest.probability[0]) <=
          distribution.error + nearest.error);
    CHECK(std::abs(distribution.probability[0] - (0.5 + 0.5 / static_cast<double>(keys))) < 1e-9);
  }
  CHECK_THROWS_AS(enumerate_numeric(setup_for_test("naive-swap", 5), 3124), EnumerationRefused);
  CHECK_NOTHROW(enumerate_numeric(setup_for_test("naive-swap", 5), 3125));
  CHECK_THROWS_AS(enumerate_numeric(setup_for_test("std-shuffle", 5)), std::invalid_argument);
}
