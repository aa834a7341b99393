#include "core/diagnosis/mistake_runs.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>

#include "core/interpret/make_sampler.hpp"
#include "core/statistics/homogeneity.hpp"
#include "core/statistics/seed_space.hpp"
#include "core/statistics/tail.hpp"
#include "core/tally/tables/draw_digits.hpp"
#include "core/tally/tables/numbers.hpp"

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
  bool is_counted = false;  // of quotients neighbours are not
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
  if (!whole.tables.has(draw_digits_table) || !other.tables.has(draw_digits_table)) return false;
  const auto counts = whole.tables.of(draw_digits_table), others = other.tables.of(draw_digits_table);
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
           {.tables = {}, .bets = {}, .quotients_of_wide_decks = false}),
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

}  // namespace fairshuffle
