#include "reports/document/wrap.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

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

TEST_CASE("a number is no list of pieces") {
  CHECK(wrapped("k=23,724,032,m=1", 14) == Lines{"k=23,724,032,", "m=1"});
  CHECK(wrapped("k=23,724,032,m=1", 13) == Lines{"k=23,724,032,", "m=1"});
  CHECK(wrapped("a,b=1/120", 8) == Lines{"a,", "b=1/120"});
  CHECK(widest_piece("23,724,032") == 10);
  CHECK(widest_piece("12:30") == 5);
  CHECK(widest_piece("n=5,7a") == 6);
  CHECK(widest_piece("n=5,a7") == 4);
}

TEST_CASE("widths count characters, and pieces end at spaces and behind commas, strokes and colons") {
  CHECK(width_of("größe") == 5);
  CHECK(width_of("🂡a") == 2);
  CHECK(width_of("") == 0);
  CHECK(widest_piece("ab cde f") == 3);
  CHECK(widest_piece("ab,cdef") == 4);
  CHECK(widest_piece("abcd,ef") == 5);
  CHECK(widest_piece("äöüä,e") == 5);
  CHECK(widest_piece("a,b,") == 2);
  CHECK(widest_piece("ab/c") == 3);
  CHECK(widest_piece("a:bcd") == 3);
  CHECK(widest_piece("") == 0);
}
