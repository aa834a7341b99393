#include "core/tally/tables/tables.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/tally/tables/permutations_for_tests.hpp"
#include "core/tally/tally.hpp"

using namespace fairshuffle;

namespace {

// The numbers by their definitions, card by card.
int descents_by_hand(const std::vector<Card>& permutation) {
  int descents = 0;
  for (std::size_t at = 1; at < permutation.size(); ++at) descents += permutation[at - 1] > permutation[at];
  return descents;
}
int peaks_by_hand(const std::vector<Card>& permutation) {
  int peaks = 0;
  for (std::size_t at = 1; at + 1 < permutation.size(); ++at) {
    peaks += permutation[at] > std::max(permutation[at - 1], permutation[at + 1]);
  }
  return peaks;
}
int inversions_by_hand(const std::vector<Card>& permutation) {
  int inversions = 0;
  for (std::size_t at = 0; at < permutation.size(); ++at) {
    for (std::size_t after = at; after < permutation.size(); ++after)
      inversions += permutation[at] > permutation[after];
  }
  return inversions;
}
int successions_by_hand(const std::vector<Card>& permutation) {
  int successions = 0;
  for (std::size_t at = 1; at < permutation.size(); ++at)
    successions += permutation[at] == permutation[at - 1] + 1;
  return successions;
}
// Reads the deck again and again from the top, taking the next card in sequence wherever it lies.
int rising_sequences_by_hand(const std::vector<Card>& permutation) {
  int readings = 0;
  for (std::size_t next = 0; next < permutation.size(); ++readings) {
    for (const Card card : permutation) next += card == next;
  }
  return readings;
}
int maxima_by_hand(const std::vector<Card>& permutation) {
  int maxima = 0;
  for (auto at = permutation.begin(); at != permutation.end(); ++at) {
    maxima += std::all_of(permutation.begin(), at, [at](Card before) { return before < *at; });
  }
  return maxima;
}
std::vector<Card> mirrored(std::vector<Card> permutation) {
  for (Card& card : permutation) card = static_cast<Card>(permutation.size() - 1 - card);
  return permutation;
}
std::vector<Card> turned(std::vector<Card> permutation) {
  std::ranges::reverse(permutation);
  return permutation;
}

}  // namespace

TEST_CASE("numbers per permutation are those of their definitions, in any number of decks at a time") {
  for (const int deck_size : {13, 52, 128}) {
    CAPTURE(deck_size);
    const auto permutations = random_permutations(deck_size, 150, 7);
    Tables tables(deck_size, Tables::Of::permutations);
    for (const auto& permutation : permutations) tables.add(permutation);
    tables.settle();
    const auto check = [&](const TableInfo& info, auto by_hand) {
      CAPTURE(info.name);
      std::vector<std::uint64_t> expected(info.cells(deck_size));
      for (const auto& permutation : permutations) ++expected[static_cast<std::size_t>(by_hand(permutation))];
      CHECK(std::ranges::equal(tables.of(info), expected));
      CHECK(info.contradiction(deck_size, permutations.size(), expected).empty());
      ++expected.back();
      CHECK(!info.contradiction(deck_size, permutations.size(), expected).empty());
    };
    check(descents_table, descents_by_hand);
    check(rising_sequences_table, rising_sequences_by_hand);
    check(peaks_table, peaks_by_hand);
    check(inverse_peaks_table,
          [](const auto& permutation) { return peaks_by_hand(inverse_of(permutation)); });
    check(inversions_table, inversions_by_hand);
    check(successions_table, successions_by_hand);
    check(left_maxima_table, maxima_by_hand);
    check(left_minima_table, [](const auto& permutation) { return maxima_by_hand(mirrored(permutation)); });
    check(right_maxima_table, [](const auto& permutation) { return maxima_by_hand(turned(permutation)); });
    check(right_minima_table,
          [](const auto& permutation) { return maxima_by_hand(mirrored(turned(permutation))); });
  }
}

TEST_CASE(
    "no permutation has fewer rising sequences or records than one, and any number of others may be none") {
  const auto why = [](const TableInfo& info, std::size_t value) {
    std::vector<std::uint64_t> cells(info.cells(13));
    cells[value] = 5;
    return info.contradiction(13, 5, cells);
  };
  for (const TableInfo* info :
       {&descents_table, &peaks_table, &inverse_peaks_table, &inversions_table, &successions_table}) {
    CAPTURE(info->name);
    CHECK(why(*info, 0).empty());
    CHECK(why(*info, info->cells(13) - 1).empty());
  }
  for (const TableInfo* info : {&rising_sequences_table, &left_maxima_table, &left_minima_table,
                                &right_maxima_table, &right_minima_table}) {
    CAPTURE(info->name);
    CHECK(why(*info, 0) == "has 5 permutations of 0, of 5 trials, where the least is 1");
    CHECK(why(*info, 1).empty());
    CHECK(why(*info, 13).empty());
  }
  // 0..12 descents and successions, 1..13 sequences and records, 0..6 peaks, 0..78 inversions.
  for (const TableInfo* info : {&descents_table, &successions_table}) CHECK(info->cells(13) == 13);
  for (const TableInfo* info : {&rising_sequences_table, &left_maxima_table, &left_minima_table,
                                &right_maxima_table, &right_minima_table}) {
    CHECK(info->cells(13) == 14);
  }
  for (const TableInfo* info : {&peaks_table, &inverse_peaks_table}) {
    CHECK(info->cells(13) == 7);
    CHECK(info->cells(14) == 7);
    CHECK(info->cells(15) == 8);
  }
  CHECK(inversions_table.cells(13) == 79);
  // Too many in one cell are told with it, and too few in all with their sum.
  std::vector<std::uint64_t> cells(13);
  cells[3] = 6;
  CHECK(descents_table.contradiction(13, 5, cells) == "has 6 permutations of 3, of 5 trials");
  cells[3] = 5;
  CHECK(descents_table.contradiction(13, 5, cells).empty());
  cells[3] = 4;
  CHECK(descents_table.contradiction(13, 5, cells) == "adds up to 4, of 5 trials");
  cells[4] = 2;
  CHECK(descents_table.contradiction(13, 5, cells) == "adds up to 6, of 5 trials");
}

TEST_CASE("which tables are counted of relative permutations, and which where they are asked for") {
  const auto names = [](Tables::Of of, const AskedTables& asked, int deck_size = 52) {
    std::string text;
    const Tables tables(deck_size, of, asked);
    for (const Tables::Table& table : tables.all()) text += std::string(table.info->name) + " ";
    return text;
  };
  const std::string of_successive =
      "descents rising-sequences inversions successions left-maxima left-minima right-maxima right-minima "
      "relative-order ";
  CHECK(names(Tables::Of::successive, {}) == of_successive);
  CHECK(names(Tables::Of::successive, {&top_three_table}) == of_successive);
  CHECK(names(Tables::Of::successive, {}, 9) == of_successive);
  CHECK(names(Tables::Of::successive, {}, 8).empty());
  const std::string of_permutations =
      "descents rising-sequences peaks inverse-peaks inversions successions left-maxima left-minima "
      "right-maxima right-minima inverse-neighbours cyclic-differences inverse-cyclic-differences hand-mates "
      "relative-order inverse-relative-order lehmer-code top-two ";
  CHECK(names(Tables::Of::permutations, {}) == of_permutations);
  CHECK(names(Tables::Of::permutations, {&top_three_table}) == of_permutations + "top-three ");
  CHECK(names(Tables::Of::permutations, {&top_three_table, &top_five_table}) ==
        of_permutations + "top-three top-five ");
}

TEST_CASE("tables of parts add up to that of the whole, and wait for no one who asks too early") {
  const auto permutations = random_permutations(20, 200, 8);
  Tables whole(20, Tables::Of::permutations), first(20, Tables::Of::permutations),
      second(20, Tables::Of::permutations);
  for (std::size_t index = 0; index < permutations.size(); ++index) {
    whole.add(permutations[index]);
    (index < 77 ? first : second).add(permutations[index]);
  }
  CHECK_THROWS_AS(whole.all(), std::logic_error);
  CHECK_THROWS_AS(first.merge(second), std::logic_error);
  for (Tables* tables : {&whole, &first, &second}) tables->settle();
  first.merge(second);
  for (std::size_t index = 0; index < whole.all().size(); ++index) {
    CHECK(whole.all()[index].cells == first.all()[index].cells);
  }
  CHECK_THROWS_AS(first.merge(Tables(21, Tables::Of::permutations)), std::invalid_argument);
  CHECK_THROWS_AS(Tables(20, Tables::Of::successive).of(peaks_table), std::invalid_argument);
  CHECK_THROWS_AS(first.add_cells("descents", std::vector<std::uint64_t>(3)), std::invalid_argument);
  CHECK_THROWS_AS(first.add_cells("nothing", std::vector<std::uint64_t>(3)), std::invalid_argument);
}

TEST_CASE("small decks have no tables: their permutations are counted") {
  CHECK(Tables(12, Tables::Of::permutations).all().empty());
  CHECK(Tables(12, Tables::Of::permutations, {&top_three_table}).all().empty());
  const auto counted_always = static_cast<std::size_t>(
      std::ranges::count_if(all_tables(), [](const TableInfo* info) { return !info->on_request; }));
  CHECK(Tables(16, Tables::Of::permutations).all().size() == counted_always);
  // Thirteen cards make no equal hands.
  CHECK(Tables(13, Tables::Of::permutations).all().size() == counted_always - 1);
}

TEST_CASE("tables on request are counted where they are asked for, and beside them in other threads") {
  const auto permutations = random_permutations(13, 100, 11);
  CHECK_FALSE(Tables(13, Tables::Of::permutations).has(top_three_table));
  CHECK(Tables(13, Tables::Of::permutations).asked().empty());
  RunningTally tally(13, 0, std::nullopt, most_birthday_slots, {.tables = {&top_three_table}, .bets = {}});
  RunningTally beside = tally.beside();
  for (std::size_t index = 0; index < permutations.size(); ++index) {
    (index % 3 == 0 ? tally : beside).add_permutation(permutations[index]);
  }
  tally.settle();
  beside.settle();
  tally.merge(beside);
  const Tables& tables = tally.counted().tables;
  CHECK(tables.asked() == AskedTables{&top_three_table});
  CHECK_FALSE(tables.has(top_five_table));
  const auto cells = tables.of(top_three_table);
  CHECK(std::accumulate(cells.begin(), cells.end(), std::uint64_t{0}) == 100);
  Tables without(13, Tables::Of::permutations);
  CHECK_THROWS_AS(without.merge(tables), std::invalid_argument);
}

TEST_CASE(
    "a running tally counts the tables of its permutations, and those of what leads from one to the next") {
  const auto permutations = random_permutations(13, 100, 9);
  RunningTally tally(13, 0);
  for (const auto& permutation : permutations) tally.add_permutation(permutation);
  tally.successive().add(permutations[0]);
  CHECK_THROWS_AS(tally.counted().tables.of(descents_table), std::logic_error);
  CHECK_NOTHROW(tally.complete().tables.of(descents_table));
  tally.settle();
  const auto descents = tally.counted().tables.of(descents_table);
  CHECK(std::accumulate(descents.begin(), descents.end(), std::uint64_t{0}) == 100);
  const auto of_successive = tally.counted().successive.tables.of(descents_table);
  CHECK(of_successive[static_cast<std::size_t>(descents_by_hand(permutations[0]))] == 1);
}

TEST_CASE("counts that no trials can have made are told") {
  std::vector<std::uint64_t> cells(14);
  cells[3] = 5;
  CHECK(left_maxima_table.contradiction(13, 5, cells).empty());
  CHECK(left_maxima_table.contradiction(13, 6, cells) == "adds up to 5, of 6 trials");
  cells[3] = 4;
  cells[0] = 1;
  CHECK(left_maxima_table.contradiction(13, 5, cells) ==
        "has 1 permutations of 0, of 5 trials, where the least is 1");
  cells[0] = 0;
  cells[2] = ~std::uint64_t{0};
  CHECK(left_maxima_table.contradiction(13, 5, cells) ==
        "has 18,446,744,073,709,551,615 permutations of 2, of 5 trials");
}
