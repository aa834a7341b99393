#include "core/interpret/evolve.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include <doctest/doctest.h>

#include "core/exact/distribution.hpp"
#include "core/interpret/enumerate.hpp"
#include "core/interpret/setup_for_test.hpp"
#include "core/permutation/permutation.hpp"

using namespace fairshuffle;

namespace {

// The same probabilities, over whatever denominators.
bool equal(const Distribution& left, const Distribution& right) {
  if (left.deck_size != right.deck_size || left.weight.size() != right.weight.size()) return false;
  if (left.invalid * right.denominator != right.invalid * left.denominator) return false;
  for (std::size_t rank = 0; rank < left.weight.size(); ++rank) {
    if (left.weight[rank] * right.denominator != right.weight[rank] * left.denominator) return false;
  }
  return true;
}

// Nothing where the paths are too many.
std::optional<Distribution> enumerated(const SampleSetup& setup) {
  try {
    return enumerate(setup, 300'000);
  } catch (const EnumerationRefused&) {
    return std::nullopt;
  }
}

// Sums of uneven draws may have weights of too many bits, and nothing else here has.
std::optional<Distribution> unless_refused(const SampleSetup& setup) {
  if (setup.shuffle->name != "smoosh") return distribution_of(setup);
  try {
    return distribution_of(setup);
  } catch (const DistributionRefused&) {
    return std::nullopt;
  }
}

double largest_gap(const NumericDistribution& numbers, const Distribution& distribution) {
  double largest = 0;
  for (std::size_t rank = 0; rank < distribution.weight.size(); ++rank) {
    const Fraction gap = Fraction(numbers.probability[rank]) - probability_of(distribution, rank);
    largest = std::max(largest, std::abs(to_double(gap)));
  }
  return largest;
}

}  // namespace

TEST_CASE("evolve and enumerate agree exactly on the whole catalogue, with every draw method") {
  const std::vector<std::pair<const char*, const char*>> methods{
      {"xoshiro256++", "exact"},   {"xoshiro256++", "modulo"},      {"msvc-rand", "modulo"},
      {"glibc-rand", "modulo"},    {"msvc-rand", "multiply-shift"}, {"msvc-rand", "rounded-double"},
      {"java-random", "native"},   {"unity-random", "native"},      {"dotnet-random", "native"},
      {"minstd", "scaled-double"},
  };
  int compared = 0;
  for (const ShuffleInfo& shuffle : all_shuffles()) {
    for (const auto& words : methods) {
      for (int n = 1; n <= 6; ++n) {
        SampleSetup setup = setup_for_test(shuffle.name, n);
        setup.source = find_source(words.first);
        setup.draw = find_draw(words.second);
        if (shuffle.name == "riffle") setup.options = {2};
        if (shuffle.name == "shelf") setup.options = {2, 1};
        if (shuffle.name == "smoosh") setup.options = {1};
        if (shuffle.name == "swap-pairs" || shuffle.name == "draw-insert") setup.options = {n < 5 ? 4 : 3};
        if (shuffle.name == "random-key-sort") setup.options = {n < 5 ? 3 : 2};
        if (!why_not_evolved(setup).empty()) continue;
        const auto expected = enumerated(setup);
        if (!expected) continue;
        CAPTURE(shuffle.name);
        CAPTURE(words.first);
        CAPTURE(words.second);
        CAPTURE(n);
        const std::optional<Distribution> evolved = unless_refused(setup);
        if (!evolved) continue;
        const Distribution& distribution = *evolved;
        CHECK(equal(distribution, *expected));
        const NumericDistribution numbers = numeric_distribution_of(setup);
        CHECK(largest_gap(numbers, distribution) <= numbers.error);
        CHECK(numbers.error < 1e-13);
        ++compared;
      }
    }
  }
  CHECK(compared > 700);
}

TEST_CASE("a pass over s shelves and one over t are one over 2 s t") {
  for (const auto& [shelves, passes, as_one] :
       {std::tuple{2, 2, 8}, std::tuple{3, 2, 18}, std::tuple{1, 3, 4}, std::tuple{10, 1, 10}}) {
    CHECK(equal(distribution_of(setup_for_test("shelf", 6, {shelves, passes})),
                distribution_of(setup_for_test("shelf", 6, {as_one, 1}))));
  }
  CHECK_FALSE(equal(distribution_of(setup_for_test("shelf", 6, {2, 2})),
                    distribution_of(setup_for_test("shelf", 6, {7, 1}))));
}

// Written out from the packets of four cards, with a third of the gaps cut.
TEST_CASE("one pass overhand has a probability for each set of gaps that are cut") {
  const Distribution distribution = distribution_of(setup_for_test("overhand", 4, {1, 3}));
  const auto probability = [&distribution](std::vector<Card> permutation) {
    return probability_of(distribution, rank_of(permutation));
  };
  CHECK(probability({0, 1, 2, 3}) == Fraction(8, 27));
  CHECK(probability({1, 2, 3, 0}) == Fraction(4, 27));
  CHECK(probability({2, 3, 0, 1}) == Fraction(4, 27));
  CHECK(probability({3, 0, 1, 2}) == Fraction(4, 27));
  CHECK(probability({2, 3, 1, 0}) == Fraction(2, 27));
  CHECK(probability({3, 1, 2, 0}) == Fraction(2, 27));
  CHECK(probability({3, 2, 0, 1}) == Fraction(2, 27));
  CHECK(probability({3, 2, 1, 0}) == Fraction(1, 27));
  // Every gap cut in every pass: there and back.
  CHECK(probability_of(distribution_of(setup_for_test("overhand", 5, {1, 1})), permutation_count(5) - 1) ==
        1);
  CHECK(probability_of(distribution_of(setup_for_test("overhand", 5, {2, 1})), 0) == 1);
}

TEST_CASE("piles of five cards are gathered in one order, or in any of theirs") {
  const auto probability = [](const Distribution& distribution, std::vector<Card> permutation) {
    return probability_of(distribution, rank_of(permutation));
  };
  const Distribution in_order = distribution_of(setup_for_test("piles", 5, {3, 1, 1}));
  CHECK(probability(in_order, {3, 0, 4, 1, 2}) == 1);
  CHECK(probability(distribution_of(setup_for_test("piles", 5, {3, 2, 1})), {1, 3, 2, 0, 4}) == 1);
  const Distribution at_random = distribution_of(setup_for_test("piles", 5, {3, 1, 0}));
  for (const std::vector<Card>& permutation : {std::vector<Card>{3, 0, 4, 1, 2},
                                               {3, 0, 2, 4, 1},
                                               {4, 1, 3, 0, 2},
                                               {4, 1, 2, 3, 0},
                                               {2, 3, 0, 4, 1},
                                               {2, 4, 1, 3, 0}}) {
    CHECK(probability(at_random, permutation) == Fraction(1, 6));
  }
  // As many piles as cards, or more, make every permutation.
  CHECK(total_variation(distribution_of(setup_for_test("piles", 5, {5, 1, 0}))) == 0);
  CHECK(total_variation(distribution_of(setup_for_test("piles", 5, {7, 1, 0}))) == 0);
  CHECK_THROWS_AS(distribution_of(setup_for_test("piles", 5, {10, 1, 0})), DistributionRefused);
}

// Two cards change places where one noise is beyond the other by more than the four steps between them, of
// sums of three below 8: told by counting all 8^6 words here.
TEST_CASE("a smoosh of two cards is the chance that one noise is above the other by a card's steps") {
  std::array<int, 22> sums{};
  for (int word = 0; word < 512; ++word)
    ++sums[static_cast<std::size_t>(word % 8 + word / 8 % 8 + word / 64)];
  int turned = 0;
  for (std::size_t first = 0; first < sums.size(); ++first) {
    for (std::size_t second = 0; second + 4 < first; ++second) turned += sums[first] * sums[second];
  }
  CHECK(probability_of(distribution_of(setup_for_test("smoosh", 2, {1})), 1) == Fraction(turned, 512 * 512));
  // Of normal noise of a card's deviation it would be the tail beyond 1/sqrt(2).
  CHECK(turned / (512. * 512) == doctest::Approx(std::erfc(0.5) / 2).epsilon(0.1));
  CHECK_THROWS_AS(distribution_of(setup_for_test("smoosh", 10)), DistributionRefused);
}

TEST_CASE("evolve admits what never looks into a draw, and says why not of the rest") {
  std::vector<std::string> refused;
  for (const ShuffleInfo& shuffle : all_shuffles()) {
    const std::string reason = why_not_evolved(setup_for_test(shuffle.name, 5));
    CHECK(reason.empty() == evolve_admits(shuffle.name));
    if (!reason.empty()) refused.emplace_back(shuffle.name);
  }
  CHECK(refused ==
        std::vector<std::string>{"pick-from-all", "std-shuffle", "std-random-shuffle", "comparator-sort"});
  CHECK(why_not_evolved(setup_for_test("durstenfeld", 11)) != "");
  CHECK(why_not_evolved(setup_for_test("deal-hands", 7, {0})) == "");
  CHECK(why_not_evolved(setup_for_test("deal-hands", 7, {1})).find("twice") != std::string::npos);
  CHECK(why_not_evolved(setup_for_test("swap-pairs", 4, {3000})).find("4096") != std::string::npos);
  SampleSetup clock = setup_for_test("durstenfeld", 4);
  clock.clock.seeding.kind = SeedingKind::per_draw_clock;
  CHECK(why_not_evolved(clock) != "");
  CHECK_THROWS_AS(evolve(clock, [](std::size_t, const Distribution&) {}), std::invalid_argument);
  CHECK_THROWS_AS(evolve(setup_for_test("comparator-sort", 4), [](std::size_t, const Distribution&) {}),
                  std::invalid_argument);
}

TEST_CASE("the distribution after each step is the distribution of the shuffle cut short there") {
  std::size_t steps = 0;
  evolve(setup_for_test("swap-pairs", 5, {12}), [&](std::size_t step, const Distribution& distribution) {
    CHECK(step == ++steps);
    if (step % 4 != 0) return;
    CHECK(equal(distribution,
                distribution_of(setup_for_test("swap-pairs", 5, {static_cast<std::int64_t>(step)}))));
  });
  CHECK(steps == 12);
  steps = 0;
  evolve_numeric(setup_for_test("swap-pairs", 5, {12}),
                 [&](std::size_t step, const NumericDistribution& distribution) {
                   ++steps;
                   const Distribution exact =
                       distribution_of(setup_for_test("swap-pairs", 5, {static_cast<std::int64_t>(step)}));
                   CHECK(largest_gap(distribution, exact) <= distribution.error);
                 });
  CHECK(steps == 12);
  evolve(setup_for_test("durstenfeld", 1),
         [](std::size_t, const Distribution&) { FAIL("no step to tell of"); });
}

TEST_CASE("wide denominators: the same distribution in one word, two, four, eight and in any number") {
  // 25^k with k swaps of 5 cards passes 2^64, 2^128, 2^256 and 2^512; in doubles it never does.
  for (const std::int64_t k : {10, 20, 40, 80, 120}) {
    const Distribution distribution = distribution_of(setup_for_test("swap-pairs", 5, {k}));
    CHECK(distribution.denominator == pow(Integer(25), static_cast<unsigned>(k)));
    Integer sum = 0;
    for (const Integer& weight : distribution.weight) sum += weight;
    CHECK(sum == distribution.denominator);
    const NumericDistribution numbers = numeric_distribution_of(setup_for_test("swap-pairs", 5, {k}));
    CHECK(largest_gap(numbers, distribution) <= numbers.error);
  }
}

TEST_CASE("what would take too long or too much memory is refused, not begun") {
  CHECK_THROWS_AS(distribution_of(setup_for_test("riffle", 10, {7})), DistributionRefused);
  CHECK_THROWS_AS(numeric_distribution_of(setup_for_test("riffle", 10, {7})), DistributionRefused);
  SampleSetup keys = setup_for_test("random-key-sort", 8, {32});
  CHECK(total_variation(distribution_of(keys)) > 0);
  keys.draw = find_draw("modulo");
  CHECK_THROWS_AS(distribution_of(keys), DistributionRefused);
  keys.source = find_source("msvc-rand");
  keys.options = {20};
  CHECK_THROWS_AS(distribution_of(keys), DistributionRefused);
}

TEST_CASE("distribution_of takes the steps where there are any, and the paths elsewhere") {
  CHECK(to_double(total_variation(distribution_of(setup_for_test("swap-pairs", 5, {20})))) ==
        doctest::Approx(6.2e-5).epsilon(0.01));
  CHECK(total_variation(distribution_of(setup_for_test("comparator-sort", 4, {1}))) == Fraction(1, 6));
  CHECK(invalid_probability(distribution_of(setup_for_test("deal-hands", 7, {1}))) == 1);
  CHECK(why_no_distribution(setup_for_test("swap-pairs", 5)) == "");
  CHECK(why_no_distribution(setup_for_test("comparator-sort", 5)) == "");
  CHECK(why_no_distribution(setup_for_test("std-shuffle", 5)) != "");
  const NumericDistribution sorted = numeric_distribution_of(setup_for_test("comparator-sort", 5, {0}));
  CHECK(sorted.probability[0] == 1.0 / 16);
}
