// A run on many ranks: rank 0 judges what all of them count.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/cluster/rank_messages.hpp"
#include "harness/cluster/ranks.hpp"
#include "harness/engine/look_source.hpp"
#include "harness/engine/shard.hpp"
#include "harness/job/certify_plan.hpp"

namespace fairshuffle {

/// What all ranks count, for the judge of rank 0.
class RankParts final : public LookSource {
 public:
  explicit RankParts(Ranks& ranks) : ranks_(ranks) {}
  RankParts(const RankParts&) = delete;
  RankParts& operator=(const RankParts&) = delete;
  /// Lets the others go.
  ~RankParts() override;

  /// Has all ranks make ready for the plan, which must outlive it, and sets it to take its counts from here.
  /// Throws InputError where something in it can't be run on many ranks, or not on one of them.
  void begin(CertifyPlan& plan);
  /// How many there are, with this one.
  int size() const { return ranks_.size(); }

  std::uint64_t reach(std::size_t target, std::uint64_t from, std::uint64_t due) override;
  Parts parts_of(const AskedTrials& asked) override;
  void finish(std::size_t target) override;

 private:
  Ranks& ranks_;
  const std::function<void(const Progress&)> on_progress_ = [](const Progress&) {};
  std::optional<ShardTargets> targets_;
  std::vector<std::string> answers_;              // of the last question, this rank's own first
  std::map<std::size_t, std::uint64_t> stretch_;  // for each target the blocks that it is asked for at once
};

/// What every other rank does: it counts what it is asked for until it is let go.
void serve_rank(Ranks& ranks);

}  // namespace fairshuffle
