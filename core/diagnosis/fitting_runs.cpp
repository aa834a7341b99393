#include "core/diagnosis/fitting_runs.hpp"

#include <algorithm>
#include <limits>
#include <numbers>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "core/diagnosis/card_suspects.hpp"
#include "core/diagnosis/diagnosis.hpp"
#include "core/diagnosis/mistake_runs.hpp"
#include "core/diagnosis/suspects.hpp"
#include "core/interpret/shared_work.hpp"
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

struct RunAndPlaces {
  Tally run;
  HomogeneityOfPositions places;
};

// The run of all trials, where no look excludes it. A test of trials that were there before, too, may say
// what an earlier one said: the levels add up all the same.
std::optional<RunAndPlaces> run_that_is_left(const Tally& whole, const SampleSetup& setup) {
  const std::vector<std::uint64_t> looks = looks_at_runs(whole);
  const double level_before = level_of_one_look / static_cast<double>(looks.size() - 1);
  MistakeRun run(setup);
  for (const std::uint64_t trials : looks) {
    run.go_on_to(trials);
    const double level = trials == looks.back() ? level_of_one_look : level_before;
    if (comes_otherwise(whole, run.so_far(), level)) return std::nullopt;
  }
  HomogeneityOfPositions places =
      homogeneity_of_positions(whole.positions.by_position(), run.so_far().positions.by_position());
  if (places.upper_tail.p < level_of_exclusion) return std::nullopt;
  return RunAndPlaces{run.complete(), std::move(places)};
}

std::optional<FittingRun> run_that_fits(const Tally& whole, const SampleSetup& setup) {
  std::optional<RunAndPlaces> left = run_that_is_left(whole, setup);
  if (!left) return std::nullopt;
  const Homogeneity& strongest = left->places.strongest;
  FittingLaw fit;
  fit.mistakes.push_back({target_text(setup), std::string(to_text(setup.reading))});
  fit.statistic = strongest.pearson.statistic;
  fit.degrees_of_freedom = strongest.pearson.degrees_of_freedom;
  fit.p_value = left->places.upper_tail.p;
  fit.log10_over_fair = log_ratio_of_run(whole, left->run) / std::numbers::ln10;
  return FittingRun{std::move(fit), std::move(left->run)};
}

}  // namespace

std::vector<std::uint64_t> looks_at_runs(const Tally& whole) {
  if (!is_wide_deck(whole.deck_size)) return {few_trials_run, many_trials_run};
  const std::uint64_t last = std::clamp(whole.trials, many_trials_run, most_trials_of_wide_deck);
  std::vector<std::uint64_t> looks;
  for (std::uint64_t trials = few_trials_of_wide_deck; trials < last; trials *= 2) looks.push_back(trials);
  looks.push_back(last);
  return looks;
}

std::vector<FittingRun> fitting_runs(const Tally& whole, const std::vector<SampleSetup>& setups) {
  // A run at a time and thread: that of a wide deck has 16 MB.
  std::vector<std::optional<FittingRun>> by_setup(setups.size());
  share_work(setups.size(),
             [&](std::size_t index) { by_setup[index] = run_that_fits(whole, setups[index]); });
  std::vector<FittingRun> fits;
  for (std::optional<FittingRun>& next : by_setup) {
    if (!next) continue;
    const auto same = std::ranges::find_if(
        fits, [&next](const FittingRun& fitting) { return same_run(fitting.run, next->run); });
    if (same == fits.end()) {
      fits.push_back(*std::move(next));
    } else {
      same->fit.mistakes.push_back(std::move(next->fit.mistakes.front()));
    }
  }
  std::ranges::stable_sort(fits, std::ranges::greater{},
                           [](const FittingRun& fitting) { return fitting.fit.log10_over_fair; });
  return fits;
}

bool is_excluded(const SampleSetup& setup, const Tally& whole) {
  return !run_that_is_left(whole, setup);
}

void list_runs(const Tally& whole, std::vector<FittingRun> fits, DiagnosisRecord& record) {
  record.laws_fitting = fits.size();
  if (!fits.empty()) record.explains_repeats = comes_again_as_often(whole, fits.front().run);
  for (std::size_t index = 0; index < std::min(fits.size(), most_fits_listed); ++index) {
    FittingLaw& fit = record.fits.emplace_back(std::move(fits[index].fit));
    fit.log10_over_best = fit.log10_over_fair - record.fits.front().log10_over_fair;
  }
}

std::vector<SampleSetup> read_otherwise(const std::vector<SampleSetup>& setups) {
  std::vector<SampleSetup> read;
  for (const Symmetry& symmetry : std::span(all_symmetries).subspan<1>()) {
    for (const SampleSetup& setup : setups) read.emplace_back(setup).reading = symmetry;
  }
  return read;
}

}  // namespace fairshuffle
