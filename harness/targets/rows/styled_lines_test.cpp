// Rows as languages print their lists.
#include <doctest/doctest.h>

#include "harness/targets/rows/row_settings.hpp"
#include "harness/targets/rows/rows_for_tests.hpp"

using namespace fairshuffle;

namespace {

using Rows = std::vector<std::string>;
using Columns = std::vector<std::string>;

RowFormat numbers_of(int deck_size, int base = 0) {
  return {.kind = RowFormat::Kind::text, .deck_size = deck_size, .base = base, .deck = {}};
}

RowFormat words_of(std::vector<std::string> deck) {
  const auto size = static_cast<int>(deck.size());
  return {.kind = RowFormat::Kind::tokens, .deck_size = size, .base = 0, .deck = std::move(deck)};
}

/// Whole, and the same in pieces of any size.
ReadRowsForTests printed(const RowFormat& format, std::string_view bytes) {
  const ReadRowsForTests whole = read_rows_for_tests(format, bytes, bytes.size() + 1, 1'000);
  for (const std::size_t piece : {1U, 2U, 5U}) {
    CAPTURE(piece);
    CHECK(read_rows_for_tests(format, bytes, piece, 2) == whole);
  }
  return whole;
}

std::string remark_of(const RowFormat& format, std::string_view bytes) {
  RowBuffer rows(format.deck_size);
  const auto reader = make_row_reader(format);
  reader->take_rest(bytes.substr(reader->take(bytes, 1'000, rows)), rows);
  return reader->remark();
}

}  // namespace

TEST_CASE("rows are read as languages print them: brackets, separators, one character a card") {
  for (const char* lines : {"[2, 0, 1]\n[0, 1, 2]\n", "(2, 0, 1)\n(0, 1, 2)\n", "[ 2, 0, 1 ]\n[ 0, 1, 2 ]\n",
                            "[2 0 1]\r\n[0 1 2]\r\n", "{2,0,1}\n{0,1,2}\n", "2;0;1\n0;1;2\n",
                            "2 | 0 | 1\n0 | 1 | 2\n", "2-0-1\n0-1-2\n", "[2;0;1]\n[0;1;2]\n", "201\n012\n",
                            "2, 0, 1,\n0, 1, 2,\n", "[2, 0, 1],\n[0, 1, 2]\n", "2;0;1;\n0;1;2\n"}) {
    CAPTURE(lines);
    const auto result = printed(numbers_of(3), lines);
    CHECK(result.rows == Rows{"2 0 1", "0 1 2"});
    CHECK(result.error == "");
  }
  CHECK(printed(numbers_of(3, 1), "[3, 1, 2]\n").rows == Rows{"2 0 1"});
  CHECK(printed(numbers_of(1), "[0]\n[0]\n").rows == Rows{"0", "0"});
}

TEST_CASE("a name may stand before the brackets, and what goes with it behind them") {
  for (const auto& [before, behind] : {std::pair("array([", "])"),
                                       {"deque([", "])"},
                                       {"array('i', [", "])"},
                                       {"List(", ")"},
                                       {"array([", "], dtype=int8)"},
                                       {"@[", "]"},
                                       {" Array [ ", " ],"}}) {
    const std::string opening = before, closing = behind;
    CAPTURE(opening);
    const auto result =
        printed(numbers_of(3), opening + "2, 0, 1" + closing + '\n' + opening + "0,\n 1, 2" + closing + '\n');
    CHECK(result.rows == Rows{"2 0 1", "0 1 2"});
    CHECK(result.error == "");
  }
  CHECK(printed(words_of({"a", "b", "c"}), "array(['c', 'a', 'b'])\n").rows == Rows{"2 0 1"});
  CHECK(remark_of(numbers_of(2), "array([1, 0], dtype=int8)\n") ==
        "rows are read as row 1 is written: in array([ ], dtype=int8)");
  CHECK(remark_of(numbers_of(2), "a\xc2\x1b([1, 0]\xff)\n") ==
        "rows are read as row 1 is written: in a\\xc2\\x1b([ ]\\xff)");
  // A word of the deck is no name, and other rows are to be as the first.
  CHECK(printed(words_of({"f(", "b", "c"}), "f( b c\n").rows == Rows{"0 1 2"});
  for (const char* lines :
       {"array([1, 0])\nlist([1, 0])\n", "array([1, 0])\n[1, 0]\n", "List(1, 0)\nList(1, 0))\n",
        "array([1, 0])\narray([1, 0]\n", "[1, 0]\narray([1, 0])\n"}) {
    CAPTURE(lines);
    CHECK(printed(numbers_of(2), lines).error.find("row 2 is") == 0);
  }
  CHECK(printed(numbers_of(2), "Shuffling (2 cards)\n1 0\n").error != "");
}

TEST_CASE("words may stand in quotes, and run together where each is one character") {
  CHECK(printed(words_of({"a", "b", "c"}), "['c', 'a', 'b']\n").rows == Rows{"2 0 1"});
  CHECK(printed(words_of({"a", "b", "c"}), "[\"c\",\"a\",\"b\"]\n").rows == Rows{"2 0 1"});
  CHECK(printed(words_of({"a", "b", "c"}), "[1] \"c\" \"a\" \"b\"\n[1] \"a\" \"b\" \"c\"\n").rows ==
        Rows{"2 0 1", "0 1 2"});
  CHECK(printed(words_of({"a", "b", "c"}), "cab\nabc\n").rows == Rows{"2 0 1", "0 1 2"});
  CHECK(printed(words_of({"♠", "♥", "♦"}), "♦♠♥\n").rows == Rows{"2 0 1"});
  for (const char* line : {"c;a;b\n", "c | a | b\n", "'c';'a';'b'\n", "[\"c\" | \"a\" | \"b\"]\n"}) {
    CAPTURE(line);
    CHECK(printed(words_of({"a", "b", "c"}), line).rows == Rows{"2 0 1"});
  }
  // What stands in a word of the deck parts none and surrounds none.
  CHECK(printed(words_of({"a-b", "c-d"}), "c-d a-b\n").rows == Rows{"1 0"});
  CHECK(printed(words_of({"[1]", "x"}), "[1] x\n").rows == Rows{"0 1"});
  CHECK(printed(words_of({"#1", "#2"}), "#2 #1\n").rows == Rows{"1 0"});
  CHECK(printed(words_of({"'", "b"}), "b '\n").rows == Rows{"1 0"});
}

TEST_CASE("rows that R and numpy wrap are joined") {
  CHECK(printed(numbers_of(6, 1), "[1] 3 1 2 4\n[5] 6 5\n[1] 1 2 3 4\n[5] 5 6\n").rows ==
        Rows{"2 0 1 3 5 4", "0 1 2 3 4 5"});
  CHECK(printed(numbers_of(6, 1), " [1] 3 1 2 4\n [5] 6\n [1] 1 2 3 4 5 6\n").rows ==
        Rows{"2 0 1 3 5 ( [1] 3 1 2 4  [5] 6)", "0 1 2 3 4 5"});
  CHECK(printed(numbers_of(6), "[ 3  1  2\n  0  5 4]\n[0 1 2\n\n 3 4 5]\n").rows ==
        Rows{"3 1 2 0 5 4", "0 1 2 3 4 5"});
  CHECK(printed(numbers_of(3), "[1] 0 1 2\n[4] 3\n").error.find("goes on after its 3 cards") !=
        std::string::npos);
  CHECK(printed(numbers_of(3), "[0 1 2]\n[2 0\n").error == "row 2 is cut off before its ']': \"[2 0\"");
  CHECK(printed(numbers_of(3), "[0 1 2]\n[2 0\n" + std::string(9000, '\n')).error.find("8192 bytes") !=
        std::string::npos);
}

TEST_CASE("a whole row of R is there before the next one begins") {
  RowBuffer rows(3);
  const auto reader = make_row_reader(numbers_of(3));
  reader->take("[1] 2 0 1\n", 1, rows);
  CHECK(rows.rows() == 1);
}

TEST_CASE("the first row tells the style, and no other is taken later") {
  CHECK(printed(numbers_of(3), "[2, 0, 1]\n0, 1, 2\n").error ==
        "row 2 is \"0, 1, 2\", and row 1 was written otherwise: in [ ]");
  CHECK(printed(numbers_of(3), "2;0;1\n0,1,2\n").error ==
        "row 2 is \"0,1,2\", and row 1 was written otherwise: parted by ;");
  CHECK(printed(numbers_of(3), "201\n0 1 2\n").error.find("one character a card") != std::string::npos);
  CHECK(printed(numbers_of(3), "2 0 1\n[0, 1, 2]\n").error.starts_with("row 2 is \"[0, 1, 2]\""));
  CHECK(printed(numbers_of(3), "[1] 2 0 1\n0 1 2\n").error.find("index") != std::string::npos);
  CHECK(printed(numbers_of(3), "[2, 0, 1] x\n").error ==
        "row 1 is \"[2, 0, 1] x\", and has more than cards (in [ ]); leave out the rest of a line");
  CHECK(printed(numbers_of(3), "[2, 0]\n[2, 0, 1]\n").rows == Rows{"2 0 ([2, 0])", "2 0 1"});
  CHECK(printed(words_of({"a", "b"}), "'a' 'b'\na b\n").error.find("each word in '") != std::string::npos);
}

TEST_CASE("what was recognised and passed over is told in one line") {
  CHECK(remark_of(numbers_of(3), "2 0 1\n0 1 2\n\n\n") == "");
  CHECK(remark_of(numbers_of(3), "[2;0;1]\n") == "rows are read as row 1 is written: in [ ], parted by ;");
  CHECK(remark_of(numbers_of(3), "# decks\n\n2 0 1\n\n# more\n0 1 2\n") ==
        "2 blank lines passed over; 2 comments passed over");
  CHECK(printed(numbers_of(3), "# decks\n2 0 1\n#x\n0 1 2\n").rows == Rows{"2 0 1", "0 1 2"});
  CHECK(printed(numbers_of(3), std::string(1001, '#') + "\n0 1 2\n").rows == Rows{"0 1 2"});
}

TEST_CASE("a card a line: a row is as many lines as the deck has cards") {
  RowFormat format = numbers_of(3);
  format.one_a_line = true;
  CHECK(printed(format, "2\n0\n1\n\n# next\n0\n1\n2\n").rows == Rows{"2 0 1", "0 1 2"});
  CHECK(printed(format, "2\n0\n1\n0\n").error ==
        "row 2 is cut off after 1 of its 3 cards; --n or the words of --deck say how many they are");
  CHECK(printed(format, "2\n\n1\n").error == "row 1 ends with a blank line after 1 of its 3 cards");
  CHECK(printed(format, "2 0 1\n").error.find("a line is one card") != std::string::npos);
  CHECK(printed(format, "2\n2\n1\n").rows == Rows{"2 2 1 (2 2 1)"});
  RowFormat words = words_of({"ace", "king"});
  words.one_a_line = true;
  CHECK(printed(words, "king\nace\n").rows == Rows{"1 0"});
}

TEST_CASE("a CSV may have a column for each card, by a list or a range of names") {
  CHECK(column_names("c1-c3") == Columns{"c1", "c2", "c3"});
  CHECK(column_names("c08-c10") == Columns{"c08", "c09", "c10"});
  CHECK(column_names("a,b-c,d1-d2") == Columns{"a", "b-c", "d1", "d2"});
  CHECK(column_names("7-9") == Columns{"7", "8", "9"});
  CHECK_FALSE(column_names("a,,b"));
  CHECK_FALSE(column_names("c3-c1"));
  CHECK_FALSE(column_names("c1-c1025"));
  const auto read = [](std::string_view bytes) {
    RowBuffer rows(3);
    const auto reader = make_row_reader(numbers_of(3), {"c1", "c2", "c3"});
    std::string text;
    try {
      reader->take(bytes, 1'000, rows);
    } catch (const TargetError& error) {
      return std::string(error.what());
    }
    for (; rows.rows() > 0; rows.remove(1)) text += row_for_tests(rows) + "; ";
    return text;
  };
  CHECK(read("game,c1,c2,c3\n1,2,0,1\n2,0,1,2\n") == "2 0 1; 0 1 2; ");
  CHECK(read("c3,c2,c1\n1,0,2\n") == "2 0 1; ");
  CHECK(read("c1,c2,c3\n2,0 1,1\n") == "row 1 has \"0 1\" in column 'c2', which is to hold one card");
  CHECK(read("c1,c2,c3\n2,,1\n") == "row 1 has \"\" in column 'c2', which is to hold one card");
  CHECK(read("c1,c2\n2,1\n").starts_with("no column 'c3' in the header"));
}

TEST_CASE("a table without a named column is told of the options that name one") {
  // By the rows that were read with it, and of the option's name alone where none was.
  const std::string_view table = "game,deck\n1,\"2 0 1\"\n";
  for (const auto& [piece, options] : {std::pair(table.size(), "reads it with --column deck"),
                                       std::pair(std::size_t{1}, "with --column,")}) {
    CHECK(read_rows_for_tests(numbers_of(3), table, piece, 2).error.find(options) != std::string::npos);
  }
  CHECK(printed(numbers_of(3), "game deck\n").error.find("--column") == std::string::npos);
  CHECK(printed(numbers_of(3), "0 1 2\n2,1,x\n").error.find("--column") == std::string::npos);
}
