// What makes rows of lines: one for each format that has lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "harness/target/rows/row_buffer.hpp"

namespace fairshuffle {

/// The most bytes of a line that is a row of a deck of so many cards, its end not counted.
constexpr std::size_t longest_line_of(int deck_size) {
  return is_wide_deck(deck_size) ? 16384 : 4096;
}

class LineParser {
 public:
  virtual ~LineParser() = default;

  /// The most bytes of a line, its end not counted.
  virtual std::size_t longest_line() const { return longest_line_of(0); }

  /// Reads lines that are plainly written, quickly: up to the first that is not, or to `most` rows. What it
  /// leaves is given to `parse` line by line. Precondition: lines is empty or ends in '\n'. The bytes taken.
  virtual std::size_t take_plain(std::string_view /*lines*/, std::uint64_t /*most*/, RowBuffer& /*rows*/) {
    return 0;
  }

  /// Reads one line, given without its end; what it adds to `rows` is one row, or in a CSV none or several.
  /// Throws TargetError for what is no row.
  virtual void parse(std::string_view line, RowBuffer& rows) = 0;

  /// After the last line. Throws TargetError when a row is still open.
  virtual void finish(RowBuffer& /*rows*/) {}

  /// True when the next line goes on with a row.
  virtual bool is_inside_row() const { return false; }

  /// True where the line is a remark and no row.
  virtual bool is_comment(std::string_view line) const { return line.starts_with('#'); }

  /// What the first row told of how rows are written; empty where there is nothing to tell.
  virtual std::string remark() const { return {}; }
};

}  // namespace fairshuffle
