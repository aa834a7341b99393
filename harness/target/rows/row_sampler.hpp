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
#include "harness/target/rows/byte_source.hpp"
#include "harness/target/rows/row_buffer.hpp"
#include "harness/target/rows/row_format.hpp"
#include "harness/target/rows/row_reader.hpp"

namespace fairshuffle {

/// How the rows of a target are to be understood.
struct RowManner {
  RowFormat format;
  bool carried = false;   ///< reset=never: each row was shuffled from the one before; relative orders count
  bool recorded = false;  ///< an end is no error: there are no more trials then
  std::vector<std::string> columns = {};  ///< of a CSV with a header line; none where a line is a row
};

/// Counts rows as trials: the order of row r is trial r - 1. What becomes of a row that is no order is
/// told by RowReader.
class RowSampler final : public Sampler {
 public:
  /// `open` is called by begin_block, with its seed; the source of the block before is gone by then.
  /// Leaves in `remark` what its reader has to tell, when it is done and when it is gone.
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

 private:
  void leave_remark();
  void read_ahead(std::uint64_t trials);
  std::size_t read_source(std::uint64_t missing);
  void check_unpacked() const;
  void check_raw_bytes() const;
  void check_deck_size();
  bool holds_no_order() const;
  void read_rows(std::uint64_t rows);
  void check_end(std::uint64_t missing);
  std::span<const Card> relative_orders(std::span<const Card> decks);

  RowManner manner_;
  std::function<std::unique_ptr<ByteSource>(std::uint64_t)> open_;
  std::shared_ptr<std::string> remark_;
  std::unique_ptr<ByteSource> source_;
  std::unique_ptr<RowReader> reader_;
  std::vector<char> bytes_;              // as they came
  std::size_t next_byte_ = 0, end_ = 0;  // of bytes_, those that are not yet read
  RowBuffer rows_;                       // read, not yet counted
  TrialStream stream_;
  bool has_ended_ = false;
  std::exception_ptr fault_;    // after which nothing is read any more
  std::string cut_off_;         // what stood after the last whole row
  std::vector<Card> before_;    // the deck that the next row was shuffled from, where decks are carried on
  std::vector<Card> relative_;  // the orders of the rows that are counted, there
};

}  // namespace fairshuffle
