#include "reports/visible_text.hpp"

#include <doctest/doctest.h>

using namespace fairshuffle;

TEST_CASE("every control character becomes its picture, and words stay as they are") {
  using namespace std::string_view_literals;
  CHECK(one_visible_line("\0\x07\n\t\r\x1b\x7f"sv) == "␀␇␊␉␍␛␡");
  CHECK(visible_lines("one\n\ttwo\r\n\x07") == "one\n\ttwo␍\n␇");
  CHECK(one_visible_line("Q♠ \"x\" <b> & | é 🂡 中") == "Q♠ \"x\" <b> & | é 🂡 中");
  CHECK(one_visible_line("") == "");
}

TEST_CASE("what turns the direction of other words is not let through") {
  CHECK(one_visible_line("\u202a\u202b\u202c\u202d\u202e \u2066\u2067\u2068\u2069") ==
        "\ufffd\ufffd\ufffd\ufffd\ufffd \ufffd\ufffd\ufffd\ufffd");
  CHECK(one_visible_line("\u200e\u200f\u061c \u200d\u2010\u061b") == "\ufffd\ufffd\ufffd \u200d\u2010\u061b");
  CHECK(one_visible_line("\u2027\u202f\u2065\u206a עברית") == "\u2027\u202f\u2065\u206a עברית");
}

TEST_CASE("what nobody can see is shown for what it is") {
  CHECK(one_visible_line("du\u200brstenfeld\ufeff \u2060\u2064 a\u00adb") ==
        "du\ufffdrstenfeld\ufffd \ufffd\ufffd a\ufffdb");
  CHECK(one_visible_line("\U000e0000\U000e007f") == "\ufffd\ufffd");
  CHECK(one_visible_line("\u200a\u200c\u205f\ufefe\u00ac\u00ae\U000e0080") ==
        "\u200a\u200c\u205f\ufefe\u00ac\u00ae\U000e0080");
}

TEST_CASE("no word is a command of the server that shows a log") {
  CHECK(one_visible_line("::stop-commands::x") == "\u2237stop-commands::x");
  CHECK(one_visible_line("a ::error::b ::c") == "a \u2237error::b \u2237c");
  CHECK(one_visible_line(":::") == "\u2237:");
  CHECK(one_visible_line("x##[error]y##[debug]") == "x#\uff03[error]y#\uff03[debug]");
  CHECK(one_visible_line("std::shuffle ##[") == "std::shuffle #\uff03[");
  CHECK(one_visible_line("a : b ## [c]") == "a : b ## [c]");
}

TEST_CASE("what a terminal or a server would obey stands in JSON as an escape, and reads as it was") {
  CHECK(inert_json("{\"a\": \"x\u202ey\"}") == "{\"a\": \"x\\u202ey\"}");
  CHECK(inert_json("\u00ad\u0085\x7f\u200f\ufeff") == "\\u00ad\\u0085\\u007f\\u200f\\ufeff");
  CHECK(inert_json("\U000e0001\U000e007f") == "\\udb40\\udc01\\udb40\\udc7f");
  CHECK(inert_json("\"x##[error]###[\"") == "\"x#\\u0023[error]##\\u0023[\"");
  CHECK(inert_json("\"#[ ## [ Q♠ é 🂡\\n ::error::\"\n") == "\"#[ ## [ Q♠ é 🂡\\n ::error::\"\n");
  CHECK(inert_json("") == "");
}

TEST_CASE(
    "what no XML document may hold becomes the replacement character, byte by byte where it is no UTF-8") {
  CHECK(one_visible_line("caf\xe9!") == "caf\ufffd!");
  CHECK(one_visible_line("\xc3") == "\ufffd");                                // cut off
  CHECK(one_visible_line("\xc0\xaf") == "\ufffd\ufffd");                      // overlong
  CHECK(one_visible_line("\xe0\x9f\xbf") == "\ufffd\ufffd\ufffd");            // overlong
  CHECK(one_visible_line("\xed\xa0\x80") == "\ufffd\ufffd\ufffd");            // a surrogate
  CHECK(one_visible_line("\xf4\x90\x80\x80") == "\ufffd\ufffd\ufffd\ufffd");  // beyond U+10FFFF
  CHECK(one_visible_line("\xf0\x9f\x82") == "\ufffd\ufffd\ufffd");            // an emoji cut short
  CHECK(one_visible_line("\xc2\x85 \xe2\x80\xa8 \xef\xbf\xbf") == "\ufffd \ufffd \ufffd");
  CHECK(one_visible_line("\xc2\xa0\xed\x9f\xbf\xee\x80\x80\xf4\x8f\xbf\xbf") ==
        "\xc2\xa0\xed\x9f\xbf\xee\x80\x80\xf4\x8f\xbf\xbf");
}

TEST_CASE("the first and the last character of every length are let through, and their neighbours are not") {
  for (const char* character : {"\xc2\xa0", "\xdf\xbf", "\xe0\xa0\x80", "\xe1\x80\x80", "\xec\xbf\xbf",
                                "\xee\x80\x80", "\xef\xbf\xbd", "\xf0\x90\x80\x80", "\xf1\x80\x80\x80",
                                "\xf3\xbf\xbf\xbf", "\xf4\x8f\xbf\xbf", "\x7e", "\x20"}) {
    CHECK(one_visible_line(character) == character);
    CHECK(one_visible_line(std::string(character) + "a") == std::string(character) + "a");
  }
  const std::string bad = "\ufffd";
  CHECK(one_visible_line("\xc1\xbf") == bad + bad);
  CHECK(one_visible_line("\xc2\x80\xc2\x9f") == bad + bad);  // control characters, each of two bytes
  CHECK(one_visible_line("\xf0\x8f\xbf\xbf") == bad + bad + bad + bad);
  CHECK(one_visible_line("\xf5\x80\x80\x80") == bad + bad + bad + bad);
  CHECK(one_visible_line("\x80\xbf\xff") == bad + bad + bad);
  CHECK(one_visible_line("\xe1\x80\xc0") == bad + bad + bad);
  CHECK(one_visible_line("\xf1\x80\x80\x7f") == bad + bad + bad + "\u2421");
  CHECK(one_visible_line("\xef\xbf\xbe") == bad);
  CHECK(one_visible_line("\x1f\x01") == "\u241f\u2401");
  CHECK(visible_lines("\x0b\x0d") == "\u240b\u240d");
}
