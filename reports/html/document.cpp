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

std::string_view class_of(Tone tone) {
  switch (tone) {
    case Tone::plain:
      return "plain";
    case Tone::good:
      return "good";
    case Tone::open:
      return "open";
    case Tone::bad:
    case Tone::broken:
      return "bad";
  }
  return "";
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

  void operator()(const Facts& facts) {
    out_ += "<dl>\n";
    for (const auto& line : facts.lines) {
      out_.append("<div><dt>").append(escaped(line.name)).append("</dt> <dd>");
      out_.append(escaped_with_breaks(line.text)).append("</dd></div>\n");
    }
    out_ += "</dl>\n";
  }

  void operator()(const List& list) {
    out_ += "<ul>\n";
    for (const std::string& item : list.items) {
      out_.append("<li>").append(escaped_with_breaks(item)).append("</li>\n");
    }
    out_ += "</ul>\n";
  }

  void operator()(const Command& command) {
    out_.append("<p class=\"command\"><code>").append(escaped_with_breaks(command.text));
    out_ += "</code></p>\n";
  }

  void operator()(const Table& table) { out_ += table_of(table, ""); }

  void operator()(const Figure& shown) {
    const std::string id = anchor_.empty() || shown.name.empty() ? fmt::format("figure-{}", ++figures_)
                                                                 : anchor_ + "-" + shown.name;
    const std::string picture =
        std::visit([&id](const auto& of_a_kind) { return drawing(of_a_kind, id); }, shown.picture);
    std::string numbers = table_of(shown.numbers, shown.caption);
    for (const CaptionedTable& more : shown.more_numbers) numbers += table_of(more.table, more.caption);
    out_ += figure(shown.title, picture, shown.remark, numbers);
  }

  void add(const Section& section, int level) {
    if (section.shown == Shown::in_text) return;
    if (section.headline) return add_line(section);
    if (section.folded) {
      out_.append("<details class=\"part\"><summary>").append(escaped(section.title)).append("</summary>\n");
    } else if (!section.title.empty()) {
      out_ += fmt::format("<section>\n<h{0}>{1}</h{0}>\n", level, escaped(section.title));
    }
    add_content(section, level);
    if (section.folded) {
      out_ += "</details>\n";
    } else if (!section.title.empty()) {
      out_ += "</section>\n";
    }
  }

  std::string take() { return std::move(out_); }

 private:
  // The anchor stands inside what is folded: a browser that goes there opens it.
  void add_line(const Section& section) {
    const Headline& line = *section.headline;
    out_ += fmt::format("<details class=\"target\"><summary><span class=\"verdict {}\">{}</span>\n",
                        class_of(line.tone), escaped(line.badge));
    out_ += fmt::format("<a href=\"#{}\">{}</a>\n", line.anchor, escaped_with_breaks(section.title));
    out_ += "<span class=\"bound\">";
    if (line.bar) out_ += bar_piece(*line.bar);
    out_ += fmt::format(" {}</span>\n<span class=\"remark\">{}</span></summary>\n", escaped(line.figures),
                        escaped_with_breaks(line.remark));
    out_ += fmt::format("<section id=\"{}\">\n", line.anchor);
    anchor_ = line.anchor;
    if (!line.aside.empty()) out_.append("<p class=\"facts\">").append(escaped(line.aside)).append("</p>\n");
    add_content(section, 2);
    anchor_.clear();
    out_ += "</section>\n</details>\n";
  }

  void add_content(const Section& section, int level) {
    for (const Block& block : section.blocks) std::visit(*this, block);
    for (const Section& part : section.parts) add(part, std::min(level + 1, 6));
  }

  std::string out_, anchor_;
  int figures_ = 0;
};

}  // namespace

std::string as_html(const Document& document) {
  Writer writer;
  for (const Section& section : document.sections) writer.add(section, 2);
  const std::string between = document.lead.empty() || document.summary.empty() ? "" : " ";
  return html_page(document.title, document.lead + between + document.summary, writer.take());
}

}  // namespace fairshuffle
