// xoshiro256++: the default source.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <stdexcept>

#include "core/random/source.hpp"
#include "core/random/splitmix64.hpp"

namespace fairshuffle {

/// 64-bit words, period 2^256 - 1. The seed is spread over the state by SplitMix64, as the authors advise.
class Xoshiro256PlusPlus {
 public:
  static constexpr SourceInfo info{
      .name = "xoshiro256++",
      .truth = "256 bits of state, linear, with a scrambled output: fast and passes the known tests",
      .origin = "Blackman, Vigna 2021, Scrambled Linear Pseudorandom Number Generators, ACM TOMS 47(4)",
      .ideal = true,
  };
  static constexpr NativeLaw native_law = NativeLaw::none;
  static constexpr std::uint64_t max_word() { return std::numeric_limits<std::uint64_t>::max(); }

  explicit Xoshiro256PlusPlus(std::uint64_t seed) {
    // SplitMix64 never gives the same value twice in a row, so the state is never the forbidden all-zero one.
    SplitMix64 spread(seed);
    for (std::uint64_t& word : state_) word = spread.next();
  }

  /// From a state. Throws std::invalid_argument when it is all zero, from which there is no way out.
  explicit Xoshiro256PlusPlus(const std::array<std::uint64_t, 4>& state) : state_(state) {
    if (state == std::array<std::uint64_t, 4>{}) {
      throw std::invalid_argument("Xoshiro256PlusPlus: state must not be all zero");
    }
  }

  std::uint64_t next_word() {
    const std::uint64_t word = std::rotl(state_[0] + state_[3], 23) + state_[0];
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return word;
  }

  const std::array<std::uint64_t, 4>& state() const { return state_; }

 private:
  std::array<std::uint64_t, 4> state_;
};

}  // namespace fairshuffle
