#include "core/statistics/chi_squared.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/permutation/permutation.hpp"
#include "core/statistics/tail.hpp"

namespace fairshuffle::detail {

TrialRule trial_rule(std::uint64_t fewest_for_table) {
  return {std::max<std::uint64_t>(fewest_for_table, 2400), std::max<std::uint64_t>(fewest_for_table, 12000)};
}

TrialRule table_rule(int deck_size) {
  constexpr int large_deck = 24;
  if (deck_size >= large_deck) return {600, 600};
  return trial_rule(20 * static_cast<std::uint64_t>(deck_size));
}

TrialRule equal_cells_rule(std::uint64_t cells) {
  return trial_rule(5 * cells);
}

TrialRule sparse_cells_rule(std::uint64_t cells) {
  const double root = std::sqrt(2 * static_cast<double>(cells));
  const auto times_root = [root](double factor) {
    return static_cast<std::uint64_t>(std::ceil(factor * root));
  };
  return {trial_rule(times_root(100)).fewest, trial_rule(times_root(240)).fewest_for_any_level};
}

TestResult not_applied(std::string_view name, std::string reason) {
  TestResult result;
  result.name = name;
  result.reason = std::move(reason);
  return result;
}

std::string too_few_trials(std::uint64_t fewest, std::string_view table, std::uint64_t trials) {
  return fmt::format("needs at least {} trials for {}; there were {}", with_commas(fewest), table,
                     with_commas(trials));
}

TestResult two_sided_result(std::string_view name, double statistic, const TailProbability& p, Tail tail) {
  TestResult result;
  result.name = name;
  result.applied = true;
  result.statistic = statistic;
  result.p_value = result.upper_tail = p;
  result.tail = tail;
  return result;
}

TestResult chi_squared_result(std::string_view name, ChiSquared outcome, std::uint64_t trials, TrialRule rule,
                              std::optional<double> cells) {
  TestResult result;
  result.name = name;
  result.applied = true;
  result.statistic = outcome.statistic;
  result.degrees_of_freedom = outcome.degrees_of_freedom;
  result.upper_tail = chi_squared_upper_tail(outcome.statistic, outcome.degrees_of_freedom);
  const double half_a_step = cells.value_or(outcome.degrees_of_freedom + 1) / static_cast<double>(trials);
  result.lower_tail = chi_squared_lower_tail(outcome.statistic + half_a_step, outcome.degrees_of_freedom);
  result.p_value = two_sided(result.upper_tail, result.lower_tail);
  result.tail = result.lower_tail.log10_p < result.upper_tail.log10_p ? Tail::lower : Tail::upper;
  result.honest_from_level = trials < rule.fewest_for_any_level ? honest_level_of_few_trials : 0;
  return result;
}

TestResult two_cells_result(std::string_view name, std::uint64_t in_first_cell, std::uint64_t trials,
                            double probability) {
  const double all = static_cast<double>(trials);
  const double count = static_cast<double>(in_first_cell);
  const double expected = all * probability;
  const double distance = std::abs(count - expected);
  TestResult result = two_sided_result(name, distance * distance / (expected * (1 - probability)),
                                       binomial_two_sided(in_first_cell, trials, probability), Tail::upper);
  result.degrees_of_freedom = 1;

  // The observed count is one end of the range, whatever rounding does to the other.
  const double mirrored = 2 * expected - count;
  const double first = count < expected ? count : std::max(std::ceil(mirrored), 0.0);
  const double last = count < expected ? std::min(std::floor(mirrored), all) : count;
  double outside = 0;
  if (first > 0) outside += binomial_lower_tail(static_cast<std::uint64_t>(first) - 1, trials, probability).p;
  if (last < all) outside += binomial_upper_tail(static_cast<std::uint64_t>(last) + 1, trials, probability).p;
  // Subtracting is safe: what is left holds the observed count and the centre, so it is never below about
  // 1/sqrt(trials).
  const double inside = std::clamp(1 - outside, 1e-300, 1.0);
  result.lower_tail = {inside, std::log10(inside)};
  return result;
}

TestResult filtered_result(std::string_view name, double z, std::uint64_t trials) {
  constexpr std::uint64_t fewest_trials = 2'400;
  if (trials < fewest_trials) {
    return not_applied(name, too_few_trials(fewest_trials, "a normal tail", trials));
  }
  return two_sided_result(name, std::abs(z), chi_squared_upper_tail(z * z, 1),
                          z < 0 ? Tail::lower : Tail::upper);
}

void check_deck(std::string_view function, int deck_size, int smallest, std::uint64_t trials) {
  if (deck_size < smallest) {
    refuse_argument(function, "deck_size", fmt::format("at least {}", smallest), deck_size);
  }
  if (trials == 0) refuse_argument(function, "trials", "at least 1", 0);
}

void check_total(std::string_view function, std::uint64_t counted, std::uint64_t demanded,
                 std::uint64_t trials) {
  if (trials > largest_trial_count) {
    refuse_argument(function, "trials", "at most 2^53", static_cast<double>(trials));
  }
  if (counted != demanded) {
    throw std::invalid_argument(fmt::format("{}: the table holds {} counts where {} trials make {}", function,
                                            counted, trials, demanded));
  }
}

double quotient(Wide numerator, Wide denominator) {
  return static_cast<double>(static_cast<long double>(numerator) / static_cast<long double>(denominator));
}

CellSums sums_of(std::span<const std::uint64_t> counts) {
  CellSums sums{.cells = counts.size()};
  for (const std::uint64_t count : counts) sums.add(count);
  return sums;
}

ChiSquared equal_cells_statistic(std::string_view function, std::span<const std::uint64_t> counts,
                                 std::uint64_t trials) {
  return equal_cells_statistic(function, sums_of(counts), trials);
}

ChiSquared equal_cells_statistic(std::string_view function, const CellSums& sums, std::uint64_t trials) {
  constexpr std::uint64_t most_cells = 479'001'600, most_cells_of_any_trials = 4'000'000;
  constexpr std::uint64_t most_trials_of_many_cells = std::uint64_t{1} << 49;
  if (sums.cells < 2 || sums.cells > most_cells) {
    refuse_argument(function, "cells", "2 to 12!", static_cast<double>(sums.cells));
  }
  if (trials == 0) refuse_argument(function, "trials", "at least 1", 0);
  if (sums.cells > most_cells_of_any_trials && trials > most_trials_of_many_cells) {
    refuse_argument(function, "trials", "at most 2^49 for so many cells", static_cast<double>(trials));
  }
  check_total(function, sums.counted, trials, trials);

  // k sum O^2 <= k N^2, at most 4e6 * 2^106 or 12! * 2^98, both below 2^128; by Cauchy-Schwarz it is at least
  // N^2.
  const Wide numerator = sums.cells * sums.sum_of_squares - static_cast<Wide>(trials) * trials;
  return {quotient(numerator, trials), static_cast<double>(sums.cells - 1)};
}

std::vector<double> position_deviations(std::string_view function, const Tally& tally) {
  const int n = tally.deck_size;
  check_deck(function, n, 2, tally.trials);
  // Of counts of 2^53 and a share of them that is no whole number a double would lose the difference.
  const auto trials = static_cast<long double>(tally.trials);
  const long double unit = std::sqrt((n - 1) / trials);
  std::vector<double> deviations;
  for (const std::uint64_t count : tally.positions.cells()) {
    deviations.push_back(static_cast<double>(unit * (static_cast<long double>(count) - trials / n)));
  }
  check_total(function, sums_of(tally.positions.cells()).counted,
              static_cast<std::uint64_t>(n) * tally.trials, tally.trials);
  return deviations;
}

}  // namespace fairshuffle::detail

namespace fairshuffle {

void StrongestCell::look_at_ends(std::uint64_t most, std::uint64_t fewest, double share) {
  const TailProbability fullest = binomial_two_sided(most, trials_, share);
  const TailProbability emptiest = binomial_two_sided(fewest, trials_, share);
  const bool is_full = fullest.log10_p <= emptiest.log10_p;
  const TailProbability& strongest = is_full ? fullest : emptiest;
  if (p_ && p_->log10_p <= strongest.log10_p) return;
  p_ = strongest;
  count_ = is_full ? most : fewest;
  tail_ = is_full ? Tail::upper : Tail::lower;
}

TestResult StrongestCell::result(std::string_view name) const {
  return detail::two_sided_result(name, static_cast<double>(count_), times(*p_, static_cast<double>(cells_)),
                                  tail_);
}

namespace {

// Cells, each of them one or several pooled: ascending by `size`, each full unless it is the only one.
template <class Cell, class Size, class IsFull>
std::vector<Cell> pooled(std::vector<Cell> cells, Size size, IsFull is_full) {
  std::ranges::stable_sort(cells, {}, size);
  // Written over those that were pooled already: they may be millions.
  auto end = cells.begin();
  Cell open;
  for (const Cell& cell : cells) {
    open.add(cell);
    if (!is_full(open)) continue;
    *end++ = open;
    open = {};
  }
  if (end == cells.begin()) return {open};
  std::prev(end)->add(open);
  cells.erase(end, cells.end());
  return cells;
}

struct ExpectedCell {
  double expected = 0;
  double count = 0;

  void add(const ExpectedCell& other) {
    expected += other.expected;
    count += other.count;
  }
};

}  // namespace

GoodnessOfFit goodness_of_fit(std::span<const std::uint64_t> counts, std::span<const double> distribution,
                              double error) {
  if (counts.size() != distribution.size() || counts.empty()) {
    detail::refuse_argument("goodness_of_fit", "cells of counts",
                            "as many as the distribution has, at least 1",
                            static_cast<double>(counts.size()));
  }
  const std::uint64_t trials = detail::sums_of(counts).counted;
  detail::require_positive("goodness_of_fit", "trials", static_cast<double>(trials));

  GoodnessOfFit fit;
  std::vector<ExpectedCell> cells;
  cells.reserve(distribution.size());
  double least_expected = least_expected_of_fit;
  for (std::size_t cell = 0; cell < distribution.size(); ++cell) {
    if (distribution[cell] <= error) {
      if (counts[cell] > 0) fit.possible = false;
      continue;
    }
    cells.push_back({distribution[cell] * static_cast<double>(trials), static_cast<double>(counts[cell])});
    least_expected = std::min(least_expected, cells.back().expected);
  }
  if (!fit.possible) return fit;
  fit.pooled = least_expected < least_expected_of_fit;
  const auto is_full = [](const ExpectedCell& cell) { return cell.expected >= least_expected_of_fit; };
  if (fit.pooled) cells = pooled(std::move(cells), &ExpectedCell::expected, is_full);
  if (cells.size() < 2) return fit;
  for (const ExpectedCell& cell : cells) {
    const double off = cell.count - cell.expected;
    fit.pearson.statistic += off * off / cell.expected;
  }
  fit.pearson.degrees_of_freedom = static_cast<double>(cells.size()) - 1;
  fit.upper_tail = chi_squared_upper_tail(fit.pearson.statistic, fit.pearson.degrees_of_freedom);
  return fit;
}

namespace {

__extension__ using SignedWide = __int128;

struct CellOfTwo {
  std::uint64_t first = 0;
  std::uint64_t second = 0;

  std::uint64_t sum() const { return first + second; }
  void add(const CellOfTwo& other) {
    first += other.first;
    second += other.second;
  }
};

struct Sizes {
  std::uint64_t first;
  std::uint64_t second;

  // smaller * sum / (first + second) >= least, without a division.
  bool fill(const CellOfTwo& cell) const {
    return static_cast<SignedWide>(std::min(first, second)) * cell.sum() >=
           static_cast<SignedWide>(least_expected_of_homogeneity) * (first + second);
  }
};

std::uint64_t size_of(std::span<const std::uint64_t> counts) {
  std::uint64_t size = 0;
  for (const std::uint64_t count : counts) {
    // Checked one by one: the sum of two stays below 2^64.
    if (count > largest_trial_count || size + count > largest_trial_count) {
      detail::refuse_argument("homogeneity", "trials", "at most 2^53", static_cast<double>(count));
    }
    size += count;
  }
  if (size == 0) detail::refuse_argument("homogeneity", "trials", "at least 1", 0);
  return size;
}

double pearson_sum(std::span<const CellOfTwo> cells, const Sizes& sizes) {
  long double sum = 0;
  for (const CellOfTwo& cell : cells) {
    // Both products are below 2^106.
    const SignedWide off = static_cast<SignedWide>(cell.first) * sizes.second -
                           static_cast<SignedWide>(cell.second) * sizes.first;
    const auto distance = static_cast<long double>(off);
    sum += distance / static_cast<long double>(cell.sum()) * distance;
  }
  return static_cast<double>(sum / static_cast<long double>(sizes.first) /
                             static_cast<long double>(sizes.second));
}

void check_table(const PositionTable& table, const PositionTable& other) {
  constexpr std::string_view function = "homogeneity_of_positions";
  if (table.size() != other.size() || table.empty()) {
    detail::refuse_argument(function, "positions", "as many in both tables, at least 1",
                            static_cast<double>(table.size()));
  }
  for (const auto& row : table) {
    if (row.size() != other.front().size()) {
      detail::refuse_argument(function, "cards", "as many at each position", static_cast<double>(row.size()));
    }
  }
}

std::vector<std::uint64_t> column(const PositionTable& table, std::size_t card) {
  std::vector<std::uint64_t> counts;
  for (const auto& row : table) counts.push_back(row[card]);
  return counts;
}

}  // namespace

Homogeneity homogeneity(std::span<const std::uint64_t> first, std::span<const std::uint64_t> second) {
  if (first.size() != second.size() || first.empty()) {
    detail::refuse_argument("homogeneity", "cells", "as many in both samples, at least 1",
                            static_cast<double>(second.size()));
  }
  const Sizes sizes{size_of(first), size_of(second)};
  Homogeneity result;
  std::vector<CellOfTwo> cells;
  for (std::size_t index = 0; index < first.size(); ++index) {
    const CellOfTwo cell{first[index], second[index]};
    if (cell.sum() == 0) continue;
    result.pooled = result.pooled || !sizes.fill(cell);
    cells.push_back(cell);
  }
  if (result.pooled) {
    cells = pooled(std::move(cells), &CellOfTwo::sum,
                   [&sizes](const CellOfTwo& cell) { return sizes.fill(cell); });
  }
  if (cells.size() < 2) return result;
  result.pearson = {pearson_sum(cells, sizes), static_cast<double>(cells.size()) - 1};
  result.upper_tail = chi_squared_upper_tail(result.pearson.statistic, result.pearson.degrees_of_freedom);
  return result;
}

HomogeneityOfPositions homogeneity_of_positions(const PositionTable& first, const PositionTable& second) {
  check_table(first, second);
  check_table(second, first);
  HomogeneityOfPositions result;
  double tests = 0;
  const auto consider = [&](const Homogeneity& test, bool of_card, std::size_t index) {
    // One cell is no test: another row may have more.
    const bool better = test.upper_tail.log10_p < result.strongest.upper_tail.log10_p ||
                        result.strongest.pearson.degrees_of_freedom == 0;
    if (++tests > 1 && !better) return;
    result.strongest = test;
    result.of_card = of_card;
    result.index = static_cast<int>(index);
  };
  for (std::size_t position = 0; position < first.size(); ++position) {
    consider(homogeneity(first[position], second[position]), false, position);
  }
  const std::uint64_t trials = detail::sums_of(first.front()).counted;
  for (std::size_t card = 0; card < first.front().size(); ++card) {
    const std::vector<std::uint64_t> places = column(first, card);
    if (detail::sums_of(places).counted == trials)
      consider(homogeneity(places, column(second, card)), true, card);
  }
  result.upper_tail = times(result.strongest.upper_tail, tests);
  return result;
}

namespace {

void check(const RepeatCounts& repeats) {
  if (repeats.pairs > largest_trial_count) {
    detail::refuse_argument("homogeneity_of_repeats", "pairs", "at most 2^53",
                            static_cast<double>(repeats.pairs));
  }
  if (repeats.equal > repeats.pairs) {
    detail::refuse_argument("homogeneity_of_repeats", "equal", "at most the pairs",
                            static_cast<double>(repeats.equal));
  }
}

}  // namespace

std::optional<TailProbability> homogeneity_of_repeats(const RepeatCounts& first, const RepeatCounts& second) {
  check(first);
  check(second);
  if (first.pairs == 0 || second.pairs == 0) return std::nullopt;
  const std::uint64_t pairs = first.pairs + second.pairs, equal = first.equal + second.equal;
  std::uint64_t in_first = first.equal, in_second = second.equal;
  if (equal > pairs - equal) {
    in_first = first.pairs - first.equal;
    in_second = second.pairs - second.equal;
  }
  const std::uint64_t halved = (in_first + in_second + 1) / 2;
  const double share = static_cast<double>(first.pairs) / static_cast<double>(pairs);
  const double least_p =
      2 * std::pow(std::min(share, static_cast<double>(second.pairs) / static_cast<double>(pairs)),
                   static_cast<double>(halved));
  if (least_p > least_use_of_repeats) return std::nullopt;
  const bool first_has_more =
      static_cast<Wide>(in_first) * second.pairs > static_cast<Wide>(in_second) * first.pairs;
  const std::uint64_t halved_in_first = first_has_more ? in_first / 2 : halved - in_second / 2;
  return binomial_two_sided(halved_in_first, halved, share);
}

}  // namespace fairshuffle
