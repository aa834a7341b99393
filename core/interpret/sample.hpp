// What a sampler is given and does, and the scalar one: runs a target's trials one by one and counts them.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/draw/method.hpp"
#include "core/interpret/draws.hpp"
#include "core/order/symmetries.hpp"
#include "core/random/any_source.hpp"
#include "core/shuffle/info.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

/// Everything that decides what a built-in target's trials are, looked up and checked.
struct SampleSetup {
  const ShuffleInfo* shuffle = nullptr;
  std::vector<std::int64_t> options;  ///< in the order of shuffle->options
  int deck_size = 5;
  const SourceEntry* source = nullptr;
  int bits = 0;  ///< 0 for whole words
  const DrawEntry* draw = nullptr;
  ClockSeeding clock;
  /// Each trial starts from the deck that the last one left; relative orders are counted.
  bool carried = false;
  Symmetry reading;  ///< how orders are written down; a deck is carried on plainly alone
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

}  // namespace fairshuffle
