#include "reports/terminal/table.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/color.h>
#include <fmt/format.h>

#include "reports/document/wrap.hpp"

namespace fairshuffle {

namespace {

constexpr std::size_t widest_bar = 28;
constexpr std::size_t narrowest_bar = 8;
constexpr std::size_t narrowest_text = 3;
constexpr std::string_view indent = "  ";
constexpr std::string_view gap = "  ";

std::string bar_text(double share, const std::optional<double>& mark, std::size_t width) {
  constexpr std::string_view eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const auto parts = static_cast<std::size_t>(std::lround(share * static_cast<double>(width) * 8));
  std::vector<std::string> cells(width, " ");
  for (std::size_t cell = 0; cell < width && cell < parts / 8; ++cell) cells[cell] = "█";
  if (parts % 8 != 0 && parts / 8 < width) cells[parts / 8] = eighths[parts % 8];
  if (mark) cells[std::min(width - 1, static_cast<std::size_t>(*mark * static_cast<double>(width)))] = "│";
  std::string text;
  for (const std::string& cell : cells) text += cell;
  return text;
}

std::string shade_text(const Cell& cell) {
  constexpr std::string_view shades[] = {" ", "░", "▒", "▓", "█"};
  const auto shade = static_cast<std::size_t>(std::clamp(std::lround(cell.share * 4), 0L, 4L));
  return cell.text + std::string(shades[shade]);
}

struct Width {
  std::size_t whole = 0;   // of the widest cell, heading included
  std::size_t cells = 0;   // with a heading of several lines
  std::size_t pieces = 0;  // of the widest piece: narrower, and a cell is cut within a word
};

Width width_of_column(const Table& table, std::size_t column) {
  const ColumnKind kind = table.columns[column].kind;
  const std::string& heading = table.columns[column].heading;
  Width width{.whole = width_of(heading), .cells = widest_piece(heading), .pieces = widest_piece(heading)};
  if (kind == ColumnKind::bar) {
    return {.whole = std::max(width.whole, widest_bar), .cells = narrowest_bar, .pieces = narrowest_bar};
  }
  for (const auto& row : table.rows) {
    const std::string text = kind == ColumnKind::shade ? shade_text(row[column]) : row[column].text;
    width.whole = std::max(width.whole, width_of(text));
    width.cells = std::max(width.cells, width_of(text));
    width.pieces = std::max(width.pieces, kind == ColumnKind::text ? widest_piece(text) : width_of(text));
  }
  return width;
}

// Takes columns from those that are wider than their `least`, the widest first, until the table fits; says
// whether it does.
bool narrow(std::vector<std::size_t>& widths, const std::vector<std::size_t>& least, std::size_t columns) {
  std::size_t total = indent.size() + gap.size() * (widths.size() - 1);
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

std::vector<std::size_t> widths_of(const Table& table, std::size_t columns) {
  std::vector<std::size_t> widths, only_bars, cells, pieces, cut;
  for (std::size_t column = 0; column < table.columns.size(); ++column) {
    const Width width = width_of_column(table, column);
    const bool is_bar = table.columns[column].kind == ColumnKind::bar;
    widths.push_back(width.whole);
    only_bars.push_back(is_bar ? narrowest_bar : width.whole);
    cells.push_back(width.cells);
    pieces.push_back(width.pieces);
    cut.push_back(std::min(width.pieces, narrowest_text));
  }
  narrow(widths, only_bars, columns);
  // Headings of several lines are for the table that fits with nothing but them.
  std::vector<std::size_t> with_lower_heads = widths;
  if (narrow(with_lower_heads, cells, columns)) return with_lower_heads;
  narrow(widths, pieces, columns);
  narrow(widths, cut, columns);
  return widths;
}

struct Lines {
  std::vector<std::string> lines;
  Tone tone = Tone::plain;
};

void add_row(std::string& out, const Table& table, const std::vector<Lines>& cells,
             const std::vector<std::size_t>& widths, const TerminalStyle& style) {
  std::size_t height = 1;
  for (const Lines& cell : cells) height = std::max(height, cell.lines.size());
  for (std::size_t i = 0; i < height; ++i) {
    std::string line(indent);
    for (std::size_t column = 0; column < cells.size(); ++column) {
      const ColumnKind kind = table.columns[column].kind;
      const bool to_the_right = kind == ColumnKind::number || kind == ColumnKind::shade;
      if (column > 0) line += gap;
      const std::string text = i < cells[column].lines.size() ? cells[column].lines[i] : "";
      const std::string space(widths[column] - std::min(widths[column], width_of(text)), ' ');
      const std::string shown = toned(text, cells[column].tone, style);
      line += to_the_right ? space + shown : shown + space;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
}

}  // namespace

std::string toned(const std::string& text, Tone tone, const TerminalStyle& style) {
  if (!style.colored || text.empty()) return text;
  switch (tone) {
    case Tone::plain:
      return text;
    case Tone::good:
      return fmt::format(fmt::fg(fmt::terminal_color::green), "{}", text);
    case Tone::open:
      return fmt::format(fmt::fg(fmt::terminal_color::yellow), "{}", text);
    case Tone::bad:
      return fmt::format(fmt::emphasis::bold | fmt::fg(fmt::terminal_color::red), "{}", text);
    case Tone::broken:
      return fmt::format(fmt::emphasis::bold | fmt::fg(fmt::terminal_color::magenta), "{}", text);
  }
  return text;
}

std::string terminal_table(const Table& table, const TerminalStyle& style) {
  const std::vector<std::size_t> widths = widths_of(table, style.columns);
  std::string out;
  std::vector<Lines> heads;
  for (std::size_t column = 0; column < widths.size(); ++column) {
    heads.push_back({wrapped(table.columns[column].heading, widths[column])});
  }
  add_row(out, table, heads, widths, style);
  for (const auto& row : table.rows) {
    std::vector<Lines> cells;
    for (std::size_t column = 0; column < widths.size(); ++column) {
      const Column& kind = table.columns[column];
      if (kind.kind == ColumnKind::bar) {
        cells.push_back({{bar_text(row[column].share, kind.mark, widths[column])}});
      } else if (kind.kind == ColumnKind::shade) {
        cells.push_back({{shade_text(row[column])}});
      } else {
        cells.push_back({wrapped(row[column].text, widths[column]), row[column].tone});
      }
    }
    add_row(out, table, cells, widths, style);
  }
  return out;
}

}  // namespace fairshuffle
