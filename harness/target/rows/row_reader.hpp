// Reads rows from bytes, however these are cut into pieces. No input or output.
//
// What becomes of a row that is no order of the deck:
//   too few cards, too many, one twice, a number outside the deck     an invalid trial; its row is kept
//   a word that is not the deck's (tokens)                            an invalid trial; its row is kept
//   a field that is no whole number (text), an empty field (CSV)      TargetError
//   a row that is written otherwise than row 1 (brackets, separators) TargetError
//   a line of more than 4096 bytes, of decks of more than 128 cards
//   more than 16384, in a CSV more than 65536                         TargetError
//   a quote in the wrong place, a row without the column (CSV)        TargetError
//   a last row that is not whole (u8, u16), or that has no line end and
//   is no order                                                       cut off: left to the caller
// A last line without its end counts when it is an order. Empty lines and those that begin with '#' are no
// rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "harness/target/rows/row_buffer.hpp"
#include "harness/target/rows/row_format.hpp"

namespace fairshuffle {

class RowReader {
 public:
  /// More bytes than any row may have: of so many `take` takes some, or throws.
  static constexpr std::size_t longest_row = 65536 + 2;

  virtual ~RowReader() = default;

  /// The bytes that come next are the first of a program that was started anew, and what a text may begin
  /// with may come again.
  virtual void begin_start() {}

  /// Reads whole rows from the front of `bytes` into `rows`, at most `most`: how many bytes it took. Those
  /// left are to be given again, with more behind them. Throws TargetError, which names the row by its number
  /// from 1, shows it and says what was expected.
  virtual std::size_t take(std::string_view bytes, std::uint64_t most, RowBuffer& rows) = 0;

  /// When no more bytes come: reads `rest`, what `take` left when it could have taken more, as the last row.
  /// Empty, or what was cut off: "row 7 is cut off: \"2 0\"". Throws as `take` does.
  virtual std::string take_rest(std::string_view rest, RowBuffer& rows) = 0;

  /// What whoever wrote the rows should know of how they were read, so far: "rows are read as row 1 is
  /// written: in [ ]; 2 blank lines passed over". Empty for nothing.
  virtual std::string remark() const { return {}; }
};

/// `columns` names that of a CSV with a header line which holds the rows, or one for each card; empty where
/// lines are rows. Throws std::invalid_argument for columns of raw bytes.
std::unique_ptr<RowReader> make_row_reader(const RowFormat& format,
                                           const std::vector<std::string>& columns = {});

}  // namespace fairshuffle
