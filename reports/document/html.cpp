#include <algorithm>
#include <charconv>
#include <string_view>

#include "reports/document/render.hpp"
#include "reports/html/markup.hpp"

namespace fairshuffle {

namespace {

// Colours by role, once for light screens and once for dark ones; tables scroll by themselves on narrow ones.
constexpr std::string_view style = R"(
:root { color-scheme: light dark; --ground: #fdfdfb; --ink: #1d2329; --faint: #5d6772; --line: #dfe2e5;
  --panel: #f3f4f2; --bar: #3b7dbd; --shade: 59 125 189; --mark: #c2410c; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #14181c; --ink: #e3e7ea; --faint: #98a3ad; --line: #2c333a;
    --panel: #1c2228; --bar: #5a9ad6; --shade: 90 154 214; --mark: #fb923c; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink);
  font: 17px/1.55 system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .4rem; overflow-wrap: anywhere; }
.lead { font-size: 1.15rem; color: var(--faint); margin: 0 0 2rem; }
h2 { font-size: 1.25rem; margin: 2.6rem 0 .6rem; padding-top: 1rem; border-top: 1px solid var(--line); }
p { margin: .7rem 0; }
pre, td, th { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
pre { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: .8rem 1rem;
  overflow-x: auto; font-size: .84rem; line-height: 1.5; }
.table { overflow-x: auto; margin: .9rem 0; }
table { border-collapse: collapse; font-size: .84rem; font-variant-numeric: tabular-nums; }
th { text-align: left; font-weight: 600; color: var(--faint); border-bottom: 1px solid var(--line); }
th, td { padding: .22rem 1rem .22rem 0; vertical-align: top; }
.number, .shade { text-align: right; }
td.number { white-space: nowrap; }
td.shade { padding: .22rem .6rem; }
.track { position: relative; width: 13rem; height: .85rem; margin-top: .28rem; background: var(--panel); }
.track i { position: absolute; inset: 0 auto 0 0; background: var(--bar); }
.track b { position: absolute; top: -.15rem; bottom: -.15rem; width: 2px; background: var(--mark); }
)";

// Four digits are finer than any screen.
std::string short_number(double value) {
  char digits[32];
  const auto [end, error] =
      std::to_chars(std::begin(digits), std::end(digits), value, std::chars_format::fixed, 4);
  return {digits, end};
}

std::string percent(double share) {
  return short_number(100 * std::clamp(share, 0.0, 1.0)) + "%";
}

std::string_view class_of(ColumnKind kind) {
  switch (kind) {
    case ColumnKind::number:
      return "number";
    case ColumnKind::shade:
      return "shade";
    case ColumnKind::text:
    case ColumnKind::bar:
      break;
  }
  return "text";
}

void add_block(std::string& out, const Paragraph& paragraph) {
  out.append("<p>").append(escaped(paragraph.text)).append("</p>\n");
}

void add_block(std::string& out, const Code& code) {
  out.append("<pre><code>").append(escaped(code.text)).append("</code></pre>\n");
}

void add_cell(std::string& out, const Column& column, const Cell& cell) {
  out.append("<td class=\"").append(class_of(column.kind)).append("\"");
  if (column.kind == ColumnKind::bar) {
    out.append("><div class=\"track\"><i style=\"width:").append(percent(cell.share)).append("\"></i>");
    if (column.mark) out.append("<b style=\"left:").append(percent(*column.mark)).append("\"></b>");
    out += "</div></td>";
    return;
  }
  if (column.kind == ColumnKind::shade) {
    // Never so dark that the number could not be read on it.
    out.append(" style=\"background:rgb(var(--shade) / ")
        .append(short_number(0.7 * cell.share))
        .append(")\"");
  }
  out.append(">").append(escaped(cell.text)).append("</td>");
}

void add_block(std::string& out, const Table& table) {
  out += "<div class=\"table\"><table>\n<thead><tr>";
  for (const Column& column : table.columns) {
    out.append("<th scope=\"col\" class=\"").append(class_of(column.kind)).append("\">");
    out.append(escaped(column.heading)).append("</th>");
  }
  out += "</tr></thead>\n<tbody>\n";
  for (const auto& row : table.rows) {
    out += "<tr>";
    for (std::size_t column = 0; column < row.size(); ++column) {
      add_cell(out, table.columns[column], row[column]);
    }
    out += "</tr>\n";
  }
  out += "</tbody></table></div>\n";
}

}  // namespace

std::string as_html(const Document& document) {
  std::string out = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
  out += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
  out.append("<title>").append(escaped(document.title)).append("</title>\n<style>");
  out += style;
  out.append("</style>\n</head>\n<body>\n<main>\n<h1>").append(escaped(document.title)).append("</h1>\n");
  out.append("<p class=\"lead\">").append(escaped(document.lead)).append("</p>\n");
  for (const Section& section : document.sections) {
    out.append("<section>\n<h2>").append(escaped(section.title)).append("</h2>\n");
    for (const Block& block : section.blocks) {
      std::visit([&out](const auto& of_a_kind) { add_block(out, of_a_kind); }, block);
    }
    out += "</section>\n";
  }
  return out + "</main>\n</body>\n</html>\n";
}

}  // namespace fairshuffle
