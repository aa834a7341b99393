// Where the scalar interpreter's choices come from: a source, a draw method, a seeding.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <stdexcept>
#include <utility>

#include "core/draw/exact.hpp"
#include "core/draw/method.hpp"
#include "core/random/any_source.hpp"
#include "core/random/seeding.hpp"
#include "core/random/xoshiro256pp.hpp"

namespace fairshuffle {

/// The draws of one block through a source and a draw method known at compile time: the fast path.
template <class S, class Method>
class TypedDraws {
 public:
  void begin_block(std::uint64_t seed) { source_ = S(seed); }
  void begin_trial(std::uint64_t) {}
  std::uint64_t below(std::uint64_t bound) { return Method::below(source_, bound); }

 private:
  S source_{0};
};

/// When the source is seeded again, and where a clock stands.
struct ClockSeeding {
  Seeding seeding;
  std::uint64_t epoch = 0;  ///< the clock's reading at trial 0
};

/// The random seeds of a block's shuffles.
class RandomSeeds {
 public:
  void begin_block(std::uint64_t seed) { source_ = Xoshiro256PlusPlus(seed); }
  std::uint64_t next(const Seeding& seeding) { return ExactDraw::below(source_, seeding.seeds); }

 private:
  Xoshiro256PlusPlus source_{0};
};

/// The draws through any source, draw method and seeding.
class AnyDraws {
 public:
  AnyDraws(std::unique_ptr<AnySource> source, const DrawEntry& method, const ClockSeeding& clock)
      : source_(std::move(source)), below_(method.below), clock_(clock) {}

  void begin_block(std::uint64_t seed) {
    source_->seed(seed);
    random_seeds_.begin_block(seed);
    reading_ = no_reading;
  }

  void begin_trial(std::uint64_t trial) {
    switch (clock_.seeding.kind) {
      case SeedingKind::per_shuffle_clock:
      case SeedingKind::per_draw_clock:
        return begin_tick(clock_seed(clock_.seeding, clock_.epoch, trial));
      case SeedingKind::per_shuffle_counter:
        return source_->seed(counter_seed(trial));
      case SeedingKind::per_shuffle_random:
        return source_->seed(random_seeds_.next(clock_.seeding));
      case SeedingKind::per_block:
      case SeedingKind::per_run:
        return;
    }
  }

  std::uint64_t below(std::uint64_t bound) {
    // A shuffle takes far less than a tick, so every draw of it is seeded with the same reading.
    if (clock_.seeding.kind == SeedingKind::per_draw_clock) source_->restart();
    return below_(*source_, bound);
  }

 protected:
  AnySource& source() { return *source_; }

 private:
  void begin_tick(std::uint64_t reading) {
    if (reading == reading_) return source_->restart();
    source_->seed(reading);
    reading_ = reading;
  }

  static constexpr std::uint64_t no_reading = std::numeric_limits<std::uint64_t>::max();

  std::unique_ptr<AnySource> source_;
  std::uint64_t (*below_)(AnySource&, std::uint64_t);
  ClockSeeding clock_;
  RandomSeeds random_seeds_;
  std::uint64_t reading_ = no_reading;  // the tick that the source was last seeded with
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

/// Any source whose words go up to max_word, as the standard library wants it: one kind for all such sources.
template <std::uint64_t max_word>
class AnyWordDraws : public AnyDraws {
 public:
  /// A UniformRandomBitGenerator.
  class Words {
   public:
    using result_type = std::uint64_t;
    static constexpr result_type min() { return 0; }
    static constexpr result_type max() { return max_word; }
    result_type operator()() { return source->next_word(); }

    AnySource* source;
  };

  AnyWordDraws(std::unique_ptr<AnySource> source, const DrawEntry& method, const ClockSeeding& clock)
      : AnyDraws(std::move(source), method, clock), words_{&this->source()} {}

  Words& words() { return words_; }

 private:
  Words words_;
};

/// A typed source as the standard library wants it, for shuffles that draw their own way.
template <class S>
class WordDraws {
 public:
  /// A UniformRandomBitGenerator.
  class Words {
   public:
    using result_type = std::uint64_t;
    static constexpr result_type min() { return 0; }
    static constexpr result_type max() { return S::max_word(); }
    result_type operator()() { return source.next_word(); }

    S source{0};
  };

  explicit WordDraws(const ClockSeeding& clock) : clock_(clock) {}

  void begin_block(std::uint64_t seed) {
    words_.source = S(seed);
    random_seeds_.begin_block(seed);
  }
  void begin_trial(std::uint64_t trial) {
    // By copy: a source that no other function can reach stays in registers.
    const Seeding seeding = clock_.seeding;
    if (seeding.kind == SeedingKind::per_shuffle_clock) {
      words_.source = S(clock_seed(seeding, clock_.epoch, trial));
    } else if (seeding.kind == SeedingKind::per_shuffle_counter) {
      words_.source = S(counter_seed(trial));
    } else if (seeding.kind == SeedingKind::per_shuffle_random) {
      words_.source = S(random_seeds_.next(seeding));
    }
  }
  std::uint64_t below(std::uint64_t) {
    throw std::logic_error("WordDraws: a shuffle that takes words does not draw through a method");
  }
  Words& words() { return words_; }

 private:
  Words words_;
  ClockSeeding clock_;
  RandomSeeds random_seeds_;
};

}  // namespace fairshuffle
