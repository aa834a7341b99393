// How the rows of a target are to be understood, and how what writes them lives.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/target/rows/row_format.hpp"

namespace fairshuffle {

struct RowManner {
  RowFormat format;
  bool carried = false;   ///< reset=never: each row was shuffled from the one before; relative orders count
  bool recorded = false;  ///< an end is no error: there are no more trials then
  std::vector<std::string> columns = {};  ///< of a CSV with a header line; none where a line is a row
  bool restarts = false;      ///< a start that ends in peace after whole rows is followed by another
  bool starts_anew = false;   ///< each row started from a draw of its own
  bool follows_seed = false;  ///< its command takes its seed
  bool anew = false;          ///< each look has a start of its own
  bool answers = false;       ///< rows come when they are asked for, and no others
  bool once = false;          ///< a start gives one row and ends
  /// The trials at each look, where all rows are read at the first one and then it is ended; else none.
  std::vector<std::uint64_t> looks_ahead = {};

  /// Whether starts that begin with the same decks would be counted twice.
  bool is_compared() const { return restarts || anew; }

  /// Between looks it waits, and holds descriptors.
  bool lives_on() const { return !recorded && !anew && !once && looks_ahead.empty(); }
};

}  // namespace fairshuffle
