// Sources that languages and engines come with, bit for bit, and the list of all sources.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>

#include "core/random/generators.hpp"

namespace fairshuffle {

// Two forms of rand() with 15 bits: that which the C standard prints as an example, and Microsoft's.

/// x -> multiplier x + increment mod 2^32, a word is bits 16..30 of x. Of the seed the low 31 bits count:
/// srand takes an unsigned int, and bit 31 never reaches a word.
template <std::uint32_t factor, std::uint32_t added>
class FifteenBitRand {
 public:
  static constexpr WordUse native_use = WordUse::none;
  static constexpr std::uint64_t max_word() { return 0x7fff; }

  static constexpr std::uint32_t multiplier = factor, increment = added;

  explicit FifteenBitRand(std::uint64_t seed) : state_(static_cast<std::uint32_t>(seed)) {}

  std::uint64_t next_word() {
    state_ = multiplier * state_ + increment;
    return (state_ >> 16) & 0x7fff;
  }

  std::uint64_t state() const { return state_; }

 private:
  std::uint32_t state_;
};

class AnsiCRand : public FifteenBitRand<1103515245, 12345> {
 public:
  static constexpr SourceInfo info{
      .name = "ansi-c-rand",
      .truth = "the C standard's example of rand(): 15 bits, period 2^31, and shorter still in the low bits",
      .origin = "ISO C99 7.20.2.2; Kernighan, Ritchie 1988, The C Programming Language, section 2.7",
      .seed_bits = 31,
  };
  using FifteenBitRand::FifteenBitRand;
  static AnsiCRand of_state(std::uint64_t state) { return AnsiCRand(state); }
};

class MsvcRand : public FifteenBitRand<214013, 2531011> {
 public:
  static constexpr SourceInfo info{
      .name = "msvc-rand",
      .truth = "rand() of Microsoft's C runtime: 15 bits, period 2^31, and shorter still in the low bits",
      .origin = "Microsoft C runtime, srand() and rand(); state sequence OEIS A096557",
      .seed_bits = 31,
  };
  using FifteenBitRand::FifteenBitRand;
  static MsvcRand of_state(std::uint64_t state) { return MsvcRand(state); }
};

// The generator behind C#'s new Random(seed).

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
  static constexpr WordUse native_use = WordUse::rising;
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

// rand() of the GNU C library.

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
  static constexpr WordUse native_use = WordUse::none;
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

// java.util.Random.

/// The 48-bit congruential generator of drand48; a word is its upper 32 bits, that is next(32) or nextInt()
/// taken as unsigned. Of the seed the low 48 bits count.
class JavaRandom {
 public:
  static constexpr SourceInfo info{
      .name = "java-random",
      .truth = "java.util.Random: the upper 32 of 48 bits of a congruential generator; nextInt(n) rejects",
      .origin = "java.util.Random, whose documentation prescribes the algorithm; drand48's constants",
      .seed_bits = 48,
  };
  static constexpr WordUse native_use = WordUse::several;
  static constexpr std::uint64_t max_word() { return 0xffffffff; }

  static constexpr std::uint64_t multiplier = 0x5deece66d;
  static constexpr std::uint64_t increment = 0xb;
  static constexpr std::uint64_t state_mask = (std::uint64_t{1} << 48) - 1;

  explicit JavaRandom(std::uint64_t seed) : state_((seed ^ multiplier) & state_mask) {}

  std::uint64_t next_word() {
    state_ = (state_ * multiplier + increment) & state_mask;
    return state_ >> 16;
  }

  /// nextInt(bound).
  std::uint64_t native_below(std::uint64_t bound) {
    if (std::has_single_bit(bound)) return (bound * next_31_bits()) >> 31;
    while (true) {
      const std::uint64_t bits = next_31_bits();
      const std::uint64_t value = bits % bound;
      // The run of `bound` words that `bits` is in must end below 2^31; Java sees an int overflow if not.
      if (bits - value + (bound - 1) <= 0x7fffffff) return value;
    }
  }

  static JavaRandom of_state(std::uint64_t state) { return JavaRandom(state ^ multiplier); }
  std::uint64_t state() const { return state_; }

 private:
  std::uint64_t next_31_bits() { return next_word() >> 1; }

  std::uint64_t state_;
};

// mt_rand() of PHP before 7.1: a Mersenne Twister with a slip.

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
  static constexpr WordUse native_use = WordUse::rising;
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

// The generator behind UnityEngine.Random.

/// Marsaglia's xorshift128. A word is one 32-bit step; Range(0, bound) is the word mod bound. InitState takes
/// an int: of the seed the low 32 bits count. They are the first word of the state, from which the other
/// three follow by x -> 1812433253 x + 1. Unity's code is closed: others found this out by experiment.
class UnityRandom {
 public:
  static constexpr SourceInfo info{
      .name = "unity-random",
      .truth = "UnityEngine.Random: xorshift128, linear, 32 bits; Range(lo, hi) is word % count; 2^32 seeds",
      .origin =
          "Marsaglia 2003, Xorshift RNGs, J. Stat. Softw. 8(14); seeding and Range after "
          "MoatShrimp's uny-random and macklinb's Unity-XORShift",
      .seed_bits = 32,
  };
  static constexpr WordUse native_use = WordUse::remainder;
  static constexpr std::uint64_t max_word() { return 0xffffffff; }

  explicit UnityRandom(std::uint64_t seed) {
    state_[0] = static_cast<std::uint32_t>(seed);
    for (std::size_t i = 1; i < state_.size(); ++i) state_[i] = 1812433253 * state_[i - 1] + 1;
  }

  std::uint64_t next_word() {
    std::uint32_t mixed = state_[0] ^ (state_[0] << 11);
    mixed ^= mixed >> 8;
    const std::uint32_t word = state_[3] ^ (state_[3] >> 19) ^ mixed;
    state_ = {state_[1], state_[2], state_[3], word};
    return word;
  }

  /// Range(0, bound).
  std::uint64_t native_below(std::uint64_t bound) { return next_word() % bound; }

 private:
  std::array<std::uint32_t, 4> state_;
};

// The list of all sources as types: one line per source. To add one, write it above and name it here.

template <Source... S>
struct SourceList {};

// clang-format off
using Sources = SourceList<
    Xoshiro256PlusPlus,
    Philox4x32,
    Mt19937,
    Mt19937_64,
    Minstd,
    GlibcRand,
    MsvcRand,
    AnsiCRand,
    DotnetRandom,
    UnityRandom,
    JavaRandom,
    PhpMtRandLegacy,
    Randu>;
// clang-format on

namespace detail {

template <class Visitor, Source... S>
bool visit_source_in(SourceList<S...>, std::string_view name, Visitor& visitor) {
  return ((S::info.name == name && (static_cast<void>(visitor(std::type_identity<S>{})), true)) || ...);
}

}  // namespace detail

/// Calls visitor(std::type_identity<S>{}) with the type S of the source of that name; false, and no call,
/// when there is none. For what must be compiled once per source, such as std::shuffle.
template <class Visitor>
bool visit_source(std::string_view name, Visitor&& visitor) {
  return detail::visit_source_in(Sources{}, name, visitor);
}

}  // namespace fairshuffle
