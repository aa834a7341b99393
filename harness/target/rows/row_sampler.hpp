// Trials from rows that come from outside, wherever their bytes come from.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/interpret/sample.hpp"
#include "core/tally/trial_stream.hpp"
#include "harness/target/look_listener.hpp"
#include "harness/target/rows/byte_source.hpp"
#include "harness/target/rows/row_intake.hpp"
#include "harness/target/rows/row_manner.hpp"
#include "harness/target/rows/row_start.hpp"

namespace fairshuffle {

/// Counts rows as trials: the order of row r is trial r - 1. What becomes of a row that is no order is
/// told by RowReader.
class RowSampler final : public Sampler, public LookListener {
 public:
  /// `open` is called by begin_block, with its seed, and where the manner says so again for further starts.
  /// Leaves in `remark` what there is to tell of its rows and starts, when it is done and when it is gone.
  RowSampler(RowManner manner, RowOpener open, std::shared_ptr<std::string> remark = nullptr);
  /// The same where the seed is all that there is to tell a source.
  RowSampler(RowManner manner, std::function<std::unique_ptr<ByteSource>(std::uint64_t seed)> open,
             std::shared_ptr<std::string> remark = nullptr);
  RowSampler(RowSampler&&) = default;
  RowSampler& operator=(RowSampler&&) = default;
  ~RowSampler() override;

  /// Opens the source. Rows are counted from 1 again.
  void begin_block(std::uint64_t seed) override;
  /// Asks the source for the rows that are not yet there and reads them. Throws TargetError: at a row that is
  /// none in this format, at an end that comes too early, at a recording without rows. Where one of the rows
  /// before that is no order, these are ready first, so that it is not forgotten.
  std::uint64_t ready(std::uint64_t trials) override;
  /// Precondition: `trials` rows are ready.
  void run(std::uint64_t first_trial, std::uint64_t trials, RunningTally& tally) override;
  void finish() override;
  void check() override { intake_.check(); }
  void begin_look(std::uint64_t trials, const std::function<bool()>& is_to_end,
                  const std::function<void(std::uint64_t)>& on_waiting) override {
    intake_.begin_look(trials, is_to_end, on_waiting);
  }
  void end_look() override {
    if (!fault_) intake_.end_look();
  }

 private:
  void leave_remark();
  bool holds_no_order() const;
  void check_first_rows() const;
  std::span<const WideCard> relative_orders(std::span<const WideCard> decks);

  RowManner manner_;
  RowIntake intake_;
  std::shared_ptr<std::string> remark_;
  TrialStream stream_;
  std::exception_ptr fault_;      // after which nothing is read any more
  std::vector<WideCard> before_;  // the deck that the next row was shuffled from, where decks are carried on
  std::vector<WideCard> relative_;  // the orders of the rows that are counted, there
};

}  // namespace fairshuffle
