// Sampling: a shuffle run by a source of random words.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "core/permutation/permutation.hpp"
#include "core/random/generators.hpp"
#include "core/random/seeding.hpp"
#include "core/shuffle/info.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

// Where the scalar interpreter's choices come from: a source, a draw method, a seeding.

/// When the source is seeded again, and where a clock stands.
struct ClockSeeding {
  Seeding seeding;
  std::uint64_t epoch = 0;  ///< the clock's reading at trial 0
};

/// The seeds of single trials, where the seeding gives them any.
class TrialSeeds {
 public:
  explicit TrialSeeds(const ClockSeeding& clock) : clock_(clock) {}

  SeedingKind kind() const { return clock_.seeding.kind; }

  void begin_block(std::uint64_t seed) { random_seeds_ = Xoshiro256PlusPlus(seed); }

  std::optional<std::uint64_t> of(std::uint64_t trial) {
    // By copy: a source beside this that no other function can reach stays in registers.
    const Seeding seeding = clock_.seeding;
    switch (seeding.kind) {
      case SeedingKind::per_shuffle_clock:
      case SeedingKind::per_draw_clock:
        return clock_seed(seeding, clock_.epoch, trial);
      case SeedingKind::per_shuffle_counter:
        return counter_seed(trial);
      case SeedingKind::per_shuffle_random:
        return ExactDraw::below(random_seeds_, seeding.seeds);
      case SeedingKind::per_block:
      case SeedingKind::per_run:
        break;
    }
    return std::nullopt;
  }

 private:
  ClockSeeding clock_;
  Xoshiro256PlusPlus random_seeds_{0};
};

/// The draws through any source, draw method and seeding.
class AnyDraws {
 public:
  AnyDraws(std::unique_ptr<AnySource> source, const DrawEntry& method, const ClockSeeding& clock)
      : source_(std::move(source)), below_(method.below), seeds_(clock) {}

  void begin_block(std::uint64_t seed) {
    source_->seed(seed);
    seeds_.begin_block(seed);
    last_seed_.reset();
  }

  void begin_trial(std::uint64_t trial) {
    const std::optional<std::uint64_t> seed = seeds_.of(trial);
    if (!seed) return;
    if (seed == last_seed_) return source_->restart();
    source_->seed(*seed);
    last_seed_ = seed;
  }

  std::uint64_t below(std::uint64_t bound) {
    // A shuffle takes far less than a tick, so every draw of it is seeded with the same reading.
    if (seeds_.kind() == SeedingKind::per_draw_clock) source_->restart();
    return below_(*source_, bound);
  }

 private:
  std::unique_ptr<AnySource> source_;
  std::uint64_t (*below_)(AnySource&, std::uint64_t);
  TrialSeeds seeds_;
  std::optional<std::uint64_t> last_seed_;  // of a trial of this block
};

/// Draws of whatever is asked: what is not done millions of times shares one kind of them, since every kind
/// makes code of every shuffle.
struct AskedDraws {
  std::function<std::uint64_t(std::uint64_t bound)> below;
};

template <class Draws>
AskedDraws asked_of(Draws& draws) {
  return {[&draws](std::uint64_t bound) { return draws.below(bound); }};
}

/// A source known at compile time, with the exact draw, and its words for shuffles that draw their own way.
template <class S>
class TypedDraws {
 public:
  /// A UniformRandomBitGenerator, as the standard library wants it.
  class Words {
   public:
    using result_type = std::uint64_t;
    static constexpr result_type min() { return 0; }
    static constexpr result_type max() { return S::max_word(); }
    result_type operator()() { return source.next_word(); }

    S source{0};
  };

  explicit TypedDraws(const ClockSeeding& clock) : seeds_(clock) {}

  void begin_block(std::uint64_t seed) {
    words_.source = S(seed);
    seeds_.begin_block(seed);
  }
  void begin_trial(std::uint64_t trial) {
    if (const std::optional<std::uint64_t> seed = seeds_.of(trial)) words_.source = S(*seed);
  }
  std::uint64_t below(std::uint64_t bound) { return ExactDraw::below(words_.source, bound); }
  Words& words() { return words_; }

 private:
  Words words_;
  TrialSeeds seeds_;
};

// A shuffle with its options, as what a deck is handed to.

/// Shuffles a deck once. Only this is compiled for every shuffle: what is done with the decks is the same for
/// all.
template <class Deck>
using Play = std::function<void(Deck&)>;

/// Empty where such decks do not offer what the shuffle asks for. `options` in the order of its list.
template <class Shuffle, class Deck>
Play<Deck> play_of(std::span<const std::int64_t> options) {
  if constexpr (std::invocable<const Shuffle&, Deck&>) {
    return Shuffle{OptionValues(options)};
  } else {
    return {};
  }
}

// What a sampler is given and does, and the scalar one: runs a target's trials one by one and counts them.

/// Everything that decides what a built-in target's trials are, looked up and checked.
struct SampleSetup {
  const ShuffleInfo* shuffle = nullptr;
  std::vector<std::int64_t> options;  ///< in the order of shuffle->options
  int deck_size = 5;
  const SourceEntry* source = nullptr;
  int bits = 0;  ///< 0 for whole words
  const DrawEntry* draw = nullptr;
  ClockSeeding clock;
  /// Each trial starts from the deck that the last one left; relative permutations are counted.
  bool carried = false;
  Symmetry reading;  ///< how permutations are written down; a deck is carried on plainly alone
};

/// The shuffle as it is listed: its standard options, with the standard source and draw method.
SampleSetup standard_setup(const ShuffleInfo& shuffle, int deck_size);

/// Whether each draw is as likely below any bound: by the exact method, from whole words.
bool draws_exactly(const SampleSetup& setup);

/// Runs trials of one target. Not thread-safe: one sampler a thread.
class Sampler {
 public:
  virtual ~Sampler() = default;

  /// Starts the stream of a block: seeds the source (a clock seeding ignores the seed) and sorts the deck. To
  /// be called before the first `run`: a sampler has no stream until then.
  virtual void begin_block(std::uint64_t seed) = 0;

  /// How many of the next `trials` trials there are: all of them, but for a target that comes to an end by
  /// itself (a recorded log), which then has no more ever. To be asked before `run`; may read ahead.
  virtual std::uint64_t ready(std::uint64_t trials) { return trials; }

  /// Runs `trials` more trials of the stream and adds them to `tally`. `first_trial` is the index of the
  /// first one over the whole run.
  virtual void run(std::uint64_t first_trial, std::uint64_t trials, RunningTally& tally) = 0;

  /// Whether the same is counted where a `run` is parted into several, and the shuffles are made in it.
  virtual bool may_be_parted() const { return false; }

  /// To be called when no more trials are wanted. Throws when what was sampled is known to have failed.
  virtual void finish() {}
  /// As `finish`, but where more trials may be wanted: what is known of these is told, and nothing is ended.
  virtual void check() {}
};

/// True when the trials of this target form one sequence over the whole run, so that its blocks must be run
/// in turn by one sampler that begins a block only once.
bool runs_in_sequence(const SampleSetup& setup);

/// Throws std::invalid_argument when the shuffle makes its own draws and the setup asks for a draw method, a
/// cut of the words or a seeding that it has no part in; `why_not_sampled` says so beforehand.
std::unique_ptr<Sampler> make_scalar_sampler(const SampleSetup& setup);

/// One clause that says why the setup cannot be sampled; empty when it can.
std::string why_not_sampled(const SampleSetup& setup);

/// The same of those that follow single cards, which wide decks have too many of.
std::string why_not_followed(const SampleSetup& setup);

// Which interpreter samples a setup: the lanes where they can, one trial after the other where not.

/// The sampler of the setup. Which one depends on the setup alone, and so do its trials. Throws
/// std::invalid_argument where `why_not_sampled` has something to say.
std::unique_ptr<Sampler> make_sampler(const SampleSetup& setup);

/// True when the shuffle of this name can run in lanes, with some options, source and draw method.
bool lanes_admit(std::string_view shuffle);

}  // namespace fairshuffle
