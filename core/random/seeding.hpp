// Sources by name, how they are seeded, and how bounded draws are made of their words: a struct for each
// method.
#pragma once

#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/permutation/permutation.hpp"
#include "core/random/generators.hpp"

namespace fairshuffle {

// Sources chosen by name at run time, optionally cut to their top bits.

/// A type-erased source. Words are uniform on 0..max_word() as far as the source is any good.
class AnySource {
 public:
  virtual ~AnySource() = default;

  /// Starts anew from `seed`.
  virtual void seed(std::uint64_t seed) = 0;
  /// Goes back to the state right after the last seed(), without the cost of seeding.
  virtual void restart() = 0;
  virtual std::uint64_t next_word() = 0;
  /// Only where native_use() != WordUse::none; throws std::logic_error elsewhere.
  virtual std::uint64_t native_below(std::uint64_t bound) = 0;

  std::uint64_t max_word() const { return max_word_; }

 protected:
  explicit AnySource(std::uint64_t max_word) : max_word_(max_word) {}

 private:
  std::uint64_t max_word_;
};

/// What the registry knows of one source.
struct SourceEntry {
  SourceInfo info;
  std::uint64_t max_word;  ///< words are 0..max_word
  int word_bits;           ///< smallest b with max_word < 2^b
  WordUse native_use;
  /// For WordUse::rising: the value that the native draw makes of one word; otherwise null.
  std::uint64_t (*native_of_word)(std::uint64_t word, std::uint64_t bound);
  /// `bits` = 0 for whole words, or 1..word_bits for the top bits of each word (word >> (word_bits - bits)).
  std::unique_ptr<AnySource> (*make)(std::uint64_t seed, int bits);
};

/// All sources, in the order of the registry.
std::span<const SourceEntry> all_sources();

/// The source of that name, or null.
inline const SourceEntry* find_source(std::string_view name) {
  return find_named(all_sources(), name);
}

/// The largest word of the source when its words are cut to `bits` as SourceEntry::make takes it.
inline std::uint64_t max_word_of(const SourceEntry& source, int bits) {
  return source.max_word >> (bits == 0 ? 0 : source.word_bits - bits);
}

inline constexpr std::string_view default_source = "xoshiro256++";

// Which seed each block of a run gets. Fixed forever: reports state run seeds and must be repeatable.

namespace detail {

/// FNV-1a, 64 bits, over the bytes of `text`: Fowler, Noll, Vo 1991.
constexpr std::uint64_t fnv1a(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char character : text) {
    hash ^= static_cast<unsigned char>(character);
    hash *= 0x100000001b3;
  }
  return hash;
}

}  // namespace detail

/// A 64-bit hash of the bytes of `text`: FNV-1a followed by one step of SplitMix64, which spreads the last
/// characters over all bits.
constexpr std::uint64_t hash_text(std::string_view text) {
  return SplitMix64(detail::fnv1a(text)).next();
}

/// The seed of block `block` of the target that hashes to `target_hash`, in a run with `run_seed`. Three
/// steps of SplitMix64, each seeded with the result of the last one xor the next argument. A step is
/// one-to-one on 64-bit numbers, so no two blocks of a target share a seed, nor does a block in two runs.
constexpr std::uint64_t stream_seed(std::uint64_t run_seed, std::uint64_t target_hash, std::uint64_t block) {
  const std::uint64_t run = SplitMix64(run_seed).next();
  const std::uint64_t target = SplitMix64(run ^ target_hash).next();
  return SplitMix64(target ^ block).next();
}

// Seedings: when a source is seeded, and with what. No real clock is read: a clock seeding gets its readings
// from the trial's index, and so does a counter.

enum class SeedingKind {
  per_block,            ///< once per block of trials, from the run's seed
  per_run,              ///< once, so that the run is one sequence
  per_shuffle_clock,    ///< at the start of every shuffle, with the clock's reading
  per_shuffle_counter,  ///< at the start of every shuffle, with its number
  per_shuffle_random,   ///< at the start of every shuffle, with a random one of a few seeds
  per_draw_clock,       ///< before every draw, with the clock's reading
};

/// Every shuffle is a function of one seed.
inline bool seeds_every_shuffle(SeedingKind kind) {
  return kind == SeedingKind::per_shuffle_clock || kind == SeedingKind::per_shuffle_counter ||
         kind == SeedingKind::per_shuffle_random;
}

/// What `list seedings` tells of a seeding.
struct SeedingInfo {
  SeedingKind kind;
  std::string_view name;
  std::string_view truth;   ///< one line
  std::string_view origin;  ///< where it is seen
};

/// All seedings, the ideal one first.
std::span<const SeedingInfo> all_seedings();

/// The seeding of that name, or null.
inline const SeedingInfo* find_seeding(std::string_view name) {
  return find_named(all_seedings(), name);
}

/// What a clock counts. Named "s" and "ms".
enum class ClockUnit { seconds, milliseconds };

struct Seeding {
  SeedingKind kind = SeedingKind::per_block;
  ClockUnit clock = ClockUnit::seconds;   ///< of a clock seeding
  std::uint64_t shuffles_per_second = 1;  ///< of a clock seeding: how fast the trials follow each other
  std::uint64_t seeds = 1;                ///< of a random one for every shuffle: it is below this
};

/// What the clock reads at trial `trial` (from 0, over the whole run), when it read `epoch` at trial 0:
/// epoch + floor(trial * ticks_per_second / shuffles_per_second), in ticks of seeding.clock. The product is
/// exact; only a reading beyond 2^64 - 1 wraps around. Throws std::invalid_argument for a seeding without a
/// clock and for 0 shuffles per second.
std::uint64_t clock_seed(const Seeding& seeding, std::uint64_t epoch, std::uint64_t trial);

/// What a counter that is raised before every shuffle reads at trial `trial`: new Random(++game) begins at 1.
constexpr std::uint64_t counter_seed(std::uint64_t trial) {
  return trial + 1;
}

// The exact distribution of one bounded draw: how many of the source's words give each value.

/// The distribution of a draw from 0..bound-1 made of words uniform on 0..max_word.
struct DrawDistribution {
  bool uniform = false;  ///< every value has probability 1/bound exactly; `words` is then empty
  std::uint64_t max_word = 0;
  std::vector<std::uint64_t> words;  ///< words[value]: how many words give it; they sum to max_word + 1
};

/// The largest bound that a distribution is tabulated for.
inline constexpr std::uint64_t largest_tabulated_bound = 10'000'000;

// A draw method: how one bounded draw is made of a source's words.

/// What a draw method takes words from: a source, or a cut or type-erased one. Words are 0..max_word().
template <class S>
concept WordSource = requires(S& source) {
  { source.next_word() } -> std::same_as<std::uint64_t>;
  { source.max_word() } -> std::same_as<std::uint64_t>;
};

/// The largest bound that every draw method serves from every source.
inline constexpr std::uint64_t largest_draw_bound = std::uint64_t{1} << 32;

/// What `list draws` tells of a draw method.
struct DrawInfo {
  std::string_view name;
  std::string_view truth;   ///< one line
  std::string_view origin;  ///< where it is seen, or published
};

/// What the registry knows of one draw method.
struct DrawEntry {
  DrawInfo info;
  /// A draw from 0..bound-1. Precondition: 1 <= bound <= largest_draw_bound.
  std::uint64_t (*below)(AnySource& source, std::uint64_t bound);
  WordUse own_use;  ///< `none` where it is the source's own draw
  /// Of a `rising` one: the value that one of the words 0..max_word gives; else null.
  std::uint64_t (*value_of_word)(std::uint64_t word, std::uint64_t max_word, std::uint64_t bound);

  /// How it uses the words of that source. Throws std::invalid_argument where the source has no such draw.
  WordUse word_use(const SourceEntry& source) const;
  /// Its exact distribution, were the words of `source`, cut so that they are 0..max_word, uniform and
  /// independent. Throws std::invalid_argument for a bound that is not tabulated.
  DrawDistribution distribution(const SourceEntry& source, std::uint64_t max_word, std::uint64_t bound) const;
  /// The value that one of the words 0..max_word gives. Precondition: word_use(source) is not `several`.
  std::uint64_t of_word(const SourceEntry& source, std::uint64_t word, std::uint64_t max_word,
                        std::uint64_t bound) const;
};

/// All draw methods, in the order of the registry.
std::span<const DrawEntry> all_draws();

/// The draw method of that name, or null.
inline const DrawEntry* find_draw(std::string_view name) {
  return find_named(all_draws(), name);
}

inline constexpr std::string_view default_draw = "exact";

// The exact draw: every value has the same number of words, the rest are drawn again.

struct ExactDraw {
  static constexpr DrawInfo info{
      .name = "exact",
      .truth = "multiply, and draw again the few words that would favour a value: exactly uniform",
      .origin = "Lemire 2019, Fast Random Integer Generation in an Interval, ACM TOMACS 29(1)",
  };
  static constexpr WordUse use = WordUse::several;

  template <WordSource S>
  static std::uint64_t below(S& source, std::uint64_t bound) {
    if (source.max_word() == ~std::uint64_t{0}) {
      Wide product = Wide{source.next_word()} * bound;
      // The threshold 2^64 mod bound is below bound, so the division is needed once in 2^64 / bound draws.
      if (static_cast<std::uint64_t>(product) < bound) [[unlikely]] {
        const std::uint64_t threshold = -bound % bound;
        while (static_cast<std::uint64_t>(product) < threshold) product = Wide{source.next_word()} * bound;
      }
      return static_cast<std::uint64_t>(product >> 64);
    }
    return below_few_words(source, bound);
  }

 private:
  // The same for R words, R any number: the x in 0..R-1 with x * bound / R = value and a remainder of at
  // least R mod bound are exactly floor(R / bound), whatever the value. Fewer words than values: words are
  // chained as digits of base R. With bound <= 2^32 the chained R is below 2^64 and no product leaves 128
  // bits.
  template <WordSource S>
  static std::uint64_t below_few_words(S& source, std::uint64_t bound) {
    const Wide words = Wide{source.max_word()} + 1;
    while (true) {
      Wide word = source.next_word();
      Wide range = words;
      while (range < bound) {
        word = word * words + source.next_word();
        range *= words;
      }
      const Wide product = word * bound;
      if (product % range >= range % bound) return static_cast<std::uint64_t>(product / range);
    }
  }
};

// The remainder of a word: the small values get one word more.

struct ModuloDraw {
  static constexpr DrawInfo info{
      .name = "modulo",
      .truth = "word % bound: the small values get one word more than the others, and low bits decide",
      .origin = "rand() % n, as in most textbooks and the articles",
  };
  static constexpr WordUse use = WordUse::remainder;

  template <WordSource S>
  static std::uint64_t below(S& source, std::uint64_t bound) {
    return source.next_word() % bound;
  }
};

// Draws of one word each, whose value never falls as the word grows.

/// What such draw methods share. `Method` has `value_of_word(word, max_word, bound)`, in 0..bound-1.
template <class Method>
struct MonotoneDraw {
  static constexpr WordUse use = WordUse::rising;

  template <WordSource S>
  static std::uint64_t below(S& source, std::uint64_t bound) {
    return Method::value_of_word(source.next_word(), source.max_word(), bound);
  }
};

// The word as a fraction of its range, times the bound, without rejection.

struct MultiplyShiftDraw : MonotoneDraw<MultiplyShiftDraw> {
  static constexpr DrawInfo info{
      .name = "multiply-shift",
      .truth = "word * bound / words, no rejection: as uneven as modulo, but spread over all values",
      .origin = "Lemire 2019, section 3, the biased multiply-shift; Knuth, TAOCP 2, 3.4.1",
  };

  static std::uint64_t value_of_word(std::uint64_t word, std::uint64_t max_word, std::uint64_t bound) {
    const Wide product = Wide{word} * bound;
    const Wide words = Wide{max_word} + 1;
    if (max_word == ~std::uint64_t{0}) return static_cast<std::uint64_t>(product >> 64);
    return static_cast<std::uint64_t>(product / words);
  }
};

// The bounded draw that a source brings along: C# Next, Unity Range, Java nextInt.

struct NativeDraw {
  static constexpr DrawInfo info{
      .name = "native",
      .truth = "the source's own bounded draw, where it has one",
      .origin = "C# Random.Next(lo, hi), Unity Random.Range(lo, hi), Java Random.nextInt(bound)",
  };
  static constexpr WordUse use = WordUse::none;

  static std::uint64_t below(AnySource& source, std::uint64_t bound) { return source.native_below(bound); }
};

// A word as a double in [0, 1).

namespace detail {

/// word / (max_word + 1) for words of at most 53 bits; of longer words the top 53 bits, as libraries do.
inline double unit_interval(std::uint64_t word, std::uint64_t max_word) {
  const auto word_bits = static_cast<int>(std::bit_width(max_word));
  if (word_bits > 53) return static_cast<double>(word >> (word_bits - 53)) * 0x1p-53;
  return static_cast<double>(word) / (static_cast<double>(max_word) + 1);
}

}  // namespace detail

// round(u * (bound - 1)): the two ends get half a share each.

struct RoundedDoubleDraw : MonotoneDraw<RoundedDoubleDraw> {
  static constexpr DrawInfo info{
      .name = "rounded-double",
      .truth = "round(u * (bound-1)) with u in [0, 1): the first and the last value get half the chance",
      .origin = "Math.round(Math.random() * (n - 1)), a common slip",
  };

  static std::uint64_t value_of_word(std::uint64_t word, std::uint64_t max_word, std::uint64_t bound) {
    const double scaled = detail::unit_interval(word, max_word) * static_cast<double>(bound - 1);
    return static_cast<std::uint64_t>(std::floor(scaled + 0.5));
  }
};

// floor(u * bound) with u in [0, 1).

struct ScaledDoubleDraw : MonotoneDraw<ScaledDoubleDraw> {
  static constexpr DrawInfo info{
      .name = "scaled-double",
      .truth = "floor(u * bound) with u in [0, 1): right in kind, uneven by what the words do not divide",
      .origin = "Math.floor(Math.random() * n), and its like in many languages",
  };

  // u is at most 1 - 2^-53, and bound <= 2^32 has 20 bits to spare in a double: the product stays below
  // bound.
  static std::uint64_t value_of_word(std::uint64_t word, std::uint64_t max_word, std::uint64_t bound) {
    return static_cast<std::uint64_t>(detail::unit_interval(word, max_word) * static_cast<double>(bound));
  }
};

}  // namespace fairshuffle
