#include "core/verdict/lower_bound.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
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

// What stands at each site, and the arrangements where they are counted.
std::vector<View> views_of_makeup(const MakeupCounts& choosing, const MakeupCounts& judging) {
  std::vector<View> views;
  std::vector<double> fair;
  for (const int size : choosing.sizes()) fair.push_back(static_cast<double>(size) / choosing.deck_size());
  for (std::size_t cell = 0; cell < choosing.sites().size(); cell += fair.size()) {
    views.push_back({copied(choosing.sites().subspan(cell, fair.size())),
                     copied(judging.sites().subspan(cell, fair.size())), fair});
  }
  if (const std::size_t all = choosing.arrangements().size(); all > 0) {
    views.push_back({copied(choosing.arrangements()), copied(judging.arrangements()), uniform(all)});
  }
  return views;
}

std::vector<View> views_of(const Tally& choosing, const Tally& judging) {
  if (choosing.makeup) return views_of_makeup(*choosing.makeup, judging.makeup.value());
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
  return views;
}

// What the bet of a view promises to gain, of the counts that it is chosen on. What it shows there, the sum
// of max(x, 0) with x = O/N - p, is too much: a cell is bet on because noise helped it across zero. How much
// too much is a sum over the cells near zero, whatever the law is. Empty cells that are equally likely may be
// added together.
class Promise {
 public:
  explicit Promise(std::uint64_t trials) : trials_(static_cast<double>(trials)) {}

  void add(double count, double fair, double cells = 1) {
    const double expected = trials_ * fair;
    const double above = count - expected;
    if (expected >= 5) {
      // For a normal x of standard error s, by Stein's lemma, s^2 times the density of x at zero, here the
      // share of a window of half width h around it.
      constexpr double half_width = 0.75;
      const double s = std::sqrt(expected * (1 - fair));
      const double optimism = std::abs(above) < half_width * s ? s / (2 * half_width) : 0;
      sum_ += cells * (std::max(above, 0.0) - optimism);
    } else if (above > 0) {
      // Of rare cells exactly: each trial is judged by a bet that the others have chosen.
      sum_ += cells * ((above > 1 ? count : 0) - expected);
    }
  }

  double gain() const { return sum_ / trials_; }

 private:
  double trials_;
  double sum_ = 0;
};

double promise_of(const View& view, std::uint64_t trials) {
  Promise promise(trials);
  for (std::size_t cell = 0; cell < view.fair.size(); ++cell) {
    promise.add(static_cast<double>(view.choosing[cell]), view.fair[cell]);
  }
  return promise.gain();
}

/// The finest view of all, read from the counters and never copied.
struct OrdersView {
  double promise = 0;
  Bet bet;
};

OrdersView view_of_orders(const Tally& choosing, const Tally& judging) {
  const auto orders = static_cast<double>(choosing.orders->size());
  const double fair = 1 / orders;
  const double average = static_cast<double>(choosing.trials) / orders;
  Promise promise(choosing.trials);
  std::uint64_t came = 0, chosen = 0;
  Bet bet{.judged = judging.trials};
  for_each_order(choosing.orders->first_part(), &judging.orders->first_part(),
                 [&](std::uint64_t, std::uint64_t in_choosing, std::uint64_t in_judging) {
                   const auto count = static_cast<double>(in_choosing);
                   promise.add(count, fair);
                   ++came;
                   if (count <= average) return;
                   ++chosen;
                   bet.hits += in_judging;
                 });
  promise.add(0, fair, orders - static_cast<double>(came));
  bet.share = static_cast<double>(chosen) / orders;
  return {promise.gain(), bet};
}

}  // namespace

Bet chosen_bet(const Tally& choosing, const Tally& judging) {
  if (choosing.trials == 0 || judging.trials == 0) return {.judged = judging.trials};
  const std::vector<View> views = views_of(choosing, judging);
  const View* best = nullptr;
  double best_promise = 0;
  for (const View& view : views) {
    const double promise = promise_of(view, choosing.trials);
    if (best != nullptr && promise <= best_promise) continue;
    best = &view;
    best_promise = promise;
  }
  if (choosing.orders && judging.orders) {
    const OrdersView orders = view_of_orders(choosing, judging);
    if (orders.promise > best_promise) return orders.bet;
  }
  return bet_on_frequent_cells(best->choosing, best->judging, best->fair);
}

}  // namespace fairshuffle
