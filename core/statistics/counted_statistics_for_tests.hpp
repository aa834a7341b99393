// Statistics of large decks as functions of counts to which each deck adds one in a few cells, so that a deck
// can be exchanged for another without counting all others again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/permutation/permutation.hpp"
#include "core/statistics/chi_squared.hpp"

namespace fairshuffle {

struct CountedStatistic {
  std::string_view test;  ///< that judges by it
  std::uint64_t (*fewest_trials)(int deck_size);
  std::size_t (*cells)(int deck_size);  ///< 0 for decks without the test
  /// Appends the cells of one deck, deck[position] = card.
  void (*append_cells)(std::span<const Card> deck, std::vector<std::size_t>& cells);
  /// The library's statistic, which is chi-square under fairness.
  ChiSquared (*of)(int deck_size, std::uint64_t trials, std::span<const std::uint64_t> counts);
};

/// Relative order, mean positions, positions, by themselves and smooth, neighbours, cyclic differences, draw
/// digits and hand mates. Inverse permutations are uniform where permutations are, so that tests of them have
/// the same distribution.
std::span<const CountedStatistic> counted_statistics();

}  // namespace fairshuffle
