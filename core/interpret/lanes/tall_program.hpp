// The steps of a shuffle for decks of 17 to 64 cards that are kept in planes: more of them than there are
// registers. They lie in memory, so steps that go over the same planes are done together.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/interpret/steps.hpp"

namespace fairshuffle {

inline constexpr int largest_tall_deck = 64;

/// Most swaps that are done together.
inline constexpr std::size_t most_swaps_together = 4;

/// Some steps in a row.
struct TallStep {
  std::size_t first;  ///< of the steps of the shuffle
  std::size_t count;  ///< 1, or that many swaps
  /// Whether they swap the card of a fixed position with that of a drawn one. The fixed positions of several
  /// lie next to each other, one after the other, and no swap reaches that of one before it.
  bool swaps_fixed;
  int lowest, highest;  ///< the positions that they reach; of steps that reach any, all of the deck
};

struct TallProgram {
  std::vector<TallStep> steps;
  /// Whether it is Durstenfeld's shuffle: then its draws are the digits of the orders that it brings, the
  /// first draw that of the last position.
  bool draws_digits = false;
};

/// The program of the steps; nothing for larger decks, or where a draw or a label does not fit a byte.
std::optional<TallProgram> tall_program_of(const Steps& steps);

/// The fixed position of a swap that has one, and the drawn one.
struct FixedSwap {
  int fixed;
  StepIndex drawn;
};
inline FixedSwap fixed_swap_of(const Step& step) {
  return step.first.is_drawn() ? FixedSwap{step.second.fixed, step.first}
                               : FixedSwap{step.first.fixed, step.second};
}

}  // namespace fairshuffle
