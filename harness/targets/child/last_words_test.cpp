#include <doctest/doctest.h>

#include "harness/targets/child/child_process.hpp"

using namespace fairshuffle;

namespace {

std::string told(std::string_view said) {
  LastWords words;
  words.hear(said);
  return words.told();
}

}  // namespace

TEST_CASE("the last lines are told in one line, without empty ones") {
  CHECK(told("") == "");
  CHECK(told("\n \n\r\n") == "");
  CHECK(told("a\n\nb c\r\nd") == "a | b c | d");
}

TEST_CASE("of many lines the last twenty are told") {
  std::string said;
  for (int line = 1; line <= 25; ++line) said += "line " + std::to_string(line) + "\n";
  const std::string text = told(said);
  CHECK(text.starts_with("... line 6 | line 7 |"));
  CHECK(text.ends_with("| line 25"));
}

TEST_CASE("however much is said, and in whatever pieces, no more than its end is told") {
  for (const std::size_t piece : {1U, 100U, 4095U, 4096U, 5000U, 9000U}) {
    CAPTURE(piece);
    LastWords words;
    for (int times = 0; times < 100; ++times) words.hear(std::string(piece, 'x'));
    words.hear("end");
    const std::string text = words.told();
    CHECK(text.ends_with("xend"));
    CHECK(text.size() <= LastWords::most_bytes + 4);
    CHECK(text.starts_with("... ") == (piece * 100 + 3 > LastWords::most_bytes));
  }
}

TEST_CASE("what can't be shown is told by its bytes") {
  CHECK(told("\x1b[31mred\a\t\x7f \xc3\xa9 \xff") == "\\x1b[31mred\\x07\\t\\x7f \xc3\xa9 \\xff");
  // A character that is cut in two is none any more.
  LastWords words;
  for (int times = 0; times < 3000; ++times) words.hear("\xc3\xa9");
  words.hear("!");
  CHECK(words.told().starts_with("... \\xa9\xc3\xa9"));
}
