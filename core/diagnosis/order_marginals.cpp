#include "core/diagnosis/order_marginals.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/order/order.hpp"

namespace fairshuffle {

namespace {

// The cells of one order. Cards behind each other have the cells of positions of a card and a place less.
std::vector<std::uint16_t> cells_of(std::span<const Card> order) {
  const std::size_t n = order.size(), behind = n * n, fixed = behind + n * n, cycles = fixed + n + 1,
                    even = cycles + n + 1;
  std::vector<std::size_t> cells;
  for (std::size_t position = 0; position < n; ++position) cells.push_back(position * n + order[position]);
  for (std::size_t position = 1; position < n; ++position) {
    cells.push_back(behind + order[position - 1] * n + order[position]);
  }
  cells.push_back(fixed + static_cast<std::size_t>(fixed_points(order)));
  cells.push_back(cycles + static_cast<std::size_t>(cycle_count(order)));
  cells.push_back(is_even(order) ? even : even + 1);
  return {cells.begin(), cells.end()};
}

double part_of_divergence(double observed, double due) {
  return observed == 0 ? 0 : observed * std::log(observed / due);
}

}  // namespace

OrderMarginals::OrderMarginals(int deck_size, std::span<const std::uint64_t> by_rank) {
  std::vector<Card> order = order_of_rank(0, deck_size);
  do {
    const std::vector<std::uint16_t> cells = cells_of(order);
    cells_.insert(cells_.end(), cells.begin(), cells.end());
  } while (to_next_order(order));
  cells_of_order_ = cells_.size() / by_rank.size();
  counts_.resize(std::size_t{*std::ranges::max_element(cells_)} + 1);
  for (std::size_t place = 0; place < cells_.size(); ++place) {
    counts_[cells_[place]] += static_cast<double>(by_rank[place / cells_of_order_]);
  }
  trials_ = static_cast<double>(std::accumulate(by_rank.begin(), by_rank.end(), std::uint64_t{0}));
}

bool OrderMarginals::reject(std::span<const double> law, double least, double level) const {
  std::vector<double> shares(counts_.size());
  for (std::size_t place = 0; place < cells_.size(); ++place) {
    shares[cells_[place]] += law[place / cells_of_order_];
  }
  const double enough = std::log(2 * static_cast<double>(counts_.size()) / level);
  const double off = least * static_cast<double>(law.size());
  for (std::size_t cell = 0; cell < counts_.size(); ++cell) {
    const double share = std::clamp(shares[cell], off, 1 - off);
    const double divergence = part_of_divergence(counts_[cell], trials_ * share) +
                              part_of_divergence(trials_ - counts_[cell], trials_ * (1 - share));
    if (divergence > enough) return true;
  }
  return false;
}

}  // namespace fairshuffle
