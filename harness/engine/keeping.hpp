// What a run keeps of itself, so that another one can go on from there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/record/run_record.hpp"
#include "core/tally/coded/counts_reader.hpp"
#include "harness/engine/blocks.hpp"

namespace fairshuffle {

/// A run between two blocks.
struct KeptRun {
  int look = 1;                  ///< the look that is next
  bool early_end_spent = false;  ///< the share kept for an early end is spent, by this run or one before
  bool is_ending = false;        ///< the run ends before its time, and here
  std::uint64_t trials = 0;      ///< of all targets, that this run has run itself
  struct KeptTarget {
    const TargetRecord& record;
    bool is_decided;              ///< and the record is whole
    const RunningTarget* counts;  ///< null where it is decided, or begins again
  };
  std::vector<KeptTarget> targets;  ///< as the plan has them
};

/// Keeps a run, from time to time.
class RunKeeper {
 public:
  virtual ~RunKeeper() = default;

  /// Asked on the calling thread after every block: whether the run is to be kept now.
  virtual bool is_due() = 0;
  /// Called with all threads at rest. A run that can't be kept goes on: it throws nothing of that. One that
  /// is ending may throw where an older file stays that does not know of it.
  virtual void keep(const KeptRun& run) = 0;
  /// Whether there are counts of it, of this run or of one before, that another one could go on from.
  virtual bool has_counts() const { return false; }
};

/// Where a run goes on from.
struct RunStart {
  int look = 1;
  bool early_end_spent = false;
  /// For each target of the plan its record where it is decided.
  std::vector<std::optional<TargetRecord>> decided;
  /// The counts of an undecided target, by index; nothing where it begins again. Asked once for each, by
  /// ascending index; null for a run that starts.
  std::function<std::optional<CountsReader>(std::size_t)> counts;
};

}  // namespace fairshuffle
