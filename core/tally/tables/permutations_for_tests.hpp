// Permutations for the tests of tables.
#pragma once

#include <algorithm>
#include <numeric>
#include <random>
#include <span>
#include <vector>

#include "core/permutation/permutation.hpp"
#include "core/tally/planes/planes.hpp"

namespace fairshuffle {

inline std::vector<std::vector<Card>> random_permutations(int deck_size, int count, unsigned seed) {
  std::mt19937_64 words(seed);
  std::vector<std::vector<Card>> permutations;
  for (int index = 0; index < count; ++index) {
    std::vector<Card> permutation(static_cast<std::size_t>(deck_size));
    std::iota(permutation.begin(), permutation.end(), Card{0});
    std::ranges::shuffle(permutation, words);
    permutations.push_back(permutation);
  }
  return permutations;
}

inline std::vector<Card> inverse_of(const std::vector<Card>& permutation) {
  std::vector<Card> places(permutation.size());
  for (std::size_t at = 0; at < permutation.size(); ++at) places[permutation[at]] = static_cast<Card>(at);
  return places;
}

/// Brings them to the batches, as many as these have room for.
inline void add_all(std::span<const std::vector<Card>> permutations, PermutationBatches& batches) {
  PermutationPlanes planes(batches.deck_size());
  for (std::size_t index = 0; index < permutations.size(); ++index) {
    planes.add(permutations[index]);
    if (!planes.full() && index + 1 < permutations.size()) continue;
    batches.add(planes);
    planes.clear();
  }
}

}  // namespace fairshuffle
