// RANDU: the textbook example of a poor generator.
#pragma once

#include <cstdint>

#include "core/random/source.hpp"

namespace fairshuffle {

/// x -> 65539 x mod 2^31, period 2^29. The word is x itself, as RANDU's integer result; x is always odd, so
/// half of the words 0..2^31-1 never come: it is meant to be used as the fraction x / 2^31. Of the seed the
/// low 31 bits count, and as RANDU wants an odd one, an even seed is taken as the next odd number.
class Randu {
 public:
  static constexpr SourceInfo info{
      .name = "randu",
      .truth = "31 bits, always odd; any three words in a row lie on one of 15 planes: for teaching only",
      .origin = "IBM System/360 Scientific Subroutine Package; Marsaglia 1968, PNAS 61(1); OEIS A096555",
      .seed_bits = 31,
  };
  static constexpr NativeLaw native_law = NativeLaw::none;
  static constexpr std::uint64_t max_word() { return 0x7fffffff; }

  explicit Randu(std::uint64_t seed) : state_(static_cast<std::uint32_t>(seed) | 1) {}

  std::uint64_t next_word() {
    state_ = (65539 * state_) & 0x7fffffff;
    return state_;
  }

 private:
  std::uint32_t state_;
};

}  // namespace fairshuffle
