// What was counted of a run elsewhere, in shards.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/tally/coded/counts_reader.hpp"

namespace fairshuffle {

/// What one shard counted of a target between two looks.
struct ShardPart {
  std::string error;         ///< why the target failed there; empty where it did not
  bool ended_early = false;  ///< it gives no more trials
};

/// The parts of all shards, for a judge.
class LookSource {
 public:
  virtual ~LookSource() = default;

  struct Parts {
    std::vector<ShardPart> told;
    std::vector<CountsReader> counts;
  };
  /// Of all shards, in their order. Asked for by ascending look and target.
  virtual Parts parts_of(int look, std::size_t target) = 0;
};

}  // namespace fairshuffle
