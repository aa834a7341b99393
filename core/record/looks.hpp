// Looks: the moments at which a running target is judged, and each one's share of an error budget.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/statistics/looks.hpp"

namespace fairshuffle {

/// Trials of a block: the unit of streams, threads and looks.
inline constexpr std::uint64_t trials_per_block = 16'384;

/// When the targets of a run are judged.
class LookSchedule {
 public:
  /// Looks at one block, two, four ... and at `most_trials`, which is the only one when `fixed`.
  LookSchedule(std::uint64_t most_trials, bool fixed) : most_trials_(most_trials), fixed_(fixed) {}

  /// Trials of each target at look 1, 2, ...
  std::uint64_t trials_at(int look) const {
    if (fixed_ || look > 48) return most_trials_;
    return std::min(most_trials_, trials_per_block << (look - 1));
  }
  bool is_last(int look) const { return trials_at(look) == most_trials_; }

  /// The share of an error budget that may be spent at this look; the shares of all looks sum to at most 1.
  double share(int look) const { return fixed_ ? 1 : look_share(look); }

 private:
  std::uint64_t most_trials_;
  bool fixed_;
};

}  // namespace fairshuffle
