// rand() of Microsoft's C runtime.
#pragma once

#include <cstdint>

#include "core/random/source.hpp"

namespace fairshuffle {

/// x -> 214013 x + 2531011 mod 2^32, a word is bits 16..30 of x. Of the seed the low 32 bits count, as srand
/// takes an unsigned int; bit 31 never reaches a word.
class MsvcRand {
 public:
  static constexpr SourceInfo info{
      .name = "msvc-rand",
      .truth = "rand() of Microsoft's C runtime: 15 bits, period 2^31, and shorter still in the low bits",
      .origin = "Microsoft C runtime, srand() and rand(); state sequence OEIS A096557",
      .seed_bits = 31,
  };
  static constexpr NativeLaw native_law = NativeLaw::none;
  static constexpr std::uint64_t max_word() { return 0x7fff; }

  static constexpr std::uint32_t multiplier = 214013;
  static constexpr std::uint32_t increment = 2531011;

  explicit MsvcRand(std::uint64_t seed) : state_(static_cast<std::uint32_t>(seed)) {}

  std::uint64_t next_word() {
    state_ = multiplier * state_ + increment;
    return (state_ >> 16) & 0x7fff;
  }

  static MsvcRand of_state(std::uint64_t state) { return MsvcRand(state); }
  std::uint64_t state() const { return state_; }

 private:
  std::uint32_t state_;
};

}  // namespace fairshuffle
