#include "core/interpret/enumerate.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/exact/law.hpp"
#include "core/interpret/setup_for_test.hpp"
#include "core/order/order.hpp"

using namespace fairshuffle;

namespace {

Law law_of(std::string_view shuffle, int deck_size) {
  return enumerate(setup_for_test(shuffle, deck_size));
}
Law law_of(std::string_view shuffle, int deck_size, std::vector<std::int64_t> options) {
  return enumerate(setup_for_test(shuffle, deck_size, std::move(options)));
}

std::vector<Fraction> probabilities(const Law& law) {
  std::vector<Fraction> probability;
  for (std::uint64_t rank = 0; rank < law.weight.size(); ++rank) {
    probability.push_back(probability_of(law, rank));
  }
  return probability;
}

// Relabels an order's law by its inverse.
Law inverse_of(const Law& law) {
  Law inverse = law;
  std::vector<Card> order = order_of_rank(0, law.deck_size), inverted(order);
  for (const Integer& weight : law.weight) {
    for (std::size_t position = 0; position < order.size(); ++position) {
      inverted[order[position]] = static_cast<Card>(position);
    }
    inverse.weight[rank_of(inverted)] = weight;
    to_next_order(order);
  }
  return inverse;
}

}  // namespace

TEST_CASE("naive swap of three cards gives three orders 4/27 and three 5/27, TV 1/18") {
  const Law law = law_of("naive-swap", 3);
  CHECK(std::ranges::count(probabilities(law), Fraction(4, 27)) == 3);
  CHECK(std::ranges::count(probabilities(law), Fraction(5, 27)) == 3);
  CHECK(total_variation(law) == Fraction(1, 18));
}

TEST_CASE("every shuffle called uniform is exactly so, and none called biased is") {
  for (const ShuffleInfo& shuffle : all_shuffles()) {
    if (!enumerate_admits(shuffle.name)) continue;
    for (int n = 1; n <= 6; ++n) {
      CAPTURE(shuffle.name);
      CAPTURE(n);
      Law law;
      try {
        law = enumerate(setup_for_test(shuffle.name, n), 2'000'000);
      } catch (const EnumerationRefused&) {
        continue;
      }
      Integer sum = law.invalid;
      for (const Integer& weight : law.weight) sum += weight;
      CHECK(sum == law.denominator);
      if (shuffle.truth == Truth::uniform) CHECK(total_variation(law) == 0);
      if (shuffle.truth == Truth::biased && n >= 3) CHECK(total_variation(law) > 0);
    }
  }
}

TEST_CASE("Sattolo has TV 1 - 1/n and phi2 n - 1, and no card stays") {
  for (int n = 2; n <= 7; ++n) {
    const Law law = law_of("sattolo", n);
    CHECK(total_variation(law) == 1 - Fraction(1, n));
    CHECK(phi2(law) == n - 1);
    const auto positions = position_law(law);
    for (std::size_t i = 0; i < positions.size(); ++i) CHECK(positions[i][i] == 0);
  }
}

TEST_CASE("a random cut has exactly flat positions and only n orders") {
  for (int n = 2; n <= 7; ++n) {
    const Law law = law_of("random-cut", n);
    CHECK(support_size(law) == static_cast<std::uint64_t>(n));
    for (const auto& row : position_law(law)) {
      for (const Fraction& probability : row) CHECK(probability == Fraction(1, n));
    }
  }
}

TEST_CASE("an order applied twice is always even") {
  for (int n = 2; n <= 7; ++n) CHECK(even_probability(law_of("applied-twice", n)) == 1);
}

TEST_CASE("a stable sort by random keys of b bits is the inverse of b riffles") {
  for (std::int64_t bits = 1; bits <= 3; ++bits) {
    const Law sort = law_of("random-key-sort", 5, {bits});
    const Law riffle = inverse_of(law_of("riffle", 5, {bits}));
    CHECK(probabilities(sort) == probabilities(riffle));
  }
}

TEST_CASE("one riffle gives an order with r rising sequences C(2 + n - r, n) / 2^n") {
  // Bayer and Diaconis 1992, theorem 1.
  const int n = 5;
  const Law law = law_of("riffle", n, {1});
  std::vector<Card> order = order_of_rank(0, n);
  for (const Fraction& probability : probabilities(law)) {
    std::vector<int> position_of(n);
    for (int position = 0; position < n; ++position) {
      position_of[order[static_cast<std::size_t>(position)]] = position;
    }
    int rising_sequences = 1;
    for (std::size_t card = 0; card + 1 < n; ++card)
      rising_sequences += position_of[card + 1] < position_of[card];
    const Fraction expected = rising_sequences == 1   ? Fraction(6, 32)
                              : rising_sequences == 2 ? Fraction(1, 32)
                                                      : Fraction(0);
    CHECK(probability == expected);
    to_next_order(order);
  }
}

TEST_CASE("merge sort with a coin has flat positions at four cards though its TV is 1/6") {
  const Law law = law_of("comparator-sort", 4, {1});
  CHECK(total_variation(law) == Fraction(1, 6));
  CHECK(phi2_positions(law) == 0);
}

TEST_CASE("insertion sort with a coin leaves the last card last half of the time") {
  // browserchoice.eu put 0.501 of 10,000 loads there.
  CHECK(position_law(law_of("comparator-sort", 5, {0}))[4][4] == Fraction(1, 2));
}

TEST_CASE("skipping the last step loses the odd half of the pairs, skipping the first keeps the last card") {
  const Law stops_early = law_of("skip-last", 4, {0});
  CHECK(support_size(stops_early) == 12);
  CHECK(total_variation(stops_early) == Fraction(1, 2));
  const Law starts_late = law_of("skip-last", 4, {1});
  CHECK(position_law(starts_late)[3][3] == 1);
  CHECK(support_size(starts_late) == 6);
}

TEST_CASE("rounding the index gives the law that half a share at both ends must give") {
  // At two cards round(u) is a fair coin; at three the first swap is 1/4, 1/2, 1/4.
  SampleSetup setup = setup_for_test("durstenfeld", 3);
  setup.draw = find_draw("rounded-double");
  const auto positions = position_law(enumerate(setup));
  CHECK(positions[2][0] == Fraction(1, 4));
  CHECK(positions[2][1] == Fraction(1, 2));
  CHECK(positions[2][2] == Fraction(1, 4));
}

TEST_CASE("modulo on three-bit words has the phi2 of its formula") {
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
    CHECK(phi2(enumerate(setup)) == product - 1);
  }
}

TEST_CASE("a deal with a wrong index gives cards twice with certainty") {
  CHECK(invalid_probability(law_of("deal-hands", 7, {1})) == 1);
  CHECK(law_of("deal-hands", 7, {0}).invalid == 0);
}

TEST_CASE("what has no law by enumeration is refused with its reason") {
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
  CHECK_THROWS_AS(law_of("swap-pairs", 5, {1'000'000}), EnumerationRefused);
}

TEST_CASE("the bounds that a shuffle draws below are noted, whatever its length") {
  CHECK(bounds_drawn(setup_for_test("durstenfeld", 4)) == std::vector<std::uint64_t>{2, 3, 4});
  CHECK(bounds_drawn(setup_for_test("pick-from-all", 4)) == std::vector<std::uint64_t>{24});
  CHECK(bounds_drawn(setup_for_test("swap-pairs", 5, {100'000})) == std::vector<std::uint64_t>{5});
  CHECK(bounds_drawn(setup_for_test("std-shuffle", 4)).empty());
}

TEST_CASE("the law in doubles is that in fractions, within the error it states") {
  for (const char* shuffle : {"pick-from-all", "std-random-shuffle", "comparator-sort", "deal-hands"}) {
    SampleSetup setup = setup_for_test(shuffle, 4);
    if (setup.shuffle->name == "deal-hands") setup.options = {1};
    for (const char* draw : {"exact", "modulo", "multiply-shift", "rounded-double"}) {
      for (const int bits : {0, 1, 5}) {
        setup.draw = find_draw(draw);
        setup.bits = bits;
        const std::string target = std::string(shuffle) + ' ' + draw + ' ' + std::to_string(bits);
        CAPTURE(target);
        const NumericLaw law = enumerate_numeric(setup);
        const NumericLaw nearest = numeric(enumerate(setup));
        double farthest = std::abs(law.invalid - nearest.invalid);
        for (std::size_t rank = 0; rank < 24; ++rank) {
          farthest = std::max(farthest, std::abs(law.probability[rank] - nearest.probability[rank]));
        }
        CHECK(farthest <= law.error + nearest.error);
        CHECK(law.error < 1e-13);
      }
    }
  }
  // Bounds on both sides of where they are looked up otherwise.
  for (const std::int64_t keys : {63, 64, 1000}) {
    const SampleSetup setup = setup_for_test("random-key-sort", 2, {1, keys});
    const NumericLaw law = enumerate_numeric(setup), nearest = numeric(enumerate(setup));
    CHECK(std::abs(law.probability[0] - nearest.probability[0]) <= law.error + nearest.error);
    CHECK(std::abs(law.probability[0] - (0.5 + 0.5 / static_cast<double>(keys))) < 1e-9);
  }
  CHECK_THROWS_AS(enumerate_numeric(setup_for_test("naive-swap", 5), 3124), EnumerationRefused);
  CHECK_NOTHROW(enumerate_numeric(setup_for_test("naive-swap", 5), 3125));
  CHECK_THROWS_AS(enumerate_numeric(setup_for_test("std-shuffle", 5)), std::invalid_argument);
}
