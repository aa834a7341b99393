// Sources of the literature and of C++, each as published.
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>
#include <random>
#include <stdexcept>
#include <string_view>

namespace fairshuffle {

// A source: a random bit generator that hands out words.

/// What `list sources` tells of a source.
struct SourceInfo {
  std::string_view name;    ///< as typed on the command line
  std::string_view truth;   ///< one line: what it is and how good
  std::string_view origin;  ///< the publication or program that defines it
  int seed_bits = 64;       ///< of a seed so many of the low bits count, as its original takes them
  /// Its words are as good as independent and uniform to anything that is counted of decks; elsewhere their
  /// own structure may show there.
  bool ideal = false;
};

/// How a draw follows from the words it takes.
enum class WordUse {
  none,       ///< there is no such draw
  several,    ///< of one word or more: it rejects some, and is exactly uniform
  remainder,  ///< word % bound
  rising,     ///< of one word, and never falls as the word grows
};

/// A source yields words that are meant to be uniform on 0..max_word() and are a function of the 64-bit seed,
/// of which it uses as many bits as its original does.
template <class S>
concept Source = std::copyable<S> && std::constructible_from<S, std::uint64_t> && requires(S source) {
  { source.next_word() } -> std::same_as<std::uint64_t>;
  { S::max_word() } -> std::same_as<std::uint64_t>;
  { S::info } -> std::convertible_to<SourceInfo>;
  { S::native_use } -> std::convertible_to<WordUse>;
};

/// A source with a bounded draw of its own: native_below(bound) is in 0..bound-1, 1 <= bound < 2^31.
template <class S>
concept NativeSource = Source<S> && S::native_use != WordUse::none&& requires(S source, std::uint64_t bound) {
  { source.native_below(bound) } -> std::same_as<std::uint64_t>;
};

// MINSTD: the revised minimal standard of Park and Miller.

/// x -> 48271 x mod (2^31 - 1), period 2^31 - 2. x runs through 1..2^31-2 and the word is x - 1, so that
/// words start at 0. As in std::minstd_rand, x starts as seed mod (2^31 - 1), or as 1 where that is 0.
class Minstd {
 public:
  static constexpr SourceInfo info{
      .name = "minstd",
      .truth = "multiplicative congruential mod 2^31 - 1: its whole period is used up in seconds",
      .origin = "Park, Miller, Stockmeyer 1993, CACM 36(7), multiplier 48271; std::minstd_rand",
      .seed_bits = 31,
  };
  static constexpr WordUse native_use = WordUse::none;
  static constexpr std::uint64_t max_word() { return modulus - 2; }

  static constexpr std::uint64_t modulus = 2147483647;  // 2^31 - 1, a prime
  static constexpr std::uint64_t multiplier = 48271;

  explicit Minstd(std::uint64_t seed) : state_(seed % modulus == 0 ? 1 : seed % modulus) {}

  std::uint64_t next_word() {
    state_ = multiplier * state_ % modulus;
    return state_ - 1;
  }

  static Minstd of_state(std::uint64_t state) { return Minstd(state); }
  std::uint64_t state() const { return state_; }

 private:
  std::uint64_t state_;
};

// The Mersenne Twister of the standard library, with words of 32 bits and of 64.

template <class Engine>
class MersenneTwister {
 public:
  static constexpr WordUse native_use = WordUse::none;
  static constexpr std::uint64_t max_word() { return Engine::max(); }

  explicit MersenneTwister(std::uint64_t seed) : engine_(static_cast<typename Engine::result_type>(seed)) {}

  std::uint64_t next_word() { return engine_(); }

 private:
  Engine engine_;
};

/// Of the seed the low 32 bits count, as in init_genrand.
class Mt19937 : public MersenneTwister<std::mt19937> {
 public:
  static constexpr SourceInfo info{
      .name = "mt19937",
      .truth = "Mersenne Twister, 32-bit words: huge period, linear, fair to shuffles; only 2^32 seeds",
      .origin = "Matsumoto, Nishimura 1998, Mersenne Twister, ACM TOMACS 8(1); std::mt19937",
      .seed_bits = 32,
      .ideal = true,
  };
  using MersenneTwister::MersenneTwister;
};

/// All 64 bits of the seed count.
class Mt19937_64 : public MersenneTwister<std::mt19937_64> {
 public:
  static constexpr SourceInfo info{
      .name = "mt19937-64",
      .truth = "Mersenne Twister, 64-bit words: huge period, linear, fair to shuffles",
      .origin = "Nishimura 2000, Tables of 64-bit Mersenne Twisters, ACM TOMACS 10(4); std::mt19937_64",
      .ideal = true,
  };
  using MersenneTwister::MersenneTwister;
};

// Philox4x32-10: randomness as a function of a key and a counter.

/// Ten rounds that turn a 128-bit counter into four 32-bit words under a 64-bit key; least significant word
/// first, as in Random123.
inline std::array<std::uint32_t, 4> philox4x32_10(std::array<std::uint32_t, 4> counter,
                                                  std::array<std::uint32_t, 2> key) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t product0 = std::uint64_t{0xd2511f53} * counter[0];
    const std::uint64_t product1 = std::uint64_t{0xcd9e8d57} * counter[2];
    const auto high = [](std::uint64_t product) { return static_cast<std::uint32_t>(product >> 32); };
    const auto low = [](std::uint64_t product) { return static_cast<std::uint32_t>(product); };
    counter = {high(product1) ^ counter[1] ^ key[0], low(product1), high(product0) ^ counter[3] ^ key[1],
               low(product0)};
    key[0] += 0x9e3779b9;
    key[1] += 0xbb67ae85;
  }
  return counter;
}

/// 32-bit words, period 2^66 (a 64-bit counter). The 64-bit seed is the key, low half first; the counter
/// starts at 0 and each of its values gives four words in order, so that with a seed below 2^32 the words are
/// those of C++26's std::philox4x32.
class Philox4x32 {
 public:
  static constexpr SourceInfo info{
      .name = "philox4x32-10",
      .truth = "encrypts a counter under the seed as key: passes the known tests, 2^64 separate streams",
      .origin = "Salmon, Moraes, Dror, Shaw 2011, Parallel Random Numbers: As Easy as 1, 2, 3 (SC11)",
      .ideal = true,
  };
  static constexpr WordUse native_use = WordUse::none;
  static constexpr std::uint64_t max_word() { return 0xffffffff; }

  explicit Philox4x32(std::uint64_t seed)
      : key_{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)} {}

  std::uint64_t next_word() {
    if (taken_ == words_.size()) {
      words_ = philox4x32_10(
          {static_cast<std::uint32_t>(counter_), static_cast<std::uint32_t>(counter_ >> 32), 0, 0}, key_);
      ++counter_;
      taken_ = 0;
    }
    return words_[taken_++];
  }

 private:
  std::array<std::uint32_t, 2> key_;
  std::uint64_t counter_ = 0;
  std::array<std::uint32_t, 4> words_{};
  std::size_t taken_ = 4;  // of words_
};

// RANDU: the textbook example of a poor generator.

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
  static constexpr WordUse native_use = WordUse::none;
  static constexpr std::uint64_t max_word() { return 0x7fffffff; }

  explicit Randu(std::uint64_t seed) : state_(static_cast<std::uint32_t>(seed) | 1) {}

  std::uint64_t next_word() {
    state_ = (65539 * state_) & 0x7fffffff;
    return state_;
  }

 private:
  std::uint32_t state_;
};

// SplitMix64: makes of one 64-bit number many that look unrelated. Used for seeding, not as a source.

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

// xoshiro256++: the default source.

/// 64-bit words, period 2^256 - 1. The seed is spread over the state by SplitMix64, as the authors advise.
class Xoshiro256PlusPlus {
 public:
  static constexpr SourceInfo info{
      .name = "xoshiro256++",
      .truth = "256 bits of state, linear, with a scrambled output: fast and passes the known tests",
      .origin = "Blackman, Vigna 2021, Scrambled Linear Pseudorandom Number Generators, ACM TOMS 47(4)",
      .ideal = true,
  };
  static constexpr WordUse native_use = WordUse::none;
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
