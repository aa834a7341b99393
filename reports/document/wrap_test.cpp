#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "reports/document/render.hpp"

using namespace fairshuffle;
using Lines = std::vector<std::string>;

TEST_CASE("a line holds as many words as fit, to the last column") {
  CHECK(wrapped("ab cd ef", 5) == Lines{"ab cd", "ef"});
  CHECK(wrapped("ab cd ef", 4) == Lines{"ab", "cd", "ef"});
  CHECK(wrapped("ab cd ef", 8) == Lines{"ab cd ef"});
  CHECK(wrapped("ab cd ef", 7) == Lines{"ab cd", "ef"});
  CHECK(wrapped("", 5) == Lines{""});
  CHECK(wrapped("ab", 0) == Lines{"a", "b"});
  CHECK(wrapped("ä ö ü", 3) == Lines{"ä ö", "ü"});
}

TEST_CASE("a word that is wider than a line is broken behind its last piece that fits, or where it must") {
  CHECK(wrapped("a=1,b=2,c=3", 8) == Lines{"a=1,b=2,", "c=3"});
  CHECK(wrapped("a=1,b=2,c=3", 7) == Lines{"a=1,", "b=2,c=3"});
  CHECK(wrapped("/usr/bin/python", 9) == Lines{"/usr/bin/", "python"});
  CHECK(wrapped("naive-swap:n=5,k=2", 12) == Lines{"naive-swap:", "n=5,k=2"});
  CHECK(wrapped("abcdefgh", 3) == Lines{"abc", "def", "gh"});
  CHECK(wrapped("äöüäöü", 4) == Lines{"äöüä", "öü"});
  CHECK(wrapped("x abcdefgh y", 4) == Lines{"x", "abcd", "efgh", "y"});
}

TEST_CASE("a number keeps its percent sign on its line where the line is wide enough") {
  CHECK(wrapped("to 8.7, 99.9 % each)", 12) == Lines{"to 8.7,", "99.9 % each)"});
  CHECK(wrapped("to 8.7, 99.9 %", 12) == Lines{"to 8.7,", "99.9 %"});
  CHECK(wrapped("99.9 % or 5 %) as", 6) == Lines{"99.9 %", "or", "5 %)", "as"});
  CHECK(wrapped("99.9 %", 5) == Lines{"99.9", "%"});
  CHECK(widest_piece("at 99.9 %") == 6);
}

TEST_CASE("a number is no list of pieces") {
  CHECK(wrapped("k=23,724,032,m=1", 14) == Lines{"k=23,724,032,", "m=1"});
  CHECK(wrapped("k=23,724,032,m=1", 13) == Lines{"k=23,724,032,", "m=1"});
  CHECK(wrapped("a,b=1/120", 8) == Lines{"a,", "b=1/120"});
  CHECK(widest_piece("23,724,032") == 10);
  CHECK(widest_piece("12:30") == 5);
  CHECK(widest_piece("n=5,7a") == 6);
  CHECK(widest_piece("n=5,a7") == 4);
}

TEST_CASE("a wide character takes two columns of a line and stands on one") {
  CHECK(wrapped("日本語日本語", 5) == Lines{"日本", "語日", "本語"});
  CHECK(wrapped("a日本語", 4) == Lines{"a日", "本語"});
  CHECK(wrapped("日本 語", 7) == Lines{"日本 語"});
  CHECK(wrapped("日本 語", 6) == Lines{"日本", "語"});
  CHECK(wrapped("日本", 1) == Lines{"日", "本"});
  CHECK(widest_piece("日本,a") == 5);
}

TEST_CASE("pieces end at spaces and behind commas, strokes and colons") {
  CHECK(widest_piece("ab cde f") == 3);
  CHECK(widest_piece("ab,cdef") == 4);
  CHECK(widest_piece("abcd,ef") == 5);
  CHECK(widest_piece("äöüä,e") == 5);
  CHECK(widest_piece("a,b,") == 2);
  CHECK(widest_piece("ab/c") == 3);
  CHECK(widest_piece("a:bcd") == 3);
  CHECK(widest_piece("") == 0);
}
