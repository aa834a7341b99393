// Permutations of multiset decks as they are counted, made of permutations whose cards are told apart.
#pragma once

#include <algorithm>
#include <cstddef>
#include <ranges>
#include <vector>

#include "core/permutation/permutation.hpp"

namespace fairshuffle {

/// Turns a permutation of the deck, its cards told apart, into the one that stands for all that look like it.
/// Precondition: is_multiset.
template <std::ranges::random_access_range Permutation>
void to_representative(const Multiset& multiset, Permutation&& permutation) {
  using AnyCard = std::ranges::range_value_t<Permutation>;
  if (multiset.is_deal()) {
    const auto dealt = permutation.begin() + multiset.dealt;
    if (multiset.unordered) std::sort(permutation.begin(), dealt);
    std::sort(dealt, permutation.end());
    return;
  }
  std::vector<AnyCard> kind_of, next;
  for (const int size : multiset.kinds) {
    next.push_back(static_cast<AnyCard>(kind_of.size()));
    kind_of.insert(kind_of.end(), static_cast<std::size_t>(size), static_cast<AnyCard>(next.size() - 1));
  }
  for (AnyCard& card : permutation) card = next[kind_of[card]]++;
}

}  // namespace fairshuffle
