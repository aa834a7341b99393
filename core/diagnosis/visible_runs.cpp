#include "core/diagnosis/visible_runs.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "core/diagnosis/card_suspects.hpp"
#include "core/diagnosis/mistake_runs.hpp"
#include "core/diagnosis/suspects.hpp"
#include "core/interpret/found_once.hpp"
#include "core/order/order.hpp"
#include "core/shuffle/registry.hpp"
#include "core/statistics/positions.hpp"
#include "core/statistics/quotients.hpp"

namespace fairshuffle {

namespace {

std::optional<Sight> seen_by_positions(const Tally& run) {
  const auto [statistic, degrees_of_freedom] = positions_statistic(run);
  const double seen = std::max(0.0, statistic - degrees_of_freedom);
  const double at_least = seen - 4 * std::sqrt(2 * degrees_of_freedom + 4 * seen);
  if (at_least <= 0) return std::nullopt;
  return Sight{std::string(positions_test.name), degrees_of_freedom,
               at_least / static_cast<double>(run.trials)};
}

LineOfMistakes found_sorts(int deck_size) {
  LineOfMistakes line;
  for (const SampleSetup& setup : card_suspects(deck_size).only_run) {
    const auto sight = seen_by_positions(run_of(setup, trials_in_sight));
    if (sight) line.push_back({target_text(setup), {*sight}});
  }
  return line;
}

// With the draws that come with the source, or else those that people make of its words.
LineOfMistakes seeds_in_turn(int deck_size, const ClockSeeding& clock, const std::string& told) {
  LineOfMistakes line;
  SampleSetup setup = standard_setup(*find_shuffle("durstenfeld"), deck_size);
  setup.clock = clock;
  for (const SourceEntry& source : all_sources()) {
    setup.source = &source;
    setup.draw = find_draw(source.native_law == NativeLaw::none ? "modulo" : "native");
    auto sight = seen_by_positions(tally_of_quotients(run_of(setup, trials_in_sight)));
    if (!sight) continue;
    sight->noncentrality /= 2;
    line.push_back({target_text(setup) + told, {*sight}});
  }
  return line;
}

std::array<LineOfMistakes, 2> found_seeds(int deck_size) {
  const ClockSeeding counter{.seeding = {.kind = SeedingKind::per_shuffle_counter}};
  const ClockSeeding clock{.seeding = {.kind = SeedingKind::per_shuffle_clock,
                                       .clock = ClockUnit::seconds,
                                       .shuffles_per_second = 1},
                           .epoch = 1'600'000'000};
  return {seeds_in_turn(deck_size, counter, ""), seeds_in_turn(deck_size, clock, ",clock=s,rate=1")};
}

}  // namespace

const LineOfMistakes& visible_sorts(int deck_size) {
  return found_once<found_sorts, smallest_large_deck, largest_byte_deck>("visible_sorts", deck_size);
}

const std::array<LineOfMistakes, 2>& visible_seeds(int deck_size) {
  return found_once<found_seeds, smallest_large_deck, largest_byte_deck>("visible_seeds", deck_size);
}

}  // namespace fairshuffle
