// Pair positions by their definition, for tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "core/tally/positions.hpp"

namespace fairshuffle {

/// The pair positions of these permutations, of one deck of at least two cards, by their definition.
inline PairPositions pair_positions_of(const std::vector<std::vector<Card>>& permutations) {
  const std::size_t n = permutations.front().size();
  std::map<std::tuple<std::size_t, std::size_t, std::size_t, std::size_t>, std::uint64_t> counts;
  for (const std::vector<Card>& permutation : permutations) {
    for (std::size_t p = 0; p < n; ++p) {
      for (std::size_t q = 0; q < n; ++q) {
        if (p != q) ++counts[{permutation[p], permutation[q], p, q}];
      }
    }
  }
  const auto sums = [&](bool of_cards, std::size_t a, std::size_t b) {
    PairSums result;
    for (std::size_t p = 0; p < n; ++p) {
      for (std::size_t q = 0; q < n; ++q) {
        if (p == q) continue;
        const auto count = [&](std::size_t first, std::size_t second) {
          const auto found =
              counts.find(of_cards ? std::tuple{a, b, first, second} : std::tuple{first, second, a, b});
          return found == counts.end() ? 0 : found->second;
        };
        const std::uint64_t counted = count(p, q), both = counted + count(q, p);
        result.squares += counted * counted;
        if (p < q) result.unordered_squares += both * both;
        if (counted * n * (n - 1) > permutations.size())
          result.above += counted * n * (n - 1) - permutations.size();
      }
    }
    return result;
  };
  PairPositions positions;
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = a + 1; b < n; ++b) {
      positions.cards.push_back(sums(true, a, b));
      positions.places.push_back(sums(false, a, b));
    }
  }
  return positions;
}

}  // namespace fairshuffle
