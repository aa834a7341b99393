#include <clocale>
#include <string>

#include <doctest/doctest.h>

#include "reports/document/render.hpp"

using namespace fairshuffle;

TEST_CASE("a character is as wide as a terminal shows it") {
  CHECK(width_of("") == 0);
  CHECK(width_of("größe") == 5);
  CHECK(width_of("🂡a") == 2);
  CHECK(width_of("─█░·│") == 5);
  CHECK(width_of("日本語") == 6);
  CHECK(width_of("한글") == 4);
  CHECK(width_of("🎲") == 2);
  CHECK(width_of("ａ") == 2);
  // Accents of their own stand on the letter before them.
  CHECK(width_of("e\u0301") == 1);
}

TEST_CASE("what is no text counts a column, and so does what has no width of its own") {
  CHECK(width_of("a\xff\x62") == 3);
  CHECK(width_of("\xe6\x97") == 1);
  CHECK(width_of(std::string(1, '\0') + "\x07") == 2);
}

TEST_CASE("the bytes of so many columns end between two characters, behind the accents of the last") {
  CHECK(bytes_within("abc", 2) == 2);
  CHECK(bytes_within("abc", 4) == 3);
  CHECK(bytes_within("", 4) == 0);
  CHECK(bytes_within("日本語", 5) == 6);
  CHECK(bytes_within("日本語", 1) == 3);
  CHECK(bytes_within("e\u0301e", 1) == 3);
}

TEST_CASE("widths are the same in every locale, and leave it as it was") {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  for (const char* name : {"C", "POSIX", "C.UTF-8"}) {
    if (std::setlocale(LC_ALL, name) == nullptr) continue;
    CHECK(width_of("日本語") == 6);
    CHECK(MB_CUR_MAX == (std::string(name) == "C.UTF-8" ? 6U : 1U));
  }
  std::setlocale(LC_ALL, before.c_str());
}
