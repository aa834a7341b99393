#include "core/diagnosis/visible_wide.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/diagnosis/fitting_runs.hpp"
#include "core/diagnosis/line_by_mean.hpp"
#include "core/diagnosis/mistake_runs.hpp"
#include "core/diagnosis/suspects.hpp"
#include "core/diagnosis/visible_runs.hpp"
#include "core/diagnosis/wide_suspects.hpp"
#include "core/exact/closed_forms.hpp"
#include "core/interpret/found_once.hpp"
#include "core/interpret/shared_work.hpp"
#include "core/shuffle/comparator_sort.hpp"
#include "core/shuffle/registry.hpp"
#include "core/statistics/smooth_positions.hpp"
#include "core/tally/mean_of_counts.hpp"

namespace fairshuffle {

namespace {

// Cards that move together, as in a cut, make sums over cards vary far more than in a fair deck, which the
// bounds below count on. Then two halves of a run differ by more than the chi-square that their difference
// is.
bool varies_as_fair(const Tally& run, const Tally& other) {
  const int n = run.deck_size;
  std::vector<double> difference;
  for (int position = 0; position < n; ++position) {
    for (int card = 0; card < n; ++card) {
      difference.push_back(static_cast<double>(run.positions.at(position, card)) -
                           static_cast<double>(other.positions.at(position, card)));
    }
  }
  constexpr double degrees_of_freedom = smooth_degrees * smooth_degrees;
  const auto trials = static_cast<double>(run.trials + other.trials);
  return (n - 1) / trials * squared_projections(difference, n) <=
         degrees_of_freedom + 4 * std::sqrt(2 * degrees_of_freedom);
}

std::optional<Sight> seen_by_fixed_points(const Tally& run) {
  const auto trials = static_cast<double>(run.trials);
  const double mean = mean_of_counts(run.fixed_points.by_value());
  double variance = 0;
  for (std::size_t value = 0; value < run.fixed_points.by_value().size(); ++value) {
    const double off = static_cast<double>(value) - mean;
    variance += off * off * static_cast<double>(run.fixed_points.by_value()[value]) / trials;
  }
  const double at_least = std::abs(mean - 1) - 4 * std::sqrt(std::max(1.0, variance) / trials);
  if (at_least <= 0) return std::nullopt;
  return Sight{"mean fixed-points", 1, at_least * at_least};
}

LineOfMistakes seen_in_a_run(const SampleSetup& setup) {
  const Tally run = run_of(setup, few_trials_of_wide_deck);
  constexpr std::uint64_t another_seed = 2;
  if (!varies_as_fair(run, run_of(setup, few_trials_of_wide_deck, another_seed))) return {};
  const auto [smooth, degrees_of_freedom] = smooth_positions_statistic(run);
  VisibleMistake mistake{target_text(setup), {}};
  for (const auto& sight : {seen_at_least(smooth_positions_test.name, smooth, degrees_of_freedom,
                                          static_cast<double>(run.trials)),
                            seen_by_fixed_points(run)}) {
    if (sight) mistake.sights.push_back(*sight);
  }
  return mistake.sights.empty() ? LineOfMistakes{} : LineOfMistakes{mistake};
}

std::vector<LineOfMistakes> found_lines_of_wide_deck(int deck_size) {
  const double variance = variance_of_descents(deck_size);
  const auto fewer_rising = [deck_size](int riffles) {
    return (deck_size + 1) / 2. - mean_rising_sequences_of_riffles(deck_size, std::ldexp(1, riffles));
  };
  const auto more_at_home = [deck_size](int swaps) {
    return (deck_size - 1) * std::pow(1 - 2. / deck_size, swaps);
  };
  std::vector<LineOfMistakes> lines{line_by_mean(standard_setup(*find_shuffle("riffle"), deck_size), 0,
                                                 "mean rising-sequences", variance, fewer_rising),
                                    line_by_mean(standard_setup(*find_shuffle("random-key-sort"), deck_size),
                                                 0, "mean descents", variance, fewer_rising),
                                    line_by_mean(standard_setup(*find_shuffle("swap-pairs"), deck_size), 0,
                                                 "mean fixed-points", 1, more_at_home)};
  std::vector<SampleSetup> others = standard_mistakes(deck_size);
  std::erase_if(others, [](const SampleSetup& setup) {
    return is_told_by_its_number(setup) || setup.shuffle->name == ComparatorSort::info.name;
  });
  std::vector<LineOfMistakes> seen(others.size());
  share_work(others.size(), [&](std::size_t index) { seen[index] = seen_in_a_run(others[index]); });
  for (LineOfMistakes& line : seen) {
    if (!line.empty()) lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace

std::span<const LineOfMistakes> visible_mistakes_of_wide_deck(int deck_size) {
  return found_once_of_any<found_lines_of_wide_deck>(deck_size);
}

}  // namespace fairshuffle
