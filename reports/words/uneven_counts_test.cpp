#include <array>
#include <numeric>

#include <doctest/doctest.h>

#include "core/permutation/permutation.hpp"
#include "core/tally/positions.hpp"
#include "core/tally/tables/tables.hpp"
#include "reports/words/words.hpp"

using namespace fairshuffle;

namespace {

std::string uneven_counts(const TargetRecord& result, const char* name) {
  TestRecord test;
  test.name = test.test = name;
  return uneven_counts(result, test);
}

TargetRecord of_trials(std::uint64_t trials, int deck_size) {
  TargetRecord result;
  result.target.deck_size = deck_size;
  result.evidence.trials = trials + 2;
  result.evidence.invalid_trials = 2;
  return result;
}

// Every permutation as often, but for those that are cycles of all five cards.
TargetRecord too_few_cycles() {
  TargetRecord result = of_trials(0, 5);
  std::vector<Card> permutation = permutation_of_rank(0, 5);
  do {
    result.evidence.permutations.push_back(cycle_count(permutation) == 1 ? 150 : 100);
    result.evidence.trials += result.evidence.permutations.back();
  } while (to_next_permutation(permutation));
  return result;
}

}  // namespace

TEST_CASE("parity is told by the share of even permutations, where permutations are counted too") {
  TargetRecord result = of_trials(1'000, 52);
  CHECK(uneven_counts(result, "parity").empty());
  result.evidence.parity = {523, 477};
  CHECK(uneven_counts(result, "parity") == "52.3 % of the permutations are even (expected: 50.0 %)");
  // 24 of the 120 permutations of five are cycles of five, which are even.
  CHECK(uneven_counts(too_few_cycles(), "parity") ==
        "54.5 % of the permutations are even (expected: 50.0 %)");
}

TEST_CASE("cycles and fixed points are told by the number that stands out") {
  // 24 permutations of 120, those of one cycle, come half as often again.
  CHECK(uneven_counts(too_few_cycles(), "cycles") ==
        "the number of cycles is 1 in 27.3 % of the decks (expected: 20.0 %)");
  CHECK(uneven_counts(too_few_cycles(), "permutations").empty());
  TargetRecord result = of_trials(10'000, 13);
  result.evidence.fixed_points.resize(14);
  // 1, 1, 1/2, 1/6, 1/24 ... of e: one fixed point comes in place of none and of two.
  result.evidence.fixed_points[0] = 3'279;
  result.evidence.fixed_points[1] = 4'479;
  result.evidence.fixed_points[2] = 1'439;
  result.evidence.fixed_points[3] = 613;
  result.evidence.fixed_points[4] = 153;
  result.evidence.fixed_points[5] = 37;
  CHECK(uneven_counts(result, "fixed-points") ==
        "the number of fixed points is 1 in 44.8 % of the decks (expected: 36.8 %)");
  result.evidence.fixed_points[0] = 3'679;
  result.evidence.fixed_points[1] = 3'679;
  result.evidence.fixed_points[2] = 1'839;
  CHECK(uneven_counts(result, "fixed-points").empty());
}

TEST_CASE("a number that every permutation has is told as that") {
  TargetRecord result = of_trials(600, 13);
  result.evidence.fixed_points = {600, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  CHECK(uneven_counts(result, "fixed-points") ==
        "no card ever stays in its place, where a fair deck has one that does on average");
  result.evidence.cycles = {0, 600, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  CHECK(uneven_counts(result, "cycles") == "the number of cycles is 1 in all of the decks (expected: 7.7 %)");
  result.evidence.parity = {0, 600};
  CHECK(uneven_counts(result, "parity") == "every permutation is odd (expected: half)");
  result.evidence.parity = {600, 0};
  CHECK(uneven_counts(result, "parity") == "every permutation is even (expected: half)");
}

TEST_CASE("of numbers of different shares the one that is farthest off in its standard errors is told") {
  TargetRecord result = of_trials(10'000, 13);
  result.evidence.fixed_points.resize(14);
  // The mean stays. One comes 420 times too often, 8.7 standard errors, and four 100 times, 8.1; two come too
  // rarely by 7.7 of them.
  result.evidence.fixed_points[0] = 3'532;
  result.evidence.fixed_points[1] = 4'099;
  result.evidence.fixed_points[2] = 1'539;
  result.evidence.fixed_points[3] = 540;
  result.evidence.fixed_points[4] = 253;
  result.evidence.fixed_points[5] = 37;
  CHECK(uneven_counts(result, "fixed-points") ==
        "the number of fixed points is 1 in 41.0 % of the decks (expected: 36.8 %)");
}

TEST_CASE("of two cards in one hand, of cards on top and of marked cards those that stand out are told") {
  TargetRecord result = of_trials(10'000, 52);
  const double due = 12. / 51;
  std::vector<std::uint64_t>& mates = result.evidence.tables["hand-mates"];
  mates.assign(52 * 51 / 2, static_cast<std::uint64_t>(10'000 * due));
  CHECK(uneven_counts(result, "hand-mates").empty());
  mates[51] = 3'000;  // 51 pairs with card 0 come first
  CHECK(uneven_counts(result, "hand-mates") ==
        "card 1 and card 2 are dealt into one of 4 hands in 30.0 % of the decks (expected: 23.5 %)");

  result = of_trials(52 * 51 * 50, 52);
  result.target.options = {{"deck", "2 A K Q"}};
  result.evidence.tables["top-two"].assign(52 * 51 / 2, 100);
  CHECK(uneven_counts(result, "hole-cards").empty());
  result.evidence.tables["top-two"][4] = 0;  // 0 1, 0 2, 1 2, 0 3, 1 3
  CHECK(uneven_counts(result, "hole-cards") ==
        "card A and card Q lie on top in none of the decks (expected: 0.075 %)");
  result.target.options.clear();
  result.evidence.tables["top-three"].assign(22'100, 6);
  result.evidence.tables["top-three"].back() = 100;
  CHECK(uneven_counts(result, "flop").starts_with("card 49, card 50 and card 51 lie on top in 0.075 %"));

  result = of_trials(10'000, 5);
  result.target.marked = 3;
  result.evidence.subsets.assign(10, 1'000);
  result.evidence.subsets[1] = 2'000;
  CHECK(uneven_counts(result, "subsets") ==
        "the marked cards lie at positions 0, 1 and 3 in 20.0 % of the decks (expected: 10.0 %)");
  result.target.marked = 1;
  result.evidence.subsets = {2'000, 2'000, 2'000, 3'000, 1'000};
  CHECK(uneven_counts(result, "subsets") ==
        "the marked cards lie at position 3 in 30.0 % of the decks (expected: 20.0 %)");
}

TEST_CASE("of pairs the two cards or places are told whose statistic no chance brings") {
  TargetRecord result = of_trials(10'000, 52);
  FamilyRecord& pairs = result.families.emplace_back();
  pairs.family = "pairs";
  pairs.members = 2'652;
  pairs.degrees_of_freedom = 2'651;
  pairs.farthest = "cards 3 and 7";
  pairs.statistic = 4'000;
  CHECK(uneven_counts(result, "pairs") == "the joint counts of cards 3 and 7 are uneven");
  pairs.farthest = "positions 3 and 7";
  CHECK(uneven_counts(result, "pairs") == "the joint counts of positions 3 and 7 are uneven");
  pairs.statistic = 2'900;
  CHECK(uneven_counts(result, "pairs").empty());
}

TEST_CASE("without trials, and of multiset decks, nothing is told") {
  TargetRecord result = of_trials(0, 52);
  result.evidence.parity = {0, 0};
  CHECK(uneven_counts(result, "parity").empty());
  result = of_trials(1'000, 52);
  result.evidence.parity = {900, 100};
  result.evidence.multiset.emplace();
  CHECK(uneven_counts(result, "parity").empty());
}
