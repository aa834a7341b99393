#include <cstddef>
#include <string_view>

#include "reports/document/render.hpp"

namespace fairshuffle {

namespace {

// Whatever Markdown, or the HTML in it, could take for its own. A dash or a number with a point at the start
// of a line would begin a list.
std::string escaped(std::string_view text) {
  constexpr std::string_view special = "\\`*_[]<>&|#~";
  std::string out;
  for (const char character : text) {
    if (special.find(character) != std::string_view::npos) out += '\\';
    out += character;
  }
  if (!out.empty() && (out.front() == '-' || out.front() == '+' || out.front() == '='))
    out.insert(out.begin(), '\\');
  const std::size_t digits = out.find_first_not_of("0123456789");
  const bool numbered =
      digits != std::string::npos && digits > 0 && (out[digits] == '.' || out[digits] == ')');
  if (numbered && (digits + 1 == out.size() || out[digits + 1] == ' ')) {
    out.insert(out.begin() + static_cast<std::ptrdiff_t>(digits), '\\');
  }
  return out;
}

void add_block(std::string& out, const Paragraph& paragraph) {
  out += escaped(paragraph.text) + "\n";
}

void add_block(std::string& out, const Code& code) {
  out.append("```cpp\n").append(code.text);
  if (!code.text.empty() && code.text.back() != '\n') out += "\n";
  out += "```\n";
}

void add_block(std::string& out, const Table& table) {
  std::string heads = "|", rules = "|";
  for (const Column& column : table.columns) {
    if (column.kind == ColumnKind::bar) continue;
    heads.append(" ").append(escaped(column.heading)).append(" |");
    rules += column.kind == ColumnKind::text ? " --- |" : " --: |";
  }
  out += heads + "\n" + rules + "\n";
  for (const auto& row : table.rows) {
    out += "|";
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
      if (table.columns[column].kind == ColumnKind::bar) continue;
      out.append(" ").append(escaped(row[column].text)).append(" |");
    }
    out += "\n";
  }
}

}  // namespace

std::string as_markdown(const Document& document) {
  std::string out = "# ";
  out.append(escaped(document.title)).append("\n\n").append(escaped(document.lead)).append("\n");
  for (const Section& section : document.sections) {
    out.append("\n## ").append(escaped(section.title)).append("\n");
    for (const Block& block : section.blocks) {
      out += "\n";
      std::visit([&out](const auto& of_a_kind) { add_block(out, of_a_kind); }, block);
    }
  }
  return out;
}

}  // namespace fairshuffle
