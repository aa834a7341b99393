#include "core/verdict/lower_bound.hpp"

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

View counted_by(const NumberCounts Tally::*kind, const Tally& choosing, const Tally& judging,
                std::vector<double> fair) {
  return {copied((choosing.*kind).by_value()), copied((judging.*kind).by_value()), std::move(fair)};
}

std::vector<View> views_of(const Tally& choosing, const Tally& judging, std::string_view covers) {
  std::vector<View> views;
  const int deck_size = choosing.deck_size;
  for (int card = 0; card < deck_size; ++card) {
    views.push_back({positions_of(choosing, card), positions_of(judging, card),
                     uniform(static_cast<std::size_t>(deck_size))});
  }
  if (covers != "orders") return views;
  views.push_back({copied(choosing.orders.value().by_rank()), copied(judging.orders.value().by_rank()),
                   uniform(choosing.orders.value().by_rank().size())});
  views.push_back(counted_by(&Tally::fixed_points, choosing, judging, fixed_points_law(deck_size)));
  views.push_back(counted_by(&Tally::cycles, choosing, judging, cycles_law(deck_size)));
  views.push_back(counted_by(&Tally::parity, choosing, judging, uniform(2)));
  return views;
}

// The distance that the choosing half shows, less what a fair shuffle would show there: half the sum of the
// mean absolute deviations of its cells, sqrt(2 p (1 - p) / (pi N)) each.
double promise_of(const View& view, std::uint64_t trials) {
  const auto choosing_trials = static_cast<double>(trials);
  double promise = 0;
  for (std::size_t cell = 0; cell < view.fair.size(); ++cell) {
    const double share = static_cast<double>(view.choosing[cell]) / choosing_trials;
    const double noise =
        std::sqrt(2 * view.fair[cell] * (1 - view.fair[cell]) / (std::numbers::pi * choosing_trials));
    promise += (std::abs(share - view.fair[cell]) - noise) / 2;
  }
  return promise;
}

}  // namespace

double tv_lower_bound_of(const Tally& choosing, const Tally& judging, std::string_view covers,
                         double confidence) {
  if (choosing.trials == 0 || judging.trials == 0) return 0;
  const std::vector<View> views = views_of(choosing, judging, covers);
  const View* best = nullptr;
  double most = 0;
  for (const View& view : views) {
    const double promise = promise_of(view, choosing.trials);
    if (best == nullptr || promise > most) {
      best = &view;
      most = promise;
    }
  }
  return tv_lower_bound(best->choosing, best->judging, best->fair, confidence);
}

}  // namespace fairshuffle
