#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/record/evidence_check.hpp"
#include "core/tally/successive.hpp"

using namespace fairshuffle;

namespace {

// What is said of so many relative permutations of three cards, where so many pairs followed each other.
bool pairs_are_refused(std::uint64_t trials, std::uint64_t pairs_that_followed, std::uint64_t successive) {
  Evidence evidence;
  evidence.trials = trials;
  evidence.repeats.pairs = pairs_that_followed;
  evidence.successive.pairs = successive;
  PlannedTarget target;
  target.target.deck_size = 3;
  const std::vector<Contradiction> contradictions = contradictions_of(target, Tally(3, 0), evidence);
  return std::ranges::find(contradictions, "/evidence/successive/pairs", &Contradiction::where) !=
         contradictions.end();
}

}  // namespace

TEST_CASE(
    "every pair has its relative permutation up to a number of trials, and beyond it at most every pair") {
  constexpr std::uint64_t most = trials_of_all_successive;
  CHECK_FALSE(pairs_are_refused(most, most - 1, most - 1));
  CHECK(pairs_are_refused(most, most - 1, most - 2));
  CHECK(pairs_are_refused(most, most - 1, most));
  CHECK_FALSE(pairs_are_refused(most + 1, most, most));
  CHECK_FALSE(pairs_are_refused(most + 1, most, most - 1));
  CHECK(pairs_are_refused(most + 1, most, most + 1));
}
