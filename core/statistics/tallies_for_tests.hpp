// Tallies made from counts of permutations, for the tests of this folder.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/permutation/permutation.hpp"
#include "core/statistics/test_result.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

/// An empty tally, and the counters that its `permutations` look at.
inline Tally tally_with_permutations(const std::shared_ptr<PermutationCounts>& permutations, int marked = 0) {
  Tally tally(permutations->deck_size(), marked);
  tally.permutations.emplace(permutations);
  return tally;
}

/// The tally of trials that came out `by_rank[rank]` times in the order of that rank. No repeats; of up to
/// eight cards as many relative permutations as trials, of the same permutations.
inline Tally tally_of_counts(int deck_size, std::span<const std::uint64_t> by_rank, int marked = 0) {
  const auto permutations = std::make_shared<PermutationCounts>(deck_size);
  Tally tally = tally_with_permutations(permutations, marked);
  std::vector<Card> permutation = permutation_of_rank(0, deck_size);
  for (std::uint64_t rank = 0; rank < by_rank.size(); ++rank) {
    tally.trials += by_rank[rank];
    permutations->add(rank, by_rank[rank]);
    tally.add_to_derived(permutation, by_rank[rank]);
    to_next_permutation(permutation);
  }
  if (deck_size <= largest_deck_of_successive_permutations) {
    tally.successive.pairs = tally.trials;
    tally.successive.permutations.assign(by_rank.begin(), by_rank.end());
    tally.successive.permutations.resize(permutation_count(deck_size));
  }
  return tally;
}

/// The results of these tests, hypothesis by hypothesis.
inline std::vector<TestResult> results_of(std::span<const TestInfo> tests, const Tally& tally) {
  std::vector<TestResult> results;
  for (const TestInfo& test : tests) {
    for (TestResult& result : results_of(test, tally)) results.push_back(std::move(result));
  }
  return results;
}

/// `count(order)` trials of every permutation.
template <class Count>
Tally tally_of_permutations(int deck_size, Count count, int marked = 0) {
  std::vector<std::uint64_t> by_rank;
  std::vector<Card> permutation = permutation_of_rank(0, deck_size);
  do {
    by_rank.push_back(static_cast<std::uint64_t>(count(std::span<const Card>(permutation))));
  } while (to_next_permutation(permutation));
  return tally_of_counts(deck_size, by_rank, marked);
}

}  // namespace fairshuffle
