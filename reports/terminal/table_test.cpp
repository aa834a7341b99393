#include "reports/terminal/table.hpp"

#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "reports/document/render.hpp"

using namespace fairshuffle;

namespace {

constexpr const char* long_name =
    "naive-swap:n=5,source=msvc-rand,draw=modulo,seeding=per-draw-clock,clock=ms,rate=1000";
constexpr const char* program_name =
    "exec:command=python3 harness/targets/exec/examples/python/random_comparator.py {trials} {n} {seed},n=5";

std::vector<Cell> row(const char* name, const char* verdict, const char* trials, const char* bound,
                      const char* p) {
  return {{name}, {verdict}, {trials}, {bound}, {p}};
}

Table verdicts(std::vector<std::vector<Cell>> rows) {
  return {.columns = {{"target"},
                      {"verdict"},
                      {"trials", ColumnKind::number},
                      {"total variation"},
                      {"smallest adjusted p"}},
          .rows = std::move(rows)};
}

Table all_kinds() {
  return verdicts({row(long_name, "biased", "2,400", "0.3 .. 0.43", "1.1e-30 e-value"),
                   row("durstenfeld:n=5", "inconclusive", "23,724,032", "not bounded", "1 cycles"),
                   row(program_name, "invalid", "1,048,576", "not independent", "< 1e-300 e-value"),
                   row("naive-swap:n=30,draw=modulo", "fair", "200,000", "<= 0.011 (cards, pairs-order)",
                       "0.96 strongest-neighbour")});
}

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// What stands between blanks.
std::multiset<std::string> words_of(const std::string& text) {
  std::istringstream in(text);
  std::multiset<std::string> words;
  for (std::string word; in >> word;) words.insert(word);
  return words;
}

}  // namespace

TEST_CASE("no width from 32 columns on breaks a word, a number or a setting, or is exceeded") {
  const Table table = all_kinds();
  for (std::size_t columns = 32; columns <= 200; ++columns) {
    CAPTURE(columns);
    const std::string text = terminal_table(table, {.columns = columns});
    for (const std::string& line : lines_of(text)) CHECK(width_of(line) <= columns);
    const std::multiset<std::string> words = words_of(text);
    for (const auto& cells : table.rows) {
      for (std::size_t column = 1; column < cells.size(); ++column) {
        for (const std::string& word : words_of(cells[column].text)) CHECK(words.count(word) > 0);
      }
    }
    // Each setting stands whole, alone or beside others.
    for (const char* setting : {"source=msvc-rand,", "seeding=per-draw-clock,", "clock=ms,", "rate=1000",
                                "random_comparator.py", "n=30,", "draw=modulo", "durstenfeld:n=5"}) {
      CAPTURE(setting);
      CHECK(text.find(setting) != std::string::npos);
    }
  }
}

TEST_CASE("a name that is too long for its column stands above its row, a short one beside its cells") {
  const std::vector<std::string> lines =
      lines_of(terminal_table(verdicts({row("short", "fair", "16,384", "<= 0.0021", "1 cycles"),
                                        row(long_name, "biased", "2,400", "0.3 .. 0.43", "1.1e-30 e-value")}),
                              {.columns = 90}));
  CHECK(lines == std::vector<std::string>{
                     "  target  verdict  trials  total variation  smallest adjusted p",
                     "  short   fair     16,384  <= 0.0021        1 cycles",
                     fmt::format("  {}", long_name),
                     "          biased    2,400  0.3 .. 0.43      1.1e-30 e-value",
                 });
}

TEST_CASE("of two layouts of as many lines names stand beside their cells") {
  // Beside the longer name the remark has room for four words on a line, and below it for eight: three lines
  // and one, or two, a name and one.
  const Table table{.columns = {{"target"}, {"remark"}},
                    .rows = {{{"x"}, {"aaaa bbbb cccc dddd eeee ffff gggg hhhh iiii jjjj"}},
                             {{"a name of 26 letters, long"}, {"short"}}}};
  CHECK(lines_of(terminal_table(table, {.columns = 50})) ==
        std::vector<std::string>{
            "  target                      remark",
            "  x                           aaaa bbbb cccc dddd",
            "                              eeee ffff gggg hhhh",
            "                              iiii jjjj",
            "  a name of 26 letters, long  short",
        });
}

TEST_CASE("where all names are too long, the others take the place of their column") {
  const Table table = verdicts({row(program_name, "biased", "2,400", "0.3 .. 0.43", "< 1e-300 e-value")});
  CHECK(lines_of(terminal_table(table, {.columns = 80})) ==
        std::vector<std::string>{
            "  target",
            "    verdict  trials  total variation  smallest adjusted p",
            "  exec:command=python3 harness/targets/exec/examples/python/random_comparator.py",
            "  {trials} {n} {seed},n=5",
            "    biased    2,400  0.3 .. 0.43      < 1e-300 e-value",
        });
}

TEST_CASE("cells that have no room beside each other stand below each other, bars left out") {
  Table table = verdicts({row("naive-swap:n=5", "biased", "2,400", "", "1.1e-30 strongest-neighbour")});
  table.columns.push_back({.heading = "bar", .kind = ColumnKind::bar});
  table.rows[0].push_back({.text = "", .share = 0.5});
  table.columns.push_back({.heading = "shade", .kind = ColumnKind::shade});
  table.rows[0].push_back({.text = "0.5", .share = 0.5});
  CHECK(lines_of(terminal_table(table, {.columns = 44})) ==
        std::vector<std::string>{"  naive-swap:n=5", "    verdict              biased",
                                 "    trials               2,400", "    smallest adjusted p  1.1e-30",
                                 "                         strongest-neighbour",
                                 "    shade                0.5▒"});
  // With less room each text begins where its own heading ends.
  CHECK(lines_of(terminal_table(table, {.columns = 30})) ==
        std::vector<std::string>{"  naive-swap:n=5", "    verdict: biased", "    trials: 2,400",
                                 "    smallest adjusted p:", "      1.1e-30", "      strongest-neighbour",
                                 "    shade: 0.5▒"});
  // Rows that have no names begin with their first number.
  table.columns.erase(table.columns.begin());
  table.rows[0].erase(table.rows[0].begin());
  table.columns[0] = {"n", ColumnKind::number};
  table.rows[0][0] = {"8"};
  CHECK(terminal_table(table, {.columns = 30}).starts_with("  n 8\n    trials: 2,400\n"));
}

TEST_CASE("columns stay in line beside wide characters, and no line is wider than the terminal") {
  std::string label;
  for (int word = 0; word < 30; ++word) label += "日本語";
  const std::vector<std::string> lines =
      lines_of(terminal_table(verdicts({row("日本語", "fair", "16,384", "<= 0.0021", "1 cycles"),
                                        row(label.c_str(), "biased", "2,400", "0.3 .. 0.43", "0 cycles")}),
                              {.columns = 80}));
  REQUIRE(lines.size() == 6);
  CHECK(lines[0] == "  target  verdict  trials  total variation  smallest adjusted p");
  CHECK(lines[1] == "  日本語  fair     16,384  <= 0.0021        1 cycles");
  CHECK(width_of(lines[2]) == 80);
  CHECK(width_of(lines[3]) == 80);
  CHECK(lines[2].substr(2) + lines[3].substr(2) + lines[4].substr(2) == label);
}

TEST_CASE("two targets that differ in one setting look different, however narrow the terminal") {
  for (const std::size_t columns : {30U, 60U, 80U, 120U}) {
    std::string first = "naive-swap:n=5", second = first;
    for (int setting = 0; setting < 30; ++setting) {
      first += fmt::format(",option{}={}", setting, setting);
      second += fmt::format(",option{}={}", setting, setting == 15 ? 99 : setting);
    }
    const auto shown = [columns](const std::string& name) {
      return terminal_table(verdicts({row(name.c_str(), "fair", "1", "", "")}), {.columns = columns});
    };
    CHECK(shown(first) != shown(second));
    CHECK(shown(second).find("option15=99,") != std::string::npos);
  }
}
