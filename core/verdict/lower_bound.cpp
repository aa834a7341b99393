#include "core/verdict/lower_bound.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include "core/statistics/bias_bounds.hpp"
#include "core/statistics/null_laws.hpp"

namespace fairshuffle {

namespace {

/// A coarser view of the orders: its cells, counted in both halves, and their probabilities under fairness.
struct View {
  std::vector<std::uint64_t> choosing;
  std::vector<std::uint64_t> judging;
  std::vector<double> fair;
};

std::vector<std::uint64_t> copied(std::span<const std::uint64_t> counts) {
  return {counts.begin(), counts.end()};
}

std::vector<double> uniform(std::size_t cells) {
  return std::vector<double>(cells, 1 / static_cast<double>(cells));
}

std::vector<std::uint64_t> positions_of(const Tally& tally, int card) {
  std::vector<std::uint64_t> counts;
  for (int position = 0; position < tally.deck_size; ++position)
    counts.push_back(tally.positions.at(position, card));
  return counts;
}

// The cards that follow a card, or the boundary; a card does not follow itself.
std::vector<std::uint64_t> successors_of(const Tally& tally, int card) {
  std::vector<std::uint64_t> counts;
  for (int next = 0; next <= tally.deck_size; ++next) {
    if (next != card) counts.push_back(tally.neighbours.at(card, next));
  }
  return counts;
}

View counted_by(const NumberCounts Tally::*kind, const Tally& choosing, const Tally& judging,
                std::vector<double> fair) {
  return {copied((choosing.*kind).by_value()), copied((judging.*kind).by_value()), std::move(fair)};
}

std::vector<View> views_of(const Tally& choosing, const Tally& judging) {
  std::vector<View> views;
  const int deck_size = choosing.deck_size;
  const auto cards = static_cast<std::size_t>(deck_size);
  for (int card = 0; card < deck_size; ++card) {
    views.push_back({positions_of(choosing, card), positions_of(judging, card), uniform(cards)});
  }
  for (int card = 0; card <= deck_size; ++card) {
    views.push_back({successors_of(choosing, card), successors_of(judging, card), uniform(cards)});
  }
  views.push_back(counted_by(&Tally::fixed_points, choosing, judging, fixed_points_law(deck_size)));
  views.push_back(counted_by(&Tally::cycles, choosing, judging, cycles_law(deck_size)));
  views.push_back(counted_by(&Tally::parity, choosing, judging, uniform(2)));
  if (choosing.orders && judging.orders) {
    views.push_back({copied(choosing.orders->by_rank()), copied(judging.orders->by_rank()),
                     uniform(choosing.orders->by_rank().size())});
  }
  return views;
}

// The distance that a view of well filled cells shows, less what a fair shuffle would show there: half of
// each cell's mean absolute deviation, sqrt(2 p (1 - p) / (pi N)).
double shown_distance(const View& view, double trials) {
  double distance = 0;
  for (std::size_t cell = 0; cell < view.fair.size(); ++cell) {
    const double fair = view.fair[cell];
    const double noise = std::sqrt(2 * fair * (1 - fair) / (std::numbers::pi * trials));
    distance += (std::abs(static_cast<double>(view.choosing[cell]) / trials - fair) - noise) / 2;
  }
  return distance;
}

// About the same for a view of more cells than trials fill, where the deviations are all noise but X2 still
// tells: it grows by N phi2, and a distance is at most half the root of phi2. Three standard deviations are
// taken off.
double suspected_distance(const View& view, double trials) {
  const double degrees_of_freedom = static_cast<double>(view.fair.size()) - 1;
  double statistic = 0;
  for (std::size_t cell = 0; cell < view.fair.size(); ++cell) {
    const double expected = trials * view.fair[cell];
    const double deviation = static_cast<double>(view.choosing[cell]) - expected;
    if (expected > 0) statistic += deviation * deviation / expected;
  }
  const double excess = statistic - degrees_of_freedom - 3 * std::sqrt(2 * degrees_of_freedom);
  return std::min(1.0, std::sqrt(std::max(0.0, excess) / trials) / 2);
}

double promise_of(const View& view, std::uint64_t trials) {
  const bool well_filled = trials >= 5 * view.fair.size();
  return well_filled ? shown_distance(view, static_cast<double>(trials))
                     : suspected_distance(view, static_cast<double>(trials));
}

}  // namespace

double tv_lower_bound_of(const Tally& choosing, const Tally& judging, double confidence) {
  if (choosing.trials == 0 || judging.trials == 0) return 0;
  const std::vector<View> views = views_of(choosing, judging);
  const auto best = std::ranges::max_element(
      views, {}, [&](const View& view) { return promise_of(view, choosing.trials); });
  return tv_lower_bound(best->choosing, best->judging, best->fair, confidence);
}

}  // namespace fairshuffle
