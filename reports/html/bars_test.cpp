// Where bars and intervals begin and end, in pictures, in a page's lines and in its tables.
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <pugixml.hpp>

#include "reports/document/render.hpp"
#include "reports/html/drawn_for_tests.hpp"
#include "reports/html/page.hpp"

using namespace fairshuffle;

TEST_CASE("a test's dot is as far right as its p-value has zeros, and named where it rejects") {
  const Drawn tests = taken_apart(three_tests());
  // The last one stands before the name of the test that rejects.
  REQUIRE(tests.circles.size() == 4);
  const double begin = tests.circles[2].first;
  CHECK(begin == about(tests.word("1").x));
  CHECK(tests.circles[0].first == about(tests.word("0.001").x));
  CHECK(tests.circles[1].first - begin == about(4 * (tests.circles[0].first - begin)));
  CHECK(tests.circles[0].second == tests.circles[1].second);
  REQUIRE(tests.dashed().size() == 1);
  CHECK(tests.dashed()[0].x1 - begin == about(2 * (tests.circles[0].first - begin)));
  const double row = tests.word("positions").y;
  CHECK(std::ranges::any_of(tests.words,
                            [row](const Word& word) { return word.text == "1e-12" && word.y == row; }));
  CHECK(std::ranges::find(tests.words, "permutations", &Word::text) == tests.words.end());
}

TEST_CASE("of many tests that reject the strongest are named, and the others counted") {
  TestBars tests{.bars = {}};
  for (int test = 0; test < 11; ++test) {
    tests.bars.push_back({"test " + std::to_string(test), -100.0 - test, "tiny", true});
  }
  const Drawn drawn = taken_apart(tests);
  CHECK(drawn.word("test 10").y < drawn.word("test 3").y);
  CHECK(drawn.word("and 3 more").y > drawn.word("test 3").y);
  CHECK(std::ranges::find(drawn.words, "test 2", &Word::text) == drawn.words.end());
  CHECK(drawn.circles.size() == 11 + 8);
  // What lies farther out stands at the edge, which is no p-value of its own.
  CHECK(drawn.word("\u2264 1e-30").x == 620);
  tests.bars.assign(1, {"test", -30, "1e-30", true});
  CHECK(taken_apart(tests).word("1e-30").x == 620);
}

TEST_CASE("a part's bar is as long as its share") {
  const Drawn parts = taken_apart(three_parts());
  REQUIRE(parts.boxes.size() == 3);
  CHECK(parts.boxes[1].width == about(2 * parts.boxes[0].width));
  CHECK(parts.boxes[2].width == 1);
  CHECK(parts.boxes[0].x + parts.boxes[0].width == about(parts.word("50 %").x));
}

TEST_CASE("an interval reaches from its lower bound to its upper, and to the edge where it has none") {
  const Drawn drawn = taken_apart(four_targets());
  const auto at = [&drawn](const std::string& line) { return drawn.word(line).x; };
  std::vector<Box> bars;
  std::ranges::copy_if(drawn.boxes, std::back_inserter(bars), [](const Box& box) { return box.height == 6; });
  REQUIRE(bars.size() == 3);
  CHECK(bars[0].x == about(at("1")));
  CHECK(bars[0].x + bars[0].width == about(at("10")));
  CHECK(bars[0].paint == "fill-alarm");
  CHECK(bars[1].x == about(at("0.001")));
  CHECK(bars[1].x + bars[1].width == about(at("0.1")));
  CHECK(bars[1].paint == "fill-calm");
  CHECK(bars[2].x == about(at("10")));
  CHECK(bars[2].x + bars[2].width == about(at("100")));
  // Each decade is as wide as the next.
  CHECK(at("10") - at("1") == about(at("100") - at("10")));
  REQUIRE(drawn.dashed().size() == 1);
  CHECK(drawn.dashed()[0].x1 == about(at("0.1")));
  // Where nothing is known, that is said in the target's row.
  CHECK(drawn.word("not bounded").y == drawn.word("unknown").y);
  CHECK(drawn.word("not bounded").x > drawn.word("unknown").x);
}

TEST_CASE("the trials that find a bias fall by decades, and this run stands at its own") {
  const Drawn drawn = taken_apart(decades());
  REQUIRE(drawn.curve.size() == 3);
  // A hundred times the trials for a tenth of the bias: one straight line.
  const auto [x0, y0] = drawn.curve[0];
  const auto [x1, y1] = drawn.curve[1];
  const auto [x2, y2] = drawn.curve[2];
  CHECK(x1 == about((x0 + x2) / 2));
  CHECK(y1 == about((y0 + y2) / 2));
  CHECK(x0 == about(drawn.word("0.01").x));
  CHECK(x2 == about(drawn.word("100").x));
  CHECK(y0 == about(drawn.word("1e10").y - 4));
  CHECK(y2 == about(drawn.word("1e2").y - 4));
  const std::vector<Line> marks = drawn.dashed();
  REQUIRE(marks.size() == 2);
  CHECK(marks[0].x1 == about((x0 + x1) / 2));
  CHECK(marks[1].y1 == about(y1));
}

TEST_CASE("a value's bar is as long as its share, beside the grey ground that is as long as it is due") {
  const Drawn drawn = taken_apart(two_values());
  const std::vector<Box> due = drawn.painted("fill-panel"), off = drawn.painted("fill-alarm"),
                         calm = drawn.painted("fill-calm"), uprights = drawn.painted("fill-mark");
  REQUIRE(due.size() == 2);
  REQUIRE(off.size() == 1);
  REQUIRE(calm.size() == 1);
  REQUIRE(uprights.size() == 2);
  const auto end = [](const Box& box) { return box.x + box.width; };
  // 0.45 is the largest: lines at 0 to 50 % in steps of ten.
  CHECK(end(due[0]) == about(drawn.word("30 %").x));
  CHECK(end(due[1]) == about(drawn.word("40 %").x));
  CHECK(end(off[0]) == about(drawn.word("20 %").x));
  CHECK(end(calm[0]) == about(drawn.word("40 %").x));
  CHECK(uprights[0].middle() == about(end(due[0])));
  CHECK(uprights[1].middle() == about(end(due[1])));
  CHECK(drawn.word("50 %").x - drawn.word("40 %").x == about(due[1].width / 4));
  CHECK(due[0].x == about(drawn.word("0 %").x));
  CHECK(off[0].y > due[0].y);
  CHECK(off[0].y < drawn.word("0").y);
  CHECK(drawn.word("0").y < calm[0].y);
  // The whisker: from end to end, and a stroke across each.
  std::vector<Line> whiskers;
  std::ranges::copy_if(drawn.lines, std::back_inserter(whiskers),
                       [](const Line& line) { return line.paint == "stroke-mark"; });
  REQUIRE(whiskers.size() == 6);
  CHECK(whiskers[0].x1 == about(drawn.word("10 %").x));
  CHECK(whiskers[0].x2 == about((drawn.word("20 %").x + drawn.word("30 %").x) / 2));
  CHECK(whiskers[1].x1 == whiskers[0].x1);
  CHECK(whiskers[1].x2 == whiskers[0].x1);
  CHECK(whiskers[2].x1 == whiskers[0].x2);
  CHECK(whiskers[1].y2 - whiskers[1].y1 == 8);
  // The words, under their headings and beside the value.
  CHECK(drawn.word("20").x == drawn.word("% came").x);
  CHECK(drawn.word("30").x == drawn.word("% due").x);
  CHECK(drawn.word("30").y == drawn.word("0").y);
  CHECK(drawn.description.ends_with("The interval lies off the fair chance at: 0."));
}

TEST_CASE("an interval that ends at the fair chance holds it") {
  Chances chances = two_values();
  for (Chances::Value& value : chances.values) value.lower = value.fair;
  CHECK(taken_apart(chances).painted("fill-alarm").size() == 1);
  chances.values[0].upper = 0.5;
  CHECK(taken_apart(chances).painted("fill-alarm").empty());
  chances.values[0].upper = chances.values[0].fair;
  CHECK(taken_apart(chances).painted("fill-alarm").empty());
  CHECK(taken_apart(chances).description.ends_with("No interval lies off the fair chance."));
  chances.values[0].lower = 0.1;
  chances.values[0].upper = 0.299;
  CHECK(taken_apart(chances).painted("fill-alarm").size() == 1);
}

TEST_CASE("no word of a picture begins a line") {
  Chances chances = two_values();
  chances.values[0].name = "king\n::error::x";
  const Drawn drawn = taken_apart(chances);
  CHECK(drawn.description.ends_with(": king\u240a::error::x."));
  CHECK(drawn.word("king\u240a::error::x").x == drawn.word("1").x);
}

TEST_CASE("rare values are drawn by decades, and what is rarer than the scale at its left end") {
  const Drawn drawn = taken_apart(five_decades());
  const double begin = drawn.word("0.001 %").x;
  CHECK(drawn.word("10 %").x - drawn.word("1 %").x == about((drawn.word("10 %").x - begin) / 4));
  const std::vector<Box> due = drawn.painted("fill-panel"), uprights = drawn.painted("fill-mark"),
                         came = drawn.painted("fill-calm");
  REQUIRE(due.size() == 3);
  REQUIRE(uprights.size() == 3);
  // Nothing came of the other two, which have no bar.
  REQUIRE(came.size() == 1);
  CHECK(came[0].x + came[0].width == about(drawn.word("1 %").x));
  CHECK(uprights[0].middle() == about(drawn.word("10 %").x));
  CHECK(uprights[1].middle() == about(drawn.word("0.01 %").x));
  CHECK(uprights[2].middle() == about(begin));
  CHECK(due[2].width == 0);
  std::vector<Line> whiskers;
  std::ranges::copy_if(drawn.lines, std::back_inserter(whiskers),
                       [](const Line& line) { return line.paint == "stroke-mark"; });
  REQUIRE(whiskers.size() == 6);
  CHECK(whiskers[3].x1 == about(begin));
  CHECK(whiskers[3].x2 == about(drawn.word("0.1 %").x));
  CHECK(drawn.word("logarithmic scale").y == drawn.word("1 %").y);
}

TEST_CASE("a scale's words have room, however few or many decades it has, and its bars end within it") {
  for (const double least : {1e-3, 1e-6, 1e-7, 1e-12, 1e-300}) {
    Chances chances = five_decades();
    chances.least = least;
    const Drawn drawn = taken_apart(chances);
    std::vector<double> at;
    for (const Word& word : drawn.words) {
      if (word.text.ends_with(" %")) at.push_back(word.x);
    }
    CAPTURE(least);
    CHECK(at.size() >= 2);
    CHECK(at.size() <= 6);
    for (std::size_t word = 1; word < at.size(); ++word) CHECK(at[word - 1] - at[word] >= 60);
  }
  for (const double largest : {1e-9, 0.00999, 0.02, 0.11, 0.25, 0.5, 0.501, 0.99, 1.0}) {
    Chances chances = two_values();
    chances.values = {{"0", largest, largest, 0, largest, "", ""}};
    const Drawn drawn = taken_apart(chances);
    const auto lines =
        std::ranges::count_if(drawn.lines, [](const Line& line) { return line.paint == "stroke-grid"; });
    CAPTURE(largest);
    CHECK(lines >= 3);
    CHECK(lines <= 6);
    CHECK(drawn.painted("fill-calm")[0].width <= 328.01);
    CHECK(drawn.painted("fill-calm")[0].width > 328 / 2);
  }
}

TEST_CASE("an even scale has at most five steps, of 1, 2 or 5 in the last digit") {
  const auto words_of = [](double largest) {
    Chances chances = two_values();
    chances.values = {{"0", largest, largest, 0, largest, "", ""}};
    std::vector<std::string> words;
    for (const Word& word : taken_apart(chances).words) {
      if (word.text.ends_with(" %")) words.push_back(word.text);
    }
    return words;
  };
  using Words = std::vector<std::string>;
  CHECK(words_of(0.1) == Words{"0 %", "2 %", "4 %", "6 %", "8 %", "10 %"});
  CHECK(words_of(0.12) == Words{"0 %", "5 %", "10 %", "15 %"});
  CHECK(words_of(0.25) == Words{"0 %", "5 %", "10 %", "15 %", "20 %", "25 %"});
  CHECK(words_of(0.26) == Words{"0 %", "10 %", "20 %", "30 %"});
  CHECK(words_of(0.5) == Words{"0 %", "10 %", "20 %", "30 %", "40 %", "50 %"});
  CHECK(words_of(0.51) == Words{"0 %", "20 %", "40 %", "60 %"});
  CHECK(words_of(0.99) == Words{"0 %", "20 %", "40 %", "60 %", "80 %", "100 %"});
}

namespace {

Section line_of(std::size_t number, const char* badge, Tone tone, double to) {
  Section target{.title = "shuffle " + std::to_string(number), .blocks = {}};
  target.headline = Headline{.anchor = "target-" + std::to_string(number),
                             .badge = badge,
                             .tone = tone,
                             .aside = "600 trials",
                             .bar = LineBar{.from = 0.25, .to = to, .mark = 0.5, .alarm = true},
                             .figures = "3 to 9 points",
                             .remark = "sattolo"};
  return target;
}

std::string page_of(std::vector<Section> targets) {
  return as_html({.title = "run", .lead = "lead", .sections = std::move(targets)});
}

// The table of lines, as a tree.
pugi::xml_document lines_in(const std::string& page) {
  const std::size_t begin = page.find("<table class=\"lines\">"), end = page.find("</table>", begin);
  REQUIRE(end != std::string::npos);
  pugi::xml_document table;
  REQUIRE(table.load_string(page.substr(begin, end + 8 - begin).c_str()));
  return table;
}

}  // namespace

TEST_CASE("a target's line holds its name, its verdict, its bar and its numbers, each below its head") {
  const pugi::xml_document lines = lines_in(page_of({line_of(1, "BIASED", Tone::bad, 0.75)}));
  std::vector<std::string> heads;
  for (const pugi::xml_node& head : lines.select_node("//thead/tr").node().children("th"))
    heads.emplace_back(head.text().get());
  CHECK(heads == std::vector<std::string>{"target", "verdict", "bias ", "looks like", ""});
  const pugi::xml_node row = lines.select_node("//tbody/tr").node();
  std::vector<pugi::xml_node> cells;
  for (const pugi::xml_node& cell : row.children("td")) cells.push_back(cell);
  REQUIRE(cells.size() == 5);
  CHECK(cells[0].child("a").attribute("href").value() == std::string("#target-1"));
  CHECK(cells[0].child("a").text().get() == std::string("shuffle 1"));
  CHECK(cells[1].text().get() == std::string("BIASED"));
  CHECK(cells[2].child("span").text().get() == std::string("3 to 9 points"));
  CHECK(cells[3].text().get() == std::string("sattolo"));
  // The bar is the middle half of its ground, with the mark at the middle.
  std::vector<std::pair<double, double>> boxes;
  for (const pugi::xml_node& box : cells[2].child("svg").children("rect")) {
    boxes.emplace_back(box.attribute("x").as_double(), box.attribute("width").as_double());
  }
  REQUIRE(boxes.size() == 3);
  CHECK(boxes[1].first == boxes[0].second / 4);
  CHECK(boxes[1].second == boxes[0].second / 2);
  CHECK(boxes[2].first + boxes[2].second / 2 == boxes[0].second / 2);
}

TEST_CASE("the settings of a line are in small print behind its link, and what it is about has none") {
  Section target = line_of(1, "biased", Tone::bad, 0.75);
  target.headline->name = "ours";
  target.headline->settings = "naive-swap:n=5,source=philox4x32-10";
  target.headline->expected = "as expected";
  const std::string page = page_of({target});
  CHECK(page.find("<a href=\"#target-1\">ours</a> <span class=\"small\">naive-swap:<wbr>n=5,<wbr>source=") !=
        std::string::npos);
  CHECK(page.find("<th scope=\"col\">expected</th>") != std::string::npos);
  CHECK(page.find("<h1>run</h1>") != std::string::npos);
  CHECK(page.find("<details class=\"target\" open>") != std::string::npos);
  const std::string about =
      as_html({.title = "run", .lead = "lead", .sections = {target}, .subject = "target-1"});
  CHECK(about.find("<h1>ours <span class=\"small\">naive-swap:<wbr>n=5,") != std::string::npos);
  CHECK(about.find("<span class=\"verdict bad\">biased</span> 3 to 9 points <span class=\"remark\">looks "
                   "like sattolo; "
                   "as expected; 600 trials</span>") != std::string::npos);
  CHECK(about.find("<table class=\"lines\">") == std::string::npos);
  CHECK(about.find("<details class=\"target\"") == std::string::npos);
}

TEST_CASE("lines stand by their groups, in the order in which each first came") {
  std::vector<Section> targets;
  for (const char* group : {"", "two", "one", "two"}) {
    targets.push_back(line_of(targets.size() + 1, "fair", Tone::good, 0.5));
    targets.back().headline->group = group;
  }
  std::string order;
  const pugi::xml_document lines = lines_in(page_of(targets));
  for (const pugi::xpath_node& row : lines.select_nodes("//tbody/tr"))
    order
        .append(row.node().child("th") ? row.node().child("th").text().get()
                                       : row.node().child("td").child("a").text().get())
        .append(", ");
  CHECK(order == "shuffle 1, two, shuffle 2, shuffle 4, one, shuffle 3, ");
}

TEST_CASE("more than ten lines can be chosen by verdict and sorted, by style sheets alone") {
  std::vector<Section> targets;
  while (targets.size() < 10) {
    targets.push_back(line_of(targets.size() + 1, "fair", Tone::good, 0.5));
    targets.back().headline->bar->alarm = false;
  }
  CHECK(page_of(targets).find("<form") == std::string::npos);
  targets.push_back(line_of(11, "biased", Tone::bad, 1));
  const std::string page = page_of(targets);
  CHECK(page.find("value=\"f1\"> 1 biased</label>") != std::string::npos);
  CHECK(page.find("value=\"f2\"> 10 fair</label>") != std::string::npos);
  CHECK(page.find("value=\"all\" checked> all 11</label>") != std::string::npos);
  CHECK(page.find("<tr class=\"f1 t0 u0\">") != std::string::npos);
  CHECK(page.find("<tr class=\"f2 t1 u0\">") != std::string::npos);
  CHECK(page.find("<script") == std::string::npos);
}

TEST_CASE("a bar of no length is two pixels wide, at either end too") {
  const auto box_of = [](double at) {
    pugi::xml_document bar;
    REQUIRE(bar.load_string(bar_piece({.from = at, .to = at, .mark = 0.5}).c_str()));
    const pugi::xml_node ground = bar.child("svg").child("rect"), box = ground.next_sibling("rect");
    CHECK(box.attribute("x").as_double() + box.attribute("width").as_double() <=
          ground.attribute("width").as_double());
    return box.attribute("width").as_double();
  };
  CHECK(box_of(0) == 2);
  CHECK(box_of(0.5) == 2);
  CHECK(box_of(1) == 2);
}

TEST_CASE("a bar in a table fills its share of the ground, and its mark lies at its own share") {
  Table table{.columns = {{.heading = "share", .kind = ColumnKind::bar, .mark = 0.25}},
              .rows = {{Cell{.text = "", .share = 0.5}}}};
  const std::string page =
      as_html({.title = "t", .lead = "", .sections = {{.title = "s", .blocks = {std::move(table)}}}});
  const std::size_t begin = page.find("<svg");
  pugi::xml_document svg;
  REQUIRE(svg.load_string(page.substr(begin, page.find("</svg>") + 6 - begin).c_str()));
  std::vector<std::pair<double, double>> boxes;
  for (const pugi::xml_node& box : svg.child("svg").children("rect")) {
    boxes.emplace_back(box.attribute("x").as_double(), box.attribute("width").as_double());
  }
  REQUIRE(boxes.size() == 3);
  CHECK(boxes[1].second == boxes[0].second / 2);
  CHECK(boxes[2].first == (boxes[0].second - boxes[2].second) / 4);
}

TEST_CASE("a bar and its mark that are beyond their ground end at its sides") {
  const auto boxes_of = [](double share, double mark) {
    pugi::xml_document svg;
    REQUIRE(svg.load_string(bar(share, mark).c_str()));
    std::vector<std::pair<double, double>> boxes;
    for (const pugi::xml_node& box : svg.child("svg").children("rect")) {
      boxes.emplace_back(box.attribute("x").as_double(), box.attribute("width").as_double());
    }
    return boxes;
  };
  const auto above = boxes_of(1.5, 1.5), below = boxes_of(-0.5, -0.5);
  REQUIRE(above.size() == 3);
  REQUIRE(below.size() == 3);
  CHECK(above[1].second == above[0].second);
  CHECK(above[2].first + above[2].second == above[0].second);
  CHECK(below[1].second == 0);
  CHECK(below[2].first == 0);
}
