#include "core/diagnosis/visible_sorts.hpp"

#include <cmath>

#include "core/diagnosis/card_suspects.hpp"
#include "core/diagnosis/mistake_runs.hpp"
#include "core/diagnosis/suspects.hpp"
#include "core/interpret/found_once.hpp"
#include "core/order/order.hpp"
#include "core/statistics/positions.hpp"

namespace fairshuffle {

namespace {

double squares_of_positions(const Tally& run) {
  const double due = static_cast<double>(run.trials) / run.deck_size;
  double sum = 0;
  for (int position = 0; position < run.deck_size; ++position) {
    for (int card = 0; card < run.deck_size; ++card) {
      const double off = static_cast<double>(run.positions.at(position, card)) - due;
      sum += off * off;
    }
  }
  return sum;
}

LineOfMistakes found_sorts(int deck_size) {
  const double n = deck_size, degrees_of_freedom = (n - 1) * (n - 1);
  constexpr auto trials = static_cast<double>(trials_of_sort_in_sight);
  LineOfMistakes line;
  for (const SampleSetup& setup : card_suspects(deck_size).only_run) {
    const double statistic = (n - 1) / trials * squares_of_positions(run_of(setup, trials_of_sort_in_sight));
    const double seen = std::max(0.0, statistic - degrees_of_freedom);
    const double at_least = seen - 4 * std::sqrt(2 * degrees_of_freedom + 4 * seen);
    if (at_least <= 0) continue;
    line.push_back({target_text(setup), {{"positions", degrees_of_freedom, at_least / trials}}});
  }
  return line;
}

}  // namespace

const LineOfMistakes& visible_sorts(int deck_size) {
  return found_once<found_sorts, smallest_large_deck, largest_deck_size>("visible_sorts", deck_size);
}

}  // namespace fairshuffle
