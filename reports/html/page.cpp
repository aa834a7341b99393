#include "reports/html/page.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <initializer_list>
#include <iterator>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "reports/document/render.hpp"
#include "reports/visible_text.hpp"

namespace fairshuffle {

namespace {

// Light and dark screens, narrow ones and paper. A page must be right without it: some servers strip it.
constexpr std::string_view page_style = R"(
:root { color-scheme: light dark; --ground: #fdfdfb; --ink: #1d2329; --faint: #5d6772; --line: #dfe2e5;
  --panel: #f3f4f2; --good: #1f6f43; --bad: #b3261e; --open: #8a5a00; --calm: #2b6fb0; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink);
  font: 16px/1.55 system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
main:has(> .target) { max-width: 62rem; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .4rem; overflow-wrap: anywhere; }
.lead { font-size: 1.15rem; color: var(--faint); margin: 0 0 2rem; }
h2 { font-size: 1.3rem; line-height: 1.3; margin: 3rem 0 .6rem; padding-top: 1.2rem;
  border-top: 1px solid var(--line); overflow-wrap: anywhere; }
h3 { font-size: 1.02rem; margin: 2.2rem 0 .5rem; }
h2 + .figure h3 { margin-top: 1rem; }
h3, p, li { overflow-wrap: anywhere; }
p { margin: .6rem 0; }
a { color: var(--calm); }
.remark, .facts, .aside { color: var(--faint); font-size: .88rem; }
.scroll { overflow-x: auto; margin: .6rem 0; }
svg { display: block; }
svg[role=img] { max-width: 100%; height: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--faint); padding: .6rem 0 .2rem; }
th, td { text-align: left; vertical-align: top; padding: .25rem 1rem .25rem 0; }
thead th { font-weight: 600; color: var(--faint); border-bottom: 1px solid var(--line); }
.verdict { font-weight: 700; white-space: nowrap; }
.good { color: var(--good); }
.bad { color: var(--bad); }
.open { color: var(--open); }
.target { border-bottom: 1px solid var(--line); }
.target > summary { display: grid; grid-template-columns: 7rem minmax(0, 1fr) 21rem minmax(0, 12.5rem);
  column-gap: 1rem; align-items: baseline; padding: .3rem 0; font-size: .95rem; color: var(--ink); }
.target > summary::marker { content: ""; }
.target > summary::-webkit-details-marker { display: none; }
.target > summary:hover { background: var(--panel); }
.target a { font-weight: 600; overflow-wrap: anywhere; }
.bound { color: var(--faint); font-size: .88rem; font-variant-numeric: tabular-nums;
  display: flex; gap: .3rem; align-items: baseline; }
.bound svg { flex: none; margin-bottom: -.15rem; }
.target .remark { overflow-wrap: anywhere; }
.target[open] { padding-bottom: 1.5rem; }
.part { border-bottom: 1px solid var(--line); padding: .3rem 0; }
.part > summary { font-size: 1rem; color: var(--ink); }
.part:first-of-type { margin-top: 2rem; }
.target > section, .part > :not(summary) { max-width: 46rem; }
dl { margin: .6rem 0; }
dl > div { display: flex; gap: 1rem; padding: .1rem 0; }
dt { flex: 0 0 7rem; color: var(--faint); }
dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
.numbers { font-size: .8rem; font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
.numbers th, .numbers td { white-space: nowrap; }
.numbers tbody th { font-weight: 400; }
.numbers th:last-child, .numbers td:last-child { padding-right: 0; }
.numbers .number { text-align: right; }
summary { cursor: pointer; color: var(--calm); font-size: .88rem; }
pre, .command { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: .8rem 1rem;
  font: .84rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
  white-space: pre-wrap; overflow-wrap: anywhere; }
.code { white-space: pre; overflow-x: auto; }
.code code, .command code { font: inherit; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #14181c; --ink: #e3e7ea; --faint: #98a3ad; --line: #2c333a; --panel: #1c2228;
    --good: #6fcf97; --bad: #ff8a80; --open: #f2c14e; --calm: #7db4e6; }
}
@media screen and (prefers-color-scheme: dark) {
  .fill-ink, .fill-on-pale { fill: #e3e7ea; } .fill-faint { fill: #98a3ad; } .fill-panel { fill: #242b32; }
  .fill-calm { fill: #5a9ad6; } .fill-alarm { fill: #f08a3c; } .fill-on-middle, .fill-on-deep { fill: #10141a; }
  .stroke-grid { stroke: #2c333a; } .stroke-faint { stroke: #98a3ad; } .stroke-mark { stroke: #e3e7ea; }
  .stroke-calm { stroke: #5a9ad6; } .fill-mark { fill: #e3e7ea; }
  .fill-even { fill: #20262c; } .fill-rare1 { fill: #212f3e; } .fill-rare2 { fill: #23415c; }
  .fill-rare3 { fill: #2a5c89; } .fill-rare4 { fill: #4a8fcb; } .fill-rare5 { fill: #7db6e6; }
  .fill-rare6 { fill: #c3e0fa; } .fill-often1 { fill: #36291f; } .fill-often2 { fill: #55361e; }
  .fill-often3 { fill: #834d1c; } .fill-often4 { fill: #cb7a30; } .fill-often5 { fill: #eea35c; }
  .fill-often6 { fill: #fcd7ad; }
}
@media (max-width: 46rem) {
  main { padding: 1.5rem 1rem 3rem; }
  h1 { font-size: 1.6rem; }
  .target > summary { grid-template-columns: 7rem minmax(0, 1fr); gap: 0 .5rem; }
  .target > summary > :last-child { grid-column: 2; }
  .bound { grid-column: 2; }
  dl > div { display: block; }
}
@page { margin: 1.4cm; }
@media print {
  :root { color-scheme: light; --ground: #fff; --ink: #000; --faint: #444; --line: #bbb; --panel: #f5f5f5;
    --good: #1f6f43; --bad: #b3261e; --open: #8a5a00; --calm: #1d4f80; }
  body { font-size: 10.5pt; }
  main { max-width: none; padding: 0; }
  svg { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  svg[role=img] { min-width: 0; width: 15cm; }
  .scroll { overflow: visible; }
  .numbers { font-size: 8pt; }
  .numbers th, .numbers td { padding: .1rem .9rem .1rem 0; }
  .numbers th, .numbers td, .code { white-space: pre-wrap; }
  .scroll, tr, p, li, h2, h3 { break-inside: avoid; }
  h2 { margin-top: 1.8rem; }
  h3 { margin-top: 1.2rem; }
  h2, h3, h2 + p, section > .facts { break-after: avoid; }
  .remark { break-before: avoid; }
  summary { display: none; }
  .figure details:not([open]) { display: none; }
  .target > summary { display: grid; }
  .part > summary { display: block; font-weight: 600; }
  .target::details-content, .part::details-content { content-visibility: visible; }
}
)";

// Nothing may be fetched or run, and of styles only `page_style`, by its SHA-256.
constexpr std::string_view page_policy =
    "default-src 'none'; style-src 'sha256-KqIjePPve9lEL4HDz2IsKKeXfwuITJMSq8t/3lQXHBA='; base-uri 'none'; "
    "form-action 'none'";

bool is_number(const Column& column) {
  return column.kind == ColumnKind::number || column.kind == ColumnKind::shade;
}

// One for each column, to the right under numbers.
std::string_view class_of(const Column& column) {
  return is_number(column) ? " class=\"number\"" : "";
}

std::string_view class_of(Tone tone) {
  // In the order of Tone.
  constexpr std::array<std::string_view, 5> names{"plain", "good", "open", "bad", "bad"};
  static_assert(names.size() == static_cast<std::size_t>(Tone::broken) + 1);
  return names[static_cast<std::size_t>(tone)];
}

std::string table_of(const Table& table, std::string_view caption) {
  std::string out = "<div class=\"scroll\"><table class=\"numbers\">\n";
  if (!caption.empty()) out += fmt::format("<caption>{}</caption>\n", escaped(caption));
  out += "<thead><tr>";
  for (const Column& column : table.columns) {
    out += fmt::format("<th scope=\"col\"{}>{}</th>", class_of(column), escaped(column.heading));
  }
  out += "</tr></thead>\n<tbody>\n";
  for (const auto& row : table.rows) {
    out += "<tr>";
    for (std::size_t index = 0; index < row.size(); ++index) {
      const Column& column = table.columns[index];
      out += fmt::format(
          "<td{}>{}</td>", class_of(column),
          column.kind == ColumnKind::bar ? bar(row[index].share, column.mark) : escaped(row[index].text));
    }
    out += "</tr>\n";
  }
  return out + "</tbody></table></div>\n";
}

// One page, written block by block.
class Writer {
 public:
  void operator()(const Paragraph& paragraph) { out_ += fmt::format("<p>{}</p>\n", escaped(paragraph.text)); }

  void operator()(const Code& code) {
    out_ += fmt::format("<pre class=\"code\"><code>{}</code></pre>\n", escaped(code.text));
  }

  void operator()(const Facts& facts) {
    out_ += "<dl>\n";
    for (const auto& line : facts.lines) {
      out_ += fmt::format("<div><dt>{}</dt> <dd>{}</dd></div>\n", escaped(line.name),
                          escaped_with_breaks(line.text));
    }
    out_ += "</dl>\n";
  }

  void operator()(const List& list) {
    out_ += "<ul>\n";
    for (const std::string& item : list.items)
      out_ += fmt::format("<li>{}</li>\n", escaped_with_breaks(item));
    out_ += "</ul>\n";
  }

  void operator()(const Command& command) {
    out_ += fmt::format("<p class=\"command\"><code>{}</code></p>\n", escaped_with_breaks(command.text));
  }

  void operator()(const Table& table) { out_ += table_of(table, ""); }

  void operator()(const Figure& shown) {
    const std::string id = anchor_.empty() || shown.name.empty() ? fmt::format("figure-{}", ++figures_)
                                                                 : anchor_ + "-" + shown.name;
    out_ += fmt::format(
        "<section class=\"figure\">\n<h3>{}</h3>\n<div class=\"scroll\">\n{}</div>\n",
        escaped_line(shown.title),
        std::visit([&id](const auto& of_a_kind) { return drawing(of_a_kind, id); }, shown.picture));
    if (!shown.remark.empty())
      out_ += fmt::format("<p class=\"remark\">{}</p>\n", escaped_line(shown.remark));
    out_ += "<details><summary>The numbers</summary>\n" + table_of(shown.numbers, shown.caption);
    for (const CaptionedTable& more : shown.more_numbers) out_ += table_of(more.table, more.caption);
    out_ += "</details>\n</section>\n";
  }

  void add(const Section& section, int level) {
    if (section.shown == Shown::in_text) return;
    if (section.headline) return add_line(section);
    const std::string title = escaped(section.title);
    if (section.folded) {
      out_ += fmt::format("<details class=\"part\"><summary>{}</summary>\n", title);
    } else if (!title.empty()) {
      out_ += fmt::format("<section>\n<h{0}>{1}</h{0}>\n", level, title);
    }
    add_content(section, level);
    out_ += section.folded ? "</details>\n" : title.empty() ? "" : "</section>\n";
  }

  std::string take() { return std::move(out_); }

 private:
  // The anchor stands inside what is folded: a browser that goes there opens it.
  void add_line(const Section& section) {
    const Headline& line = *section.headline;
    out_ += fmt::format(
        "<details class=\"target\"><summary><span class=\"verdict {}\">{}</span>\n<a href=\"#{}\">{}</a>\n"
        "<span class=\"bound\">{} {}</span>\n<span class=\"remark\">{}</span></summary>\n<section "
        "id=\"{}\">\n",
        class_of(line.tone), escaped(line.badge), line.anchor, escaped_with_breaks(section.title),
        line.bar ? bar_piece(*line.bar) : "", escaped(line.figures), escaped_with_breaks(line.remark),
        line.anchor);
    anchor_ = line.anchor;
    if (!line.aside.empty()) out_ += fmt::format("<p class=\"facts\">{}</p>\n", escaped(line.aside));
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

std::string written(std::string_view attribute, double value) {
  return fmt::format(" {}=\"{}\"", attribute, coordinate(value));
}

std::string written(std::string_view attribute, const Paint& paint) {
  return fmt::format(" class=\"{0}-{1}\" {0}=\"{2}\"", attribute, paint.class_name, paint.on_white);
}

// An element up to its paint; whoever asks for it closes it.
std::string begun(std::string_view name, std::initializer_list<std::pair<std::string_view, double>> numbers,
                  std::string_view attribute, const Paint& paint) {
  std::string out = fmt::format("<{}", name);
  for (const auto& [number, value] : numbers) out += written(number, value);
  return out + written(attribute, paint);
}

std::string rectangle_text(double x, double y, double width, double height, const Paint& fill) {
  return begun("rect", {{"x", x}, {"y", y}, {"width", width}, {"height", height}}, "fill", fill) + "/>";
}

// Capitals, a few others and what is not ASCII, by the first byte, may be twice as wide as a letter.
std::size_t letters_wide(char first) {
  const bool is_ascii = static_cast<unsigned char>(first) < 0x80;
  const bool is_capital = first >= 'A' && first <= 'Z';
  return !is_ascii || is_capital || std::string_view("mw@%&<>#=+~").find(first) != std::string_view::npos ? 2
                                                                                                          : 1;
}

// A small bar on its ground, with an upright where there is a mark. Nobody is read anything of it.
std::string small_bar(double width, double height, double from, double to, const Paint& fill,
                      const std::optional<double>& mark) {
  constexpr double top = 3;
  const double thick = height - 2 * top;
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" aria-hidden=\"true\"{}{}>{}{}{}</svg>",
      written("width", width), written("height", height), rectangle_text(0, top, width, thick, paint::panel),
      rectangle_text(from, top, to - from, thick, fill),
      mark ? rectangle_text(std::clamp(*mark, 0.0, 1.0) * (width - 2), 0, 2, height, paint::mark) : "");
}

}  // namespace

std::string as_html(const Document& document) {
  Writer writer;
  for (const Section& section : document.sections) writer.add(section, 2);
  const std::string between = document.lead.empty() || document.summary.empty() ? "" : " ";
  return fmt::format(R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{}</title>
<style>{}</style>
</head>
<body>
<main>
<h1>{}</h1>
<p class="lead">{}</p>
{}</main>
</body>
</html>
)",
                     page_policy, escaped(document.title), page_style, escaped(document.title),
                     escaped(document.lead + between + document.summary), writer.take());
}

std::string signed_words(double value, int decimals) {
  const std::string text = fmt::format("{:+.{}f}", value, decimals);
  return text.find_first_of("123456789") == std::string::npos ? text.substr(1) : text;
}

std::string escaped(std::string_view text) {
  constexpr std::pair<char, std::string_view> entities[] = {
      {'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}};
  std::string out;
  out.reserve(text.size());
  for (const char character : visible_lines(text)) {
    const auto* entity = std::ranges::find(entities, character, &std::pair<char, std::string_view>::first);
    if (entity == std::end(entities)) {
      out += character;
    } else {
      out += entity->second;
    }
  }
  return out;
}

std::string escaped_line(std::string_view text) {
  return escaped(one_visible_line(text));
}

std::string escaped_with_breaks(std::string_view text) {
  constexpr std::size_t longest_word = 30;
  const std::string whole = escaped(text);
  std::string out;
  std::size_t unbroken = 0;
  for (std::size_t at = 0; at < whole.size();) {
    // An entity is one character, and so are the bytes of one.
    std::size_t end = whole[at] == '&' ? whole.find(';', at) + 1 : at + 1;
    while (end < whole.size() && (static_cast<unsigned char>(whole[end]) & 0xC0) == 0x80) ++end;
    out.append(whole, at, end - at);
    unbroken = whole[at] == ' ' ? 0 : unbroken + 1;
    const bool ends_line = end == whole.size() || whole[end] == ' ';
    if ((may_break_behind(whole, at) && !ends_line) || unbroken == longest_word) {
      out += "<wbr>";
      unbroken = 0;
    }
    at = end;
  }
  return out;
}

std::string coordinate(double value) {
  if (!std::isfinite(value)) throw std::invalid_argument("coordinate: the value must be finite");
  const double rounded = std::round(value * 100) / 100;
  char digits[64];
  // Adding zero makes 0 of -0.
  const auto [end, error] = std::to_chars(std::begin(digits), std::end(digits), rounded + 0.0);
  return {digits, end};
}

Picture::Picture(double width, double height, std::string_view id, std::string_view title,
                 std::string_view description) {
  out_ = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" font-family=\"system-ui, sans-serif\" "
      "font-size=\"12\" aria-labelledby=\"{0}-t {0}-d\"{1}{2} viewBox=\"0 0 {3} {4}\">\n<title "
      "id=\"{0}-t\">{5}</title>\n"
      "<desc id=\"{0}-d\">{6}</desc>\n",
      id, written("width", width), written("height", height), coordinate(width), coordinate(height),
      escaped_line(title), escaped_line(description));
}

void Picture::rectangle(double x, double y, double width, double height, const Paint& fill) {
  out_ += rectangle_text(x, y, width, height, fill) + "\n";
}

void Picture::line(double x1, double y1, double x2, double y2, const Paint& stroke, bool dashed) {
  out_ += begun("line", {{"x1", x1}, {"y1", y1}, {"x2", x2}, {"y2", y2}}, "stroke", stroke);
  out_ += dashed ? " stroke-dasharray=\"4 3\"/>\n" : "/>\n";
}

void Picture::circle(double x, double y, double radius, const Paint& fill) {
  out_ += begun("circle", {{"cx", x}, {"cy", y}, {"r", radius}}, "fill", fill) + "/>\n";
}

void Picture::curve(std::span<const Dot> points, const Paint& stroke) {
  std::string places;
  for (const Dot& point : points) {
    places += fmt::format("{}{},{}", places.empty() ? "" : " ", coordinate(point.x), coordinate(point.y));
  }
  out_ += fmt::format("<polyline points=\"{}\" stroke-width=\"2\" fill=\"none\"{}/>\n", places,
                      written("stroke", stroke));
}

void Picture::path(std::string_view data, const Paint& fill) {
  if (!data.empty()) out_ += fmt::format("<path d=\"{}\"{}/>\n", data, written("fill", fill));
}

void Picture::text(double x, double y, Anchor anchor, std::string_view words, const Paint& fill, bool bold) {
  out_ += fmt::format("<text{}{}{}{}{}>{}</text>\n", written("x", x), written("y", y),
                      anchor == Anchor::middle ? " text-anchor=\"middle\""
                      : anchor == Anchor::end  ? " text-anchor=\"end\""
                                               : "",
                      bold ? " font-weight=\"600\"" : "", written("fill", fill), escaped_line(words));
}

std::string Picture::finish() {
  return std::move(out_.append("</svg>\n"));
}

std::string bar(double share, const std::optional<double>& mark) {
  constexpr double width = 208;
  return small_bar(width, 18, 0, std::clamp(share, 0.0, 1.0) * width, paint::calm, mark);
}

std::string bar_piece(const LineBar& piece) {
  constexpr double width = 120, thinnest = 2;
  const double from = std::min(std::clamp(piece.from, 0.0, 1.0) * width, width - thinnest);
  const double to = std::max(std::clamp(piece.to, 0.0, 1.0) * width, from + thinnest);
  return small_bar(width, 16, from, to, piece.alarm ? paint::alarm : paint::calm, piece.mark);
}

std::string shortened(std::string_view words, std::size_t most) {
  std::size_t width = 0, kept = 0;
  for (std::size_t at = 0; at < words.size(); ++at) {
    const bool begins = (static_cast<unsigned char>(words[at]) & 0xC0) != 0x80;
    if (!begins) continue;
    if (width + 3 <= most) kept = at;
    width += letters_wide(words[at]);
    if (width > most) return std::string(words.substr(0, kept)).append("...");
  }
  return std::string(words);
}

}  // namespace fairshuffle
