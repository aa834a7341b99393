// What was counted of a run elsewhere, in shards.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/tally/coded/counts_reader.hpp"

namespace fairshuffle {

/// What one shard counted of a target between two looks.
struct ShardPart {
  std::string error = {};         ///< why the target failed there; empty where it did not
  bool ended_early = false;       ///< it gives no more trials
  bool disturbed = false;         ///< others ended it there, as TargetDisturbed means it
  bool ran_before = false;        ///< it failed at trials that it had in another run
  std::string fault_at_end = {};  ///< what it would have failed by, were no more trials of it wanted
};

/// Whether a target failed by what is around it, so that another run may have more of it. What begins again
/// has nothing that was kept.
inline bool is_for_another_run(const ShardPart& part, bool in_sequence) {
  return part.ran_before || (part.disturbed && !in_sequence);
}

/// Trials of a target that a judge asks for: those of it up to a look, or the next of them.
struct AskedTrials {
  int look = 1;
  std::size_t target = 0;
  std::uint64_t from = 0;  ///< the first one
  std::uint64_t to = 0;    ///< behind the last one
  /// How many of them another run had of a target that begins again: where it fails at one of these,
  /// something around it has changed.
  std::uint64_t had = 0;
};

/// The parts of all shards, for a judge.
class LookSource {
 public:
  virtual ~LookSource() = default;

  /// How far a target is to be asked for at once, of `due` trials: at most that, and else whole blocks.
  virtual std::uint64_t reach(std::size_t /*target*/, std::uint64_t /*from*/, std::uint64_t due) {
    return due;
  }

  struct Parts {
    std::vector<ShardPart> told;
    std::vector<CountsReader> counts;
  };
  /// Of all shards, in their order. Asked for by ascending look, target and trials.
  virtual Parts parts_of(const AskedTrials& asked) = 0;

  /// To be called when a target that runs in sequence is decided. Throws when it is known to have failed.
  virtual void finish(std::size_t target) = 0;
};

}  // namespace fairshuffle
