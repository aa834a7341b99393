#include <cmath>
#include <map>
#include <set>
#include <span>
#include <stdexcept>
#include <string>

#include <doctest/doctest.h>

#include "core/diagnosis/card_suspects.hpp"
#include "core/diagnosis/suspects.hpp"
#include "core/diagnosis/visible_mistakes.hpp"
#include "core/interpret/setup_for_test.hpp"
#include "core/statistics/positions.hpp"
#include "core/tally/positions.hpp"

using namespace fairshuffle;

TEST_CASE("thousands of trials show of wide decks at least what is told, and not ten times as much") {
  constexpr int n = 150;
  std::map<std::string, SampleSetup> by_target;
  for (const SampleSetup& setup : standard_mistakes(n)) by_target.emplace(target_text(setup), setup);
  int compared = 0;
  for (const LineOfMistakes& line : std::span(visible_mistakes(n).lines).subspan(3)) {
    REQUIRE(line.size() == 1);
    const VisibleMistake& mistake = line.front();
    CAPTURE(mistake.target);
    // Its cards move together: sums over them say little of so few trials.
    CHECK_FALSE(mistake.target.starts_with("random-cut"));
    const Tally run = sample_for_test(by_target.at(mistake.target), 4'000, 5).complete();
    for (const Sight& sight : mistake.sights) {
      CAPTURE(sight.test);
      double shown = smooth_positions_statistic(run).statistic - 16;
      if (sight.test == "mean fixed-points") {
        const double off = mean_of_counts(run.fixed_points.by_value()) - 1;
        shown = static_cast<double>(run.trials) * off * off - 1;
        CHECK(sight.degrees_of_freedom == 1);
      } else {
        CHECK(sight.test == "smooth-positions");
        CHECK(sight.degrees_of_freedom == 16);
      }
      CHECK(sight.noncentrality * 4'000 <= shown);
      // Of what few trials hardly show, four standard deviations leave little.
      if (shown > 10'000) CHECK(sight.noncentrality * 4'000 >= shown / 10);
      ++compared;
    }
  }
  CHECK(compared > 12);
}

TEST_CASE("of wide decks the means of numbers are those of smaller ones, carried on") {
  constexpr int n = 150;
  const auto& lines = visible_mistakes(n).lines;
  // Of r riffles (n + 1) 2^-r n/12 rising sequences are missing, and a little less: core/README.md 8.2.
  const VisibleMistake& riffles = lines[0][11];
  CHECK(riffles.target == "riffle:m=12,n=150");
  CHECK(lines[1][11].target == "random-key-sort:bits=12,n=150");
  const double missing = 151 * 150 / 12. / 4096;
  for (const auto& line : {lines[0], lines[1]}) {
    CHECK(line[11].sights.front().noncentrality ==
          doctest::Approx(missing * missing * 12 / 151).epsilon(1e-3));
  }
  const VisibleMistake& swaps = lines[2][299];
  CHECK(swaps.target == "swap-pairs:k=300,n=150");
  const double at_home = 149 * std::pow(1 - 2. / 150, 300);
  CHECK(swaps.sights.front().noncentrality == doctest::Approx(at_home * at_home).epsilon(1e-9));

  std::set<std::string> targets;
  for (const LineOfMistakes& line : lines) {
    for (const VisibleMistake& mistake : line)
      CHECK_MESSAGE(targets.insert(mistake.target).second, mistake.target);
  }
  CHECK_THROWS_AS(visible_mistakes(1025), std::invalid_argument);
}

TEST_CASE("sorts and seeds in turn are run for wide decks, too") {
  constexpr int n = 150;
  CHECK(visible_mistakes(n).sorts.size() > 10);
  CHECK(visible_mistakes(n).seeds[0].size() >= 3);
  CHECK(visible_mistakes(n).seeds[1].size() >= 3);
}
