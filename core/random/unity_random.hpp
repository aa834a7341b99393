// The generator behind UnityEngine.Random.
#pragma once

#include <array>
#include <cstdint>

#include "core/random/source.hpp"

namespace fairshuffle {

/// Marsaglia's xorshift128. A word is one 32-bit step; Range(0, bound) is the word mod bound. InitState takes
/// an int: of the seed the low 32 bits count. They are the first word of the state, from which the other
/// three follow by x -> 1812433253 x + 1. Unity's code is closed: others found this out by experiment.
class UnityRandom {
 public:
  static constexpr SourceInfo info{
      .name = "unity-random",
      .truth = "UnityEngine.Random: xorshift128, linear, 32 bits; Range(lo, hi) is word % count; 2^32 seeds",
      .origin =
          "Marsaglia 2003, Xorshift RNGs, J. Stat. Softw. 8(14); seeding and Range after "
          "MoatShrimp's uny-random and macklinb's Unity-XORShift",
      .seed_bits = 32,
  };
  static constexpr NativeLaw native_law = NativeLaw::modulo;
  static constexpr std::uint64_t max_word() { return 0xffffffff; }

  explicit UnityRandom(std::uint64_t seed) {
    state_[0] = static_cast<std::uint32_t>(seed);
    for (std::size_t i = 1; i < state_.size(); ++i) state_[i] = 1812433253 * state_[i - 1] + 1;
  }

  std::uint64_t next_word() {
    std::uint32_t mixed = state_[0] ^ (state_[0] << 11);
    mixed ^= mixed >> 8;
    const std::uint32_t word = state_[3] ^ (state_[3] >> 19) ^ mixed;
    state_ = {state_[1], state_[2], state_[3], word};
    return word;
  }

  /// Range(0, bound).
  std::uint64_t native_below(std::uint64_t bound) { return next_word() % bound; }

 private:
  std::array<std::uint32_t, 4> state_;
};

}  // namespace fairshuffle
