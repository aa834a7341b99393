// The rand() that the C standard prints as an example.
#pragma once

#include <cstdint>

#include "core/random/source.hpp"

namespace fairshuffle {

/// x -> 1103515245 x + 12345, a word is x / 65536 % 32768: bits 16..30 of x. Of the seed the low 31 bits
/// count: the standard's srand takes an unsigned int, and bit 31 never reaches a word.
class AnsiCRand {
 public:
  static constexpr SourceInfo info{
      .name = "ansi-c-rand",
      .truth = "the C standard's example of rand(): 15 bits, period 2^31, and shorter still in the low bits",
      .origin = "ISO C99 7.20.2.2; Kernighan, Ritchie 1988, The C Programming Language, section 2.7",
      .seed_bits = 31,
  };
  static constexpr NativeLaw native_law = NativeLaw::none;
  static constexpr std::uint64_t max_word() { return 0x7fff; }

  static constexpr std::uint32_t multiplier = 1103515245;
  static constexpr std::uint32_t increment = 12345;

  explicit AnsiCRand(std::uint64_t seed) : state_(static_cast<std::uint32_t>(seed)) {}

  std::uint64_t next_word() {
    state_ = multiplier * state_ + increment;
    return state_ / 65536 % 32768;
  }

  static AnsiCRand of_state(std::uint64_t state) { return AnsiCRand(state); }
  std::uint64_t state() const { return state_; }

 private:
  std::uint32_t state_;
};

}  // namespace fairshuffle
