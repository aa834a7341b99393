// A run over ranks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/tally/coded.hpp"
#include "harness/engine/run.hpp"
#include "harness/job/certify_plan.hpp"

namespace fairshuffle {

// The processes of one run, as one of them sees them.

class Ranks {
 public:
  virtual ~Ranks() = default;

  /// From 0 to size() - 1; 0 judges.
  virtual int rank() const = 0;
  virtual int size() const = 0;
  /// Any bytes. Messages from one rank to another come in the order in which they are sent.
  virtual void send(int to, std::string_view message) = 0;
  /// Waits for the next message of that rank, without keeping a core busy.
  virtual std::string receive(int from) = 0;
};

// A run on many ranks: rank 0 judges what all of them count.

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
  void begin(RunPlan& plan);
  /// How many there are, with this one.
  int size() const { return ranks_.size(); }

  std::uint64_t reach(std::size_t target, std::uint64_t from, std::uint64_t due) override;
  ShardPart count(RunningTarget& target, const AskedTrials& asked, const Waiting& waiting) override;
  ShardPart finish(RunningTarget& target, std::size_t index) override;

 private:
  Ranks& ranks_;
  std::optional<ShardTargets> targets_;
  std::map<std::size_t, std::uint64_t> stretch_;  // for each target the blocks that it is asked for at once
};

/// What every other rank does: it counts what it is asked for until it is let go.
void serve_rank(Ranks& ranks);

}  // namespace fairshuffle
