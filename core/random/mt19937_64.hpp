// MT19937-64: the Mersenne Twister with 64-bit words.
#pragma once

#include <cstdint>
#include <random>

#include "core/random/source.hpp"

namespace fairshuffle {

/// The standard library's std::mt19937_64. All 64 bits of the seed count.
class Mt19937_64 {
 public:
  static constexpr SourceInfo info{
      .name = "mt19937-64",
      .truth = "Mersenne Twister, 64-bit words: huge period, linear, fair to shuffles",
      .origin = "Nishimura 2000, Tables of 64-bit Mersenne Twisters, ACM TOMACS 10(4); std::mt19937_64",
      .ideal = true,
  };
  static constexpr NativeLaw native_law = NativeLaw::none;
  static constexpr std::uint64_t max_word() { return std::mt19937_64::max(); }

  explicit Mt19937_64(std::uint64_t seed) : engine_(seed) {}

  std::uint64_t next_word() { return engine_(); }

 private:
  std::mt19937_64 engine_;
};

}  // namespace fairshuffle
