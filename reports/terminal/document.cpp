#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "reports/document/render.hpp"
#include "reports/document/wrap.hpp"

namespace fairshuffle {

namespace {

constexpr std::size_t most_columns = 80;
constexpr std::size_t widest_bar = 28;
constexpr std::size_t narrowest_bar = 8;
constexpr std::size_t narrowest_text = 8;
constexpr std::string_view indent = "  ";
constexpr std::string_view gap = "  ";

std::string repeated(std::string_view text, std::size_t times) {
  std::string all;
  for (; times > 0; --times) all += text;
  return all;
}

std::string padded(const std::string& text, std::size_t width, bool to_the_right) {
  const std::string space(width - std::min(width, width_of(text)), ' ');
  return to_the_right ? space + text : text + space;
}

// A line of code that is too wide goes on, further in, after its last space that fits; a comment stays one.
void add_code_line(std::string& out, std::string line) {
  if (line.empty()) {
    out += '\n';
    return;
  }
  const std::size_t width = most_columns - 2 * indent.size();
  const std::size_t depth = std::min(line.find_first_not_of(' '), line.size());
  const bool comment = line.compare(depth, 2, "//") == 0;
  std::string deeper(comment ? depth : depth + 4, ' ');
  if (comment) deeper += "// ";
  while (width_of(line) > width) {
    const std::size_t space = line.rfind(' ', width);
    if (space == std::string::npos || space < deeper.size()) break;
    out += repeated(indent, 2) + line.substr(0, space) + "\n";
    line = deeper + line.substr(space + 1);
  }
  out += repeated(indent, 2) + line + "\n";
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

std::string shade_text(const Cell& cell) {
  constexpr std::string_view shades[] = {" ", "░", "▒", "▓", "█"};
  const auto shade = static_cast<std::size_t>(std::clamp(std::lround(cell.share * 4), 0L, 4L));
  return cell.text + std::string(shades[shade]);
}

std::vector<std::size_t> widths_of(const Table& table) {
  std::vector<std::size_t> widths;
  for (std::size_t column = 0; column < table.columns.size(); ++column) {
    std::size_t width = width_of(table.columns[column].heading);
    if (table.columns[column].kind == ColumnKind::bar) width = std::max(width, widest_bar);
    for (const auto& row : table.rows) {
      if (table.columns[column].kind == ColumnKind::shade) {
        width = std::max(width, width_of(row[column].text) + 1);
      } else if (table.columns[column].kind != ColumnKind::bar) {
        width = std::max(width, width_of(row[column].text));
      }
    }
    widths.push_back(width);
  }
  return widths;
}

// Takes what is too much from bars, then from the widest texts, whose cells are wrapped.
void fit(const Table& table, std::vector<std::size_t>& widths) {
  std::size_t total = indent.size() + gap.size() * (widths.size() - 1);
  for (const std::size_t width : widths) total += width;
  for (std::size_t column = 0; column < widths.size(); ++column) {
    if (table.columns[column].kind != ColumnKind::bar) continue;
    for (; total > most_columns && widths[column] > narrowest_bar; --widths[column]) --total;
  }
  for (; total > most_columns; --total) {
    const auto widest = std::ranges::max_element(widths);
    if (*widest <= narrowest_text) return;
    --*widest;
  }
}

void add_row(std::string& out, const Table& table, const std::vector<std::vector<std::string>>& cells,
             const std::vector<std::size_t>& widths) {
  std::size_t height = 1;
  for (const auto& cell : cells) height = std::max(height, cell.size());
  for (std::size_t i = 0; i < height; ++i) {
    std::string line(indent);
    for (std::size_t column = 0; column < cells.size(); ++column) {
      const ColumnKind kind = table.columns[column].kind;
      const bool to_the_right = kind == ColumnKind::number || kind == ColumnKind::shade;
      if (column > 0) line += gap;
      line += padded(i < cells[column].size() ? cells[column][i] : "", widths[column], to_the_right);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
}

void add_block(std::string& out, const Paragraph& paragraph) {
  for (const std::string& line : wrapped(paragraph.text, most_columns - indent.size())) {
    out += std::string(indent) + line + "\n";
  }
}

void add_block(std::string& out, const Code& code) {
  for (std::string_view rest = code.text; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    add_code_line(out, std::string(rest.substr(0, end)));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}

void add_block(std::string& out, const Table& table) {
  std::vector<std::size_t> widths = widths_of(table);
  fit(table, widths);
  std::vector<std::vector<std::string>> heads;
  for (std::size_t column = 0; column < widths.size(); ++column) {
    heads.push_back(wrapped(table.columns[column].heading, widths[column]));
  }
  add_row(out, table, heads, widths);
  for (const auto& row : table.rows) {
    std::vector<std::vector<std::string>> cells;
    for (std::size_t column = 0; column < widths.size(); ++column) {
      const Column& kind = table.columns[column];
      if (kind.kind == ColumnKind::bar) {
        cells.push_back({bar_text(row[column].share, kind.mark, widths[column])});
      } else if (kind.kind == ColumnKind::shade) {
        cells.push_back({shade_text(row[column])});
      } else {
        cells.push_back(wrapped(row[column].text, widths[column]));
      }
    }
    add_row(out, table, cells, widths);
  }
}

void add_block(std::string& out, const Figure& figure) {
  if (!figure.caption.empty()) {
    add_block(out, Paragraph{figure.caption});
    out += "\n";
  }
  add_block(out, figure.numbers);
}

}  // namespace

std::string as_terminal_text(const Document& document) {
  std::string out;
  for (const std::string& line : wrapped(document.title, most_columns)) out += line + "\n";
  out += repeated("═", std::min(most_columns, width_of(document.title))) + "\n";
  for (const std::string& line : wrapped(document.lead, most_columns)) out += line + "\n";
  for (const Section& section : document.sections) {
    out.append("\n").append(section.title).append("\n");
    out.append(repeated("─", width_of(section.title))).append("\n");
    bool first = true;
    for (const Block& block : section.blocks) {
      if (!first) out += "\n";
      first = false;
      std::visit([&out](const auto& of_a_kind) { add_block(out, of_a_kind); }, block);
    }
  }
  return out;
}

}  // namespace fairshuffle
