#include "core/statistics/successive_orders.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/statistics/successive_positions.hpp"
#include "core/statistics/tail.hpp"
#include "core/tally/quotient_ranks.hpp"

namespace fairshuffle {

namespace {

// Above it nothing is proven, whatever the spread.
constexpr double log10_p_worth_a_spread = -2;

/// The counts of trials by the rank of their order, and the quotients of these ranks.
class OrdersAndQuotients {
 public:
  explicit OrdersAndQuotients(const Tally& tally)
      : ranks_(QuotientRanks::of_deck(tally.deck_size)),
        trials_(static_cast<double>(tally.trials)),
        counts_(order_count(tally.deck_size)) {
    tally.orders->for_each(
        [this](std::uint64_t rank, std::uint64_t count) { counts_[rank] = static_cast<double>(count); });
  }

  std::size_t orders() const { return counts_.size(); }

  /// Of each quotient its share among all pairs of trials.
  std::vector<double> shares() const {
    std::vector<double> shares(orders());
    for (std::size_t before = 0; before < orders(); ++before) {
      for (std::size_t after = 0; after < orders(); ++after) {
        shares[quotient(before, after)] += counts_[before] * (counts_[after] - (before == after ? 1 : 0));
      }
    }
    for (double& share : shares) share /= trials_ * (trials_ - 1);
    return shares;
  }

  /// Frobenius's norm of S, over the cells.
  double norm_of_shared_trials(const std::vector<double>& shares,
                               const std::vector<std::size_t>& cells) const {
    // [quotient][trial]: how often the quotient leads to the trial's order, and from it.
    std::vector<double> to(orders() * orders()), from(orders() * orders());
    for (std::size_t before = 0; before < orders(); ++before) {
      for (std::size_t after = 0; after < orders(); ++after) {
        const std::size_t by = quotient(before, after) * orders();
        to[by + after] = counts_[before] / trials_ * counts_[after] / trials_;
        from[by + before] = counts_[after] / trials_;
      }
    }
    const auto shared = [&](std::size_t first, std::size_t second) {
      double both = 0;
      for (std::size_t trial = 0; trial < orders(); ++trial) {
        both += to[first * orders() + trial] * from[second * orders() + trial];
      }
      return both - shares[first] * shares[second];
    };
    double squares = 0;
    for (const std::size_t first : cells) {
      for (const std::size_t second : cells) {
        const double sum = shared(first, second) + shared(second, first);
        squares += sum * sum / (shares[first] * shares[second]);
      }
    }
    return std::sqrt(squares);
  }

 private:
  std::size_t quotient(std::size_t before, std::size_t after) const {
    return ranks_.of_pair(before | after << QuotientRanks::rank_bits);
  }

  const QuotientRanks& ranks_;
  double trials_;
  std::vector<double> counts_;
};

}  // namespace

SuccessiveOrders successive_orders(const Tally& whole) {
  SuccessiveOrders result;
  if (whole.deck_size > QuotientRanks::largest_deck || !whole.orders || whole.trials < 2) return result;
  const auto pairs = static_cast<double>(whole.quotients.pairs);
  const OrdersAndQuotients counted(whole);
  const std::vector<double> shares = counted.shares();
  std::vector<std::size_t> cells;
  for (std::size_t quotient = 0; quotient < shares.size(); ++quotient) {
    const double due = shares[quotient] * pairs;
    if (due < least_pairs_of_cell) continue;
    const double difference = static_cast<double>(whole.quotients.orders[quotient]) - due;
    result.statistic += difference * difference / due;
    cells.push_back(quotient);
  }
  result.cells = static_cast<int>(cells.size());
  if (cells.empty()) return result;
  if (chi_squared_upper_tail(result.statistic, result.cells).log10_p > log10_p_worth_a_spread) return result;
  const double without_quotient = 1 - pairs / static_cast<double>(whole.trials);
  result.spread = 1 + without_quotient * std::min(1., counted.norm_of_shared_trials(shares, cells));
  result.log10_p = chi_squared_upper_tail(result.statistic / result.spread, result.cells).log10_p;
  return result;
}

}  // namespace fairshuffle
