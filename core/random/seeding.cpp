#include "core/random/seeding.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "core/order/wide.hpp"

namespace fairshuffle {

namespace {

constexpr std::array seedings{
    SeedingInfo{
        .kind = SeedingKind::per_block,
        .name = "per-block",
        .truth = "once per block of trials, each block its own stream of the run's seed: the ideal",
        .origin = "streams as in Salmon, Moraes, Dror, Shaw 2011 (SC11); this program's standard",
    },
    SeedingInfo{
        .kind = SeedingKind::per_run,
        .name = "per-run",
        .truth = "once: one sequence over the whole run, as a program that seeds when it starts",
        .origin = "srand(seed) at the start of main",
    },
    SeedingInfo{
        .kind = SeedingKind::per_shuffle_clock,
        .name = "per-shuffle-clock",
        .truth = "at the start of every shuffle: every shuffle in the same tick comes out the same",
        .origin = "srand(time(0)) at the top of a shuffle function",
    },
    SeedingInfo{
        .kind = SeedingKind::per_shuffle_counter,
        .name = "per-shuffle-counter",
        .truth = "at the start of every shuffle, with its number 1, 2, 3 ...: every run has the same decks",
        .origin = "new Random(++game)",
    },
    SeedingInfo{
        .kind = SeedingKind::per_shuffle_random,
        .name = "per-shuffle-random",
        .truth = "at the start of every shuffle, with a random one of a few seeds: no more decks than seeds",
        .origin = "srand(random_device()()), new Random(random.nextInt()) at the top of a shuffle function",
    },
    SeedingInfo{
        .kind = SeedingKind::per_draw_clock,
        .name = "per-draw-clock",
        .truth = "before every draw: all draws of a shuffle reuse one raw value R, so k_i = R % (i+1)",
        .origin = "srand(time(0)) inside the loop of a shuffle",
    },
};

std::uint64_t ticks_per_second(ClockUnit clock) {
  return clock == ClockUnit::seconds ? 1 : 1000;
}

}  // namespace

std::span<const SeedingInfo> all_seedings() {
  return seedings;
}

const SeedingInfo* find_seeding(std::string_view name) {
  const auto found = std::ranges::find(seedings, name, &SeedingInfo::name);
  return found == seedings.end() ? nullptr : &*found;
}

std::uint64_t clock_seed(const Seeding& seeding, std::uint64_t epoch, std::uint64_t trial) {
  if (seeding.kind != SeedingKind::per_shuffle_clock && seeding.kind != SeedingKind::per_draw_clock) {
    throw std::invalid_argument("clock_seed: seeding.kind must be one with a clock");
  }
  if (seeding.shuffles_per_second == 0) {
    throw std::invalid_argument("clock_seed: seeding.shuffles_per_second must be at least 1, was 0");
  }
  const Wide ticks = Wide{trial} * ticks_per_second(seeding.clock) / seeding.shuffles_per_second;
  return epoch + static_cast<std::uint64_t>(ticks);
}

}  // namespace fairshuffle
