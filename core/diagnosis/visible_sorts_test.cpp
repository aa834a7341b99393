#include "core/diagnosis/visible_sorts.hpp"

#include <string>

#include <doctest/doctest.h>

#include "core/diagnosis/card_suspects.hpp"
#include "core/diagnosis/mistake_runs.hpp"
#include "core/diagnosis/suspects.hpp"
#include "core/statistics/positions.hpp"

using namespace fairshuffle;

TEST_CASE("four thousand trials of a sort show at least what is told of it, and not ten times as much") {
  constexpr int deck_size = 20;
  constexpr double trials = 4'096;
  const LineOfMistakes& sorts = visible_sorts(deck_size);
  CHECK(sorts.size() > 5);
  for (const VisibleMistake& sort : sorts) {
    CAPTURE(sort.target);
    REQUIRE(sort.sights.size() == 1);
    const Sight& sight = sort.sights.front();
    CHECK(sight.test == positions_test.name);
    CHECK(sight.degrees_of_freedom == 19 * 19);
    for (const SampleSetup& setup : card_suspects(deck_size).only_run) {
      if (target_text(setup) != sort.target) continue;
      const double seen = test_positions(run_of(setup, 4'096)).statistic - 19 * 19;
      CHECK(sight.noncentrality * trials <= seen);
      CHECK(sight.noncentrality * trials >= seen / 10);
    }
  }
}
