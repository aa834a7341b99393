#include "reports/terminal/table_layout.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <string_view>

#include "reports/document/width.hpp"
#include "reports/document/wrap.hpp"

namespace fairshuffle {

namespace {

constexpr std::size_t widest_bar = 28;
constexpr std::size_t narrowest_bar = 8;
// A name that is no longer stands beside its cells, where eyes look for it, as long as the others allow that.
constexpr std::size_t short_name = 16;
// Of how many lengths of names it is tried whether the longer ones should stand above.
constexpr std::size_t most_lengths_tried = 12;

struct Width {
  std::size_t whole = 0;   // of the widest cell, heading included
  std::size_t cells = 0;   // with a heading of several lines
  std::size_t pieces = 0;  // of the widest piece: narrower, and a cell is broken within a word
};

Width width_of_column(const Table& table, std::size_t column) {
  const Column& what = table.columns[column];
  Width width{.whole = width_of(what.heading),
              .cells = widest_piece(what.heading),
              .pieces = widest_piece(what.heading)};
  if (what.kind == ColumnKind::bar) {
    return {.whole = std::max(width.whole, widest_bar),
            .cells = std::max(width.cells, narrowest_bar),
            .pieces = std::max(width.pieces, narrowest_bar)};
  }
  for (const auto& row : table.rows) {
    const std::string text = cell_text(what, row[column]);
    width.whole = std::max(width.whole, width_of(text));
    width.cells = std::max(width.cells, width_of(text));
    width.pieces =
        std::max(width.pieces, what.kind == ColumnKind::text ? widest_piece(text) : width_of(text));
  }
  return width;
}

// Takes columns from those that are wider than their `least`, the widest first, until the table fits; says
// whether it does.
bool narrow(std::vector<std::size_t>& widths, const std::vector<std::size_t>& least, std::size_t columns) {
  std::size_t total = table_indent + column_gap * (widths.size() - 1);
  for (const std::size_t width : widths) total += width;
  for (; total > columns; --total) {
    std::size_t* widest = nullptr;
    for (std::size_t column = 0; column < widths.size(); ++column) {
      if (widths[column] <= least[column]) continue;
      if (widest == nullptr || widths[column] > *widest) widest = &widths[column];
    }
    if (widest == nullptr) return false;
    --*widest;
  }
  return true;
}

// The widths that fit; nothing where none do.
std::optional<std::vector<std::size_t>> fitting(const Table& table, const std::vector<Width>& of_columns,
                                                std::size_t columns) {
  std::vector<std::size_t> widths, only_bars, cells, pieces;
  for (std::size_t column = 0; column < of_columns.size(); ++column) {
    const Width& width = of_columns[column];
    const bool is_bar = table.columns[column].kind == ColumnKind::bar;
    widths.push_back(width.whole);
    only_bars.push_back(is_bar ? width.cells : width.whole);
    cells.push_back(width.cells);
    pieces.push_back(width.pieces);
  }
  narrow(widths, only_bars, columns);
  // Headings of several lines are for the table that fits with nothing but them.
  std::vector<std::size_t> with_lower_heads = widths;
  if (narrow(with_lower_heads, cells, columns)) return with_lower_heads;
  if (narrow(widths, pieces, columns)) return widths;
  return std::nullopt;
}

// The lengths of names in turn from the longest: of many some. Short ones count as one.
std::vector<std::size_t> lengths_of_names(const Table& table) {
  std::set<std::size_t, std::greater<>> lengths;
  for (const auto& row : table.rows) lengths.insert(std::max(short_name, width_of(row.front().text)));
  const std::vector<std::size_t> all(lengths.begin(), lengths.end());
  const std::size_t step = 1 + all.size() / most_lengths_tried;
  std::vector<std::size_t> some;
  for (std::size_t at = 0; at < all.size(); at += step) some.push_back(all[at]);
  return some;
}

}  // namespace

std::vector<TableLayout> layouts_of(const Table& table, std::size_t columns) {
  std::vector<TableLayout> layouts;
  std::vector<Width> widths;
  for (std::size_t column = 0; column < table.columns.size(); ++column) {
    widths.push_back(width_of_column(table, column));
  }
  const auto add = [&](std::size_t longest_beside, bool all_above) {
    if (auto found = fitting(table, widths, columns)) {
      layouts.push_back(
          {.longest_beside = longest_beside, .all_above = all_above, .widths = *std::move(found)});
    }
  };
  if (table.columns.front().kind != ColumnKind::text || table.columns.size() == 1) {
    add(std::numeric_limits<std::size_t>::max(), false);
    return layouts;
  }
  const std::vector<std::size_t> lengths = lengths_of_names(table);
  const std::size_t heading = widest_piece(table.columns.front().heading);
  for (const std::size_t length : lengths) {
    std::size_t widest = 0;
    for (const auto& row : table.rows) {
      if (const std::size_t width = width_of(row.front().text); width <= length) {
        widest = std::max(widest, width);
      }
    }
    widths.front() = {.whole = std::max(width_of(table.columns.front().heading), widest),
                      .cells = std::max(heading, widest),
                      .pieces = std::max(heading, widest)};
    add(length, false);
  }
  // The gap behind the names is the deeper indent of what follows them.
  const bool any_short = !lengths.empty() && lengths.back() == short_name;
  if (layouts.empty() || !any_short) {
    widths.front() = {};
    add(0, true);
  }
  return layouts;
}

std::string cell_text(const Column& column, const Cell& cell) {
  if (column.kind == ColumnKind::bar) return "";
  if (column.kind != ColumnKind::shade) return cell.text;
  constexpr std::string_view shades[] = {" ", "░", "▒", "▓", "█"};
  const auto shade = static_cast<std::size_t>(std::clamp(std::lround(cell.share * 4), 0L, 4L));
  return cell.text + std::string(shades[shade]);
}

}  // namespace fairshuffle
