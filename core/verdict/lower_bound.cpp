#include "core/verdict/lower_bound.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/statistics/bias_bounds.hpp"
#include "core/verdict/bet_views.hpp"

namespace fairshuffle {

namespace {

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

double promise_of(const BetView& view, std::uint64_t trials) {
  Promise promise(trials);
  for (std::size_t cell = 0; cell < view.fair.size(); ++cell) {
    promise.add(static_cast<double>(view.counts[cell]), view.fair[cell]);
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
  const std::vector<BetView> chosen_from = bet_views(choosing);
  std::size_t best = 0;
  double best_promise = promise_of(chosen_from[best], choosing.trials);
  for (std::size_t view = 1; view < chosen_from.size(); ++view) {
    const double promise = promise_of(chosen_from[view], choosing.trials);
    if (promise <= best_promise) continue;
    best = view;
    best_promise = promise;
  }
  if (choosing.orders && judging.orders) {
    const OrdersView orders = view_of_orders(choosing, judging);
    if (orders.promise > best_promise) return orders.bet;
  }
  const BetView judged_by = bet_views(judging)[best];
  return bet_on_frequent_cells(chosen_from[best].counts, judged_by.counts, judged_by.fair);
}

}  // namespace fairshuffle
