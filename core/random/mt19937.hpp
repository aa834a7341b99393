// MT19937: the Mersenne Twister with 32-bit words.
#pragma once

#include <cstdint>
#include <random>

#include "core/random/source.hpp"

namespace fairshuffle {

/// The standard library's std::mt19937. Of the seed the low 32 bits count, as in init_genrand.
class Mt19937 {
 public:
  static constexpr SourceInfo info{
      .name = "mt19937",
      .truth = "Mersenne Twister, 32-bit words: huge period, linear, fair to shuffles; only 2^32 seeds",
      .origin = "Matsumoto, Nishimura 1998, Mersenne Twister, ACM TOMACS 8(1); std::mt19937",
      .seed_bits = 32,
      .ideal = true,
  };
  static constexpr NativeLaw native_law = NativeLaw::none;
  static constexpr std::uint64_t max_word() { return std::mt19937::max(); }

  explicit Mt19937(std::uint64_t seed) : engine_(static_cast<std::uint32_t>(seed)) {}

  std::uint64_t next_word() { return engine_(); }

 private:
  std::mt19937 engine_;
};

}  // namespace fairshuffle
