#include "core/random/seeding.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <stdexcept>
#include <string>

#include "core/permutation/permutation.hpp"
#include "core/random/language_generators.hpp"

namespace fairshuffle {

// The table of sources, made of the list in language_generators.hpp.

namespace {

template <Source S>
constexpr int word_bits_of = static_cast<int>(std::bit_width(S::max_word()));

template <Source S>
class TypedSource final : public AnySource {
 public:
  /// `bits` = 0 for whole words, otherwise 1..word_bits_of<S>.
  TypedSource(std::uint64_t first_seed, int bits)
      : AnySource(S::max_word() >> dropped_bits_of(bits)),
        seeded_(first_seed),
        current_(seeded_),
        dropped_bits_(dropped_bits_of(bits)),
        cut_(bits != 0) {}

  void seed(std::uint64_t seed) override {
    seeded_ = S(seed);
    current_ = seeded_;
  }
  void restart() override { current_ = seeded_; }
  std::uint64_t next_word() override { return current_.next_word() >> dropped_bits_; }

  std::uint64_t native_below(std::uint64_t bound) override {
    if constexpr (NativeSource<S>) {
      if (!cut_) return current_.native_below(bound);
      throw std::logic_error("native_below: source " + std::string(S::info.name) +
                             " draws from whole words, not from their top bits");
    } else {
      throw std::logic_error("native_below: source " + std::string(S::info.name) +
                             " has no bounded draw of its own; bound was " + std::to_string(bound));
    }
  }

 private:
  static int dropped_bits_of(int bits) { return bits == 0 ? 0 : word_bits_of<S> - bits; }

  S seeded_;  // as seed() left it
  S current_;
  int dropped_bits_;
  bool cut_;
};

template <Source S>
std::unique_ptr<AnySource> make_source(std::uint64_t seed, int bits) {
  if (bits < 0 || bits > word_bits_of<S>) {
    throw std::invalid_argument("make: bits of source " + std::string(S::info.name) + " must be in 0.." +
                                std::to_string(word_bits_of<S>) + ", was " + std::to_string(bits));
  }
  return std::make_unique<TypedSource<S>>(seed, bits);
}

template <Source S>
constexpr SourceEntry entry_of() {
  static_assert(NativeSource<S> == (S::native_use != WordUse::none));
  SourceEntry entry{.info = S::info,
                    .max_word = S::max_word(),
                    .word_bits = word_bits_of<S>,
                    .native_use = S::native_use,
                    .native_of_word = nullptr,
                    .make = &make_source<S>};
  if constexpr (S::native_use == WordUse::rising) entry.native_of_word = &S::native_of_word;
  return entry;
}

template <Source... S>
constexpr std::array<SourceEntry, sizeof...(S)> entries_of(SourceList<S...>) {
  return {entry_of<S>()...};
}

constexpr auto entries = entries_of(Sources{});

}  // namespace

std::span<const SourceEntry> all_sources() {
  return entries;
}

const SourceEntry* find_source(std::string_view name) {
  const auto found =
      std::ranges::find(entries, name, [](const SourceEntry& entry) { return entry.info.name; });
  return found == entries.end() ? nullptr : &*found;
}

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
