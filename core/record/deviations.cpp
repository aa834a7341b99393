#include "core/record/deviations.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numeric>

#include <fmt/format.h>

#include "core/permutation/permutation.hpp"
#include "core/record/evidence_check.hpp"
#include "core/statistics/bias_bounds.hpp"
#include "core/statistics/chi_squared.hpp"
#include "core/statistics/tail.hpp"

namespace fairshuffle {

std::string p_words(double p_value, double log10_p) {
  if (p_value <= 0 || log10_p < -300) return "< 1e-300";
  return short_number(p_value, 2);
}

std::string p_statement(double p_value, double log10_p) {
  const std::string p = p_words(p_value, log10_p);
  return fmt::format("p {}{}", p.starts_with('<') ? "" : "= ", p);
}

namespace {

// The unit of a number's second significant digit.
double second_digit(double number) {
  return std::pow(10.0, std::floor(std::log10(number)) - 1);
}

// The slack of 1e-9 units keeps a bound of exactly two digits, 0.0084 say, from being moved by its own last
// bit.
std::string up(double bound, double most) {
  if (bound <= 0) return "0";
  const double digit = second_digit(bound);
  // Two digits are left, and 100 has three.
  return short_number(std::min(most, std::ceil(bound / digit - 1e-9) * digit), 3);
}

std::string down(double bound) {
  if (bound <= 0) return "0";
  const double digit = second_digit(bound);
  return short_number(std::floor(bound / digit + 1e-9) * digit, 3);
}

}  // namespace

std::string rounded_up(double bound) {
  return up(bound, 1);
}

std::string rounded_down(double bound) {
  return down(bound);
}

std::string points_up(double bound) {
  return up(100 * bound, 100);
}

std::string points_down(double bound) {
  return down(100 * bound);
}

std::string points_range(double lower, double upper) {
  std::string from = points_down(lower), to = points_up(upper);
  const auto decimals = [](const std::string& text) {
    return text.size() - std::min(text.find('.'), text.size() - 1) - 1;
  };
  // Of two digits one that is 0 is not shown.
  const auto show_as_many = [&](std::string& text, const std::string& as) {
    const bool is_one_digit =
        text.find_first_of("123456789") == text.size() - 1 && text.find('e') == std::string::npos;
    if (is_one_digit && decimals(text) < decimals(as)) text += decimals(text) == 0 ? ".0" : "0";
  };
  show_as_many(from, to);
  show_as_many(to, from);
  return fmt::format("{} to {}", from, to);
}

std::string points_text(const std::string& points) {
  return points + (points == "1" ? " point" : " points");
}

namespace {

// All cells beyond so many standard errors, the farthest first.
std::vector<WorstCell> far_cells(const Tally& whole, double least_standard_errors) {
  std::vector<WorstCell> cells;
  if (whole.trials == 0 || whole.deck_size < 2) return cells;
  for (int position = 0; position < whole.deck_size; ++position) {
    for (int card = 0; card < whole.deck_size; ++card) {
      const WorstCell cell = cell_at(whole, position, card);
      if (std::abs(cell.standard_errors) > least_standard_errors) cells.push_back(cell);
    }
  }
  std::ranges::stable_sort(cells, std::ranges::greater{},
                           [](const WorstCell& cell) { return std::abs(cell.standard_errors); });
  return cells;
}

}  // namespace

bool is_clear(std::uint64_t count, std::uint64_t trials, double share, double cells) {
  // A report that is only drawn may say so.
  if (count > trials) return true;
  return times(binomial_two_sided(count, trials, share), cells).p <= clear_cell_level;
}

bool is_clear(const WorstCell& cell, int deck_size) {
  const auto n = static_cast<double>(deck_size);
  // Nor need there be such a deck, or so many trials.
  if (deck_size < 2 || !(cell.expected > 0 && cell.expected <= static_cast<double>(most_counted) / n))
    return true;
  return is_clear(cell.count, static_cast<std::uint64_t>(std::llround(cell.expected * n)), 1 / n, n * n);
}

WorstCell cell_at(const Tally& whole, int position, int card) {
  const double expected = static_cast<double>(whole.trials) / whole.deck_size;
  const std::uint64_t count = whole.positions.at(position, card);
  const double standard_error = std::sqrt(expected * (1 - 1.0 / whole.deck_size));
  return {.card = card,
          .position = position,
          .count = count,
          .expected = expected,
          .ratio = static_cast<double>(count) / expected,
          .standard_errors = (static_cast<double>(count) - expected) / standard_error};
}

std::vector<WorstCell> worst_cells(const Tally& whole, double least_standard_errors) {
  std::vector<WorstCell> cells = far_cells(whole, least_standard_errors);
  if (cells.size() > most_worst_cells) cells.resize(most_worst_cells);
  return cells;
}

std::vector<WorstCell> clear_cells(const Tally& whole, bool or_farthest) {
  // Nearer than 2 standard errors is no cell clear, of however few trials.
  constexpr double near = 2;
  const std::vector<WorstCell> cells = far_cells(whole, near);
  std::vector<WorstCell> clear;
  for (const WorstCell& cell : cells) {
    if (clear.size() == most_worst_cells) break;
    if (is_clear(cell, whole.deck_size)) clear.push_back(cell);
  }
  if (clear.empty() && or_farthest) {
    clear = worst_cells(whole, 0);
    if (clear.size() > 1) clear.resize(1);
  }
  return clear;
}

namespace {

template <class Compare>
std::vector<CountedPermutation> extremes(const std::vector<std::uint64_t>& counts, int deck_size,
                                         const PermutationDeviations& all, std::size_t named,
                                         Compare before) {
  std::vector<std::uint64_t> ranks(counts.size());
  std::iota(ranks.begin(), ranks.end(), std::uint64_t{0});
  const std::size_t kept = std::min(named, ranks.size());
  std::partial_sort(ranks.begin(), ranks.begin() + static_cast<std::ptrdiff_t>(kept), ranks.end(),
                    [&](std::uint64_t left, std::uint64_t right) {
                      if (counts[left] != counts[right]) return before(counts[left], counts[right]);
                      return left < right;
                    });
  std::vector<CountedPermutation> permutations;
  for (std::size_t index = 0; index < kept; ++index) {
    const std::uint64_t rank = ranks[index];
    permutations.push_back({.rank = rank,
                            .permutation = permutation_of_rank(rank, deck_size),
                            .count = counts[rank],
                            .ratio = all.ratios[rank],
                            .standard_errors = (all.ratios[rank] - 1) / all.standard_error});
  }
  return permutations;
}

}  // namespace

std::vector<std::vector<double>> position_deviations(const TargetRecord& result, std::size_t block) {
  std::vector<std::vector<double>> deviations;
  const std::size_t deck_size = result.position_counts.size();
  if (block >= deck_size) return deviations;
  // Every valid trial puts one card at position 0.
  const auto& first_row = result.position_counts.front();
  const auto trials =
      static_cast<double>(std::accumulate(first_row.begin(), first_row.end(), std::uint64_t{0}));
  if (trials == 0) return deviations;
  const auto n = static_cast<double>(deck_size);
  for (std::size_t row = 0; row < deck_size; row += block) {
    const std::size_t rows = std::min(block, deck_size - row);
    auto& of_rows = deviations.emplace_back();
    for (std::size_t column = 0; column < deck_size; column += block) {
      const std::size_t columns = std::min(block, deck_size - column);
      std::uint64_t count = 0;
      for (std::size_t position = row; position < row + rows; ++position) {
        const auto begin = result.position_counts[position].begin() + static_cast<std::ptrdiff_t>(column);
        count = std::accumulate(begin, begin + static_cast<std::ptrdiff_t>(columns), count);
      }
      // How many of so many cards lie in so many positions.
      const auto cards = static_cast<double>(columns), places = static_cast<double>(rows);
      const double mean = cards * places / n;
      const double variance = mean * (1 - cards / n) * (n - places) / (n - 1);
      of_rows.push_back((static_cast<double>(count) - trials * mean) / std::sqrt(trials * variance));
    }
  }
  return deviations;
}

std::optional<double> position_standard_error(const TargetRecord& result) {
  if (result.position_counts.empty()) return std::nullopt;
  const auto& row = result.position_counts.front();
  const auto trials = static_cast<double>(std::accumulate(row.begin(), row.end(), std::uint64_t{0}));
  const double share = 1 / static_cast<double>(row.size());
  return trials == 0 ? std::nullopt : std::optional(100 * std::sqrt(share * (1 - share) / trials));
}

std::vector<BetValue> dealt_frequencies(const TargetRecord& result) {
  const Evidence& evidence = result.evidence;
  const std::uint64_t trials = valid_trials(evidence);
  const int deck_size = result.target.deck_size;
  std::vector<BetValue> values;
  if (!evidence.multiset || !result.target.multiset.is_deal() || trials == 0 ||
      deck_size > most_numbers_drawn)
    return values;
  const double error = (1 - result.bias.confidence) / deck_size;
  for (int card = 0; card < deck_size; ++card) {
    // The last symbol is that of cards which are not dealt.
    const auto& places = evidence.multiset->sites[static_cast<std::size_t>(card)];
    BetValue& value = values.emplace_back();
    value.value = std::to_string(card);
    value.fair = static_cast<double>(result.target.multiset.dealt) / deck_size;
    value.count = std::min(trials, std::accumulate(places.begin(), places.end() - 1, std::uint64_t{0}));
    if (result.dependent || error <= 0 || error >= 1) continue;
    const Interval interval = clopper_pearson(value.count, trials, error);
    value.lower = interval.lower;
    value.upper = interval.upper;
  }
  return values;
}

std::optional<PermutationDeviations> permutation_deviations(const TargetRecord& result, std::size_t named) {
  const std::vector<std::uint64_t>& counts = result.evidence.permutations;
  const int deck_size = result.target.deck_size;
  if (counts.size() < 2 || deck_size > largest_counted_deck_size ||
      counts.size() != permutation_count(deck_size)) {
    return std::nullopt;
  }
  const std::uint64_t trials = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  if (trials == 0) return std::nullopt;
  PermutationDeviations all;
  const double share = 1 / static_cast<double>(counts.size());
  all.expected = static_cast<double>(trials) * share;
  all.standard_error = std::sqrt((1 - share) / all.expected);
  all.ratios.reserve(counts.size());
  for (const std::uint64_t count : counts) all.ratios.push_back(static_cast<double>(count) / all.expected);
  all.most = extremes(counts, deck_size, all, named, std::greater{});
  all.fewest = extremes(counts, deck_size, all, named, std::less{});
  return all;
}

std::optional<double> log10_p_that_rejects(const TargetRecord& result) {
  if (result.family == 0 || result.alpha_at_look <= 0) return std::nullopt;
  return std::log10(result.alpha_at_look) - std::log10(static_cast<double>(result.family));
}

std::vector<Detection> trials_that_detect(const TargetRecord& result) {
  std::vector<Detection> points;
  const TestRecord* permutations = test_named(result.tests, "permutations");
  const auto log10_level = log10_p_that_rejects(result);
  if (permutations == nullptr || !log10_level) return points;
  const int deck_size = result.target.deck_size;
  double degrees_of_freedom = permutations->applied ? permutations->degrees_of_freedom : 0;
  if (!permutations->applied && deck_size > 1 && deck_size <= largest_counted_deck_size)
    degrees_of_freedom = static_cast<double>(permutation_count(deck_size) - 1);
  // No table of permutations has more than that; a record that says so gives no picture rather than a power
  // that Boost.Math cannot compute.
  if (degrees_of_freedom <= 0 ||
      degrees_of_freedom > static_cast<double>(permutation_count(largest_counted_deck_size)))
    return points;
  const double level = std::pow(10.0, *log10_level);
  const auto permutations_counted = static_cast<std::uint64_t>(degrees_of_freedom) + 1;
  const auto fewest =
      static_cast<double>(detail::equal_cells_rule(permutations_counted).fewest_for_any_level);
  constexpr int decades = 5, points_per_decade = 4;
  const double needed = noncentrality_needed(degrees_of_freedom, level, 0.999);
  for (int point = -decades * points_per_decade; point <= 0; ++point) {
    const double tv = std::pow(10.0, static_cast<double>(point) / points_per_decade);
    points.push_back({.tv = tv, .trials = std::max(fewest, needed / (4 * tv * tv))});
  }
  return points;
}

}  // namespace fairshuffle
