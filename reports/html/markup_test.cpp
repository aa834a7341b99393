#include <limits>
#include <stdexcept>
#include <string>

#include <doctest/doctest.h>

#include "reports/html/page.hpp"

using namespace fairshuffle;

TEST_CASE("a line may end after the signs of names, and within words without end") {
  CHECK(escaped_with_breaks("exec:command=a/b,n=5") == "exec:<wbr>command=a/<wbr>b,<wbr>n=5");
  CHECK(escaped_with_breaks(std::string(31, '<')) == [] {
    std::string text;
    for (int index = 0; index < 30; ++index) text += "&lt;";
    return text + "<wbr>&lt;";
  }());
  CHECK(escaped_with_breaks("16,384 of a, b: 1/6") == "16,384 of a, b: 1/6");
  CHECK(escaped_with_breaks("\u00e9 \U0001f0a1") == "\u00e9 \U0001f0a1");
}

TEST_CASE("no outside word can end its element or its attribute, and control characters are shown") {
  CHECK(escaped("<b a=\"1\" c='2'>&amp;") == "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;amp;");
  CHECK(escaped(std::string("\0\x1b[31m\x7f", 7)) == "\u2400\u241b[31m\u2421");
  CHECK(escaped("a\tb\nQ\u2660 \U0001F0A1") == "a\tb\nQ\u2660 \U0001F0A1");
  CHECK(escaped_line("a\n::b <c>") == "a\u240a::b &lt;c&gt;");
}

TEST_CASE("a coordinate is as short as its two decimals") {
  CHECK(coordinate(2) == "2");
  CHECK(coordinate(2.5) == "2.5");
  CHECK(coordinate(1.0 / 3) == "0.33");
  CHECK(coordinate(-0.001) == "0");
  CHECK(coordinate(640) == "640");
  CHECK_THROWS_AS(coordinate(std::numeric_limits<double>::quiet_NaN()), std::invalid_argument);
}

TEST_CASE("a label is cut between characters, the wide ones sooner") {
  CHECK(shortened("abcdef", 6) == "abcdef");
  CHECK(shortened("abcdefg", 6) == "abc...");
  CHECK(shortened("ABC", 6) == "ABC");
  CHECK(shortened("ABCD", 6) == "A...");
  CHECK(shortened("\u2660\u2661\u2662\u2663", 7) == "\u2660\u2661...");
}
