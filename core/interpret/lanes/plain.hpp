// The lanes without vectors: one lane after the other, one card after the other. What a machine without the
// vector instructions runs, and what the vectors are held to.
#pragma once

#include <cstdint>
#include <span>

#include "core/interpret/lanes/kernel.hpp"

namespace fairshuffle {

/// The values of the draws of a batch, below `bounds`, from one of 2^word_bits words, as DrawBatch says of
/// words of 32 bits; false when they have to be drawn again. With few bits all words there are can be tried.
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

/// As run_lanes.
void run_plain_lanes(const LaneTask& task, const LaneRun& run);

}  // namespace fairshuffle
