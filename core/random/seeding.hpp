// Sources by name, and how they are seeded.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

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
const SourceEntry* find_source(std::string_view name);

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
const SeedingInfo* find_seeding(std::string_view name);

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

}  // namespace fairshuffle
