// A look at the way to a target whose trials are rows, apart from statistics: how its first rows are
// understood, and how fast rows come.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/record/looks.hpp"
#include "harness/target/rows/row_target.hpp"
#include "harness/target/target_error.hpp"

namespace fairshuffle {

/// A row as it was read.
struct ShownRow {
  std::string written;          ///< for a reader's eyes; empty where nobody wrote it and it is an order
  std::vector<WideCard> order;  ///< empty where it is none
};

struct RowPace {
  std::uint64_t rows = 0;
  std::uint64_t no_orders = 0;  ///< of these
  double seconds = 0;
};

class RowTrial {
 public:
  static constexpr std::uint64_t most_shown = 1000;

  /// Opens the target, which must outlive the trial, at the first block of a run of that seed and so many
  /// trials at most: its starts are told what its looks need, as in a run. Throws TargetError.
  RowTrial(const RowTarget& target, std::uint64_t run_seed, std::uint64_t most_trials);
  RowTrial(const RowTrial&) = delete;
  RowTrial& operator=(const RowTrial&) = delete;
  ~RowTrial();

  /// The first so many rows, at most most_shown, or those that there are. To be called once. A fault among
  /// them is kept (`fault`), since what came before is half of its explanation.
  std::vector<ShownRow> first(std::uint64_t rows);
  const std::optional<TargetError>& fault() const { return fault_; }

  /// Reads and counts further rows for about so many seconds, up to the most trials. Throws TargetError.
  RowPace measure(double seconds);

  /// What the target said beside its rows, in one line.
  std::string asides() const;

 private:
  struct Record;
  class Recording;

  void begin_look();

  const RowTarget* target_;
  std::uint64_t most_trials_;
  LookSchedule looks_;
  std::unique_ptr<Record> record_;
  RowSampler sampler_;  // records there, up to its end
  std::optional<TargetError> fault_;
  std::uint64_t counted_ = 0;
};

}  // namespace fairshuffle
