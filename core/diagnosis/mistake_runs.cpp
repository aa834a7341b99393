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
template <class CountAt>
bool farthest_cell_is_apart(const Tally& whole, const Tally& other, std::size_t rows, CountAt count_at,
                            double level_of_test) {
  const double due = static_cast<double>(whole.trials) / whole.deck_size;
  SharedCell farthest{.count = 0, .trials = whole.trials, .others = 0, .of = other.trials};
  double most = -1;
  bool is_counted = false;  // of quotients neighbours are not
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t column = 0; column < rows; ++column) {
      const std::uint64_t count = count_at(whole, row, column);
      is_counted = is_counted || count > 0;
      const double off = std::abs(static_cast<double>(count) - due);
      if (off <= most || (count == 0 && count_at(other, row, column) == 0)) continue;
      most = off;
      farthest.count = count;
      farthest.others = count_at(other, row, column);
    }
  }
  return is_counted && is_apart(farthest, level_of_test / static_cast<double>(rows * rows));
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

bool comes_otherwise(const Tally& whole, const Tally& run) {
  constexpr std::size_t rounds = 2;
  constexpr double each = level_of_exclusion / (rounds * (std::size(numbers) + 6));
  const auto differ = [](std::span<const std::uint64_t> counts, std::span<const std::uint64_t> others) {
    return homogeneity(counts, others).upper_tail.p < each || is_hardly_always(counts, others, each);
  };
  const auto digit_differs = [&whole](std::span<const std::uint64_t> counts,
                                      std::span<const std::uint64_t> others) {
    return homogeneity(counts, others).upper_tail.p < each / (whole.deck_size - 1);
  };
  const auto n = static_cast<std::size_t>(whole.deck_size);
  const auto position = [](const Tally& tally, std::size_t row, std::size_t column) {
    return tally.positions.at(static_cast<int>(row), static_cast<int>(column));
  };
  const auto neighbour = [](const Tally& tally, std::size_t row, std::size_t column) {
    return tally.neighbours.at(static_cast<int>(row), static_cast<int>(column));
  };
  return farthest_cell_is_apart(whole, run, n, position, each) ||
         farthest_cell_is_apart(whole, run, n + 1, neighbour, each) ||
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
