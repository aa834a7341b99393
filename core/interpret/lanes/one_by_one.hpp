// What lanes do one by one: the few draws that have to be made again, and all of it where there are no
// vectors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/interpret/lanes/kernel.hpp"
#include "core/interpret/lanes/lane_programs.hpp"
#include "core/permutation/permutation.hpp"

namespace fairshuffle {

/// The values of the draws of a batch, below `bounds`, from one of 2^word_bits words, as DrawBatch says;
/// false when they have to be drawn again. With few bits all words there are can be tried.
/// Preconditions: word < 2^word_bits, word_bits + bits of a bound <= 64; as many values as bounds.
template <int word_bits>
bool chain_draws(std::span<const std::uint64_t> bounds, std::uint64_t threshold, std::uint64_t word,
                 std::uint64_t* values) {
  for (const std::uint64_t bound : bounds) {
    const std::uint64_t product = word * bound;
    *values++ = product >> word_bits;
    word = product & ((std::uint64_t{1} << word_bits) - 1);
  }
  return word >= threshold;
}

/// A tile of planes: rows_of_word rows of the lanes first_lane..first_lane+2*half-1. Byte 8i + 2r + s of a
/// register belongs to row r of lane first_lane + s * half + i.
struct PlaneTile {
  std::size_t first_lane;
  std::size_t half;
  std::uint8_t* values;  ///< a register for each draw
  std::uint64_t* words;  ///< [(batch * 2 + s) * half + i]
  std::uint64_t* again;  ///< [i]: not 0 where lane i, of either s, is to be looked at
};

/// Draws the batches again that have to be, of the rows that the words serve, which are part number `part` of
/// the tile's: each lane takes further words of its own, of which the lowest bits count, row by row and batch
/// by batch.
void draw_again(const DrawPlan& plan, const PlaneTile& tile, std::size_t part, LaneStates& states);

/// The draws of a tile, to its `values`; what else it has is not looked at.
void draw_tile(const DrawPlan& plan, const PlaneTile& tile, LaneStates& states);

/// The decks of a lane's next rows_of_word trials, end to end.
void shuffle_lane(const LaneTask& task, std::size_t lane, LaneStates& states, std::span<Card> decks);

}  // namespace fairshuffle
