// java.util.Random.
#pragma once

#include <bit>
#include <cstdint>

#include "core/random/source.hpp"

namespace fairshuffle {

/// The 48-bit congruential generator of drand48; a word is its upper 32 bits, that is next(32) or nextInt()
/// taken as unsigned. Of the seed the low 48 bits count.
class JavaRandom {
 public:
  static constexpr SourceInfo info{
      .name = "java-random",
      .truth = "java.util.Random: the upper 32 of 48 bits of a congruential generator; nextInt(n) rejects",
      .origin = "java.util.Random, whose documentation prescribes the algorithm; drand48's constants",
      .seed_bits = 48,
  };
  static constexpr NativeLaw native_law = NativeLaw::uniform;
  static constexpr std::uint64_t max_word() { return 0xffffffff; }

  static constexpr std::uint64_t multiplier = 0x5deece66d;
  static constexpr std::uint64_t increment = 0xb;
  static constexpr std::uint64_t state_mask = (std::uint64_t{1} << 48) - 1;

  explicit JavaRandom(std::uint64_t seed) : state_((seed ^ multiplier) & state_mask) {}

  std::uint64_t next_word() {
    state_ = (state_ * multiplier + increment) & state_mask;
    return state_ >> 16;
  }

  /// nextInt(bound).
  std::uint64_t native_below(std::uint64_t bound) {
    if (std::has_single_bit(bound)) return (bound * next_31_bits()) >> 31;
    while (true) {
      const std::uint64_t bits = next_31_bits();
      const std::uint64_t value = bits % bound;
      // The run of `bound` words that `bits` is in must end below 2^31; Java sees an int overflow if not.
      if (bits - value + (bound - 1) <= 0x7fffffff) return value;
    }
  }

  static JavaRandom of_state(std::uint64_t state) { return JavaRandom(state ^ multiplier); }
  std::uint64_t state() const { return state_; }

 private:
  std::uint64_t next_31_bits() { return next_word() >> 1; }

  std::uint64_t state_;
};

}  // namespace fairshuffle
