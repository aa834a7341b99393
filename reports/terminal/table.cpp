#include "reports/terminal/table.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include <fmt/color.h>
#include <fmt/format.h>

#include "core/permutation/permutation.hpp"
#include "reports/document/render.hpp"

namespace fairshuffle {

namespace {

// Every line of a table begins with these two, and two more where all names stand above.
constexpr std::size_t table_indent = 2;
// Between two columns.
constexpr std::size_t column_gap = 2;

// What a cell shows; of a bar nothing, which is drawn as wide as its column.
std::string cell_text(const Column& column, const Cell& cell) {
  if (column.kind == ColumnKind::bar) return "";
  if (column.kind != ColumnKind::shade) return cell.text;
  constexpr std::string_view shades[] = {" ", "░", "▒", "▓", "█"};
  const auto shade = static_cast<std::size_t>(std::clamp(std::lround(cell.share * 4), 0L, 4L));
  return cell.text + std::string(shades[shade]);
}

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

// A table in one of its layouts. Where its first column is names, one that is wider than `longest_beside`
// stands on lines of its own above its row; where that is 0 all do, and the other columns take the place of
// theirs. A name is never broken in its column.
class TableText {
 public:
  TableText(const Table& table, const TerminalStyle& style, std::size_t longest_beside,
            std::vector<std::size_t> widths)
      : table_(table), style_(style), longest_beside_(longest_beside), widths_(std::move(widths)) {
    const bool all_above = longest_beside_ == 0;
    if (all_above) add_name({.text = table_.columns.front().heading});
    std::vector<Lines> heads;
    for (std::size_t column = 0; column < table_.columns.size(); ++column) {
      const bool is_above = column == 0 && all_above;
      heads.push_back({wrapped(is_above ? "" : table_.columns[column].heading, widths_[column])});
    }
    add_row(std::move(heads));
    for (const auto& row : table_.rows) add(row);
  }

  // Fewer lines are easier to read, and so are whole cells.
  bool is_better_than(const TableText& other) const {
    return lines_ != other.lines_ ? lines_ < other.lines_ : broken_ < other.broken_;
  }
  const std::string& text() const { return text_; }

 private:
  void add(const std::vector<Cell>& row) {
    const bool above = width_of(row.front().text) > longest_beside_ || longest_beside_ == 0;
    if (above) add_name(row.front());
    std::vector<Lines> cells;
    for (std::size_t column = 0; column < row.size(); ++column) {
      const Column& what = table_.columns[column];
      if (column == 0 && above) {
        cells.push_back({});
      } else if (what.kind == ColumnKind::bar) {
        cells.push_back({{bar_text(row[column].share, what.mark, widths_[column])}});
      } else if (what.kind == ColumnKind::shade) {
        cells.push_back({{cell_text(what, row[column])}});  // the lightest shade is a blank
      } else {
        cells.push_back({wrapped(cell_text(what, row[column]), widths_[column]), row[column].tone});
        broken_ += cells.back().lines.size() > 1;
      }
    }
    add_row(std::move(cells));
  }

  void add_line(std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    text_ += line + "\n";
    ++lines_;
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
        const std::size_t width = widths_[column];
        const std::string space(width - std::min(width, width_of(text)), ' ');
        const std::string shown = toned(text, cells[column].tone, style_);
        line += to_the_right ? space + shown : shown + space;
      }
      add_line(std::move(line));
    }
  }

  const Table& table_;
  const TerminalStyle& style_;
  std::size_t longest_beside_;
  std::vector<std::size_t> widths_;  // of each column, in columns
  std::string text_;
  std::size_t lines_ = 0, broken_ = 0;  // cells of several lines
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

constexpr std::size_t widest_bar = 28;
constexpr std::size_t narrowest_bar = 8;
// A name that is no longer stands beside its cells, where eyes look for it, as long as the others allow that.
constexpr std::size_t short_name = 16;
// Of how many lengths of names it is tried whether the longer ones should stand above.
constexpr std::size_t most_lengths_tried = 12;

bool has_names(const Table& table) {
  return table.columns.front().kind == ColumnKind::text && table.columns.size() > 1;
}

struct Width {
  std::size_t whole = 0;   // of the widest cell, heading included
  std::size_t cells = 0;   // with a heading of several lines
  std::size_t pieces = 0;  // of the widest piece: narrower, and a cell is broken within a word
};

// Of the first one, where it is names, without those that stand above.
Width width_of_column(const Table& table, std::size_t column, std::size_t longest_beside) {
  const Column& what = table.columns[column];
  const std::size_t heading = widest_piece(what.heading);
  Width width{.whole = width_of(what.heading), .cells = heading, .pieces = heading};
  if (what.kind == ColumnKind::bar) {
    return {.whole = std::max(width.whole, widest_bar),
            .cells = std::max(heading, narrowest_bar),
            .pieces = std::max(heading, narrowest_bar)};
  }
  const bool is_names = column == 0 && has_names(table);
  for (const auto& row : table.rows) {
    const std::string text = cell_text(what, row[column]);
    const std::size_t whole = width_of(text);
    if (is_names && whole > longest_beside) continue;
    width.whole = std::max(width.whole, whole);
    width.cells = std::max(width.cells, whole);
    width.pieces =
        std::max(width.pieces, what.kind == ColumnKind::text && !is_names ? widest_piece(text) : whole);
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

using Deviations = std::vector<std::vector<double>>;

// Every step doubles the distance. Chance alone keeps about 95 of 100 cells below the first.
constexpr std::array<double, 4> steps = {2, 4, 8, 16};
constexpr int most_steps = steps.size();

// Colours of the 256 that terminals have. Their strength tells the step, not their brightness: what is pale
// on a light screen would shine on a dark one.
constexpr std::array<int, most_steps> blues = {110, 74, 39, 33};
constexpr std::array<int, most_steps> oranges = {180, 215, 208, 202};
constexpr int ink_on_color = 16;  // black

constexpr std::array<std::string_view, most_steps> shades = {"░", "▒", "▓", "█"};

constexpr std::string_view row_indent = "  ";

std::string painted(std::string_view text, int step, bool colored) {
  if (!colored || step == 0) return std::string(text);
  const auto strength = static_cast<std::size_t>(std::abs(step) - 1);
  return fmt::format("\x1b[38;5;{};48;5;{}m{}\x1b[0m", ink_on_color,
                     step < 0 ? blues[strength] : oranges[strength], text);
}

/// How a cell is written. Every text is as wide as `width`.
struct CellStyle {
  int width;
  std::string (*text)(double standard_errors, bool colored);
};

std::string number_text(double standard_errors, bool) {
  const double size = std::abs(standard_errors);
  if (size >= 99'999.5)
    return fmt::format(" {:>6} ", typed_exponent(fmt::format("{:+.0e}", standard_errors)));
  return fmt::format(" {:>+6.{}f} ", standard_errors, size >= 9.95 ? 0 : 1);
}

// Colour tells the step; without it a shade does.
std::string two_characters(double standard_errors, bool colored) {
  const int step = step_reached(steps, standard_errors);
  if (step == 0) return " ·";
  const char sign = step < 0 ? '-' : '+';
  return colored ? fmt::format(" {}", sign)
                 : fmt::format("{}{}", sign, shades[static_cast<std::size_t>(std::abs(step) - 1)]);
}

// Without colour one character can tell the sign and every other step.
std::string one_character(double standard_errors, bool colored) {
  const int step = step_reached(steps, standard_errors);
  if (step == 0) return "·";
  if (colored || std::abs(step) <= 2) return step < 0 ? "-" : "+";
  return step < 0 ? "=" : "#";
}

constexpr CellStyle numbers{8, number_text}, pairs{2, two_characters}, single{1, one_character};
// More numbers than that are no picture any more.
constexpr std::size_t most_numbers_in_row = 10;

int label_width(std::size_t deck_size) {
  return deck_size > 10 ? 2 : 1;
}

int width_of_map(std::size_t deck_size, const CellStyle& style) {
  return static_cast<int>(row_indent.size()) + label_width(deck_size) + 1 +
         static_cast<int>(deck_size) * style.width;
}

const CellStyle* largest_that_fits(std::size_t deck_size, int columns) {
  for (const CellStyle* style : {&numbers, &pairs, &single}) {
    if (style == &numbers && deck_size > most_numbers_in_row) continue;
    if (width_of_map(deck_size, *style) <= columns) return style;
  }
  return nullptr;
}

// What is missing to so many columns.
std::string spaces_to(std::string_view text, int columns) {
  const auto width = static_cast<int>(width_of(text));
  return std::string(static_cast<std::size_t>(std::max(0, columns - width)), ' ');
}

// The cards' names above their cells, or their numbers where some have no room: all cards, else every fifth.
std::string card_names_above(const CardGrid& grid, const CellStyle& style) {
  const std::size_t deck_size = grid.deviations.size();
  std::string line = fmt::format("{}{:{}} ", row_indent, "", label_width(deck_size));
  const bool has_room = style.width > 2 || (style.width == 2 && deck_size <= 10);
  const int every = has_room ? 1 : 5;
  // Where a cell's last digit or shade stands.
  const int before = &style == &numbers ? style.width - 1 : style.width;
  const auto room = static_cast<std::size_t>(every > 1 ? style.width * every - 1 : before);
  const std::vector<std::string> names =
      labels_of(grid, [room](const std::string& name) { return width_of(name) <= room; });
  for (std::size_t card = 0; card < deck_size; card += static_cast<std::size_t>(every)) {
    std::string name = names[card];
    if (style.width > 1) name.insert(0, spaces_to(name, before));
    line += name + spaces_to(name, style.width * every);
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

// Neighbours of one shade are painted together: fewer bytes, and nothing between them can show through.
std::string row_text(const std::vector<double>& row, const CellStyle& style, bool colored) {
  std::string line;
  for (const auto& [begin, end, step] : runs_of(row, steps)) {
    std::string text;
    for (std::size_t card = begin; card < end; ++card) text += style.text(row[card], colored);
    line += painted(text, step, colored);
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

std::string lines_of(std::string_view sentence, int columns) {
  std::string text;
  for (const std::string& line : wrapped(sentence, static_cast<std::size_t>(std::max(1, columns - 2)))) {
    text += fmt::format("{}{}\n", row_indent, line);
  }
  return text;
}

// The shades in their order, or what characters mean; nothing where the cells are numbers.
std::string legend(const CellStyle& style, bool colored, int columns) {
  if (!colored && &style == &numbers) return "";
  if (!colored && &style == &single) {
    return lines_of(fmt::format("- and + from {}, = and # from {} standard errors", steps[0], steps[2]),
                    columns);
  }
  std::string text, line(row_indent);
  int width = static_cast<int>(row_indent.size());
  for (int step = -most_steps; step <= most_steps; ++step) {
    const double reached =
        step == 0 ? 0 : steps[static_cast<std::size_t>(std::abs(step) - 1)] * (step < 0 ? -1 : 1);
    const std::string name = step == 0 ? colored ? "  0  " : " · 0  "
                             : colored ? fmt::format(" {:>+3} ", reached)
                                       : fmt::format("{} {:+}  ", style.text(reached, false), reached);
    const int name_width = static_cast<int>(width_of(name));
    // The spaces that end an uncoloured name need no room at the end of a line.
    if (width + name_width - (colored ? 0 : 2) > columns) {
      line.erase(line.find_last_not_of(' ') + 1);
      text += line + "\n";
      line = row_indent;
      width = static_cast<int>(row_indent.size());
    }
    line += painted(name, colored ? step : 0, colored);
    width += name_width;
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return text + line + "\n";
}

}  // namespace

std::string toned(const std::string& text, Tone tone, const TerminalStyle& style) {
  if (!style.colored || text.empty() || tone == Tone::plain) return text;
  using enum fmt::terminal_color;
  constexpr fmt::terminal_color colors[] = {green, yellow, red,
                                            magenta};  // in the order of Tone behind `plain`
  const fmt::text_style color = fmt::fg(colors[static_cast<std::size_t>(tone) - 1]);
  return fmt::format(tone >= Tone::bad ? fmt::emphasis::bold | color : color, "{}", text);
}

// With all names in their column, then with more and more of them above their rows, the longest first.
// Nothing is broken within a word, a number or a piece of a name: what is too wide is taken from bars, then
// from headings, then from the widest texts, which are wrapped.
std::string terminal_table(const Table& table, const TerminalStyle& style) {
  constexpr std::size_t all_beside = std::numeric_limits<std::size_t>::max();
  std::vector<Width> widths;
  for (std::size_t column = 0; column < table.columns.size(); ++column) {
    widths.push_back(width_of_column(table, column, all_beside));
  }
  std::optional<TableText> best;
  const auto try_with = [&](std::size_t longest_beside) {
    auto found = fitting(table, widths, style.columns);
    if (!found) return;
    TableText drawn(table, style, longest_beside, *std::move(found));
    if (!best || drawn.is_better_than(*best)) best.emplace(std::move(drawn));
  };
  if (!has_names(table)) {
    try_with(all_beside);
  } else {
    const std::vector<std::size_t> lengths = lengths_of_names(table);
    for (const std::size_t length : lengths) {
      widths.front() = width_of_column(table, 0, length);
      try_with(length);
    }
    // The gap behind the names is the deeper indent of what follows them.
    const bool any_short = !lengths.empty() && lengths.back() == short_name;
    if (!best || !any_short) {
      widths.front() = {};
      try_with(0);
    }
  }
  return best ? best->text() : StackedText(table, style).drawn();
}

std::string terminal_heat_map(const CardGrid& grid, int columns, bool colored) {
  const Deviations& deviations = grid.deviations;
  if (deviations.empty()) return "";
  const std::size_t deck_size = deviations.size();
  const CellStyle* style = largest_that_fits(deck_size, columns);
  if (style == nullptr) {
    return lines_of(fmt::format("Where each card lands takes {} columns to be shown, and there are {}.",
                                width_of_map(deck_size, single), columns),
                    columns);
  }
  std::string text =
      lines_of(fmt::format("Where each card (across) lands (down), in {} from fair:", grid.unit), columns);
  text += card_names_above(grid, *style);
  for (std::size_t position = 0; position < deck_size; ++position) {
    text += fmt::format("{}{:>{}} {}\n", row_indent, position, label_width(deck_size),
                        row_text(deviations[position], *style, colored));
  }
  return text + legend(*style, colored, columns);
}

}  // namespace fairshuffle
