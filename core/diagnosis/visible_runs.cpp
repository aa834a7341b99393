#include "core/diagnosis/visible_runs.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "core/diagnosis/card_suspects.hpp"
#include "core/diagnosis/fitting_runs.hpp"
#include "core/diagnosis/mistake_runs.hpp"
#include "core/diagnosis/suspects.hpp"
#include "core/diagnosis/wide_suspects.hpp"
#include "core/interpret/found_once.hpp"
#include "core/order/order.hpp"
#include "core/shuffle/comparator_sort.hpp"
#include "core/shuffle/registry.hpp"
#include "core/statistics/positions.hpp"
#include "core/statistics/quotients.hpp"

namespace fairshuffle {

namespace {

std::uint64_t trials_run(int deck_size) {
  return is_wide_deck(deck_size) ? few_trials_of_wide_deck : trials_in_sight;
}

std::optional<Sight> seen_by_positions(const Tally& run) {
  const auto [statistic, degrees_of_freedom] = positions_statistic(run);
  return seen_at_least(positions_test.name, statistic, degrees_of_freedom, static_cast<double>(run.trials));
}

std::vector<SampleSetup> sorts_of(int deck_size) {
  if (!is_wide_deck(deck_size)) return card_suspects(deck_size).only_run;
  std::vector<SampleSetup> sorts = standard_mistakes(deck_size);
  std::erase_if(sorts,
                [](const SampleSetup& setup) { return setup.shuffle->name != ComparatorSort::info.name; });
  return sorts;
}

LineOfMistakes found_sorts(int deck_size) {
  LineOfMistakes line;
  for (const SampleSetup& setup : sorts_of(deck_size)) {
    const auto sight = seen_by_positions(run_of(setup, trials_run(deck_size)));
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
    auto sight = seen_by_positions(tally_of_quotients(run_of(setup, trials_run(deck_size))));
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

std::optional<Sight> seen_at_least(std::string_view test, double statistic, double degrees_of_freedom,
                                   double trials) {
  const double seen = std::max(0.0, statistic - degrees_of_freedom);
  const double at_least = seen - 4 * std::sqrt(2 * degrees_of_freedom + 4 * seen);
  if (at_least <= 0) return std::nullopt;
  return Sight{std::string(test), degrees_of_freedom, at_least / trials};
}

const LineOfMistakes& visible_sorts(int deck_size) {
  if (is_wide_deck(deck_size)) return found_once_of_any<found_sorts>(deck_size);
  return found_once<found_sorts, smallest_large_deck, largest_byte_deck>("visible_sorts", deck_size);
}

const std::array<LineOfMistakes, 2>& visible_seeds(int deck_size) {
  if (is_wide_deck(deck_size)) return found_once_of_any<found_seeds>(deck_size);
  return found_once<found_seeds, smallest_large_deck, largest_byte_deck>("visible_seeds", deck_size);
}

}  // namespace fairshuffle
