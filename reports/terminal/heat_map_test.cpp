// Does the heat map of a terminal show every cell's sign and size, with colours and without, at every width?
#include <algorithm>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "core/record/deviations.hpp"
#include "reports/document/render.hpp"
#include "reports/terminal/table.hpp"

using namespace fairshuffle;

namespace {

// 9,000 trials: 3,000 expected, one standard error is 44.72.
TargetRecord three_cards() {
  TargetRecord result;
  result.target.deck_size = 3;
  result.position_counts = {{4'500, 2'250, 2'250}, {2'400, 3'500, 3'100}, {2'100, 3'250, 3'650}};
  return result;
}

// Card c at position p more often the nearer c lies behind p.
TargetRecord many_cards(int deck_size) {
  TargetRecord result;
  result.target.deck_size = deck_size;
  for (int position = 0; position < deck_size; ++position) {
    std::vector<std::uint64_t> row;
    for (int card = 0; card < deck_size; ++card) {
      const int behind = (card - position + deck_size) % deck_size;
      row.push_back(static_cast<std::uint64_t>(10'000 + 1'600 * (deck_size - 1 - 2 * behind) / deck_size));
    }
    result.position_counts.push_back(row);
  }
  return result;
}

std::string without_colors(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    const std::size_t escape = std::min(text.find('\x1b'), text.size());
    plain += text.substr(0, escape);
    text.remove_prefix(escape);
    if (!text.empty()) text.remove_prefix(text.find('m') + 1);
  }
  return plain;
}

std::size_t widest_line(std::string_view text) {
  std::size_t widest = 0;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    widest = std::max(widest, width_of(text.substr(0, end)));
    text.remove_prefix(end + 1);
  }
  return widest;
}

std::string terminal_heat_map(const TargetRecord& result, int columns, bool colored) {
  return fairshuffle::terminal_heat_map(
      CardGrid{.deviations = position_deviations(result), .unit = "standard errors"}, columns, colored);
}

constexpr const char* title = "  Where each card (across) lands (down), in standard errors from fair:\n";

}  // namespace

TEST_CASE("without colours three cards are numbers") {
  CHECK(terminal_heat_map(three_cards(), 80, false) == std::string(title) +
                                                           "          0       1       2\n"
                                                           "  0     +34     -17     -17\n"
                                                           "  1     -13     +11    +2.2\n"
                                                           "  2     -20    +5.6     +15\n");
}

TEST_CASE("with colours the numbers stay the same, on blue below fair and on orange above") {
  const std::string colored = terminal_heat_map(three_cards(), 80, true);
  CHECK(colored ==
        std::string(title) +
            "          0       1       2\n"
            "  0 \x1b[38;5;16;48;5;202m    +34 \x1b[0m\x1b[38;5;16;48;5;33m    -17     -17 \x1b[0m\n"
            "  1 \x1b[38;5;16;48;5;39m    -13 \x1b[0m\x1b[38;5;16;48;5;208m    +11 \x1b[0m"
            "\x1b[38;5;16;48;5;180m   +2.2 \x1b[0m\n"
            "  2 \x1b[38;5;16;48;5;33m    -20 \x1b[0m\x1b[38;5;16;48;5;215m   +5.6 \x1b[0m"
            "\x1b[38;5;16;48;5;208m    +15 \x1b[0m\n"
            "  \x1b[38;5;16;48;5;33m -16 \x1b[0m\x1b[38;5;16;48;5;39m  -8 \x1b[0m\x1b[38;5;16;48;5;74m  -4 "
            "\x1b[0m\x1b[38;5;16;48;5;110m  -2 \x1b[0m  0  \x1b[38;5;16;48;5;180m  +2 \x1b[0m"
            "\x1b[38;5;16;48;5;215m  +4 \x1b[0m\x1b[38;5;16;48;5;208m  +8 \x1b[0m"
            "\x1b[38;5;16;48;5;202m +16 \x1b[0m\n");
}

TEST_CASE("where numbers have no room two characters tell sign and step, then one, then a sentence") {
  CHECK(terminal_heat_map(three_cards(), 27, false) ==
        "  Where each card (across)\n"
        "  lands (down), in standard\n"
        "  errors from fair:\n"
        "     0 1 2\n"
        "  0 +█-█-█\n"
        "  1 -▓+▓+░\n"
        "  2 -█+▒+▓\n"
        "  -█ -16  -▓ -8  -▒ -4\n"
        "  -░ -2   · 0  +░ +2  +▒ +4\n"
        "  +▓ +8  +█ +16\n");
  const std::string smallest = terminal_heat_map(three_cards(), 8, false);
  CHECK(smallest.find("\n    0\n"
                      "  0 #==\n"
                      "  1 =#+\n"
                      "  2 =+#\n"
                      "  - and\n") != std::string::npos);
  CHECK(terminal_heat_map(many_cards(54), 56, true) ==
        "  Where each card lands takes 59 columns to be shown,\n"
        "  and there are 56.\n");
}

TEST_CASE(
    "up to ten cards are numbers where these have room, and more cards are none however much there is") {
  const auto width_of_rows = [](int deck_size, int columns) {
    const std::string map = terminal_heat_map(many_cards(deck_size), columns, false);
    const std::size_t row = map.find(deck_size > 10 ? "\n   0 " : "\n  0 ") + 1;
    return width_of(std::string_view(map).substr(row, map.find('\n', row) - row));
  };
  // Four or five columns before the cells, of eight or two columns each; the blank behind a number is left
  // out.
  CHECK(width_of_rows(10, 84) == 83);
  CHECK(width_of_rows(10, 200) == 83);
  CHECK(width_of_rows(10, 83) == 24);
  CHECK(width_of_rows(11, 93) == 27);
  CHECK(width_of_rows(11, 200) == 27);
  CHECK(width_of_rows(11, 27) == 27);
  CHECK(width_of_rows(11, 26) == 16);
  CHECK(width_of_rows(3, 28) == 27);
  CHECK(width_of_rows(3, 27) == 10);
}

TEST_CASE("fifty-two cards fit into 110 columns with two characters and into 80 with one") {
  const TargetRecord deck = many_cards(52);
  for (const bool colored : {false, true}) {
    CHECK(widest_line(without_colors(terminal_heat_map(deck, 110, colored))) == 109);
    CHECK(widest_line(without_colors(terminal_heat_map(deck, 108, colored))) <= 80);
    CHECK(widest_line(without_colors(terminal_heat_map(many_cards(64), 80, colored))) <= 80);
    for (const int columns : {12, 20, 27, 40, 60}) {
      CHECK(widest_line(without_colors(terminal_heat_map(three_cards(), columns, colored))) <=
            static_cast<std::size_t>(columns));
    }
  }
  const std::string map = terminal_heat_map(deck, 110, false);
  CHECK(std::ranges::count(map, '\n') == 52 + 3);
  CHECK(map.find("\n      0         5        10        15 ") != std::string::npos);
  // Each row is a neighbour's, one card on.
  const std::size_t first = map.find("\n   0 "), second = map.find("\n   1 ");
  CHECK(map.substr(first + 6, 20) == map.substr(second + 10, 20));
}

TEST_CASE("a huge run stays in its columns, and a deck of one card has no map") {
  TargetRecord result = three_cards();
  for (auto& row : result.position_counts) {
    for (auto& count : row) count *= 1'000'000'000'000;
  }
  CHECK(terminal_heat_map(result, 80, false) == std::string(title) +
                                                    "          0       1       2\n"
                                                    "  0    +3e7    -2e7    -2e7\n"
                                                    "  1    -1e7    +1e7    +2e6\n"
                                                    "  2    -2e7    +6e6    +1e7\n");
  result.position_counts = {{9'000}};
  CHECK(terminal_heat_map(result, 80, true).empty());
  result.position_counts = {};
  CHECK(terminal_heat_map(result, 80, true).empty());
}

TEST_CASE("cards have their names above their cells, or where some name has no room their numbers") {
  CardGrid grid{.deviations = position_deviations(three_cards()),
                .unit = "standard errors",
                .card_names = {"A", "10♠", "queen"}};
  const auto heading = [&grid](int columns) {
    const std::string map = fairshuffle::terminal_heat_map(grid, columns, false);
    const std::size_t first_line = map.find('\n', map.find("fair:")) + 1;
    return map.substr(first_line, map.find('\n', first_line) - first_line);
  };
  CHECK(heading(80) == "          A     10♠   queen");
  CHECK(heading(20) == "     0 1 2");
  grid.card_names = {"A", "K", "Q"};
  CHECK(heading(20) == "     A K Q");
  grid.card_names = {"a very long", "K", "Q"};
  CHECK(heading(80) == "          0       1       2");
  grid = {.deviations = position_deviations(many_cards(52)), .unit = "standard errors", .card_names = {}};
  for (int card = 1; card <= 52; ++card) grid.card_names.push_back(std::to_string(card));
  CHECK(heading(120).starts_with("      1         6        11"));
  CHECK(heading(60).starts_with("     1    6    11   16"));
}
