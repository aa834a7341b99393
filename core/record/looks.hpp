// Looks: the moments at which a running target is judged, and each one's share of an error budget.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fairshuffle {

/// Trials of a block: the unit of streams and threads.
inline constexpr std::uint64_t trials_per_block = 16'384;

/// When the targets of a run are judged.
class LookSchedule {
 public:
  /// Looks from 2,400 trials on, each with about half as many again as the one before, and at `most_trials`,
  /// which is the only one when `fixed`. Those below one block are looks at its first trials, an even
  /// number of them, those above are at whole blocks. The first chi-square tests apply at 2,400 trials, and
  /// at any level from 12,000 on (core/README.md 2.8), where a look is due too. most_trials in 1..2^53.
  LookSchedule(std::uint64_t most_trials, bool fixed);

  /// Trials of each target at look 1, 2, ...
  std::uint64_t trials_at(int look) const {
    const auto index = static_cast<std::size_t>(look - 1);
    return index < trials_.size() ? trials_[index] : trials_.back();
  }
  bool is_last(int look) const { return trials_at(look) == trials_.back(); }

  /// The first look with so many trials or more, or the last one.
  int look_from(std::uint64_t trials) const {
    int look = 1;
    while (trials_at(look) < trials && !is_last(look)) ++look;
    return look;
  }
  /// The number of the look that a run which is ended early is judged at: after all that were due.
  int unscheduled() const { return static_cast<int>(trials_.size()) + 1; }

  /// The share of an error budget that may be spent at each look. Those of all looks leave as much again: for
  /// one that is due at no trials known beforehand.
  double share() const { return share_; }

 private:
  std::vector<std::uint64_t> trials_;
  double share_;
};

}  // namespace fairshuffle
