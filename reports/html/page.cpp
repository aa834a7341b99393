#include "reports/html/page.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "reports/document/render.hpp"

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
main:has(.target) { max-width: 62rem; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .4rem; }
.small { display: block; font-size: .78rem; font-weight: 400; line-height: 1.4; color: var(--faint); }
h1 .small { font-size: .95rem; margin-top: .3rem; }
.found { font-size: 1.4rem; line-height: 1.4; margin: .6rem 0; }
.found .verdict { text-transform: capitalize; margin-right: .4rem; }
.found .remark { font-size: 1rem; }
.lead { font-size: 1.05rem; color: var(--faint); margin: 0 0 2rem; max-width: 46rem; }
h2 { font-size: 1.3rem; line-height: 1.3; margin: 3rem 0 .6rem; padding-top: 1.2rem;
  border-top: 1px solid var(--line); }
h3 { font-size: 1.02rem; margin: 2.2rem 0 .5rem; }
h2 + .figure h3 { margin-top: 1rem; }
h1, h2, h3, p, li, td, th, summary { overflow-wrap: break-word; min-width: 0; }
p { margin: .6rem 0; }
a { color: var(--calm); }
.remark, .facts, .aside { color: var(--faint); font-size: .88rem; }
.scroll { overflow-x: auto; margin: .6rem 0; }
svg { display: block; }
svg[role=img] { flex: none; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--faint); padding: .6rem 0 .2rem; }
th, td { text-align: left; vertical-align: top; padding: .25rem 1rem .25rem 0; }
thead th { font-weight: 600; color: var(--faint); border-bottom: 1px solid var(--line); }
.verdict { font-weight: 700; white-space: nowrap; }
.good { color: var(--good); }
.bad { color: var(--bad); }
.open { color: var(--open); }
.lines { width: 100%; margin: 1rem 0 2rem; }
.lines, .lines thead, .lines tbody, .lines caption { display: flex; flex-direction: column; }
.lines tr { display: grid; column-gap: .8rem; border-bottom: 1px solid var(--line); padding: .3rem 0;
  grid-template-columns: minmax(0, 1.2fr) 7rem 10.5rem minmax(0, 1fr) 5.5rem; }
.lines th, .lines td { padding: 0; border: 0; }
.lines a { font-weight: 600; }
.lines .group { display: block; border: 0; padding: 1rem 0 .2rem; order: -1; }
.lines .remark, .lines .figures { font-size: .88rem; }
.lines svg, .bound { display: inline-block; vertical-align: top; margin-top: .15rem; }
.lines th svg { display: block; }
.bound { margin-top: 0; }
.choice { margin: .6rem 0; font-size: .88rem; color: var(--faint); }
.choice label { white-space: nowrap; margin: 0 .7rem 0 .2rem; color: var(--ink); }
.listing:has([value=f1]:checked) tbody tr:not(.f1, .group), .listing:has([value=f2]:checked) tbody tr:not(.f2, .group),
.listing:has([value=f3]:checked) tbody tr:not(.f3, .group), .listing:has([value=f4]:checked) tbody tr:not(.f4, .group),
.listing:has([value=f5]:checked) tbody tr:not(.f5, .group) { display: none; }
.f1 { --f: 1; } .f2 { --f: 2; } .f3 { --f: 3; } .f4 { --f: 4; } .f5 { --f: 5; }
.t0 { --t: 0; } .u0 { --u: 0; } .t1 { --t: 1; } .u1 { --u: 1; } .t2 { --t: 2; } .u2 { --u: 2; } .t3 { --t: 3; } .u3 { --u: 3; }
.t4 { --t: 4; } .u4 { --u: 4; } .t5 { --t: 5; } .u5 { --u: 5; } .t6 { --t: 6; } .u6 { --u: 6; } .t7 { --t: 7; } .u7 { --u: 7; }
.t8 { --t: 8; } .u8 { --u: 8; } .t9 { --t: 9; } .u9 { --u: 9; }
.listing:has([value=verdict]:checked, [value=bias]:checked) tbody { display: contents; }
.listing:has([value=verdict]:checked, [value=bias]:checked) .group { display: none; }
.listing:has([value=verdict]:checked) tbody tr { order: var(--f, -1); }
.listing:has([value=bias]:checked) tbody tr { order: calc(10 * var(--t, 0) + var(--u, 0)); }
.target { border-bottom: 1px solid var(--line); }
.target > summary { padding: .5rem 0; font-size: 1.1rem; color: var(--ink); }
.target > summary:hover { background: var(--panel); }
.target > summary .verdict { margin-right: .4rem; }
.target > summary .small { display: inline; font-size: .88rem; }
.target[open] { padding-bottom: 1.5rem; }
.part { border-bottom: 1px solid var(--line); padding: .3rem 0; }
.part > summary { font-size: 1rem; color: var(--ink); }
.part:first-of-type { margin-top: 2rem; }
.target > section, .part > :not(summary) { max-width: 46rem; }
dl { margin: .6rem 0; }
dl > div { display: flex; gap: 1rem; padding: .1rem 0; }
dt { flex: 0 0 7rem; color: var(--faint); }
dd { margin: 0; min-width: 0; overflow-wrap: break-word; }
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
@media screen and (min-width: 64rem) {
  .lines tr { grid-template-columns: minmax(0, 1.2fr) 7rem 19rem minmax(0, 1fr) 6rem; }
}
@media screen and (max-width: 46rem) {
  .lines tr { grid-template-columns: 7rem minmax(0, 1fr); }
  .lines tr > :first-child { grid-column: 1 / -1; }
  .lines tr > :nth-child(n + 4) { grid-column: 2; }
  main { padding: 1.5rem 1rem 3rem; }
  h1 { font-size: 1.6rem; }
  dl > div { display: block; }
}
@page { margin: 1.4cm; }
@media print {
  :root { color-scheme: light; --ground: #fff; --ink: #000; --faint: #444; --line: #bbb; --panel: #f5f5f5;
    --good: #1f6f43; --bad: #b3261e; --open: #8a5a00; --calm: #1d4f80; }
  body { font-size: 9.5pt; line-height: 1.45; }
  main { max-width: none; padding: 0; }
  svg { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  svg[role=img] { width: 14cm; height: auto; }
  .scroll { overflow: visible; }
  .numbers { font-size: 8pt; }
  .numbers th, .numbers td { padding: .1rem .9rem .1rem 0; }
  .numbers th, .numbers td, .code { white-space: pre-wrap; }
  .lines, .lines tbody { display: block; }
  .figure, .scroll, tr, p, li, dl, dl > div, h2, h3 { break-inside: avoid; }
  h2 { margin-top: 1.8rem; }
  h3 { margin-top: .9rem; }
  h2, h3, h2 + p, section > .facts, summary, caption, thead, .group, p:has(+ .scroll, + ul, + dl) { break-after: avoid; }
  p.remark { break-before: avoid; }
  .figure summary, .choice { display: none; }
  .target > summary, .part > summary { list-style: none; }
  .figure details:not([open]), .scroll:has(.wide) { display: none; }
  .listing + .target, .target + .target { break-before: page; }
  .part > summary { display: block; font-weight: 600; }
  .target::details-content, .part::details-content { content-visibility: visible; }
}
)";

// Nothing may be fetched or run, and of styles only `page_style`, by its SHA-256.
constexpr std::string_view page_policy =
    "default-src 'none'; style-src 'sha256-0Xb6XDgjtPVg7hHRU6ex9kYvWvreHK97/XbQ4kMUy0M='; base-uri 'none'; "
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
  // A wider one does not fit on paper, where nothing scrolls.
  constexpr std::size_t most_printed = 14;
  std::string out = fmt::format("<div class=\"scroll\"><table class=\"numbers{}\">\n",
                                table.columns.size() > most_printed ? " wide" : "");
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

// What a section is called, with its settings in small print.
std::string name_of(const Section& section, bool links = false) {
  const Headline& line = *section.headline;
  std::string name = escaped_with_breaks(line.name.empty() ? section.title : line.name);
  if (links) name = fmt::format("<a href=\"#{}\">{}</a>", line.anchor, name);
  return line.settings.empty()
             ? name
             : fmt::format("{} <span class=\"small\">{}</span>", name, escaped_with_breaks(line.settings));
}

// What a page's table shows, or how it is sorted; it takes style sheets alone.
std::string choice(const char* of, const std::string& value, const std::string& words, bool chosen = false) {
  return fmt::format("<label><input type=\"radio\" name=\"{}\" value=\"{}\"{}> {}</label>", of, value,
                     chosen ? " checked" : "", escaped(words));
}

// Groups in the order in which each first came.
std::vector<const Section*> by_groups(const std::vector<const Section*>& lines) {
  std::vector<std::pair<std::string_view, std::vector<const Section*>>> groups;
  for (const Section* line : lines) {
    // Those of no group stand under no other's heading.
    auto group =
        std::ranges::find(groups, line->headline->group, [](const auto& each) { return each.first; });
    if (group == groups.end())
      group =
          groups.insert(line->headline->group.empty() ? groups.begin() : group, {line->headline->group, {}});
    group->second.push_back(line);
  }
  std::vector<const Section*> all;
  for (const auto& [name, of_group] : groups) all.insert(all.end(), of_group.begin(), of_group.end());
  return all;
}

// By how large the bias is at least, and among those without a bias by how large it may be; 99 for all
// behind.
std::map<const Section*, std::size_t> ranks_by_bias(std::vector<const Section*> lines) {
  std::ranges::stable_sort(lines, std::ranges::greater{}, [](const Section* line) {
    const std::optional<LineBar>& bar = line->headline->bar;
    return !bar ? std::pair(false, -1.0) : std::pair(bar->alarm, bar->alarm ? bar->from : bar->to);
  });
  std::map<const Section*, std::size_t> ranks;
  for (const Section* line : lines) ranks.emplace(line, std::min<std::size_t>(ranks.size(), 99));
  return ranks;
}

// The title of a page, or the line of what it is about.
std::string head_of(const Document& document) {
  const Section* subject = document.section_of_subject();
  if (subject == nullptr) return fmt::format("<h1>{}</h1>\n", escaped(document.title));
  const Headline& line = *subject->headline;
  return fmt::format(
      "<h1>{}</h1>\n<p class=\"found\"><span class=\"verdict {}\">{}</span> {} <span "
      "class=\"remark\">{}</span></p>\n",
      name_of(*subject), class_of(line.tone), escaped(line.badge), escaped(line.figures),
      escaped_with_breaks(words_behind(line)));
}

// One page, written block by block.
class Writer {
 public:
  explicit Writer(std::string subject) : subject_(std::move(subject)) {}

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
    // A section of one figure has its title.
    out_ += fmt::format(
        "<section class=\"figure\">\n{}<div class=\"scroll\">\n{}</div>\n",
        shown.title.empty() ? "" : fmt::format("<h3>{}</h3>\n", escaped_line(shown.title)),
        std::visit([&id](const auto& of_a_kind) { return drawing(of_a_kind, id); }, shown.picture));
    if (!shown.remark.empty())
      out_ += fmt::format("<p class=\"remark\">{}</p>\n", escaped_line(shown.remark));
    out_ += "<details><summary>The numbers</summary>\n" + table_of(shown.numbers, shown.caption);
    for (const CaptionedTable& more : shown.more_numbers) out_ += table_of(more.table, more.caption);
    out_ += "</details>\n</section>\n";
  }

  // Sections of one level; those that have one by their lines first.
  void add(const std::vector<Section>& sections, int level) {
    bool listed = false;
    for (const Section& section : sections) {
      if (section.shown == Shown::in_text) continue;
      if (section.headline && section.headline->anchor != subject_ && !std::exchange(listed, true)) {
        add_lines(sections);
      }
      add(section, level);
    }
  }

  std::string take() { return std::move(out_); }

 private:
  void add(const Section& section, int level) {
    if (section.headline) return add_target(section);
    const std::string title = escaped(section.title);
    if (section.folded) {
      out_ += fmt::format("<details class=\"part\"><summary>{}</summary>\n", title);
    } else if (!title.empty()) {
      out_ += fmt::format("<section>\n<h{0}>{1}</h{0}>\n", level, title);
    }
    add_content(section, level);
    out_ += section.folded ? "</details>\n" : title.empty() ? "" : "</section>\n";
  }

  void add_lines(const std::vector<Section>& sections) {
    std::vector<const Section*> lines;
    // What is worst comes first.
    std::map<Tone, std::map<std::string, std::size_t>, std::greater<>> badges;
    for (const Section& section : sections) {
      if (!section.headline) continue;
      lines.push_back(&section);
      ++badges[section.headline->tone][section.headline->badge];
    }
    std::vector<std::string> kinds;
    std::string choices;
    for (const auto& [tone, of_tone] : badges) {
      for (const auto& [badge, count] : of_tone) {
        kinds.push_back(badge);
        choices += choice("show", fmt::format("f{}", kinds.size()), fmt::format("{} {}", count, badge));
      }
    }
    out_ += "<div class=\"listing\">\n";
    constexpr std::size_t most_without_choice = 10;
    if (lines.size() > most_without_choice) {
      out_ +=
          fmt::format("<form class=\"choice\"><div>Show {}{}</div>\n<div>Sort {}{}{}</div></form>\n",
                      choice("show", "all", fmt::format("all {}", lines.size()), true), choices,
                      choice("sort", "listed", "as listed", true), choice("sort", "verdict", "by verdict"),
                      choice("sort", "bias", "by bias, the largest first"));
    }
    out_ += fmt::format(
        "<table class=\"lines\">\n<caption>A bar is the bias in points, on a logarithmic scale; the upright "
        "stands at the tolerance.</caption>\n<thead><tr><th scope=\"col\">target</th><th "
        "scope=\"col\">verdict</th><th scope=\"col\">bias {}</th><th scope=\"col\">looks like</th><th "
        "scope=\"col\">{}</th></tr></thead>\n",
        bar_scale(),
        std::ranges::any_of(lines, [](const Section* line) { return !line->headline->expected.empty(); })
            ? "expected"
            : "");
    const auto ranks = ranks_by_bias(lines);
    const std::string* group = nullptr;
    for (const Section* section : by_groups(lines)) {
      const Headline& line = *section->headline;
      if (group == nullptr || *group != line.group) {
        out_ += group == nullptr ? "<tbody>\n" : "</tbody>\n<tbody>\n";
        if (!line.group.empty()) {
          out_ += fmt::format("<tr class=\"group\"><th colspan=\"5\" scope=\"rowgroup\">{}</th></tr>\n",
                              escaped(line.group));
        }
        group = &line.group;
      }
      const auto kind = std::ranges::find(kinds, line.badge) - kinds.begin();
      out_ += fmt::format(
          "<tr class=\"f{} t{} u{}\"><td>{}</td>\n<td class=\"verdict {}\">{}</td>\n<td "
          "class=\"figures\">{} <span class=\"bound\">{}</span></td>\n<td class=\"remark\">{}</td>\n<td "
          "class=\"remark\">{}</td></tr>\n",
          kind + 1, ranks.at(section) / 10, ranks.at(section) % 10, name_of(*section, true),
          class_of(line.tone), escaped(line.badge), line.bar ? bar_piece(*line.bar) : "",
          escaped(line.figures), escaped_with_breaks(line.remark), escaped(line.expected));
    }
    out_ += "</tbody>\n</table>\n</div>\n";
  }

  // The anchor stands inside what is folded: a browser that goes there opens it.
  void add_target(const Section& section) {
    const Headline& line = *section.headline;
    const bool is_subject = line.anchor == subject_;
    if (!is_subject) {
      out_ += fmt::format(
          "<details class=\"target\"{}><summary><span class=\"verdict {}\">{}</span> {} <span "
          "class=\"figures\">{}</span></summary>\n",
          section.folded ? "" : " open", class_of(line.tone), escaped(line.badge), name_of(section),
          escaped(line.figures));
    }
    out_ += fmt::format("<section id=\"{}\"{}>\n", line.anchor, is_subject ? " class=\"target\"" : "");
    anchor_ = line.anchor;
    if (!line.aside.empty() && !is_subject) {
      out_ += fmt::format("<p class=\"facts\">{}</p>\n", escaped(line.aside));
    }
    add_content(section, 2);
    anchor_.clear();
    out_ += is_subject ? "</section>\n" : "</section>\n</details>\n";
  }

  void add_content(const Section& section, int level) {
    for (const Block& block : section.blocks) std::visit(*this, block);
    add(section.parts, std::min(level + 1, 6));
  }

  std::string out_, anchor_, subject_;
  int figures_ = 0;
};

}  // namespace

std::string as_html(const Document& document) {
  Writer writer(document.subject);
  writer.add(document.sections, 2);
  const std::string between = document.lead.empty() || document.basis.empty() ? "" : " ";
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
{}<p class="lead">{}</p>
{}</main>
</body>
</html>
)",
                     page_policy, escaped(document.title), page_style, head_of(document),
                     escaped(document.lead + between + document.basis), writer.take());
}

}  // namespace fairshuffle
