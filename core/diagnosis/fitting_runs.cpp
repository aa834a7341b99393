#include "core/diagnosis/fitting_runs.hpp"

#include <algorithm>
#include <limits>
#include <numbers>
#include <string>
#include <utility>

#include "core/diagnosis/card_suspects.hpp"
#include "core/diagnosis/mistake_runs.hpp"
#include "core/diagnosis/suspects.hpp"
#include "core/statistics/homogeneity.hpp"

namespace fairshuffle {

namespace {

// How much likelier than fairness the shares of a run, none of them 0, make the counts of the view that tells
// them best apart.
double log_ratio_of_run(const Tally& whole, const Tally& run) {
  double most = -std::numeric_limits<double>::infinity();
  for (const auto of : {CardView::Of::card, CardView::Of::position}) {
    for (int index = 0; index < whole.deck_size; ++index) {
      const CardView view{.of = of, .index = index};
      std::vector<double> shares;
      for (const std::uint64_t count : counts_of(view, run)) {
        shares.push_back(static_cast<double>(count + 1) /
                         static_cast<double>(run.trials + static_cast<std::uint64_t>(run.deck_size)));
      }
      most = std::max(most, log_ratio(counts_of(view, whole), shares, fair_law_of(view, whole.deck_size)));
    }
  }
  return most;
}

}  // namespace

std::vector<FittingRun> fitting_runs(const Tally& whole, const std::vector<SampleSetup>& setups) {
  std::vector<FittingRun> fits;
  for (const SampleSetup& setup : setups) {
    if (comes_otherwise(whole, run_of(setup, few_trials_run))) continue;
    Tally run = run_of(setup, many_trials_run);
    const auto same =
        std::ranges::find_if(fits, [&run](const FittingRun& fitting) { return same_run(fitting.run, run); });
    KnownMistake mistake{target_text(setup), std::string(to_text(setup.reading))};
    if (same != fits.end()) {
      same->fit.mistakes.push_back(std::move(mistake));
      continue;
    }
    const HomogeneityOfPositions places =
        homogeneity_of_positions(whole.positions.by_position(), run.positions.by_position());
    if (places.upper_tail.p < level_of_exclusion || comes_otherwise(whole, run)) continue;
    FittingLaw fit;
    fit.mistakes.push_back(std::move(mistake));
    fit.statistic = places.strongest.pearson.statistic;
    fit.degrees_of_freedom = places.strongest.pearson.degrees_of_freedom;
    fit.p_value = places.upper_tail.p;
    fit.log10_over_fair = log_ratio_of_run(whole, run) / std::numbers::ln10;
    fits.push_back({std::move(fit), std::move(run)});
  }
  std::ranges::stable_sort(fits, std::ranges::greater{},
                           [](const FittingRun& fitting) { return fitting.fit.log10_over_fair; });
  return fits;
}

}  // namespace fairshuffle
