#include "core/interpret/sample.hpp"

#include <algorithm>
#include <array>
#include <concepts>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "core/interpret/lanes/lanes.hpp"
#include "core/interpret/scalar_deck.hpp"
#include "core/random/generators.hpp"
#include "core/random/language_generators.hpp"
#include "core/random/seeding.hpp"
#include "core/shuffle/catalogue.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

namespace {

/// Counts the decks of some trials at a time; how they are shuffled, its heirs know.
template <class AnyCard>
class ScalarSampler : public Sampler {
 public:
  void begin_block(std::uint64_t seed) override {
    begin_draws(seed);
    stream_.begin();
  }

  bool may_be_parted() const override { return true; }

  void run(std::uint64_t first_trial, std::uint64_t trials, RunningTally& tally) override {
    for (std::uint64_t run = 0; run < trials; run += trials_together) {
      const std::uint64_t first = first_trial + run;
      const std::uint64_t next = std::min<std::uint64_t>(trials_together, trials - run);
      const std::span<AnyCard> decks =
          std::span(together_).first(next * static_cast<std::size_t>(deck_size_));
      shuffle(first, decks);
      stream_.add_decks(std::span<const AnyCard>(decks), first, tally);
    }
  }

 protected:
  explicit ScalarSampler(int deck_size) : deck_size_(deck_size), stream_(deck_size) {}

  int deck_size() const { return deck_size_; }
  TrialStream& stream() { return stream_; }

 private:
  // As many decks as are counted beside each other; of wide ones a few, which stay in the nearest cache.
  static constexpr std::size_t trials_together = std::is_same_v<AnyCard, Card> ? PermutationPlanes::most : 8;

  virtual void begin_draws(std::uint64_t seed) = 0;
  /// Leaves the decks of the next trials end to end in `decks`, behind which is room for the largest deck.
  virtual void shuffle(std::uint64_t first_trial, std::span<AnyCard> decks) = 0;

  int deck_size_;
  TrialStream stream_;
  std::array<AnyCard, trials_together * ScalarDeck<AnyDraws, AnyCard>::largest_deck> together_;
};

/// The draws of most runs, of decks as they are, come with a loop of their own for each shuffle.
template <class Shuffle, class Draws>
class FastSampler final : public ScalarSampler<Card> {
 public:
  FastSampler(const SampleSetup& setup, Draws draws)
      : ScalarSampler(setup.deck_size), shuffle_{OptionValues(setup.options)}, draws_(std::move(draws)) {}

 private:
  void begin_draws(std::uint64_t seed) override { draws_.begin_block(seed); }

  // Cards are bytes, and a byte that is written may be part of anything that another function can reach. What
  // is local and never handed out can stay in registers from one draw to the next, so everything is inlined.
  [[gnu::flatten]] void shuffle(std::uint64_t first_trial, std::span<Card> decks) override {
    Draws draws = std::move(draws_);
    ScalarDeck<Draws> deck(deck_size(), draws);
    Card* to = decks.data();
    for (std::uint64_t trial = first_trial; to != decks.data() + decks.size(); ++trial, to += deck.size()) {
      draws.begin_trial(trial);
      deck.begin_trial();
      shuffle_(deck);
      deck.end_trial(to);
    }
    draws_ = std::move(draws);
  }

  Shuffle shuffle_;
  Draws draws_;
};

/// Any draws, of decks that may be carried on or read otherwise: compiled once for all shuffles, and called
/// for each trial.
template <class Draws, class AnyCard>
class AnySampler final : public ScalarSampler<AnyCard> {
  using Deck = ScalarDeck<Draws, AnyCard>;

 public:
  AnySampler(const SampleSetup& setup, Draws draws, Play<Deck> play)
      : ScalarSampler<AnyCard>(setup.deck_size),
        play_(std::move(play)),
        draws_(std::move(draws)),
        deck_(setup.deck_size, draws_),
        carried_(setup.carried),
        reading_(setup.reading) {}

  void run(std::uint64_t first_trial, std::uint64_t trials, RunningTally& tally) override {
    if (carried_) return run_carried(first_trial, trials, tally);
    ScalarSampler<AnyCard>::run(first_trial, trials, tally);
  }

 private:
  void begin_draws(std::uint64_t seed) override {
    draws_.begin_block(seed);
    deck_.start_sorted();
  }

  void shuffle(std::uint64_t first_trial, std::span<AnyCard> decks) override {
    AnyCard* to = decks.data();
    for (std::uint64_t trial = first_trial; to != decks.data() + decks.size(); ++trial, to += deck_.size()) {
      shuffle_one(trial);
      deck_.end_trial(to);
    }
    if (reading_ != Symmetry{}) read(decks);
  }

  void shuffle_one(std::uint64_t trial) {
    draws_.begin_trial(trial);
    deck_.begin_trial();
    play_(deck_);
  }

  // What is no permutation can be read in one way only.
  void read(std::span<AnyCard> decks) {
    std::array<AnyCard, Deck::largest_deck> plain;
    for (; !decks.empty(); decks = decks.subspan(static_cast<std::size_t>(deck_.size()))) {
      const std::span<AnyCard> deck = decks.first(static_cast<std::size_t>(deck_.size()));
      if (!is_permutation(std::span<const AnyCard>(deck))) continue;
      std::ranges::copy(deck, plain.begin());
      apply(reading_, std::span<const AnyCard>(plain.data(), deck.size()), deck);
    }
  }

  // A shuffle that only moves positions has the same relative orders as on fresh decks, and that is the
  // point: the decks themselves would be those of a random walk, which forgets the bias.
  void run_carried(std::uint64_t first_trial, std::uint64_t trials, RunningTally& tally) {
    std::array<AnyCard, Deck::largest_deck> relative;
    for (std::uint64_t trial = first_trial; trial < first_trial + trials; ++trial) {
      shuffle_one(trial);
      const std::span<const AnyCard> after = deck_.end_trial();
      if (!is_permutation(after)) {
        // A deck that lost cards can't be carried on: it is kept as it is, and the next trial has a new one.
        tally.add_invalid(after, trial);
        deck_.start_sorted();
        continue;
      }
      relative_order(deck_.start(), after, relative);
      this->stream().add({relative.data(), after.size()}, trial, tally);
      deck_.start_from_here();
    }
  }

  Play<Deck> play_;
  Draws draws_;
  Deck deck_;
  bool carried_;
  Symmetry reading_;
};

// A shuffle that takes words needs to know the type of its source: the deck of any source can't run it.
template <class Shuffle>
constexpr bool draws_through_method = std::invocable<const Shuffle&, ScalarDeck<AnyDraws>&>;

// Counting a wide deck takes so long that it is not worth a loop of its own how its draws are made.
bool is_plain(const SampleSetup& setup) {
  return !is_wide_deck(setup.deck_size) && !setup.carried && setup.reading == Symmetry{};
}

template <class Shuffle, class Draws>
std::unique_ptr<Sampler> make_any_sampler(const SampleSetup& setup, Draws draws) {
  const auto made = [&]<class AnyCard>(std::type_identity<AnyCard>) -> std::unique_ptr<Sampler> {
    return std::make_unique<AnySampler<Draws, AnyCard>>(
        setup, std::move(draws), play_of<Shuffle, ScalarDeck<Draws, AnyCard>>(setup.options));
  };
  return is_wide_deck(setup.deck_size) ? made(std::type_identity<WideCard>{})
                                       : made(std::type_identity<Card>{});
}

template <class Shuffle, class S>
std::unique_ptr<Sampler> make_fast_sampler(const SampleSetup& setup) {
  return std::make_unique<FastSampler<Shuffle, TypedDraws<S>>>(setup, TypedDraws<S>(setup.clock));
}

template <class Shuffle>
std::unique_ptr<Sampler> make_sampler_of(const SampleSetup& setup) {
  if constexpr (draws_through_method<Shuffle>) {
    if (is_plain(setup) && setup.source->info.name == Xoshiro256PlusPlus::info.name && draws_exactly(setup) &&
        setup.clock.seeding.kind == SeedingKind::per_block) {
      return make_fast_sampler<Shuffle, Xoshiro256PlusPlus>(setup);
    }
    return make_any_sampler<Shuffle>(setup,
                                     AnyDraws(setup.source->make(0, setup.bits), *setup.draw, setup.clock));
  } else {
    std::unique_ptr<Sampler> sampler;
    visit_source(setup.source->info.name, [&]<class S>(std::type_identity<S>) {
      sampler = is_plain(setup) ? make_fast_sampler<Shuffle, S>(setup)
                                : make_any_sampler<Shuffle>(setup, TypedDraws<S>(setup.clock));
    });
    return sampler;
  }
}

}  // namespace

SampleSetup standard_setup(const ShuffleInfo& shuffle, int deck_size) {
  SampleSetup setup;
  setup.shuffle = &shuffle;
  setup.deck_size = deck_size;
  for (const OptionInfo& option : shuffle.options) {
    setup.options.push_back(standard_value(option, deck_size));
  }
  setup.source = find_source(default_source);
  setup.draw = find_draw(default_draw);
  return setup;
}

bool draws_exactly(const SampleSetup& setup) {
  return setup.draw->info.name == ExactDraw::info.name && setup.bits == 0;
}

bool runs_in_sequence(const SampleSetup& setup) {
  return setup.clock.seeding.kind == SeedingKind::per_run;
}

std::string why_not_sampled(const SampleSetup& setup) {
  const std::string name(setup.shuffle->name);
  if (setup.deck_size < setup.shuffle->smallest_deck || setup.deck_size > setup.shuffle->largest_deck) {
    return name + " takes decks of " + std::to_string(setup.shuffle->smallest_deck) + " to " +
           std::to_string(setup.shuffle->largest_deck) + " cards";
  }
  if (setup.draw->info.name == "native" && setup.source->native_use == WordUse::none) {
    return "source " + std::string(setup.source->info.name) + " has no native draw";
  }
  if (setup.draw->info.name == "native" && setup.bits != 0)
    return "a native draw takes whole words, without bits";
  const bool through_method =
      visit_shuffle(name, []<class S>(std::type_identity<S>) { return draws_through_method<S>; });
  if (through_method) return "";
  if (setup.draw->info.name != default_draw) return name + " makes its own draws: it takes no draw method";
  if (setup.bits != 0) return name + " takes whole words: it takes no bits";
  if (setup.clock.seeding.kind == SeedingKind::per_draw_clock) {
    return name + " makes its own draws: they cannot be seeded one by one";
  }
  return "";
}

std::string why_not_followed(const SampleSetup& setup) {
  if (is_wide_deck(setup.deck_size)) {
    return std::string("cards are followed in decks of up to ")
        .append(std::to_string(largest_byte_deck))
        .append(" cards");
  }
  return why_not_sampled(setup);
}

std::unique_ptr<Sampler> make_scalar_sampler(const SampleSetup& setup) {
  if (const std::string reason = why_not_sampled(setup); !reason.empty()) {
    throw std::invalid_argument("make_scalar_sampler: " + reason);
  }
  return visit_shuffle(setup.shuffle->name,
                       [&setup]<class S>(std::type_identity<S>) { return make_sampler_of<S>(setup); });
}

std::unique_ptr<Sampler> make_sampler(const SampleSetup& setup) {
  if (const std::string reason = why_not_sampled(setup); !reason.empty()) {
    throw std::invalid_argument("make_sampler: " + reason);
  }
  if (auto task = lane_task_of(setup)) return make_lanes_sampler(std::move(*task));
  return make_scalar_sampler(setup);
}

// Small enough for every shuffle that runs in lanes at all.
constexpr int cards_of_a_lane_deck = 5;

bool lanes_admit(std::string_view shuffle) {
  const ShuffleInfo* info = find_shuffle(shuffle);
  return info != nullptr && lane_task_of(standard_setup(*info, cards_of_a_lane_deck)).has_value();
}

}  // namespace fairshuffle
