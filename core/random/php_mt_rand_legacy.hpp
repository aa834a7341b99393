// mt_rand() of PHP before 7.1: a Mersenne Twister with a slip.
#pragma once

#include <array>
#include <cstdint>

#include "core/random/source.hpp"

namespace fairshuffle {

/// MT19937 but for one letter: where the twist asks for the lowest bit of the next state word, PHP took that
/// of the current one. A word is the upper 31 bits. PHP 7.1 and later still give it as MT_RAND_PHP. Of the
/// seed the low 32 bits count.
class PhpMtRandLegacy {
 public:
  static constexpr SourceInfo info{
      .name = "php-mt-rand-legacy",
      .truth = "mt_rand() of PHP to 7.0: Mersenne Twister with a slip in its twist; mt_rand(lo, hi) scales",
      .origin = "PHP 5 and 7.0; mt_srand(seed, MT_RAND_PHP) in PHP 7.1 and later",
      .seed_bits = 32,
  };
  static constexpr NativeLaw native_law = NativeLaw::monotone;
  static constexpr std::uint64_t max_word() { return 0x7fffffff; }

  explicit PhpMtRandLegacy(std::uint64_t seed) {
    state_[0] = static_cast<std::uint32_t>(seed);
    for (std::uint32_t i = 1; i < state_.size(); ++i) {
      state_[i] = 1812433253 * (state_[i - 1] ^ (state_[i - 1] >> 30)) + i;
    }
  }

  // The state is twisted one word at a time, just before that word is used: the twist never looks back.
  std::uint64_t next_word() {
    const std::uint32_t current = state_[current_];
    const std::uint32_t next = state_[(current_ + 1) % state_.size()];
    const std::uint32_t far = state_[(current_ + 397) % state_.size()];
    const std::uint32_t mixed = (current & 0x80000000) | (next & 0x7fffffff);
    const std::uint32_t lowest_bit = current & 1;  // the slip: MT19937 has next & 1
    state_[current_] = far ^ (mixed >> 1) ^ (lowest_bit * 0x9908b0df);
    std::uint32_t word = state_[current_];
    current_ = (current_ + 1) % state_.size();
    word ^= word >> 11;
    word ^= (word << 7) & 0x9d2c5680;
    word ^= (word << 15) & 0xefc60000;
    word ^= word >> 18;
    return word >> 1;
  }

  /// mt_rand(0, bound - 1).
  std::uint64_t native_below(std::uint64_t bound) { return native_of_word(next_word(), bound); }

  /// (int)(bound * (word / (mt_getrandmax() + 1.0))).
  static std::uint64_t native_of_word(std::uint64_t word, std::uint64_t bound) {
    return static_cast<std::uint64_t>(static_cast<double>(bound) * (static_cast<double>(word) * 0x1p-31));
  }

 private:
  std::array<std::uint32_t, 624> state_;
  std::size_t current_ = 0;
};

}  // namespace fairshuffle
