#include <doctest/doctest.h>

#include "harness/cli/terminal.hpp"

using namespace fairshuffle;

TEST_CASE("an entry is one line for programs and wrapped below its text for a terminal") {
  CHECK(entry_lines("name  ", "what it is, in many words", 0) == "name  what it is, in many words\n");
  CHECK(entry_lines("name  ", "what it is, in many words", 19) ==
        "name  what it is,\n"
        "      in many words\n");
  CHECK(entry_lines("", "ab cd", 4) == "ab\ncd\n");
  CHECK(entry_lines("name  ", "", 19) == "name  \n");
}

TEST_CASE("where the name leaves less than half a line, what it is begins below it") {
  CHECK(entry_lines("a-long-name  ", "what it is", 26) == "a-long-name  what it is\n");
  CHECK(entry_lines("a-long-name  ", "what it is", 25) == "a-long-name\n      what it is\n");
  CHECK(entry_lines("             ", "what it is", 12) == "      what\n      it is\n");
  CHECK(entry_lines("name  ", "ab", 7) == "name  a\n      b\n");
}
