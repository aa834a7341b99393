#include "core/verdict/bet_views.hpp"

#include <cstddef>
#include <span>
#include <utility>

#include "core/statistics/null_laws.hpp"

namespace fairshuffle {

namespace {

BetView view_of(std::span<const std::uint64_t> counts, std::vector<double> fair) {
  return {{counts.begin(), counts.end()}, std::move(fair)};
}

std::vector<double> uniform(std::size_t cells) {
  return std::vector<double>(cells, 1 / static_cast<double>(cells));
}

BetView positions_of(const Tally& tally, int card) {
  BetView view{.counts = {}, .fair = uniform(static_cast<std::size_t>(tally.deck_size))};
  for (int position = 0; position < tally.deck_size; ++position)
    view.counts.push_back(tally.positions.at(position, card));
  return view;
}

// The cards that follow a card, or the boundary; a card does not follow itself.
BetView successors_of(const Tally& tally, int card) {
  BetView view{.counts = {}, .fair = uniform(static_cast<std::size_t>(tally.deck_size))};
  for (int next = 0; next <= tally.deck_size; ++next) {
    if (next != card) view.counts.push_back(tally.neighbours.at(card, next));
  }
  return view;
}

std::vector<BetView> views_of_makeup(const MakeupCounts& counts) {
  std::vector<BetView> views;
  std::vector<double> fair;
  for (const int size : counts.sizes()) fair.push_back(static_cast<double>(size) / counts.deck_size());
  for (std::size_t cell = 0; cell < counts.sites().size(); cell += fair.size()) {
    views.push_back(view_of(counts.sites().subspan(cell, fair.size()), fair));
  }
  if (const std::size_t all = counts.arrangements().size(); all > 0) {
    views.push_back(view_of(counts.arrangements(), uniform(all)));
  }
  return views;
}

}  // namespace

std::vector<BetView> bet_views(const Tally& tally) {
  if (tally.makeup) return views_of_makeup(*tally.makeup);
  std::vector<BetView> views;
  for (int card = 0; card < tally.deck_size; ++card) views.push_back(positions_of(tally, card));
  for (int card = 0; card <= tally.deck_size; ++card) views.push_back(successors_of(tally, card));
  views.push_back(view_of(tally.fixed_points.by_value(), fixed_points_law(tally.deck_size)));
  views.push_back(view_of(tally.cycles.by_value(), cycles_law(tally.deck_size)));
  views.push_back(view_of(tally.parity.by_value(), uniform(2)));
  return views;
}

}  // namespace fairshuffle
