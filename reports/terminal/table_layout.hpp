// How wide the columns of a terminal's table are, and which names stand above their rows.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "reports/document/document.hpp"

namespace fairshuffle {

/// Of a table whose first column is names: each stands in its column, or, where it is too long for it, on
/// lines of its own above its row. A name is never broken in its column.
struct TableLayout {
  std::size_t longest_beside = 0;   ///< columns; a wider name stands above its row
  bool all_above = false;           ///< then the other columns take the place of the names'
  std::vector<std::size_t> widths;  ///< of each column, in columns; where all names stand above 0 for theirs
};

/// Every line of a table begins with these two, and two more where all names stand above.
inline constexpr std::size_t table_indent = 2;
/// Between two columns.
inline constexpr std::size_t column_gap = 2;

/// The layouts of a table in `columns` columns that break nothing within a word, a number or a piece of a
/// name: with all names in their column, then with more and more of them above their rows, the longest first.
/// What is too wide is taken from bars, then from headings, then from the widest texts, which are wrapped.
/// Empty where there is no such layout.
std::vector<TableLayout> layouts_of(const Table& table, std::size_t columns);

/// What a cell shows; of a bar nothing, which is drawn as wide as its column.
std::string cell_text(const Column& column, const Cell& cell);

}  // namespace fairshuffle
