// What orders show in cells that many of them share, where trials are too few to tell orders apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace fairshuffle {

/// Counts of orders, by which card lies where, which card comes behind which, parity, fixed points and
/// cycles.
class OrderMarginals {
 public:
  /// by_rank: trials of each order of a deck of at most largest_deck_diagnosed cards, at least one.
  OrderMarginals(int deck_size, std::span<const std::uint64_t> by_rank);

  /// Whether the trials have some cell so often, or so seldom, as independent trials of the law do with
  /// probability `level` at most: for any of the cells, by Bonferroni, and of any number of trials, since a
  /// count that is binomial lies at O or beyond with probability exp(-N KL(O/N, q)) at most (Hoeffding 1963,
  /// theorem 1). law: by rank; its numbers may each be off by `least`.
  bool reject(std::span<const double> law, double least, double level) const;

 private:
  std::size_t cells_of_order_;
  std::vector<std::uint16_t> cells_;  // of each order, one order after the other, by rank
  double trials_ = 0;
  std::vector<double> counts_;  // by cell
};

}  // namespace fairshuffle
