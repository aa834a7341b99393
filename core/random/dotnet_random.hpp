// The generator behind C#'s new Random(seed).
#pragma once

#include <array>
#include <cstdint>
#include <limits>

#include "core/random/source.hpp"

namespace fairshuffle {

/// Knuth's subtractive generator x[i] = x[i-55] - x[i-k] mod 2^31 - 1, but with the lag k = 34 for which
/// Knuth has 24: a slip in .NET that is kept so that seeded programs repeat. A word is one InternalSample(),
/// that is Next(), in 0..2^31-2. Of the seed the low 32 bits count, as an int without its sign.
class DotnetRandom {
 public:
  static constexpr SourceInfo info{
      .name = "dotnet-random",
      .truth = "C# new Random(seed): subtractive, lags 55 and 34 where Knuth has 24; 31 bits, 2^31 seeds",
      .origin = ".NET System.Random with a seed, after Knuth, TAOCP 2, 3.2.2, and Numerical Recipes' ran3",
      .seed_bits = 31,
  };
  static constexpr NativeLaw native_law = NativeLaw::monotone;
  static constexpr std::uint64_t max_word() { return modulus - 1; }

  explicit DotnetRandom(std::uint64_t seed) {
    const auto number = static_cast<std::int32_t>(static_cast<std::uint32_t>(seed));
    // The smallest int has no positive counterpart: .NET takes the largest int instead.
    const std::int32_t positive = number == std::numeric_limits<std::int32_t>::min() ? modulus
                                  : number < 0                                       ? -number
                                                                                     : number;
    std::int32_t newest = 161803398 - positive;
    std::int32_t next = 1;
    state_[55] = newest;
    for (std::size_t i = 1; i < 55; ++i) {
      const std::size_t place = 21 * i % 55;
      state_[place] = next;
      next = subtract(newest, next);
      newest = state_[place];
    }
    for (int round = 0; round < 4; ++round) {
      for (std::size_t i = 1; i <= 55; ++i) state_[i] = subtract(state_[i], state_[1 + (i + 30) % 55]);
    }
  }

  std::uint64_t next_word() {
    left_ = left_ == 55 ? 1 : left_ + 1;
    right_ = right_ == 55 ? 1 : right_ + 1;
    std::int32_t word = subtract_unwrapped(state_[left_], state_[right_]);
    // Two words of 0..2^31-2 do not differ by that much, but an overflow in the seeding can leave a -1.
    if (word == modulus) --word;
    if (word < 0) word += modulus;
    state_[left_] = word;
    return static_cast<std::uint64_t>(word);
  }

  /// Next(0, bound).
  std::uint64_t native_below(std::uint64_t bound) { return native_of_word(next_word(), bound); }

  /// (int)(Sample() * bound), Sample() being the word times the double nearest to 1 / (2^31 - 1).
  static std::uint64_t native_of_word(std::uint64_t word, std::uint64_t bound) {
    const double sample = static_cast<double>(word) * (1.0 / modulus);
    return static_cast<std::uint64_t>(sample * static_cast<double>(bound));
  }

 private:
  static constexpr std::int32_t modulus = std::numeric_limits<std::int32_t>::max();

  // C# ints wrap around: for seeds above 161803398 the seeding relies on it.
  static std::int32_t subtract_unwrapped(std::int32_t left, std::int32_t right) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(left) - static_cast<std::uint32_t>(right));
  }
  static std::int32_t subtract(std::int32_t left, std::int32_t right) {
    const std::int32_t difference = subtract_unwrapped(left, right);
    return difference < 0 ? difference + modulus : difference;
  }

  std::array<std::int32_t, 56> state_{};  // from index 1, as in the original
  std::size_t left_ = 0;
  std::size_t right_ = 21;
};

}  // namespace fairshuffle
