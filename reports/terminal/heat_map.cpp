#include "reports/terminal/heat_map.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "reports/document/width.hpp"
#include "reports/document/wrap.hpp"

namespace fairshuffle {

namespace {

using Deviations = std::vector<std::vector<double>>;

// Every step doubles the distance. Chance alone keeps about 95 of 100 cells below the first.
constexpr std::array<int, 4> steps = {2, 4, 8, 16};
constexpr int most_steps = steps.size();

// Colours of the 256 that terminals have. Their strength tells the step, not their brightness: what is pale
// on a light screen would shine on a dark one.
constexpr std::array<int, most_steps> blues = {110, 74, 39, 33};
constexpr std::array<int, most_steps> oranges = {180, 215, 208, 202};
constexpr int ink_on_color = 16;  // black

constexpr std::array<std::string_view, most_steps> shades = {"░", "▒", "▓", "█"};

constexpr std::string_view row_indent = "  ";

// From -most_steps to most_steps; 0 within the noise.
int step_of(double standard_errors) {
  const auto reached = std::ranges::upper_bound(steps, std::abs(standard_errors));
  const auto size = static_cast<int>(reached - steps.begin());
  return standard_errors < 0 ? -size : size;
}

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
  const int step = step_of(standard_errors);
  if (step == 0) return " ·";
  const char sign = step < 0 ? '-' : '+';
  return colored ? fmt::format(" {}", sign)
                 : fmt::format("{}{}", sign, shades[static_cast<std::size_t>(std::abs(step) - 1)]);
}

// Without colour one character can tell the sign and every other step.
std::string one_character(double standard_errors, bool colored) {
  const int step = step_of(standard_errors);
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
std::string heading(const CardGrid& grid, const CellStyle& style) {
  const std::size_t deck_size = grid.deviations.size();
  std::string line = fmt::format("{}{:{}} ", row_indent, "", label_width(deck_size));
  const bool has_room = style.width > 2 || (style.width == 2 && deck_size <= 10);
  const int every = has_room ? 1 : 5;
  // Where a cell's last digit or shade stands.
  const int before = &style == &numbers ? style.width - 1 : style.width;
  const auto room = static_cast<std::size_t>(every > 1 ? style.width * every - 1 : before);
  const bool fit = std::ranges::all_of(grid.card_names,
                                       [room](const std::string& name) { return width_of(name) <= room; });
  for (std::size_t card = 0; card < deck_size; card += static_cast<std::size_t>(every)) {
    std::string name = fit ? card_called(grid.card_names, card) : std::to_string(card);
    if (style.width > 1) name.insert(0, spaces_to(name, before));
    line += name + spaces_to(name, style.width * every);
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

// Neighbours of one shade are painted together: fewer bytes, and nothing between them can show through.
std::string row_text(const std::vector<double>& row, const CellStyle& style, bool colored) {
  std::string line;
  for (std::size_t begin = 0; begin < row.size();) {
    std::string text;
    std::size_t end = begin;
    while (end < row.size() && step_of(row[end]) == step_of(row[begin]))
      text += style.text(row[end++], colored);
    line += painted(text, step_of(row[begin]), colored);
    begin = end;
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
    const int reached =
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
  text += heading(grid, *style);
  for (std::size_t position = 0; position < deck_size; ++position) {
    text += fmt::format("{}{:>{}} {}\n", row_indent, position, label_width(deck_size),
                        row_text(deviations[position], *style, colored));
  }
  return text + legend(*style, colored, columns);
}

}  // namespace fairshuffle
