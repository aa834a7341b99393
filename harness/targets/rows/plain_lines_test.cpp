// The quick way through lines that are plainly written: that it is taken, and where it ends.
#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/targets/rows/lines.hpp"
#include "harness/targets/rows/rows_for_tests.hpp"

using namespace fairshuffle;

namespace {

/// What CardWords' quick way makes of lines of three cards.
struct Plain {
  std::size_t taken = 0;
  std::string rows;
};

Plain plain_of(std::string_view lines, std::uint64_t most = 100, int base = 0) {
  const auto parser =
      make_card_words({.kind = RowFormat::Kind::text, .deck_size = 3, .base = base, .deck = {}});
  RowBuffer rows(3);
  Plain plain;
  plain.taken = parser->take_plain(lines, most, rows);
  for (; rows.rows() > 0; rows.remove(1)) plain.rows += row_for_tests(rows) + "\n";
  return plain;
}

}  // namespace

TEST_CASE("plain lines of numbers are read the quick way, all of them") {
  const std::string_view plain = "2 0 1\n1,0,2\r\n0\t2\t1\n0, 1, 2\n00 01 02\n2 1 0 \n";
  const Plain all = plain_of(plain);
  CHECK(all.taken == plain.size());
  CHECK(all.rows == "2 0 1\n1 0 2\n0 2 1\n0 1 2\n0 1 2\n2 1 0\n");
  CHECK(plain_of("3 1 2\n", 100, 1).rows == "2 0 1\n");
  const Plain some = plain_of(plain, 2);
  CHECK(some.taken == plain.find("0\t"));
  CHECK(some.rows == "2 0 1\n1 0 2\n");
}

TEST_CASE("numbers of two digits are plain, whatever these are") {
  std::vector<WideCard> deck(100);
  std::iota(deck.begin(), deck.end(), WideCard{0});
  const std::string line = fmt::format("{}\n", fmt::join(deck, " "));
  RowBuffer rows(100);
  const auto parser =
      make_card_words({.kind = RowFormat::Kind::text, .deck_size = 100, .base = 0, .deck = {}});
  CHECK(parser->take_plain(line, 1, rows) == line.size());
  CHECK(rows.rows() == 1);
  std::string with_colon = line;
  with_colon.replace(with_colon.find("20"), 2, "1:");
  CHECK(parser->take_plain(with_colon, 1, rows) == 0);
}

TEST_CASE("many plain lines of more than ten cards are read the quick way, whatever stands between") {
  for (const int deck_size : {10, 11, 52, 64, 65, 100}) {
    for (const std::string_view between : {" ", ",", "\t", ", "}) {
      CAPTURE(deck_size);
      CAPTURE(between);
      std::vector<WideCard> deck(static_cast<std::size_t>(deck_size));
      std::iota(deck.begin(), deck.end(), WideCard{0});
      std::string lines, expected;
      RowBuffer rows(deck_size);
      // As many bytes as blocks are made of, too.
      for (int row = 0; row < 128; ++row) {
        std::rotate(deck.begin(), deck.begin() + 1, deck.end());
        std::swap(deck.front(), deck.back());
        lines += fmt::format("{}\n", fmt::join(deck, between));
        expected += fmt::format("{}\n", fmt::join(deck, " "));
      }
      const auto parser =
          make_card_words({.kind = RowFormat::Kind::text, .deck_size = deck_size, .base = 0, .deck = {}});
      CHECK(parser->take_plain(lines, 1000, rows) == lines.size());
      std::string read;
      for (; rows.rows() > 0; rows.remove(1)) read += row_for_tests(rows) + "\n";
      CHECK(read == expected);
      // Nor are more of them read than are wanted.
      CHECK(parser->take_plain(lines, 7, rows) < lines.size() / 16);
      CHECK(rows.rows() == 7);
    }
  }
}

TEST_CASE("the quick way ends before the first line that is not plain or no permutation") {
  for (const char* line : {" 2 0 1\n", "2  0 1\n", "002 0 1\n", "2 0\n", "2 0 1 0\n", "2 0 2\n", "2 0 3\n",
                           "a 0 1\n", "2;0;1\n", "2 0 1\r\r\n", "\n"}) {
    CAPTURE(line);
    const Plain before = plain_of(std::string("1 0 2\n") + line + "1 0 2\n");
    CHECK(before.taken == 6);
    CHECK(before.rows == "1 0 2\n");
  }
}

TEST_CASE("lines go the quick way first, and only what it leaves goes line by line") {
  struct Asked {
    std::uint64_t plainly = 0, line_by_line = 0;
  };
  // Lines of one card; "0" is plain and "00" is not.
  class Parser final : public LineParser {
   public:
    explicit Parser(Asked& asked) : asked_(asked) {}
    std::size_t take_plain(std::string_view lines, std::uint64_t most, RowBuffer& rows) override {
      std::uint64_t taken = 0;
      for (; taken < most && lines.starts_with("0\n"); ++taken) {
        rows.add(std::vector<WideCard>{0});
        lines.remove_prefix(2);
      }
      asked_.plainly += taken;
      return 2 * taken;
    }
    void parse(std::string_view, RowBuffer& rows, std::string_view) override {
      rows.add(std::vector<WideCard>{0});
      ++asked_.line_by_line;
    }

   private:
    Asked& asked_;
  };
  Asked asked;
  const auto reader = make_line_rows(std::make_unique<Parser>(asked));
  RowBuffer rows(1);
  CHECK(reader->take("0\n0\n00\n0\n0\n0\n", 5, rows) == 11);
  CHECK(rows.rows() == 5);
  CHECK(asked.plainly == 4);
  CHECK(asked.line_by_line == 1);
}
