#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "reports/document/render.hpp"
#include "reports/html/drawings.hpp"
#include "reports/html/markup.hpp"
#include "reports/html/page.hpp"
#include "reports/html/svg.hpp"
#include "reports/html/words.hpp"

namespace fairshuffle {

namespace {

bool is_number(const Column& column) {
  return column.kind == ColumnKind::number || column.kind == ColumnKind::shade;
}

// One for each column, to the right under numbers.
std::string_view class_of(const Column& column) {
  return is_number(column) ? " class=\"number\"" : "";
}

std::string table_of(const Table& table, std::string_view caption) {
  std::string out = "<div class=\"scroll\"><table class=\"numbers\">\n";
  if (!caption.empty()) out.append("<caption>").append(escaped(caption)).append("</caption>\n");
  out += "<thead><tr>";
  for (const Column& column : table.columns) {
    out.append("<th scope=\"col\"").append(class_of(column)).append(">");
    out.append(escaped(column.heading)).append("</th>");
  }
  out += "</tr></thead>\n<tbody>\n";
  for (const auto& row : table.rows) {
    out += "<tr>";
    for (std::size_t index = 0; index < row.size(); ++index) {
      const Column& column = table.columns[index];
      out.append("<td").append(class_of(column)).append(">");
      out += column.kind == ColumnKind::bar ? bar(row[index].share, column.mark) : escaped(row[index].text);
      out += "</td>";
    }
    out += "</tr>\n";
  }
  return out + "</tbody></table></div>\n";
}

// One page, written block by block.
class Writer {
 public:
  void operator()(const Paragraph& paragraph) {
    out_.append("<p>").append(escaped(paragraph.text)).append("</p>\n");
  }

  void operator()(const Code& code) {
    out_.append("<pre class=\"code\"><code>").append(escaped(code.text)).append("</code></pre>\n");
  }

  void operator()(const Table& table) { out_ += table_of(table, ""); }

  void operator()(const Figure& shown) {
    const std::string id = fmt::format("figure-{}", ++figures_);
    const std::string picture =
        std::visit([&id](const auto& of_a_kind) { return drawing(of_a_kind, id); }, shown.picture);
    out_ += figure(shown.title, picture, shown.remark, table_of(shown.numbers, shown.caption));
  }

  void add(const Section& section) {
    out_.append("<section>\n<h2>").append(escaped(section.title)).append("</h2>\n");
    for (const Block& block : section.blocks) std::visit(*this, block);
    out_ += "</section>\n";
  }

  const std::string& text() const { return out_; }

 private:
  std::string out_;
  int figures_ = 0;
};

}  // namespace

std::string as_html(const Document& document) {
  Writer writer;
  for (const Section& section : document.sections) writer.add(section);
  return html_page(document.title, document.lead, writer.text());
}

}  // namespace fairshuffle
