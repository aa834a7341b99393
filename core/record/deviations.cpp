#include "core/record/deviations.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "core/statistics/bias_bounds.hpp"
#include "core/statistics/equal_cells.hpp"

namespace fairshuffle {

namespace {

template <class Compare>
std::vector<CountedOrder> extremes(const std::vector<std::uint64_t>& counts, int deck_size,
                                   const OrderDeviations& all, std::size_t named, Compare before) {
  std::vector<std::uint64_t> ranks(counts.size());
  std::iota(ranks.begin(), ranks.end(), std::uint64_t{0});
  const std::size_t kept = std::min(named, ranks.size());
  std::partial_sort(ranks.begin(), ranks.begin() + static_cast<std::ptrdiff_t>(kept), ranks.end(),
                    [&](std::uint64_t left, std::uint64_t right) {
                      if (counts[left] != counts[right]) return before(counts[left], counts[right]);
                      return left < right;
                    });
  std::vector<CountedOrder> orders;
  for (std::size_t index = 0; index < kept; ++index) {
    const std::uint64_t rank = ranks[index];
    orders.push_back({.rank = rank,
                      .order = order_of_rank(rank, deck_size),
                      .count = counts[rank],
                      .ratio = all.ratios[rank],
                      .standard_errors = (all.ratios[rank] - 1) / all.standard_error});
  }
  return orders;
}

}  // namespace

std::vector<std::vector<double>> position_deviations(const TargetRecord& result) {
  std::vector<std::vector<double>> deviations;
  const std::size_t deck_size = result.position_counts.size();
  if (deck_size < 2) return deviations;
  // Every valid trial puts one card at position 0.
  const auto& first = result.position_counts.front();
  const std::uint64_t trials = std::accumulate(first.begin(), first.end(), std::uint64_t{0});
  if (trials == 0) return deviations;
  const double share = 1 / static_cast<double>(deck_size);
  const double expected = static_cast<double>(trials) * share;
  const double standard_error = std::sqrt(expected * (1 - share));
  for (const auto& row : result.position_counts) {
    auto& of_position = deviations.emplace_back();
    for (const std::uint64_t count : row) {
      of_position.push_back((static_cast<double>(count) - expected) / standard_error);
    }
  }
  return deviations;
}

std::vector<std::vector<double>> block_deviations(const TargetRecord& result, std::size_t block) {
  std::vector<std::vector<double>> deviations;
  const std::size_t deck_size = result.position_counts.size();
  if (deck_size < 2 || block >= deck_size) return deviations;
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

std::optional<OrderDeviations> order_deviations(const TargetRecord& result, std::size_t named) {
  const std::vector<std::uint64_t>& counts = result.evidence.orders;
  const int deck_size = result.target.deck_size;
  if (counts.size() < 2 || deck_size > largest_counted_deck_size || counts.size() != order_count(deck_size)) {
    return std::nullopt;
  }
  const std::uint64_t trials = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  if (trials == 0) return std::nullopt;
  OrderDeviations all;
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
  const TestRecord* orders = test_named(result.tests, "orders");
  const auto log10_level = log10_p_that_rejects(result);
  if (orders == nullptr || !log10_level) return points;
  const int deck_size = result.target.deck_size;
  double degrees_of_freedom = orders->applied ? orders->degrees_of_freedom : 0;
  if (!orders->applied && deck_size > 1 && deck_size <= largest_counted_deck_size)
    degrees_of_freedom = static_cast<double>(order_count(deck_size) - 1);
  // No table of orders has more than that; a record that says so gives no picture rather than a power that
  // Boost.Math cannot compute.
  if (degrees_of_freedom <= 0 ||
      degrees_of_freedom > static_cast<double>(order_count(largest_counted_deck_size)))
    return points;
  const double level = std::pow(10.0, *log10_level);
  const auto orders_counted = static_cast<std::uint64_t>(degrees_of_freedom) + 1;
  const auto fewest = static_cast<double>(detail::equal_cells_rule(orders_counted).fewest_for_any_level);
  constexpr int decades = 5, points_per_decade = 4;
  const double needed = noncentrality_needed(degrees_of_freedom, level, 0.999);
  for (int point = -decades * points_per_decade; point <= 0; ++point) {
    const double tv = std::pow(10.0, static_cast<double>(point) / points_per_decade);
    points.push_back({.tv = tv, .trials = std::max(fewest, needed / (4 * tv * tv))});
  }
  return points;
}

}  // namespace fairshuffle
