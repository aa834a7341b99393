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
    }
    throw std::logic_error("native_below: source " + std::string(S::info.name) +
                           " has no draw of its own from such words; bound was " + std::to_string(bound));
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

namespace {

// Value v is given by the words v, v + bound, ...: one more than (max_word - v) / bound, if any.
std::vector<std::uint64_t> words_by_remainder(std::uint64_t max_word, std::uint64_t bound) {
  std::vector<std::uint64_t> words;
  for (std::uint64_t value = 0; value < bound; ++value) {
    words.push_back(value > max_word ? 0 : (max_word - value) / bound + 1);
  }
  return words;
}

// Of a value that never falls as the word grows: the first word of each value is found by bisection on the
// very function that draws, so its rounding is counted too.
template <class ValueOfWord>
std::vector<std::uint64_t> words_by_stretch(std::uint64_t max_word, std::uint64_t bound,
                                            ValueOfWord value_of_word) {
  std::vector<std::uint64_t> words;
  std::uint64_t first = 0;  // first word whose value is at least the current one
  bool none_left = false;   // no word gives the current value or a larger one
  for (std::uint64_t value = 0; value < bound; ++value) {
    std::uint64_t low = first, high = max_word;
    const bool higher_exists = !none_left && value_of_word(max_word) > value;
    if (higher_exists) {
      while (low < high) {
        const std::uint64_t middle = low + (high - low) / 2;
        if (value_of_word(middle) > value) {
          high = middle;
        } else {
          low = middle + 1;
        }
      }
    }
    // With two values or more the last word gives a value above 0, so no count reaches 2^64.
    words.push_back(none_left ? 0 : higher_exists ? low - first : max_word - first + 1);
    first = low;
    none_left = !higher_exists;
  }
  return words;
}

template <class Method>
constexpr DrawEntry entry() {
  DrawEntry made{.info = Method::info,
                 .below = [](AnySource& source, std::uint64_t bound) { return Method::below(source, bound); },
                 .own_use = Method::use,
                 .value_of_word = nullptr};
  if constexpr (Method::use == WordUse::rising) made.value_of_word = &Method::value_of_word;
  return made;
}

// The one table of draw methods.
constexpr std::array draws{
    entry<ExactDraw>(),        entry<ModuloDraw>(),        entry<MultiplyShiftDraw>(),
    entry<ScaledDoubleDraw>(), entry<RoundedDoubleDraw>(), entry<NativeDraw>(),
};

}  // namespace

WordUse DrawEntry::word_use(const SourceEntry& source) const {
  if (own_use != WordUse::none) return own_use;
  if (source.native_use != WordUse::none) return source.native_use;
  throw std::invalid_argument("native draw: source " + std::string(source.info.name) + " has none");
}

DrawDistribution DrawEntry::distribution(const SourceEntry& source, std::uint64_t max_word,
                                         std::uint64_t bound) const {
  if (bound < 1 || bound > largest_tabulated_bound) {
    throw std::invalid_argument("draw distribution: bound must be in 1..10000000, was " +
                                std::to_string(bound));
  }
  const WordUse use = word_use(source);
  if (use == WordUse::several || bound == 1) return {.uniform = true, .max_word = max_word, .words = {}};
  return {.uniform = false,
          .max_word = max_word,
          .words = use == WordUse::remainder ? words_by_remainder(max_word, bound)
                                             : words_by_stretch(max_word, bound, [&](std::uint64_t word) {
                                                 return of_word(source, word, max_word, bound);
                                               })};
}

std::uint64_t DrawEntry::of_word(const SourceEntry& source, std::uint64_t word, std::uint64_t max_word,
                                 std::uint64_t bound) const {
  if (value_of_word != nullptr) return value_of_word(word, max_word, bound);
  const WordUse use = word_use(source);
  if (use == WordUse::rising) return source.native_of_word(word, bound);
  if (use == WordUse::remainder) return word % bound;
  throw std::logic_error(std::string(info.name) + " draw: one word does not make a value");
}

std::span<const DrawEntry> all_draws() {
  return draws;
}

}  // namespace fairshuffle
