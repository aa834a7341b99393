#include <algorithm>
#include <string>

#include <doctest/doctest.h>

#include "core/diagnosis/card_suspects.hpp"
#include "core/diagnosis/suspects.hpp"
#include "core/diagnosis/visible_mistakes.hpp"
#include "core/interpret/setup_for_test.hpp"
#include "core/statistics/dependent_trials.hpp"
#include "core/statistics/positions.hpp"

using namespace fairshuffle;

namespace {

double seen(const Tally& run) {
  const ChiSquared positions = positions_statistic(run);
  return positions.statistic - positions.degrees_of_freedom;
}

}  // namespace

TEST_CASE("four thousand trials of a sort show at least what is told of it, and not ten times as much") {
  constexpr int deck_size = 20;
  const LineOfMistakes& sorts = visible_mistakes(deck_size).sorts;
  CHECK(sorts.size() > 5);
  for (const VisibleMistake& sort : sorts) {
    CAPTURE(sort.target);
    REQUIRE(sort.sights.size() == 1);
    const Sight& sight = sort.sights.front();
    CHECK(sight.test == positions_test.name);
    CHECK(sight.degrees_of_freedom == 19 * 19);
    for (const SampleSetup& setup : card_suspects(deck_size).only_run) {
      if (target_text(setup) != sort.target) continue;
      const double shown = seen(sample_for_test(setup, 4'096).complete());
      CHECK(sight.noncentrality * 4'096 <= shown);
      CHECK(sight.noncentrality * 4'096 >= shown / 10);
    }
  }
}

TEST_CASE("seeds that follow each other show at least what is told of them, whenever a clock is read") {
  for (const int deck_size : {13, 40, 52}) {
    const auto& [counters, clocks] = visible_mistakes(deck_size).seeds;
    CHECK(counters.size() >= 3);
    CHECK(clocks.size() >= 3);
    for (const SourceEntry& source : all_sources()) {
      SampleSetup setup = setup_for_test("durstenfeld", deck_size);
      setup.source = &source;
      setup.draw = find_draw(source.native_use == WordUse::none ? "modulo" : "native");
      const auto check = [&setup](const LineOfMistakes& line, const std::string& told_clock) {
        const std::string target = target_text(setup) + told_clock;
        const auto mistake = std::ranges::find(line, target, &VisibleMistake::target);
        if (mistake == line.end()) return;
        for (const std::uint64_t trials : {2'400ULL, 16'384ULL}) {
          CAPTURE(target);
          CAPTURE(trials);
          const Tally run = tally_of_successive(sample_for_test(setup, trials).complete());
          const double shown = seen(run) / static_cast<double>(run.trials);
          CHECK(mistake->sights.front().noncentrality <= shown);
          CHECK(mistake->sights.front().noncentrality >= shown / 50);
        }
      };
      setup.clock.seeding.kind = SeedingKind::per_shuffle_counter;
      check(counters, "");
      setup.clock.seeding.kind = SeedingKind::per_shuffle_clock;
      for (const std::uint64_t epoch : {1'500'000'000ULL, 1'555'555'555ULL, 1'765'432'101ULL}) {
        setup.clock.epoch = epoch;
        check(clocks, ",clock=s,rate=1");
      }
    }
  }
}
