#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

#include "core/exact/distribution.hpp"
#include "core/permutation/permutation.hpp"

using namespace fairshuffle;

namespace {

NumericDistribution distribution_of(int deck_size, std::vector<double> probability) {
  return {.deck_size = deck_size, .probability = std::move(probability), .invalid = 0, .error = 1e-17};
}

}  // namespace

TEST_CASE("rounds that turn three cards or leave them come out as by hand") {
  // 1 2 0 with probability 1/4, else nothing: after two rounds 9/16, 6/16 and 1/16 for none, one and two.
  std::vector<double> round(6, 0);
  round[0] = 0.75;
  round[rank_of(std::vector<Card>{1, 2, 0})] = 0.25;
  Walk walk(distribution_of(3, round));
  CHECK(walk.distribution().probability == std::vector<double>{1, 0, 0, 0, 0, 0});
  CHECK(walk.distribution().error == 0);
  CHECK(walk.distribution().invalid == 0);
  walk.step();
  CHECK(walk.distribution().probability == round);
  const double error = walk.distribution().error;
  CHECK(error >= 1e-17);
  CHECK(error < 1e-15);
  walk.step();
  CHECK(walk.distribution().deck_size == 3);
  CHECK(walk.distribution().probability[0] == 0.5625);
  CHECK(walk.distribution().probability[rank_of(std::vector<Card>{1, 2, 0})] == 0.375);
  CHECK(walk.distribution().probability[rank_of(std::vector<Card>{2, 0, 1})] == 0.0625);
  CHECK(walk.distribution().error == 2 * error);
}

TEST_CASE("a round moves what the rounds before have left, not the cards by name") {
  // Cards 0 and 1 change places, then the round is 1 2 0: the distribution of one round twice has both
  // permutations of the two moves, which differ.
  std::vector<double> round(6, 0);
  round[rank_of(std::vector<Card>{1, 0, 2})] = 0.75;
  round[rank_of(std::vector<Card>{1, 2, 0})] = 0.25;
  Walk walk(distribution_of(3, round));
  walk.step();
  walk.step();
  // 1 0 2 and then position p takes what stood at 1, 2, 0: 0 2 1. The other way: 2 1 0.
  CHECK(walk.distribution().probability[rank_of(std::vector<Card>{0, 2, 1})] == 0.1875);
  CHECK(walk.distribution().probability[rank_of(std::vector<Card>{2, 1, 0})] == 0.1875);
  CHECK(walk.distribution().probability[0] == 0.5625);
}

TEST_CASE("a walk takes decks of one to ten cards whose rounds give permutations only") {
  CHECK_THROWS_AS(Walk(distribution_of(0, {1})), std::invalid_argument);
  CHECK_THROWS_AS(Walk(distribution_of(11, {1})), std::invalid_argument);
  CHECK_NOTHROW(Walk(distribution_of(1, {1})));
  std::vector<double> only_sorted(permutation_count(10), 0);
  only_sorted[0] = 1;
  Walk ten(distribution_of(10, only_sorted));
  ten.step();
  CHECK(ten.distribution().probability[0] == 1);
  NumericDistribution failing = distribution_of(2, {0.5, 0.25});
  failing.invalid = 0.25;
  CHECK_THROWS_AS(Walk{failing}, std::invalid_argument);
}
