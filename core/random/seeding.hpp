// Seedings: when a source is seeded, and with what. No real clock is read: a clock seeding gets its readings
// from the trial's index, and so does a counter.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace fairshuffle {

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
