#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "harness/targets/rows/row_reader.hpp"

using namespace fairshuffle;

TEST_CASE("plain text and other languages stay as they are") {
  CHECK(row_text("2 0 1 \"x\" <b>") == "2 0 1 \"x\" <b>");
  CHECK(row_text("Q♠ é 字 🂡") == "Q♠ é 字 🂡");
  CHECK(row_text("µ² ÷") == "µ² ÷");
  CHECK(row_text("") == "");
}

TEST_CASE("control characters and what is no UTF-8 are told by their bytes") {
  CHECK(row_text("a\tb\rc\nd") == "a\\tb\\rc\\nd");
  CHECK(row_text(std::string_view("\0\x1b[31m\x7f", 7)) == "\\x00\\x1b[31m\\x7f");
  CHECK(row_text("\xc2\x9b") == "\\xc2\\x9b");  // a control character of two bytes
  CHECK(row_text("\xff\xc3") == "\\xff\\xc3");  // no first byte; a last byte that is missing
  CHECK(row_text("\xc0\xaf\xe0\x80\xaf") == "\\xc0\\xaf\\xe0\\x80\\xaf");  // overlong
  CHECK(row_text("\xed\xa0\x80") == "\\xed\\xa0\\x80");                    // a surrogate
  CHECK(row_text("\xf4\x90\x80\x80") == "\\xf4\\x90\\x80\\x80");           // above U+10FFFF
}

TEST_CASE("a long row is cut to 200 bytes between two characters") {
  CHECK(row_text(std::string(200, 'x')) == std::string(200, 'x'));
  CHECK(row_text(std::string(201, 'x')) == std::string(197, 'x') + "...");
  std::string spades = "x";
  for (int count = 0; count < 100; ++count) spades += "♠";
  CHECK(row_text(spades) == spades.substr(0, 196) + "...");
  CHECK(row_text(std::string(100'000, '\xff')).size() == 199);
}

TEST_CASE("whatever the bytes, the text is valid JSON") {
  std::string bytes;
  for (int first = 0; first < 256; ++first) {
    for (int second = 0; second < 256; ++second) {
      for (const char* rest : {"", "\x80", "\x80\x80", "x"}) {
        bytes = {static_cast<char>(first), static_cast<char>(second)};
        bytes += rest;
        REQUIRE_NOTHROW(static_cast<void>(nlohmann::json(row_text(bytes)).dump()));
      }
    }
  }
}

TEST_CASE(
    "the first and the last character of every length stay, and their neighbours are told by their bytes") {
  for (const char* character : {" ",
                                "~",
                                "\xc2\xa0",
                                "\xc2\xbf",
                                "\xc3\x80",
                                "\xdf\xbf",
                                "\xe0\xa0\x80",
                                "\xe0\xbf\xbf",
                                "\xe1\x80\x80",
                                "\xec\xbf\xbf",
                                "\xed\x80\x80",
                                "\xed\x9f\xbf",
                                "\xee\x80\x80",
                                "\xef\xbf\xbf",
                                "\xf0\x90\x80\x80",
                                "\xf0\xbf\xbf\xbf",
                                "\xf1\x80\x80\x80",
                                "\xf3\xbf\xbf\xbf",
                                "\xf4\x80\x80\x80",
                                "\xf4\x8f\xbf\xbf"}) {
    CHECK(row_text(character) == character);
    CHECK(row_text(std::string(character) + "a") == std::string(character) + "a");
  }
  const auto in_hexadecimal = [](std::string_view bytes) {
    std::string text;
    for (const char byte : bytes) text += fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
    return text;
  };
  for (const char* bytes : {"\x1f",
                            "\x7f",
                            "\x80",
                            "\xbf",
                            "\xc1\xbf",
                            "\xc2\x9f",
                            "\xc3\xc3",
                            "\xdf\xc0",
                            "\xe0\x9f\xbf",
                            "\xe1\x80\xc0",
                            "\xe1\xc0\x80",
                            "\xed\xbf\x80",
                            "\xef\xbf",
                            "\xf0\x8f\xbf\xbf",
                            "\xf1\x80\x80\xc0",
                            "\xf1\x80\xc0\x80",
                            "\xf1\xc0\x80\x80",
                            "\xf4\x90\x80\x80",
                            "\xf5\x80\x80\x80",
                            "\xff"}) {
    CHECK(row_text(bytes) == in_hexadecimal(bytes));
  }
}
