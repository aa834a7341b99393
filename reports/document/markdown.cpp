#include <cstddef>

#include "reports/document/markdown_text.hpp"
#include "reports/document/render.hpp"

namespace fairshuffle {

namespace {

void add_block(std::string& out, const Paragraph& paragraph) {
  out += markdown_text(paragraph.text) + "\n";
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
    heads.append(" ").append(markdown_text(column.heading)).append(" |");
    rules += column.kind == ColumnKind::text ? " --- |" : " --: |";
  }
  out += heads + "\n" + rules + "\n";
  for (const auto& row : table.rows) {
    out += "|";
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
      if (table.columns[column].kind == ColumnKind::bar) continue;
      out.append(" ").append(markdown_text(row[column].text)).append(" |");
    }
    out += "\n";
  }
}

void add_block(std::string& out, const Figure& figure) {
  if (!figure.caption.empty()) out += markdown_text(figure.caption) + "\n\n";
  add_block(out, figure.numbers);
}

}  // namespace

std::string as_markdown(const Document& document) {
  std::string out = "# ";
  out.append(markdown_text(document.title)).append("\n\n").append(markdown_text(document.lead)).append("\n");
  for (const Section& section : document.sections) {
    out.append("\n## ").append(markdown_text(section.title)).append("\n");
    for (const Block& block : section.blocks) {
      out += "\n";
      std::visit([&out](const auto& of_a_kind) { add_block(out, of_a_kind); }, block);
    }
  }
  return out;
}

}  // namespace fairshuffle
