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

void add_block(std::string& out, const Facts& facts) {
  for (const auto& line : facts.lines) {
    out.append("- **").append(markdown_text(line.name)).append(":** ");
    out.append(markdown_text(line.text)).append("\n");
  }
}

void add_block(std::string& out, const List& list) {
  for (const std::string& item : list.items) out.append("- ").append(markdown_text(item)).append("\n");
}

void add_block(std::string& out, const Command& command) {
  out += markdown_code(command.text);
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
      const Cell& cell = row[column];
      out.append(" ").append(cell.sign).append(cell.sign.empty() ? "" : " ");
      out.append(markdown_text(cell.text)).append(" |");
    }
    out += "\n";
  }
}

void add_block(std::string& out, const Figure& figure) {
  if (!figure.caption.empty()) out += markdown_text(figure.caption) + "\n\n";
  add_block(out, figure.numbers);
  for (const CaptionedTable& more : figure.more_numbers) {
    out.append("\n").append(markdown_text(more.caption)).append("\n\n");
    add_block(out, more.table);
  }
}

void add_section(std::string& out, const Section& section, std::size_t level) {
  const Shown shown = section.shown;
  if (shown == Shown::in_detail || shown == Shown::as_picture || shown == Shown::on_page) return;
  if (!section.title.empty()) {
    out.append("\n").append(level, '#').append(" ").append(markdown_text(section.title));
    if (section.headline) out.append(": ").append(markdown_text(section.headline->badge));
    out += "\n";
  }
  for (const Block& block : section.blocks) {
    out += "\n";
    std::visit([&out](const auto& of_a_kind) { add_block(out, of_a_kind); }, block);
  }
  for (const Section& part : section.parts) add_section(out, part, level + 1);
}

}  // namespace

std::string as_markdown(const Document& document) {
  std::string out = "# ";
  out.append(markdown_text(document.title)).append("\n");
  for (const std::string* line : {&document.lead, &document.summary}) {
    if (!line->empty()) out.append("\n").append(markdown_text(*line)).append("\n");
  }
  for (const Section& section : document.sections) add_section(out, section, 2);
  return out;
}

}  // namespace fairshuffle
