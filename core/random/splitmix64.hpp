// SplitMix64: makes of one 64-bit number many that look unrelated. Used for seeding, not as a source.
#pragma once

#include <cstdint>

namespace fairshuffle {

/// Steele, Lea, Flood 2014, Fast Splittable Pseudorandom Number Generators (OOPSLA), with the constants of
/// Stafford's mix 13, as in Vigna's splitmix64.c and java.util.SplittableRandom. Each of the 2^64 values is
/// given once in a period of 2^64.
class SplitMix64 {
 public:
  constexpr explicit SplitMix64(std::uint64_t seed) : state_(seed) {}

  constexpr std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
    return mixed ^ (mixed >> 31);
  }

 private:
  std::uint64_t state_;
};

}  // namespace fairshuffle
