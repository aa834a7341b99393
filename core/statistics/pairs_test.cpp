// The test of pair positions, against the decomposition of all permutations and against shuffles that tie two
// cards.
#include <algorithm>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/statistics/permutations.hpp"
#include "core/statistics/positions.hpp"
#include "core/statistics/tallies_for_tests.hpp"
#include "core/tally/pair_positions_for_tests.hpp"
#include "core/tally/tables/permutations_for_tests.hpp"

using namespace fairshuffle;

namespace {

Tally tally_with_pairs(const std::vector<std::vector<Card>>& permutations) {
  const auto deck_size = static_cast<int>(permutations.front().size());
  Tally tally(deck_size, 0);
  PairPositionCounts counts(deck_size);
  for (const std::vector<Card>& permutation : permutations) {
    ++tally.trials;
    tally.add_to_derived(permutation);
    counts.add(permutation);
  }
  tally.pair_positions = counts.sums();
  return tally;
}

double component_named(const std::vector<CountedPart>& parts, std::string_view name) {
  const auto found = std::ranges::find(parts, name, [](const CountedPart& part) { return part.result.name; });
  REQUIRE(found != parts.end());
  return found->result.statistic;
}

}  // namespace

// The oracle is the transform over all irreducible representations, of which these are two.
TEST_CASE("of small decks the statistics are those of the parts that they are named after") {
  std::mt19937_64 words(22);
  for (const int n : {4, 5, 6}) {
    CAPTURE(n);
    std::vector<std::uint64_t> by_rank(permutation_count(n));
    std::vector<std::vector<Card>> permutations;
    for (int trial = 0; trial < 4'500; ++trial) {
      // Of two draws the lower one: biased, so that no part is near nothing.
      const std::uint64_t rank = std::min(words() % by_rank.size(), words() % by_rank.size());
      ++by_rank[rank];
      permutations.push_back(permutation_of_rank(rank, n));
    }
    Tally tally = tally_of_counts(n, by_rank);
    tally.pair_positions = pair_positions_of(permutations);
    const std::vector<CountedPart> parts = counted_parts(tally);
    const std::string cards = std::to_string(n - 2);
    const auto [unordered, ordered] = pair_statistics(tally);
    CHECK(unordered.statistic ==
          doctest::Approx(component_named(parts, "unordered pairs (" + cards + ",2)")).epsilon(1e-10));
    CHECK(ordered.statistic ==
          doctest::Approx(component_named(parts, "ordered pairs (" + cards + ",1,1)")).epsilon(1e-10));
    CHECK(unordered.degrees_of_freedom == n * n * (n - 3) * (n - 3) / 4.);
    CHECK(ordered.degrees_of_freedom == (n - 1) * (n - 1) * (n - 2) * (n - 2) / 4.);
  }
}

// One permutation a trial has every squared length equal to its dimension: no chance in it.
TEST_CASE("of one trial both are their degrees of freedom, at every size") {
  for (const int n : {13, 52, 64}) {
    const Tally tally = tally_with_pairs(random_permutations(n, 1, 9));
    const auto [unordered, ordered] = pair_statistics(tally);
    CHECK(unordered.statistic == unordered.degrees_of_freedom);
    CHECK(ordered.statistic == ordered.degrees_of_freedom);
    CHECK(unordered.degrees_of_freedom == n * n * (n - 3.) * (n - 3) / 4);
  }
}

// A fair deck exceeds either limit with probability below 1e-9.
TEST_CASE("two tied cards are found where each alone lies evenly, and by the part that sees the tie") {
  constexpr int n = 20, trials = 2'400;
  const std::vector<std::vector<Card>> fair = random_permutations(n, trials, 23);
  std::vector<std::vector<Card>> opposite = fair, behind = fair;
  for (int trial = 0; trial < trials; ++trial) {
    // Card 1 lies opposite of card 0, half the deck away; and going round the deck from card 2, card 3 comes
    // in its second half.
    auto& deck = opposite[static_cast<std::size_t>(trial)];
    const auto first = static_cast<std::size_t>(std::ranges::find(deck, Card{0}) - deck.begin());
    std::swap(deck[(first + n / 2) % n], *std::ranges::find(deck, Card{1}));
    auto& other = behind[static_cast<std::size_t>(trial)];
    const auto two = std::ranges::find(other, Card{2}), three = std::ranges::find(other, Card{3});
    const auto gap = (three - two + n) % n;
    if (gap < n / 2) std::iter_swap(two, three);
  }
  const auto p_of = [](const std::vector<std::vector<Card>>& permutations) {
    const std::vector<TestResult> results = results_of(pairs_test, tally_with_pairs(permutations));
    REQUIRE(results.size() == 2);
    REQUIRE(results.front().applied);
    CHECK(results.front().name == "unordered pairs (18,2)");
    CHECK(results.back().name == "ordered pairs (18,1,1)");
    return std::pair{results.front().upper_tail.p, results.back().upper_tail.p};
  };
  const auto [fair_unordered, fair_ordered] = p_of(fair);
  CHECK(fair_unordered > 1e-9);
  CHECK(fair_ordered > 1e-9);
  // Which of the two lies where is left even.
  const auto [opposite_unordered, opposite_ordered] = p_of(opposite);
  CHECK(opposite_unordered < 1e-12);
  CHECK(opposite_ordered > 1e-9);
  // Where the two lie is left even, and only which of them lies where is tied.
  const auto [behind_unordered, behind_ordered] = p_of(behind);
  CHECK(behind_unordered > 1e-9);
  CHECK(behind_ordered < 1e-12);
  CHECK(result_of(positions_test, tally_with_pairs(opposite)).upper_tail.p > 1e-9);
  CHECK(result_of(positions_test, tally_with_pairs(behind)).upper_tail.p > 1e-9);
}

TEST_CASE("pairs are not judged in small decks, where they were not counted, or of few trials") {
  CHECK(results_of(pairs_test, Tally(12, 0)).front().reason == "is for decks of 13 cards and more");
  CHECK(results_of(pairs_test, Tally(13, 0)).front().reason == "pair positions were not counted");
  CHECK(results_of(pairs_test, tally_with_pairs(random_permutations(13, 2'399, 1))).front().reason ==
        "needs at least 2,400 trials for 13 cards; there were 2,399");
  const std::vector<TestResult> fewest =
      results_of(pairs_test, tally_with_pairs(random_permutations(13, 2'400, 1)));
  CHECK(fewest.size() == 2);
  CHECK(fewest.front().honest_from_level == 0);
  CHECK_FALSE(fits(pairs_test, {.size = 52, .marked = 0, .permutations_counted = false}));
  CHECK(fits(pairs_test, {.size = 52, .marked = 0, .permutations_counted = false, .pairs_counted = true}));
}

TEST_CASE("counts that are not of the same trials are refused") {
  Tally tally = tally_with_pairs(random_permutations(13, 5, 2));
  CHECK_THROWS_AS(pair_statistics(Tally(13, 0)), std::invalid_argument);
  Tally none(13, 0);
  none.trials = 1;
  CHECK_THROWS_WITH_AS(pair_statistics(none), doctest::Contains("of all pairs of cards, was 0"),
                       std::invalid_argument);
  for (PairSums& pair : tally.pair_positions->cards) pair.unordered_squares = 1;
  CHECK_THROWS_AS(pair_statistics(tally), std::invalid_argument);
  tally.pair_positions->cards.pop_back();
  CHECK_THROWS_AS(pair_statistics(tally), std::invalid_argument);
}
