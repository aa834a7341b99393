// What decks are exchanged in is what the tests judge.
#include <doctest/doctest.h>

#include "core/statistics/counted_statistics_for_tests.hpp"
#include "core/statistics/drawn_decks_for_tests.hpp"

using namespace fairshuffle;

TEST_CASE("statistics of counts that are added deck by deck are those of the tests") {
  drawn_for_tests::Words words(7);
  for (const int deck_size : {13, 14, 52}) {
    CAPTURE(deck_size);
    const auto decks = drawn_for_tests::independent(deck_size, 2'400, drawn_for_tests::uniform, words);
    const Tally tally = drawn_for_tests::counted(decks);
    for (const CountedStatistic& statistic : counted_statistics()) {
      CAPTURE(statistic.test);
      // By deck[position] pairs of positions are counted.
      const std::string_view judge = statistic.test == "relative-order"   ? "inverse-relative-order"
                                     : statistic.test == "mean-positions" ? "mean-cards"
                                                                          : statistic.test;
      const TestResult result = results_of(*find_test(judge), tally).front();
      CHECK((statistic.cells(deck_size) > 0) == result.applied);
      if (!result.applied) continue;
      CHECK(statistic.fewest_trials(deck_size) <= 2'400);
      std::vector<std::uint64_t> counts(statistic.cells(deck_size));
      std::vector<std::size_t> cells;
      for (const auto& deck : decks) statistic.append_cells(deck, cells);
      for (const std::size_t cell : cells) ++counts.at(cell);
      const ChiSquared found = statistic.of(deck_size, decks.size(), counts);
      CHECK(found.statistic == doctest::Approx(result.statistic).epsilon(1e-12));
      CHECK(found.degrees_of_freedom == result.degrees_of_freedom);
    }
  }
}
