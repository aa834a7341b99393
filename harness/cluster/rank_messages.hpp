// What ranks say to each other.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/tally/coded/counts_reader.hpp"
#include "core/tally/coded/counts_writer.hpp"
#include "harness/cluster/ranks.hpp"
#include "harness/engine/look_source.hpp"
#include "harness/engine/shard.hpp"

namespace fairshuffle {

/// What rank 0 wants of the others.
enum class RankTask : std::uint8_t {
  end,     ///< nothing more
  plan,    ///< RankPlan; answered with a sentence that says why it can't be run, empty where it can
  count,   ///< AskedTrials; answered with RankParts::Counted, where anything was counted
  finish,  ///< a target; answered with ShardTargets::part_at_end
};

/// What a rank needs to run its part.
struct RankPlan {
  std::string report;  ///< the planned record as JSON
  std::string digest;  ///< plan_digest of it, and contents_of it
  int threads = 1;
  int children = 1;
};

std::string end_message();
std::string message_of(const RankPlan& plan);
std::string message_of(const AskedTrials& asked);
/// That no more trials of the target are wanted.
std::string finish_message(std::size_t target);
RankTask task_of(CountsReader& message);
RankPlan read_plan(CountsReader& message);
AskedTrials read_asked(CountsReader& message);

/// The counts of a rank and of those below it; null where none of them runs the target.
std::string message_of(const ShardTargets::Counted* counted);

std::string message_of(const ShardPart& part);

/// Reads the bytes, which must outlive it.
CountsReader reader_of(std::string_view message);

/// Ranks stand in a tree, so that what is counted by many is added up by many: below rank r stand 2 r + 1 and
/// 2 r + 2.
std::vector<int> ranks_below(const Ranks& ranks);
constexpr int rank_above(int rank) {
  return (rank - 1) / 2;
}
void send_below(Ranks& ranks, std::string_view message);

}  // namespace fairshuffle
