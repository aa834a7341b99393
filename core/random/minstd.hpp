// MINSTD: the revised minimal standard of Park and Miller.
#pragma once

#include <cstdint>

#include "core/random/source.hpp"

namespace fairshuffle {

/// x -> 48271 x mod (2^31 - 1), period 2^31 - 2. x runs through 1..2^31-2 and the word is x - 1, so that
/// words start at 0. As in std::minstd_rand, x starts as seed mod (2^31 - 1), or as 1 where that is 0.
class Minstd {
 public:
  static constexpr SourceInfo info{
      .name = "minstd",
      .truth = "multiplicative congruential mod 2^31 - 1: its whole period is used up in seconds",
      .origin = "Park, Miller, Stockmeyer 1993, CACM 36(7), multiplier 48271; std::minstd_rand",
      .seed_bits = 31,
  };
  static constexpr NativeLaw native_law = NativeLaw::none;
  static constexpr std::uint64_t max_word() { return modulus - 2; }

  static constexpr std::uint64_t modulus = 2147483647;  // 2^31 - 1, a prime
  static constexpr std::uint64_t multiplier = 48271;

  explicit Minstd(std::uint64_t seed) : state_(seed % modulus == 0 ? 1 : seed % modulus) {}

  std::uint64_t next_word() {
    state_ = multiplier * state_ % modulus;
    return state_ - 1;
  }

  static Minstd of_state(std::uint64_t state) { return Minstd(state); }
  std::uint64_t state() const { return state_; }

 private:
  std::uint64_t state_;
};

}  // namespace fairshuffle
