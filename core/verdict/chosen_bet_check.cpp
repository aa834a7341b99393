#include "core/verdict/chosen_bet_check.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/order/order.hpp"
#include "core/verdict/bet_views.hpp"

namespace fairshuffle {

namespace {

/// Cells that are alike.
struct Cells {
  double trials;  ///< in all of them
  double fair;    ///< of all of them, above 0
};

struct View {
  std::vector<Cells> cells;
  double for_nothing = 0;  ///< trials in cells so rare that they add nothing to a share
};

View view_of(const BetView& counted) {
  View view;
  for (std::size_t cell = 0; cell < counted.fair.size(); ++cell) {
    const auto trials = static_cast<double>(counted.counts[cell]);
    if (counted.fair[cell] > 0) {
      view.cells.push_back({trials, counted.fair[cell]});
    } else {
      view.for_nothing += trials;
    }
  }
  return view;
}

View view_of_orders(const Tally& tally) {
  std::vector<Cells> cells;
  const auto all = static_cast<double>(order_count(tally.deck_size));
  double came = 0;
  tally.for_each_order_count([&](std::uint64_t count, std::uint64_t orders) {
    came += static_cast<double>(orders);
    cells.push_back(
        {static_cast<double>(count) * static_cast<double>(orders), static_cast<double>(orders) / all});
  });
  if (came < all) cells.push_back({0, (all - came) / all});
  return {std::move(cells)};
}

// The trials in the first cells that have this share together, the last of them in part.
double trials_in_share(std::span<const Cells> cells, double share) {
  double trials = 0;
  for (const Cells& each : cells) {
    const double part = std::min(1.0, share / each.fair);
    trials += part * each.trials;
    share -= part * each.fair;
    if (share <= 0) break;
  }
  return trials;
}

// True where a set of the view's cells can have fared as the bet did.
bool can_be_on(View view, const Bet& bet, std::uint64_t trials) {
  std::ranges::sort(view.cells, {}, [](const Cells& each) { return each.trials / each.fair; });
  const double rarest = trials_in_share(view.cells, bet.share);
  std::ranges::reverse(view.cells);
  const double commonest = trials_in_share(view.cells, bet.share) + view.for_nothing;
  const auto hits = static_cast<double>(bet.hits), chosen_on = static_cast<double>(trials - bet.judged);
  const double rounding = 1e-9 * static_cast<double>(trials);
  return rarest - chosen_on <= hits + rounding && hits <= commonest - bet.share * chosen_on + rounding;
}

// True where the share is of no set of orders.
bool is_of_no_orders(double share, int deck_size) {
  if (deck_size > largest_countable_deck_size) return false;
  const double orders = share * static_cast<double>(order_count(deck_size));
  // Shares are added up of up to n! that are each a rounding away.
  return std::abs(orders - std::round(orders)) > 1e-3;
}

}  // namespace

std::optional<Contradiction> contradiction_of_chosen_bet(const Bet& bet, const Tally& whole) {
  if (is_of_no_orders(bet.share, whole.deck_size)) {
    return Contradiction{"/evidence/bet/share",
                         fmt::format("is {}, which no set of the {} orders has", bet.share,
                                     with_commas(order_count(whole.deck_size)))};
  }
  if (whole.counts_orders() && can_be_on(view_of_orders(whole), bet, whole.trials)) return {};
  for (const BetView& view : bet_views(whole)) {
    if (can_be_on(view_of(view), bet, whole.trials)) return {};
  }
  return Contradiction{"/evidence/bet/hits",
                       fmt::format("is {} of {}, which by the counts no bet of its share can have",
                                   with_commas(bet.hits), with_commas(bet.judged))};
}

}  // namespace fairshuffle
