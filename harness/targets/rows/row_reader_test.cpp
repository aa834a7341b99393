#include "harness/targets/rows/row_reader.hpp"

#include <stdexcept>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/permutation/standard_deck.hpp"
#include "harness/targets/rows/row_settings.hpp"
#include "harness/targets/rows/rows_for_tests.hpp"

using namespace fairshuffle;

namespace {

using Rows = std::vector<std::string>;

RowFormat text_of(int deck_size, int base = 0) {
  return {.kind = RowFormat::Kind::text, .deck_size = deck_size, .base = base, .deck = {}};
}

RowFormat bytes_of(int deck_size, int base = 0) {
  return {.kind = RowFormat::Kind::u8, .deck_size = deck_size, .base = base, .deck = {}};
}

RowFormat tokens_of(std::vector<std::string> deck) {
  return {.kind = RowFormat::Kind::tokens,
          .deck_size = static_cast<int>(deck.size()),
          .base = 0,
          .deck = std::move(deck)};
}

ReadRowsForTests read(const RowFormat& format, std::string_view bytes, const std::string& column = {}) {
  const ReadRowsForTests whole = read_rows_for_tests(format, bytes, bytes.size() + 1, 1'000'000, column);
  for (const std::size_t piece : {1U, 2U, 3U, 7U, 64U}) {
    for (const std::uint64_t most : {1U, 2U, 5U}) {
      CAPTURE(piece);
      CAPTURE(most);
      CHECK(read_rows_for_tests(format, bytes, piece, most, column) == whole);
    }
  }
  return whole;
}

}  // namespace

TEST_CASE("numbers parted by blanks, tabs or commas are rows, with either line end") {
  const auto result = read(text_of(3), "2 0 1\n1,0,2\r\n0\t2\t1\n 2 ,\t1 ,0 \n00,01,002\n0, 1, 2,\r\n");
  CHECK(result.rows == Rows{"2 0 1", "1 0 2", "0 2 1", "2 1 0", "0 1 2", "0 1 2"});
  CHECK(result.error == "");
  CHECK(result.cut_off == "");
  CHECK(read(text_of(3, 1), "3 1 2\n1 2 3\n").rows == Rows{"2 0 1", "0 1 2"});
  CHECK(read(text_of(12), "11 10 9 8 7 6 5 4 3 2 1 0\n").rows == Rows{"11 10 9 8 7 6 5 4 3 2 1 0"});
  CHECK(read(text_of(1), "0\n0 \n").rows == Rows{"0", "0"});
}

TEST_CASE("a byte order mark is passed over before the first row and nowhere else") {
  CHECK(read(text_of(2),
             "\xef\xbb\xbf"
             "0 1\n")
            .rows == Rows{"0 1"});
  CHECK(read(text_of(2),
             "0 1\n\xef\xbb\xbf"
             "0 1\n")
            .error.starts_with("row 2 "));
}

TEST_CASE("a row of numbers that is no permutation is kept with its cards and its text") {
  CHECK(read(text_of(3), "2 0\n2 0 1 0\n2,0,2\n0 1 3\n0 1 2\n").rows ==
        Rows{"2 0 (2 0)", "2 0 1 0 (2 0 1 0)", "2 0 2 (2,0,2)", "0 1 3 (0 1 3)", "0 1 2"});
  CHECK(read(text_of(3, 1), "0 1 2\n4 1 2\n").rows == Rows{" (0 1 2)", "3 0 1 (4 1 2)"});
}

TEST_CASE("numbers too large for a card do not wrap round") {
  CHECK(read(text_of(3), "256 1 2\n0 257 2\n4294967296 1 2\n18446744073709551616 1 2\n0 1 -254\n-1 1 2\n")
            .rows == Rows{" (256 1 2)", " (0 257 2)", " (4294967296 1 2)", " (18446744073709551616 1 2)",
                          " (0 1 -254)", " (-1 1 2)"});
  // With base 1, 256 is byte 255.
  CHECK(read(text_of(1, 1), "257\n256\n0\n").rows == Rows{" (257)", "255 (256)", " (0)"});
}

TEST_CASE("the number after the last card is outside, though a bit mask ends there") {
  for (const int deck_size : {64, 128}) {
    CAPTURE(deck_size);
    std::string numbers;
    for (int number = 1; number < deck_size; ++number) numbers += fmt::format(" {}", number);
    const RowFormat format = text_of(deck_size);
    CHECK(read(format, fmt::format("0{}\n", numbers)).rows == Rows{fmt::format("0{}", numbers)});
    CHECK(read(format, fmt::format("{}{}\n", deck_size, numbers))
              .rows.front()
              .starts_with(fmt::format("{}{} (", deck_size, numbers)));
  }
}

TEST_CASE("cards of three digits are read, from 0 and from 1, and none of four") {
  for (const int base : {0, 1}) {
    CAPTURE(base);
    std::string row, cards;
    for (int card = 103; card >= 0; --card) {
      row += fmt::format("{} ", card + base);
      cards += fmt::format("{}{}", cards.empty() ? "" : " ", card);
    }
    CHECK(read(text_of(104, base), row + "\n" + row + "\n").rows == Rows{cards, cards});
    CHECK(read(text_of(104, base), "1" + row + "\n").rows.front().starts_with(" ("));
  }
}

TEST_CASE("of a long row of numbers no cards are kept, and of its text 200 bytes") {
  std::string row;
  for (int number = 0; number < 129; ++number) row += "1 ";
  CHECK(read(text_of(3), row + "\n").rows == Rows{" (" + row.substr(0, 197) + "...)"});
}

TEST_CASE("what is no whole number ends the target, and the error names row, word and format") {
  const auto result = read(text_of(3), "2 0 1\n2 0 1.5\n1 0 2\n");
  CHECK(result.rows == Rows{"2 0 1"});
  CHECK(
      result.error ==
      "row 2 is \"2 0 1.5\", and \"1.5\" is no whole number; a row of format=text is 3 numbers from 0 to 2, "
      "parted by blanks or commas");
  for (const char* row : {"a b c\n", "0,,1 2\n", ",0 1 2\n", "+1 0 2\n", "- 0 1\n", "0 1 2;\n", "0 1 2\v\n",
                          "1e0 0 2\n", "0x1 0 2\n"}) {
    CAPTURE(row);
    CHECK(read(text_of(3), row).error.starts_with("row 1 is "));
  }
  CHECK(read(text_of(3), std::string_view("0 1 2\0\n", 7)).error.find("\"2\\x00\"") != std::string::npos);
}

TEST_CASE("the header of a table is told with the options that read it, where rows follow it") {
  const std::string table = "id,b1,b2\n1,3,9\n2,4,5\n";
  for (const std::string& bytes : {table, "\xef\xbb\xbf" + table}) {
    RowBuffer rows(3);
    CHECK_THROWS_WITH_AS(
        make_row_reader(text_of(3))->take(bytes, 10, rows),
        "row 1 is \"id,b1,b2\", the header of a table; --log or --stdin reads it with --columns "
        "b1-b2 --deal 2 --n 9 --base 1 --unordered",
        TargetError);
  }
}

TEST_CASE("the header of a table is no row of cards, though c2 to c10 are names of clubs") {
  RowFormat standard = tokens_of(standard_deck());
  standard.is_standard = true;
  std::string names = "c1", cards = "AS";
  for (int card = 1; card < 52; ++card) {
    names += fmt::format(",c{}", card + 1);
    cards += "," + standard_deck()[static_cast<std::size_t>(card)];
  }
  RowBuffer rows(52);
  const std::string table = names + "\n" + cards + "\n", of_header = read(standard, names + "\n").error;
  CHECK(of_header.ends_with("little of it is a word of the deck; " + std::string(advice_on_tables)));
  CHECK_THROWS_WITH_AS(make_row_reader(standard)->take(table, 10, rows),
                       doctest::Contains("reads it with --columns c1-c52 --deck standard"), TargetError);
  // A row that lost a card is none.
  CHECK(read(standard, "AS,AS" + cards.substr(5) + "\n" + cards + "\n").rows.size() == 2);
}

TEST_CASE("cards of the standard deck are read in any notation, and styled as others are") {
  RowFormat standard = tokens_of(standard_deck());
  standard.is_standard = true;
  std::string plain, signs, quoted;
  for (const char* suit : {"s", "h", "d", "c"}) {
    for (const char* rank : {"A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"}) {
      plain += std::string(plain.empty() ? "" : " ") + rank + suit;
      quoted += std::string(quoted.empty() ? "['" : ", '") + suit + rank + "'";
      const char* sign = *suit == 's' ? "♠" : *suit == 'h' ? "♥" : *suit == 'd' ? "♦" : "♣";
      signs += std::string(signs.empty() ? "" : ";") + rank + sign;
    }
  }
  const std::string sorted = read(standard, plain + "\n").rows.at(0);
  CHECK(sorted.starts_with("0 1 2 3"));
  CHECK(read(standard, signs + "\n").rows == Rows{sorted});
  CHECK(read(standard, quoted + "]\n").rows == Rows{sorted});
  CHECK(read(tokens_of(standard_deck()), plain + "\n").error == "");
  CHECK(read(standard, "As " + plain.substr(3) + "\n").rows == Rows{sorted});
  CHECK(read(standard, "2s " + plain.substr(3) + "\n").rows.at(0).starts_with("1 1 2"));
}

TEST_CASE("a first row of numbers or of a table's names is none of a deck of words") {
  const RowFormat words = tokens_of({"ace", "king", "7"});
  CHECK(
      read(words, "2 0 1\nking ace 7\n").error ==
      "row 1 is \"2 0 1\", and none of it is a word of the deck; numbers of cards are read where no deck is "
      "named");
  CHECK(read(words, "id,deck\n1,\"king ace 7\"\n").error ==
        "row 1 is \"id,deck\", and none of it is a word of the deck; in a CSV that --log or --stdin reads, "
        "name the column of the rows with --column, or one for each card with --columns");
  for (const char* header : {"id;deck\n", "id\tdeck\n"}) {
    CHECK(read(words, header).error.find("name the column of the rows with --column") != std::string::npos);
  }
  CHECK(read(words, "2 7 1\n").rows == Rows{" (2 7 1)"});
  CHECK(read(words, "2 x 1\n").rows == Rows{" (2 x 1)"});
  CHECK(read(words, "1,king,ace\n").rows == Rows{" (1,king,ace)"});
  CHECK(read(words, "king ace 7\n2 0 1\n").rows == Rows{"1 0 2", " (2 0 1)"});
}

TEST_CASE("empty lines are passed over, wherever they stand") {
  CHECK(read(text_of(3), "2 0 1\n\n1 0 2\n").rows == Rows{"2 0 1", "1 0 2"});
  CHECK(read(text_of(3), "\n1 0 2\n").rows == Rows{"1 0 2"});
  CHECK(read(text_of(3), "2 0 1\n \t\r\n0 1 2").rows == Rows{"2 0 1", "0 1 2"});
  CHECK(read(text_of(3), ",\n").error.starts_with("row 1 is \",\""));
  const auto result = read(text_of(3), "2 0 1\n\r\n\n  \n ");
  CHECK(result.rows == Rows{"2 0 1"});
  CHECK(result.error == "");
  CHECK(result.cut_off == "");
  CHECK(read(text_of(3), "").rows.empty());
  // One that writes empty lines for ever does not keep its reader waiting for ever.
  CHECK(read(text_of(3), "2 0 1\n" + std::string(1000, '\n')).error == "");
  CHECK(read(text_of(3), "2 0 1\n" + std::string(1001, '\n')).error ==
        "row 2 is empty; every row is to hold one permutation");
}

TEST_CASE("a last line without its end counts when it is a permutation and is cut off otherwise") {
  CHECK(read(text_of(3), "2 0 1\n1 0 2").rows == Rows{"2 0 1", "1 0 2"});
  const auto result = read(text_of(3), "2 0 1\n1 0");
  CHECK(result.rows == Rows{"2 0 1"});
  CHECK(result.cut_off == "row 2 is cut off: \"1 0\"");
  CHECK(read(text_of(3), "2 0 1\n1 x").error.starts_with("row 2 is \"1 x\""));
}

TEST_CASE("a line of 4096 bytes is read and one of 4097 is refused, whether or not it ends") {
  const std::string blanks(4091, ' ');
  CHECK(read(text_of(3), "2 0" + blanks + " 1\n").rows == Rows{"2 0 1"});
  CHECK(read(text_of(3), "2 0" + blanks + " 1\r\n").rows == Rows{"2 0 1"});
  CHECK(read(text_of(3), "2 0" + blanks + " 1").rows == Rows{"2 0 1"});
  const std::string error = "row 2 is a line of more than 4096 bytes: \"2 0";
  for (const char* end : {"  1\n", "  1", "  1\r\n", "  100000"}) {
    CHECK(read(text_of(3), "0 1 2\n2 0" + blanks + end).error.starts_with(error));
  }
  CHECK(read(text_of(3), "0 1 2\n2 0" + blanks + "  100000").error.size() < 300);
}

TEST_CASE("raw bytes are rows without anything between, to base 0 or 1") {
  CHECK(read(bytes_of(3), std::string_view("\2\0\1\1\0\2", 6)).rows == Rows{"2 0 1", "1 0 2"});
  CHECK(read(bytes_of(3, 1), "\3\1\2").rows == Rows{"2 0 1"});
  CHECK(read(bytes_of(2, 1), std::string_view("\0\2", 2)).rows == Rows{"255 1"});
  const auto result = read(bytes_of(3), "\1\1\1\2\2");
  CHECK(result.rows == Rows{"1 1 1"});
  CHECK(result.cut_off == "row 2 is cut off after 2 of its 3 bytes");
  CHECK_THROWS_AS(make_row_reader(bytes_of(3), {"deck"}), std::invalid_argument);
}

TEST_CASE("words are the cards of the deck in its order, and an unknown one makes the row wrong") {
  const RowFormat format = tokens_of({"A♠", "10", "ten"});
  const auto result =
      read(format, "ten A♠ 10\r\n10,A♠,ten\nA♠ 10\nA♠ 10 Ten\n10 10 ten\n1 A♠ 10\n10,,ten\n10 ten A♠");
  CHECK(result.rows == Rows{"2 0 1", "1 0 2", "0 1 (A♠ 10)", " (A♠ 10 Ten)", "1 1 2 (10 10 ten)",
                            " (1 A♠ 10)", " (10,,ten)", "1 2 0"});
  CHECK(result.error == "");
  CHECK(read(format, "10 A♠ ten\n10 A").cut_off == "row 2 is cut off: \"10 A\"");
  CHECK(read(format, "10 A♠ ten\n\n10 ten A♠").rows == Rows{"1 0 2", "1 2 0"});
}

TEST_CASE("a last row without its end that is wrong is cut off, though rows before it were wrong too") {
  const auto result = read(text_of(3), "1 1 1\n0 0");
  CHECK(result.rows == Rows{"1 1 1 (1 1 1)"});
  CHECK(result.cut_off == "row 2 is cut off: \"0 0\"");
}

TEST_CASE("a thousand empty lines may end a recording, and one more is an empty row") {
  const RowFormat format{.kind = RowFormat::Kind::text, .deck_size = 3, .base = 0, .deck = {}};
  const auto read = [&](std::size_t lines) {
    return read_rows_for_tests(format, "2 0 1\n" + std::string(lines, '\n'), 1 << 20, 10);
  };
  CHECK(read(1000).error.empty());
  CHECK(read(1000).rows.size() == 1);
  CHECK(read(1001).error == "row 2 is empty; every row is to hold one permutation");
}

TEST_CASE("cards of 0 to 127 are told, numbers beyond a card are not, and what was missing is told in full") {
  const auto of = [](int deck_size, int base, const std::string& line) {
    const RowFormat format{.kind = RowFormat::Kind::text, .deck_size = deck_size, .base = base, .deck = {}};
    return read_rows_for_tests(format, line + "\n", 1 << 20, 10);
  };
  CHECK(of(2, 0, "1 0").rows.front() == "1 0");
  CHECK(of(2, 1, "2 1").rows.front() == "1 0");
  CHECK(of(2, 1, "1 0").rows.front() == " (1 0)");
  CHECK(of(2, 0, "0 2").rows.front() == "0 2 (0 2)");
  CHECK(of(2, 0, "0 255").rows.front() == "0 255 (0 255)");
  CHECK(of(2, 0, "0 256").rows.front() == " (0 256)");
  CHECK(of(2, 1, "1 256").rows.front() == "0 255 (1 256)");
  CHECK(of(2, 0, "-1 0").rows.front() == " (-1 0)");
  CHECK(of(2, 0, "0 99999999999999999999").rows.front() == " (0 99999999999999999999)");
  CHECK(of(2, 0, "0 x").error ==
        "row 1 is \"0 x\", and \"x\" is no whole number; a row of format=text is 2 numbers from 0 to 1, "
        "parted by blanks or commas; for words, name the sorted deck as in --deck '0 x'; a line that is no "
        "deck is passed over where it begins with #");
  for (const auto& [row, option] : {std::pair("K A Q", "as in --deck 'A K Q'"),
                                    {"'b', 'a'", "as in --deck 'a b'"},
                                    {"x x", "with --deck"},
                                    {"Seed: 5", "with --deck"},
                                    {"word", "with --deck"}}) {
    const std::string line = row;
    CAPTURE(line);
    CHECK(of(3, 0, line).error.find(std::string("the sorted deck ") + option + "; a line") !=
          std::string::npos);
  }
  CHECK(of(2, 1, "").error.empty());
  CHECK(of(2, 1, "1 2-").error.find("from 1 to 2") != std::string::npos);
  CHECK(of(2, 0, "-").error.find("\"-\" is no whole number") != std::string::npos);
  // So many numbers as the largest deck has cards are kept, of more none.
  std::string row;
  for (int number = 0; number < 128; ++number) row += "7 ";
  CHECK(of(2, 0, row).rows.front().starts_with("7 7 7 "));
  CHECK(of(2, 0, row + "7").rows.front().starts_with(" (7 7 7"));
}
