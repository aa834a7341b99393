#include "reports/document/render.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace fairshuffle;

namespace {

Document with(Block block) {
  return {.title = "title", .lead = "lead", .sections = {{.title = "section", .blocks = {std::move(block)}}}};
}

std::string page_with(PictureData picture) {
  return as_html(with(
      Figure{.title = "", .picture = std::move(picture), .remark = "", .caption = "", .numbers = {{}, {}}}));
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines(1);
  for (const char character : text) {
    if (character == '\n') {
      lines.emplace_back();
    } else {
      lines.back() += character;
    }
  }
  return lines;
}

std::ptrdiff_t characters(const std::string& text) {
  return std::ranges::count_if(text,
                               [](char byte) { return (static_cast<unsigned char>(byte) & 0xc0) != 0x80; });
}

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

std::size_t occurrences(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

const std::string hostile = "<script>&\"'</script> | `code` *bold* [link](x) \\ _under_ # ~";

}  // namespace

TEST_CASE("whatever a text holds, a page shows it and does not obey it") {
  for (const Block& block : {Block(Paragraph{hostile}), Block(Code{hostile}),
                             Block(Table{.columns = {{.heading = hostile}}, .rows = {{{hostile}}}})}) {
    Document document = with(block);
    document.title = document.lead = document.sections[0].title = hostile;
    const std::string page = as_html(document);
    CHECK_FALSE(has(page, "<script"));
    CHECK(has(page, "&lt;script&gt;&amp;&quot;&#39;&lt;/script&gt;"));
  }
}

TEST_CASE("in Markdown no character of a text is markup") {
  const std::string markdown = as_markdown(with(Paragraph{hostile}));
  CHECK(has(
      markdown,
      "\\<script\\>\\&\"'\\</script\\> \\| \\`code\\` \\*bold\\* \\[link\\](x) \\\\ \\_under\\_ \\# \\~"));
  CHECK(has(as_markdown(with(Paragraph{"1. no list"})), "\n1\\. no list\n"));
  CHECK(has(as_markdown(with(Paragraph{"- no list"})), "\n\\- no list\n"));
  CHECK(has(as_markdown(with(Code{"a[i] * b_c\n"})), "```cpp\na[i] * b_c\n```\n"));
}

TEST_CASE("a paragraph is wrapped at 80 characters, not bytes, and keeps its words") {
  std::string text;
  for (int word = 0; word < 100; ++word) text += "größe ";
  const std::string terminal = as_terminal_text(with(Paragraph{text}));
  std::ptrdiff_t widest = 0;
  std::size_t words = 0;
  for (const std::string& line : lines_of(terminal)) {
    widest = std::max(widest, characters(line));
    for (std::size_t at = line.find("größe"); at != std::string::npos; at = line.find("größe", at + 1))
      ++words;
  }
  CHECK(words == 100);
  CHECK(widest <= 80);
  CHECK(widest > 80 - 6);
}

TEST_CASE("a wide table gives way in its bars first, then wraps its texts") {
  const std::string text = "a text of some words that has to be broken to fit into the table at all";
  const Table table{.columns = {{.heading = "number", .kind = ColumnKind::number},
                                {.heading = "text"},
                                {.heading = "", .kind = ColumnKind::bar},
                                {.heading = "text"}},
                    .rows = {{{"1"}, {text}, {"", 0.5}, {text}}}};
  for (const std::string& line : lines_of(as_terminal_text(with(table)))) CHECK(characters(line) <= 80);
}

TEST_CASE("a bar is as long as its share, to an eighth of a column") {
  const auto bar = [](double share) {
    const Table table{.columns = {{.heading = "", .kind = ColumnKind::bar}}, .rows = {{{"", share}}}};
    std::string line = lines_of(as_terminal_text(with(table))).at(7);
    return line;
  };
  const auto blocks = [](int count) {
    std::string text = "  ";
    for (int block = 0; block < count; ++block) text += "█";
    return text;
  };
  CHECK(bar(1) == blocks(28));
  CHECK(bar(0.5) == blocks(14));
  CHECK(bar(0.25 + 0.5 / 28) == blocks(7) + "▌");
  CHECK(bar(0) == "");
}

TEST_CASE("the page draws a bar and its mark at the same shares") {
  const Table table{.columns = {{.heading = "", .kind = ColumnKind::bar, .mark = 0.75}},
                    .rows = {{{"", 0.25}}}};
  const std::string page = as_html(with(table));
  CHECK(has(page, "width=\"52\" height=\"12\" class=\"fill-calm\""));
  CHECK(has(page, "<rect x=\"154.5\" y=\"0\" width=\"2\""));
}

TEST_CASE("bars are left out of Markdown, shades keep their numbers") {
  const Table table{
      .columns = {{.heading = "p", .kind = ColumnKind::shade}, {.heading = "bar", .kind = ColumnKind::bar}},
      .rows = {{{"0.5", 1}, {"", 0.5}}}};
  CHECK(has(as_markdown(with(table)), "| p |\n| --: |\n| 0.5 |\n"));
  CHECK(has(as_terminal_text(with(table)), "0.5█"));
}

TEST_CASE("a figure is a picture with its numbers in a page, and its numbers alone elsewhere") {
  const Figure figure{
      .title = "The curve",
      .picture =
          Curve{.times_name = "k", .distance_name = "distance", .points = {{1, 0.5}, {2, 0.05}}, .goal = 0.1},
      .remark = "It falls.",
      .caption = "By k:",
      .numbers = {.columns = {{.heading = "k"}}, .rows = {{{"17"}}}}};
  const std::string page = as_html(with(figure));
  CHECK(has(page, "<h3>The curve</h3>"));
  CHECK(has(page, "<title id=\"figure-1-t\">distance by k</title>"));
  CHECK(has(page, "It is first below 0.1 at k = 2.</desc>"));
  CHECK(has(page, "<p class=\"remark\">It falls.</p>\n<details>"));
  CHECK(has(page, "<caption>By k:</caption>"));
  CHECK(has(as_terminal_text(with(figure)), "  By k:\n\n  k\n  17\n"));
  CHECK(has(as_markdown(with(figure)), "\nBy k:\n\n| k |\n| --- |\n| 17 |\n"));
  CHECK_FALSE(has(as_terminal_text(with(figure)), "falls"));
}

TEST_CASE("whatever the words of a picture hold, they are words") {
  const Table numbers{.columns = {{.heading = hostile}}, .rows = {{{hostile}}}};
  const auto page_of = [&](PictureData picture) {
    return as_html(with(Figure{.title = hostile,
                               .picture = std::move(picture),
                               .remark = hostile,
                               .caption = hostile,
                               .numbers = numbers}));
  };
  for (const std::string& page :
       {page_of(Curve{.times_name = hostile, .distance_name = hostile, .points = {{1, 0.5}}, .goal = 0.1}),
        page_of(PathTree{.outcomes = {hostile}, .paths = {{.draws = {0}, .decks = {hostile, hostile}}}}),
        page_of(CardGrid{.deviations = {{1, -1}, {-1, 1}}, .unit = hostile})}) {
    CHECK_FALSE(has(page, "<script"));
  }
}

TEST_CASE("a tree draws each branch once and a square for every path, coloured by its order's share") {
  PathTree tree{.outcomes = {"a", "b", "c"}, .paths = {}};
  for (std::uint64_t first = 0; first < 2; ++first) {
    for (std::uint64_t second = 0; second < 3; ++second) {
      tree.paths.push_back(
          {.draws = {first, second}, .decks = {"s", "t", "u"}, .outcome = second == 0 ? 0U : 1U});
    }
  }
  const std::string page = page_with(tree);
  CHECK(occurrences(page, ">s</text>") == 1);
  CHECK(occurrences(page, ">t</text>") == 2);
  CHECK(occurrences(page, ">u</text>") == 6);
  // a has its fair share of two, b has four and c none.
  CHECK(occurrences(page, "height=\"12\" class=\"fill-faint\"") == 2);
  CHECK(occurrences(page, "height=\"12\" class=\"fill-alarm\"") == 4);
  CHECK(has(page, "where each path ends: 2 at a, 4 at b, 0 at c.</desc>"));
}

TEST_CASE("a distance of 0 lies at the lower end of a logarithmic scale, and one point is a curve") {
  const auto curve = [](std::vector<Curve::Point> points) {
    return page_with(Curve{.times_name = "k",
                           .distance_name = "distance",
                           .points = std::move(points),
                           .goal = 0.1,
                           .logarithmic = true});
  };
  CHECK(has(curve({{1, 1}, {2, 0}}), "polyline points=\"80,34 596,240\""));
  CHECK(has(curve({{1, 1}}), "polyline points=\"338,34\""));
}

TEST_CASE("an empty document is a title and a lead") {
  const Document empty{.title = "t", .lead = "l", .sections = {}};
  CHECK(as_terminal_text(empty) == "t\n═\nl\n");
  CHECK(as_markdown(empty) == "# t\n\nl\n");
  CHECK(has(as_html(empty), "<h1>t</h1>"));
}
