// A part of a run: its blocks in turn to so many machines, counted look by look for a judge elsewhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>

#include "core/tally/tally_halves.hpp"
#include "harness/engine/blocks.hpp"
#include "harness/engine/look_source.hpp"
#include "harness/engine/run.hpp"

namespace fairshuffle {

/// Told of every part, by ascending look and target. The counts are those of the shard alone.
using TakePart =
    std::function<void(int look, std::size_t target, const ShardPart& part, const TallyHalves& counts)>;

/// Runs the shard's blocks of every target that is not decided where the plan starts, at every look from
/// there to plan.last_look, or to all of them. What runs in sequence is run whole by one shard, the target's
/// index modulo their number. Nothing is judged: where it ends early, it throws EndedShard.
void run_shard(const RunPlan& plan, BlockShare shard, const TakePart& take,
               const std::function<void(const Progress&)>& on_progress);

/// A shard was to end before its time: nothing of it can be used.
class EndedShard : public std::runtime_error {
 public:
  EndedShard() : runtime_error("ended early, and a part of a shard can't be used") {}
};

/// Which shard runs a target that runs in sequence.
constexpr std::uint64_t shard_of(std::size_t target, std::uint64_t shards) {
  return target % shards;
}

}  // namespace fairshuffle
