#include <algorithm>
#include <numeric>
#include <optional>
#include <vector>

#include <doctest/doctest.h>

#include "core/diagnosis/diagnosis.hpp"
#include "core/diagnosis/mistake_runs.hpp"
#include "core/interpret/setup_for_test.hpp"
#include "core/random/generators.hpp"

using namespace fairshuffle;

namespace {

bool is_excluded(const SampleSetup& setup, const Tally& whole) {
  std::optional<double> distance;
  return is_excluded_by_permutations(setup, whole, distance);
}

// Each half of the deck is shuffled fairly. Then the deck is cut at a random place. So 4,608 of the
// permutations of eight cards can come. A merge sort with a random comparator makes one of these in at most a
// quarter of its trials, but its single cards look the same.
Tally halves_and_cut(std::uint64_t trials, std::uint64_t seed) {
  constexpr std::size_t half = 4;
  SplitMix64 words(seed);
  const auto below = [&words](std::size_t bound) { return static_cast<std::size_t>(words.next() % bound); };
  RunningTally counted(2 * half, 0);
  std::vector<Card> deck(2 * half);
  for (std::uint64_t trial = 0; trial < trials; ++trial) {
    std::iota(deck.begin(), deck.end(), Card{0});
    for (const std::size_t first : {std::size_t{0}, half}) {
      for (std::size_t left = half; left > 1; --left)
        std::swap(deck[first + left - 1], deck[first + below(left)]);
    }
    std::rotate(deck.begin(), deck.begin() + static_cast<std::ptrdiff_t>(below(deck.size())), deck.end());
    counted.add_permutation(deck, trial);
  }
  return counted.complete();
}

SampleSetup merge_sort() {
  SampleSetup setup = setup_for_test("comparator-sort", 8);
  const auto choices = setup.shuffle->options.front().choices;
  setup.options.front() = std::ranges::find(choices, "merge") - choices.begin();
  return setup;
}

}  // namespace

TEST_CASE(
    "halves that are shuffled and cut are no merge sort: the permutations say so, where single cards do "
    "not") {
  int alike = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const Tally whole = halves_and_cut(2'400, seed);
    if (comes_otherwise(whole, run_of(merge_sort(), 4'096))) continue;
    ++alike;
    CHECK(is_excluded(merge_sort(), whole));
    CHECK(diagnose(whole, 0.999).fits.empty());
  }
  CHECK(alike > 0);
}

// Excluded with probability 1e-4.
TEST_CASE(
    "the true distribution is kept, and one that gives no chance to a permutation that came is not, in any "
    "reading") {
  CHECK_FALSE(is_excluded(merge_sort(), sample_for_test(merge_sort(), 2'400, 77).complete()));
  SampleSetup one_round = setup_for_test("riffle", 8, {1});
  for (const Symmetry& symmetry : {all_symmetries[0], all_symmetries[1]}) {
    one_round.reading = symmetry;
    CHECK_FALSE(is_excluded(one_round, sample_for_test(one_round, 100, 77).complete()));
    SampleSetup two_rounds = setup_for_test("riffle", 8, {2});
    two_rounds.reading = symmetry;
    CHECK(is_excluded(one_round, sample_for_test(two_rounds, 10, 77).complete()));
  }
}

TEST_CASE(
    "where permutations are not counted, or the distribution can't be found, nothing is excluded by "
    "permutations") {
  Tally whole = halves_and_cut(100, 1);
  REQUIRE(is_excluded(setup_for_test("identity", 8), whole));
  whole.permutations.reset();
  CHECK_FALSE(is_excluded(setup_for_test("identity", 8), whole));
  CHECK_FALSE(is_excluded(setup_for_test("identity", 11), run_of(setup_for_test("riffle", 11), 9)));
}
