// Permutations in planes for the tests of what is counted over them.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/cases_for_tests.hpp"
#include "core/permutation/vector_targets.hpp"
#include "core/tally/planes/planes.hpp"
#include "core/tally/tables/permutations_for_tests.hpp"

namespace fairshuffle {

using Permutations = std::vector<std::vector<Card>>;

struct TargetsRestored {
  ~TargetsRestored() { use_vector_target(vector_targets().front()); }
};

inline const std::vector<int> deck_sizes_in_planes{11, 13, 16, 17, 20, 31, 32, 33, 52, 54, 64, 65, 100, 128};

inline void add_all(const Permutations& permutations, PermutationPlanes& planes) {
  for (const auto& permutation : permutations) planes.add(permutation);
}

inline std::vector<Card> end_to_end(const Permutations& permutations) {
  std::vector<Card> decks;
  for (const auto& permutation : permutations)
    decks.insert(decks.end(), permutation.begin(), permutation.end());
  return decks;
}

/// Calls check(permutations, planes) with so many decks at a time, of every deck size on every vector target.
template <class Planes, class Check>
void on_every_target(std::initializer_list<int> decks_at_a_time, Check check) {
  const TargetsRestored restored;
  for (const std::string_view target : vector_targets()) {
    CAPTURE(target);
    use_vector_target(target);
    for (const int deck_size : cases(deck_sizes_in_planes)) {
      CAPTURE(deck_size);
      Planes planes(deck_size);
      for (const int decks : decks_at_a_time) {
        CAPTURE(decks);
        const Permutations permutations =
            random_permutations(deck_size, decks, static_cast<unsigned>(100 * deck_size + decks));
        planes.clear();
        add_all(permutations, planes);
        check(permutations, planes);
      }
    }
  }
}

/// For full and for partial batches, one and several; full ones first: what they leave behind must not count
/// in those that follow.
template <class Check>
void on_every_target_in_batches(Check check) {
  on_every_target<PermutationBatches>({512, 64, 1, 17, 63, 449}, check);
}

inline std::size_t place_holding(const std::vector<Card>& permutation, std::size_t card) {
  return static_cast<std::size_t>(std::ranges::find(permutation, static_cast<Card>(card)) -
                                  permutation.begin());
}

// The swaps of Durstenfeld's shuffle undone: position i holds what was drawn.
inline std::vector<Card> draws_read_back(const std::vector<Card>& permutation) {
  std::vector<Card> deck(permutation.size()), digits(permutation.size());
  std::iota(deck.begin(), deck.end(), Card{0});
  for (std::size_t i = permutation.size(); i-- > 0;) {
    digits[i] = static_cast<Card>(place_holding(deck, permutation[i]));
    std::swap(deck[i], deck[digits[i]]);
  }
  return digits;
}

}  // namespace fairshuffle
