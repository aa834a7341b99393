#include "core/diagnosis/mistake_runs.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/diagnosis/card_suspects.hpp"
#include "core/diagnosis/suspects.hpp"
#include "core/exact/distribution.hpp"
#include "core/interpret/enumerate.hpp"
#include "core/interpret/evolve.hpp"
#include "core/interpret/sample.hpp"
#include "core/statistics/chi_squared.hpp"
#include "core/statistics/seed_space.hpp"
#include "core/statistics/tail.hpp"
#include "core/tally/tables/tables.hpp"

namespace fairshuffle {

namespace {

constexpr std::array numbers{&descents_table,      &rising_sequences_table, &peaks_table,
                             &inverse_peaks_table, &inversions_table,       &successions_table,
                             &left_maxima_table,   &left_minima_table,      &right_maxima_table,
                             &right_minima_table};

// Whether few trials all have one value that it is unlikely to have so often, going by those of another
// sample: four standard deviations above them, and ten trials.
bool is_hardly_always(std::span<const std::uint64_t> counts, std::span<const std::uint64_t> others,
                      double level_of_test) {
  const auto values = std::ranges::count_if(counts, [](std::uint64_t count) { return count > 0; });
  if (values != 1) return false;
  const auto value = static_cast<std::size_t>(std::ranges::max_element(counts) - counts.begin());
  const auto had = static_cast<double>(others[value]),
             of = std::accumulate(others.begin(), others.end(), 0.0);
  const double share = std::min(1.0, (had + 4 * std::sqrt(had) + 10) / of);
  return static_cast<double>(counts[value]) * std::log(share) < std::log(level_of_test);
}

// One of many cells, as two samples have it.
struct SharedCell {
  std::uint64_t count, trials, others, of;
};

// Whether the first sample has it far more or far less often than the second one has it, taken four standard
// deviations nearer, and ten trials.
bool is_apart(const SharedCell& cell, double level_of_test) {
  const auto had = static_cast<double>(cell.others), of = static_cast<double>(cell.of);
  const double slack = 4 * std::sqrt(had) + 10;
  return binomial_upper_tail(cell.count, cell.trials, std::min(1.0, (had + slack) / of)).p < level_of_test ||
         binomial_lower_tail(cell.count, cell.trials, std::max(0.0, (had - slack) / of)).p < level_of_test;
}

// Of the cells of a table the one that is farthest from what a fair shuffle has in each, which is one trial
// in n.
bool farthest_cell_is_apart(std::span<const std::uint64_t> counts, std::span<const std::uint64_t> others,
                            const Tally& whole, const Tally& other, double level_of_test) {
  const double due = static_cast<double>(whole.trials) / whole.deck_size;
  SharedCell farthest{.count = 0, .trials = whole.trials, .others = 0, .of = other.trials};
  double most = -1;
  bool is_counted = false;  // of relative permutations neighbours are not
  for (std::size_t cell = 0; cell < counts.size(); ++cell) {
    is_counted = is_counted || counts[cell] > 0;
    const double off = std::abs(static_cast<double>(counts[cell]) - due);
    if (off <= most || (counts[cell] == 0 && others[cell] == 0)) continue;
    most = off;
    farthest.count = counts[cell];
    farthest.others = others[cell];
  }
  return is_counted && is_apart(farthest, level_of_test / static_cast<double>(counts.size()));
}

// Whether some draw that Durstenfeld's shuffle would have made is another one.
template <class Differ>
bool some_digit_differs(const Tally& whole, const Tally& other, Differ differ) {
  if (!whole.tables.has(lehmer_code_table) || !other.tables.has(lehmer_code_table)) return false;
  const auto counts = whole.tables.of(lehmer_code_table), others = other.tables.of(lehmer_code_table);
  for (std::size_t digit = 1; digit < static_cast<std::size_t>(whole.deck_size); ++digit) {
    const std::size_t first = cell_of_digit(digit);
    if (differ(counts.subspan(first, digit + 1), others.subspan(first, digit + 1))) return true;
  }
  return false;
}

}  // namespace

Tally run_of(const SampleSetup& setup, std::uint64_t trials, std::uint64_t seed) {
  RunningTally run(setup.deck_size, 0, std::nullopt);
  const auto sampler = make_sampler(setup);
  sampler->begin_block(seed);
  sampler->run(0, trials, run);
  return run.complete();
}

MistakeRun::MistakeRun(const SampleSetup& setup)
    : run_(setup.deck_size, 0, std::nullopt, most_birthday_slots,
           {.tables = {}, .bets = {}, .successive_of_wide_decks = false}),
      sampler_(make_sampler(setup)) {
  sampler_->begin_block(seed_of_runs);
}

void MistakeRun::go_on_to(std::uint64_t trials) {
  const std::uint64_t made = run_.trials() + run_.invalid_trials();
  if (trials > made) sampler_->run(made, trials - made, run_);
  run_.settle();
}

bool comes_otherwise(const Tally& whole, const Tally& run, double level) {
  const double each = level / (std::size(numbers) + 6);
  const auto differ = [each](std::span<const std::uint64_t> counts, std::span<const std::uint64_t> others) {
    return homogeneity(counts, others).upper_tail.p < each || is_hardly_always(counts, others, each);
  };
  const auto digit_differs = [&whole, each](std::span<const std::uint64_t> counts,
                                            std::span<const std::uint64_t> others) {
    return homogeneity(counts, others).upper_tail.p < each / (whole.deck_size - 1);
  };
  return farthest_cell_is_apart(whole.positions.cells(), run.positions.cells(), whole, run, each) ||
         farthest_cell_is_apart(whole.neighbours.cells(), run.neighbours.cells(), whole, run, each) ||
         some_digit_differs(whole, run, digit_differs) ||
         differ(whole.parity.by_value(), run.parity.by_value()) ||
         differ(whole.fixed_points.by_value(), run.fixed_points.by_value()) ||
         differ(whole.cycles.by_value(), run.cycles.by_value()) ||
         std::ranges::any_of(numbers, [&](const TableInfo* number) {
           return whole.tables.has(*number) && run.tables.has(*number) &&
                  differ(whole.tables.of(*number), run.tables.of(*number));
         });
}

bool comes_again_as_often(const Tally& whole, const Tally& run) {
  constexpr double confidence = 1 - level_of_exclusion;
  const auto of_whole = starting_states(whole.birthday, whole.deck_size, confidence),
             of_run = starting_states(run.birthday, run.deck_size, confidence);
  return of_whole && of_run && of_run->lower <= of_whole->upper;
}

bool same_run(const Tally& one, const Tally& other) {
  return std::ranges::equal(one.neighbours.cells(), other.neighbours.cells()) &&
         std::ranges::equal(one.cycles.by_value(), other.cycles.by_value());
}

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
      most = std::max(most,
                      log_ratio(counts_of(view, whole), shares, fair_distribution_of(view, whole.deck_size)));
    }
  }
  return most;
}

// The run of all trials, where no look excludes it. A test of trials that were there before, too, may say
// what an earlier one said: the levels add up all the same.
std::optional<FittingRun> run_that_fits(const Tally& whole, const SampleSetup& setup) {
  const std::vector<std::uint64_t> looks = looks_at_runs(whole);
  const double level_before = level_of_one_look / static_cast<double>(looks.size() - 1);
  MistakeRun run(setup);
  for (const std::uint64_t trials : looks) {
    run.go_on_to(trials);
    const double level = trials == looks.back() ? level_of_one_look : level_before;
    if (comes_otherwise(whole, run.so_far(), level)) return std::nullopt;
  }
  const HomogeneityOfPositions places =
      homogeneity_of_positions(whole.positions.by_position(), run.so_far().positions.by_position());
  std::optional<double> distance;
  if (places.upper_tail.p < level_of_exclusion || is_excluded_by_permutations(setup, whole, distance))
    return std::nullopt;
  FittingRun fitting{.fit = {}, .run = run.complete()};
  fitting.fit.mistakes.push_back({target_text(setup), std::string(to_text(setup.reading))});
  fitting.fit.statistic = places.strongest.pearson.statistic;
  fitting.fit.degrees_of_freedom = places.strongest.pearson.degrees_of_freedom;
  fitting.fit.p_value = places.upper_tail.p;
  fitting.fit.log10_over_fair = log_ratio_of_run(whole, fitting.run) / std::numbers::ln10;
  return fitting;
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

bool is_excluded_by_permutations(const SampleSetup& setup, const Tally& whole,
                                 std::optional<double>& distance) {
  SampleSetup plain = setup;
  plain.reading = {};
  if (!whole.permutations || whole.deck_size > largest_deck_held_to_permutations ||
      !why_no_distribution(plain).empty())
    return false;
  try {
    NumericDistribution of_setup = distribution_of_suspect(plain);
    distance = total_variation(of_setup);
    std::vector<double> distribution = std::move(of_setup.probability);
    if (setup.reading != plain.reading) {
      // By rank, as the reading writes permutations down.
      const std::vector<std::uint32_t> image = image_ranks(setup.reading, setup.deck_size);
      std::vector<double> read(distribution.size());
      for (std::size_t rank = 0; rank < distribution.size(); ++rank) read[image[rank]] = distribution[rank];
      distribution = std::move(read);
    }
    const GoodnessOfFit fit = goodness_of_fit(whole.permutations->by_rank(), distribution, 0);
    return !fit.possible || fit.upper_tail.p < level_of_exclusion;
  } catch (const DistributionRefused&) {
    return false;
  }
}

}  // namespace fairshuffle
