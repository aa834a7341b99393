// Reads rows from the bytes of one start after the other.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "harness/target/rows/byte_source.hpp"
#include "harness/target/rows/row_buffer.hpp"
#include "harness/target/rows/row_manner.hpp"
#include "harness/target/rows/row_reader.hpp"
#include "harness/target/rows/row_starts.hpp"

namespace fairshuffle {

/// Which rows come, and from which start each, depends on the rows that are asked for and on what each start
/// writes; never on time.
class RowIntake {
 public:
  RowIntake(RowManner manner, RowOpener open);

  /// Opens start 0. Rows are counted from 1 again.
  void begin(std::uint64_t seed);
  /// As LookListener::begin_look.
  void begin_look(std::uint64_t trials, const std::function<bool()>& is_to_end,
                  const std::function<void(std::uint64_t)>& on_waiting);
  /// Ends what can be started again, or was to be read ahead. That it failed is told by `finish`.
  void end_look();

  /// Asks for rows and reads until there are so many, or no more come: a recording is over, a program begins
  /// as it did before, or the run is to end. Throws TargetError otherwise.
  void read_ahead(std::uint64_t rows);
  /// To be told: so many rows were counted and are gone.
  void remove(std::uint64_t rows);
  void finish();
  /// As Sampler::check.
  void check();

  const RowBuffer& rows() const { return rows_; }
  /// Whether this row, which is in the queue, is the first of a later start than start 0.
  bool begins_start(std::uint64_t row) const { return std::ranges::binary_search(first_rows_, row); }
  std::string remark() const;

 private:
  void open_next();
  void read_start(std::uint64_t rows);
  void read_rows(std::uint64_t rows);
  std::size_t read_source(std::uint64_t missing);
  void hear_rows(std::uint64_t before);
  void end_start(std::uint64_t missing);
  void read_single_start();
  void refuse_unasked(std::chrono::milliseconds patience);
  [[noreturn]] void fail_end(std::uint64_t missing);
  // Of a source that has told why it ended.
  [[noreturn]] void fail(const std::string& sentence) const;
  void read_all_ahead();
  void close();

  RowManner manner_;
  RowOpener open_;
  RowStarts starts_;
  std::unique_ptr<ByteSource> source_;
  std::unique_ptr<RowReader> reader_;
  std::vector<char> bytes_;               // as they came
  std::size_t next_byte_ = 0, end_ = 0;   // of bytes_, those that are not yet read
  RowBuffer rows_;                        // read, not yet counted
  std::deque<std::uint64_t> first_rows_;  // of later starts than start 0, where decks are carried on
  std::string cut_off_;                   // what stood after the last whole row
  bool has_ended_ = false;                // the source, and its end was read
  bool is_over_ = false;                  // no row comes any more
  std::uint64_t wanted_ = 0;              // rows of this look that are not yet counted; 0 where nobody told
  std::function<bool()> is_to_end_;
  std::function<void(std::uint64_t)> on_waiting_;
  std::exception_ptr fault_;        // of a start that was ended with its look
  std::exception_ptr later_fault_;  // of one that was read ahead; its rows come first
};

}  // namespace fairshuffle
