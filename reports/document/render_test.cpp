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
  CHECK(has(page, "width:25.0000%"));
  CHECK(has(page, "left:75.0000%"));
}

TEST_CASE("bars are left out of Markdown, shades keep their numbers") {
  const Table table{
      .columns = {{.heading = "p", .kind = ColumnKind::shade}, {.heading = "bar", .kind = ColumnKind::bar}},
      .rows = {{{"0.5", 1}, {"", 0.5}}}};
  CHECK(has(as_markdown(with(table)), "| p |\n| --: |\n| 0.5 |\n"));
  CHECK(has(as_terminal_text(with(table)), "0.5█"));
}

TEST_CASE("an empty document is a title and a lead") {
  const Document empty{.title = "t", .lead = "l", .sections = {}};
  CHECK(as_terminal_text(empty) == "t\n═\nl\n");
  CHECK(as_markdown(empty) == "# t\n\nl\n");
  CHECK(has(as_html(empty), "<h1>t</h1>"));
}
