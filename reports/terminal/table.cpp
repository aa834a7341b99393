#include "reports/terminal/table.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include <fmt/color.h>
#include <fmt/format.h>

#include "reports/document/width.hpp"
#include "reports/document/wrap.hpp"
#include "reports/terminal/table_layout.hpp"

namespace fairshuffle {

namespace {

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

struct Lines {
  std::vector<std::string> lines;
  Tone tone = Tone::plain;
};

// A table as it is drawn, and what speaks against drawing it so.
struct Drawn {
  std::string text;
  std::size_t lines = 0;
  std::size_t broken = 0;  // cells of several lines

  // Fewer lines are easier to read, and so are whole cells.
  bool is_better_than(const Drawn& other) const {
    return lines != other.lines ? lines < other.lines : broken < other.broken;
  }
};

class TableText {
 public:
  TableText(const Table& table, const TableLayout& layout, const TerminalStyle& style)
      : table_(table), layout_(layout), style_(style) {}

  Drawn drawn() {
    if (layout_.all_above) add_name({.text = table_.columns.front().heading});
    std::vector<Lines> heads;
    for (std::size_t column = 0; column < table_.columns.size(); ++column) {
      const bool is_above = column == 0 && layout_.all_above;
      heads.push_back({wrapped(is_above ? "" : table_.columns[column].heading, layout_.widths[column])});
    }
    add_row(std::move(heads));
    for (const auto& row : table_.rows) add(row);
    return std::move(drawn_);
  }

 private:
  void add(const std::vector<Cell>& row) {
    const bool above = layout_.all_above || width_of(row.front().text) > layout_.longest_beside;
    if (above) add_name(row.front());
    std::vector<Lines> cells;
    for (std::size_t column = 0; column < row.size(); ++column) {
      const Column& what = table_.columns[column];
      if (column == 0 && above) {
        cells.push_back({});
      } else if (what.kind == ColumnKind::bar) {
        cells.push_back({{bar_text(row[column].share, what.mark, layout_.widths[column])}});
      } else if (what.kind == ColumnKind::shade) {
        cells.push_back({{cell_text(what, row[column])}});  // the lightest shade is a blank
      } else {
        cells.push_back({wrapped(cell_text(what, row[column]), layout_.widths[column]), row[column].tone});
        drawn_.broken += cells.back().lines.size() > 1;
      }
    }
    add_row(std::move(cells));
  }

  void add_line(std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    drawn_.text += line + "\n";
    ++drawn_.lines;
  }

  void add_name(const Cell& name) {
    if (name.text.empty()) return;
    for (const std::string& line :
         wrapped(name.text, style_.columns - std::min(style_.columns, table_indent))) {
      add_line(std::string(table_indent, ' ') + toned(line, name.tone, style_));
    }
  }

  void add_row(std::vector<Lines> cells) {
    std::size_t height = 1;
    for (const Lines& cell : cells) height = std::max(height, cell.lines.size());
    for (std::size_t i = 0; i < height; ++i) {
      std::string line(table_indent, ' ');
      for (std::size_t column = 0; column < cells.size(); ++column) {
        const ColumnKind kind = table_.columns[column].kind;
        const bool to_the_right = kind == ColumnKind::number || kind == ColumnKind::shade;
        if (column > 0) line.append(column_gap, ' ');
        const std::string text = i < cells[column].lines.size() ? cells[column].lines[i] : "";
        const std::size_t width = layout_.widths[column];
        const std::string space(width - std::min(width, width_of(text)), ' ');
        const std::string shown = toned(text, cells[column].tone, style_);
        line += to_the_right ? space + shown : shown + space;
      }
      add_line(std::move(line));
    }
  }

  const Table& table_;
  const TableLayout& layout_;
  const TerminalStyle& style_;
  Drawn drawn_;
};

// The cells of a row below its first, each behind its heading; bars stand beside their numbers anyway.
class StackedText {
 public:
  StackedText(const Table& table, const TerminalStyle& style) : table_(table), style_(style) {
    std::size_t pieces = 0;
    for (std::size_t column = 1; column < table.columns.size(); ++column) {
      const Column& what = table.columns[column];
      if (what.kind == ColumnKind::bar) continue;
      headings_ = std::max(headings_, width_of(what.heading));
      for (const auto& row : table.rows)
        pieces = std::max(pieces, widest_piece(cell_text(what, row[column])));
    }
    aligned_ = deeper + headings_ + column_gap + pieces <= style.columns;
  }

  std::string drawn() {
    for (const auto& row : table_.rows) {
      const Column& first = table_.columns.front();
      const std::string name = cell_text(first, row.front());
      add(std::string(table_indent, ' '), table_indent,
          first.kind == ColumnKind::text ? name : fmt::format("{} {}", first.heading, name),
          row.front().tone);
      for (std::size_t column = 1; column < row.size(); ++column) add(table_.columns[column], row[column]);
    }
    return std::move(out_);
  }

 private:
  static constexpr std::size_t deeper = 2 * table_indent;

  void add(const Column& what, const Cell& cell) {
    const std::string text = cell_text(what, cell);
    if (text.empty()) return;
    if (aligned_) {
      const std::string space(headings_ - width_of(what.heading) + column_gap, ' ');
      add(std::string(deeper, ' ') + what.heading + space, deeper + headings_ + column_gap, text, cell.tone);
    } else {
      // The longest word has no room behind the widest heading: each text begins where its own ends.
      add(std::string(deeper, ' '), deeper + table_indent,
          what.heading.empty() ? text : fmt::format("{}: {}", what.heading, text), cell.tone);
    }
  }

  void add(std::string before, std::size_t further, std::string_view text, Tone tone) {
    for (const std::string& line : wrapped(text, style_.columns - std::min(style_.columns, further))) {
      out_ += before + toned(line, tone, style_) + "\n";
      before.assign(further, ' ');
    }
  }

  const Table& table_;
  const TerminalStyle& style_;
  std::size_t headings_ = 0;
  bool aligned_ = true;
  std::string out_;
};

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
  std::optional<Drawn> best;
  for (const TableLayout& layout : layouts_of(table, style.columns)) {
    Drawn drawn = TableText(table, layout, style).drawn();
    if (!best || drawn.is_better_than(*best)) best = std::move(drawn);
  }
  return best ? best->text : StackedText(table, style).drawn();
}

}  // namespace fairshuffle
