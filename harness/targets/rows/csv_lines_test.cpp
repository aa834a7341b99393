#include <doctest/doctest.h>

#include "harness/targets/rows/rows_for_tests.hpp"

using namespace fairshuffle;

namespace {

using Rows = std::vector<std::string>;

const RowFormat three_numbers{.kind = RowFormat::Kind::text, .deck_size = 3, .base = 0, .deck = {}};

ReadRowsForTests read(std::string_view bytes) {
  const auto whole = read_rows_for_tests(three_numbers, bytes, bytes.size() + 1, 1'000'000, "deck");
  for (const std::size_t piece : {1U, 2U, 7U}) {
    CHECK(read_rows_for_tests(three_numbers, bytes, piece, 2, "deck") == whole);
  }
  return whole;
}

}  // namespace

TEST_CASE("the column's field is the row, quoted or not, whatever stands beside it") {
  const auto result = read(
      "id,deck,comment\r\n1,2 0 1,\"a, \"\"b\"\"\"\r\n2,\"0,1,2\",\n3, 1 0 2 "
      ",\"two\n\nlines\"\n4,\"2,1,0\",x");
  CHECK(result.error == "");
  CHECK(result.rows == Rows{"2 0 1", "0 1 2", "1 0 2", "2 1 0"});
  CHECK(read("\xef\xbb\xbf"
             "deck\n2 0 1\n\n\n")
            .rows == Rows{"2 0 1"});
  CHECK(read("\"deck\",x\n2 0 1,5\n").rows == Rows{"2 0 1"});
}

TEST_CASE("fields are parted as the header parts them, by commas, semicolons or tabs") {
  CHECK(read("id;deck\n1;2,0,1\n2;\"0 1 2\"\n").rows == Rows{"2 0 1", "0 1 2"});
  CHECK(read("id\tdeck\n1\t2 0 1\n").rows == Rows{"2 0 1"});
  CHECK(read("deck,a;b\n2 0 1,x;y\n").rows == Rows{"2 0 1"});
  CHECK(read("deck\n2;0;1\n").rows == Rows{"2 0 1"});
  CHECK(read("id;deck\n1\n").error == "row 1 has 1 fields, and column 'deck' is number 2: \"1\"");
  CHECK(read("id;decks\n").error ==
        "no column 'deck' in the header (did you mean 'decks'?); there is 'id', 'decks'");
  // The name may have one in it.
  CHECK(read_rows_for_tests(three_numbers, "a;b\n2 0 1\n", 100, 10, "a;b").rows == Rows{"2 0 1"});
  RowBuffer rows(3);
  const auto reader = make_row_reader(three_numbers, {"deck"});
  reader->take("id;deck\n1;2 0 1\n", 1, rows);
  CHECK(reader->remark() == "fields of the CSV are parted as its header parts them: by semicolons");
}

TEST_CASE("a field that is no permutation is an invalid row and shown alone") {
  CHECK(read("deck,x\n2 0,1\n0 1 2,1\n").rows == Rows{"2 0 (2 0)", "0 1 2"});
}

TEST_CASE("a field with nothing in it is told as an empty row") {
  CHECK(read("deck,x\n ,1\n").error == "row 1 is empty; every row is to hold one permutation");
  CHECK(read("deck,x\n2 0 1,1\n,1\n").error == "row 2 is empty; every row is to hold one permutation");
  CHECK(read("deck,x\n\"[2, 0, 1]\",1\n,1\n").error ==
        "row 2 is empty; every row is to hold one permutation");
  // Where a card stands in each row, too.
  RowFormat cards = three_numbers;
  cards.one_a_line = true;
  CHECK(read_rows_for_tests(cards, "card,x\n2,1\n0,1\n ,1\n1,1\n", 100, 10, "card").error ==
        "row 1 ends with a blank line after 2 of its 3 cards");
}

TEST_CASE("an unknown column is refused, and those that there are are named") {
  CHECK(read("id,decks,time\n1,2 0 1,5\n").error ==
        "no column 'deck' in the header (did you mean 'decks'?); there is 'id', 'decks', 'time'");
  CHECK(read("2 0 1\n").error == "no column 'deck' in the header; there is '2 0 1'");
  CHECK(read("d\xe5"
             "ck,x\n")
            .error == "no column 'deck' in the header; there is 'd\\xe5ck', 'x'");
  CHECK(read("deck,a,deck\n").error == "the header has column 'deck' twice");
  CHECK(read("").error == "");
  CHECK(read("").rows.empty());
}

TEST_CASE("a row without the column, and an empty field end the target") {
  CHECK(read("id,deck\n1,2 0 1\n2\n").error == "row 2 has 1 fields, and column 'deck' is number 2: \"2\"");
  CHECK(read("id,deck\n1,2 0 1\n2,\n").error == "row 2 is empty; every row is to hold one permutation");
  CHECK(read("id,deck\n1,2 0 1\n\n2,2 0 1\n").rows == Rows{"2 0 1", "2 0 1"});
  CHECK(read("id,deck\n1,2 x 1\n").error.starts_with("row 1 is \"2 x 1\""));
}

TEST_CASE("no line is read after the one that gave the rows wanted, though it gave more") {
  RowBuffer rows(3);
  const auto reader = make_row_reader(three_numbers, {"deck"});
  const std::string bytes = "deck\n0 1 2\r1 0 2\nno row\n";
  CHECK(reader->take(bytes, 1, rows) == bytes.find("no row"));
  CHECK(rows.rows() == 2);
}

TEST_CASE("quotes in the wrong place end the target") {
  CHECK(read("id,deck\n1,2 \"0\" 1\n").error.starts_with("row 1 is no CSV"));
  CHECK(read("id,deck\n1,\"2 0 1\n").error.starts_with("row 1 is no CSV"));
  CHECK(read("id,deck\n1,\"2 0 1").error.starts_with("row 1 is no CSV"));
  CHECK(read("id,\"deck\n1,2 0 1\n").error.starts_with("the header is no CSV"));
}

TEST_CASE("a row that goes on without end is refused before it takes much memory") {
  std::string bytes = "id,deck\n1,2 0 1\n2,\"";
  for (int line = 0; line < 100'000; ++line) bytes += "line\n";
  const auto result = read_rows_for_tests(three_numbers, bytes, 5000, 100, "deck");
  CHECK(result.rows == Rows{"2 0 1"});
  CHECK(result.error == "row 2 has more than 65536 bytes; is a quote not closed?");
  const std::string long_line = "id,deck\n1," + std::string(70'000, 'x');
  CHECK(read_rows_for_tests(three_numbers, long_line, 5000, 100, "deck")
            .error.starts_with("row 1 is a line of more than 65536 bytes"));
}

TEST_CASE("thirty names of a header are shown, and of more the first thirty") {
  const auto error_of = [](int columns) {
    std::string header;
    for (int column = 0; column < columns; ++column)
      header += (column == 0 ? "" : ",") + std::string("name") + std::to_string(column);
    return read_rows_for_tests(three_numbers, header + "\n", 4096, 10, "other").error;
  };
  CHECK(error_of(30).ends_with("'name28', 'name29'"));
  CHECK(error_of(31).ends_with("'name28', 'name29', ..."));
}

TEST_CASE("a row of 65,536 bytes is read, over however many lines, and one of 65,537 is refused") {
  const auto error_of = [](std::size_t bytes) {
    // The row's text, with a line end in the middle of it: 0 1 2," ... \n ... ".
    std::string row = "0 1 2,\"";
    row += std::string((bytes - row.size()) / 2, 'x') + "\n";
    row += std::string(bytes - row.size() - 1, 'x') + "\"";
    REQUIRE(row.size() == bytes);
    return read_rows_for_tests(three_numbers, "deck,text\n" + row + "\n0 1 2,x\n", 1 << 20, 10, "deck").error;
  };
  CHECK(error_of(65'536).empty());
  CHECK(error_of(65'537) == "row 1 has more than 65536 bytes; is a quote not closed?");
  const auto error_of_line = [](std::size_t bytes) {
    return read_rows_for_tests(three_numbers, "deck,text\n0 1 2," + std::string(bytes - 6, 'x') + "\n",
                               1 << 20, 10, "deck")
        .error;
  };
  CHECK(error_of_line(65'536).empty());
  CHECK(error_of_line(65'537).starts_with("row 1 is a line of more than 65536 bytes: \"0 1 2,xxx"));
}
