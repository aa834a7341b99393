// rand() of the GNU C library.
#pragma once

#include <array>
#include <cstdint>

#include "core/random/source.hpp"

namespace fairshuffle {

/// The additive feedback r[i] = r[i-3] + r[i-31] mod 2^32, of which rand() gives the upper 31 bits: its
/// random(3) with the standard 128 bytes of state. Of the seed the low 32 bits count, as srand takes an
/// unsigned int; seed 0 is seed 1.
class GlibcRand {
 public:
  static constexpr SourceInfo info{
      .name = "glibc-rand",
      .truth = "rand() of Linux, 31 bits: a word is the sum of two earlier ones (give or take 1); 2^32 seeds",
      .origin = "GNU C library, srand() and rand(); described by Selinger 2007",
      .seed_bits = 32,
  };
  static constexpr NativeLaw native_law = NativeLaw::none;
  static constexpr std::uint64_t max_word() { return 0x7fffffff; }

  explicit GlibcRand(std::uint64_t seed) {
    const auto first = static_cast<std::uint32_t>(seed);
    state_[0] = first == 0 ? 1 : first;
    // srand works in signed ints, so a seed from 2^31 on counts as negative here.
    std::int64_t value = static_cast<std::int32_t>(state_[0]);
    for (std::size_t i = 1; i < state_.size(); ++i) {
      value = 16807 * value % 2147483647;
      if (value < 0) value += 2147483647;
      state_[i] = static_cast<std::uint32_t>(value);
    }
    for (int discarded = 0; discarded < 310; ++discarded) next_word();
  }

  std::uint64_t next_word() {
    const std::uint32_t sum = state_[oldest_] += state_[three_back_];
    oldest_ = oldest_ + 1 == state_.size() ? 0 : oldest_ + 1;
    three_back_ = three_back_ + 1 == state_.size() ? 0 : three_back_ + 1;
    return sum >> 1;
  }

 private:
  // The last 31 values of r in a ring: r[i] is written over r[i-31]. The seeding goes on with r[31..33] equal
  // to r[0..2], which is what stands in their places, so the first sum is r[34], at 3.
  std::array<std::uint32_t, 31> state_;
  std::size_t oldest_ = 3;
  std::size_t three_back_ = 0;
};

}  // namespace fairshuffle
