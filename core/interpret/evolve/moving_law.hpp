// A law on its way through the steps of a shuffle: n! weights, and how a step moves them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/interpret/evolve/mix.hpp"
#include "core/interpret/evolve/packed_orders.hpp"

namespace fairshuffle {

/// A rearrangement by bit shifts.
struct PackedRearrangement {
  struct Move {
    int from, to;  ///< bits: 4 times a position
  };
  PackedOrder in_place;  ///< all bits of the positions whose card stays
  std::array<Move, largest_counted_deck_size> moves;
  std::size_t moved = 0;  ///< so many of them count

  std::span<const Move> forwards() const { return std::span(moves).first(moved); }
};

/// Rearrangements of equal weight together.
struct PackedGroup {
  Integer weight;
  std::vector<PackedRearrangement> rearrangements;
};
std::vector<PackedGroup> packed_groups(const Mix& mix, int deck_size);

/// A mix as the law is moved by it.
template <class Weight>
class PackedMix {
 public:
  /// `weight_of(integer)` is the weight as it is added up here.
  template <class WeightOf>
  PackedMix(const Mix& mix, int deck_size, WeightOf weight_of) {
    for (PackedGroup& group : packed_groups(mix, deck_size)) {
      groups_.push_back({weight_of(group.weight), std::move(group.rearrangements)});
    }
  }

  struct Group {
    Weight weight;
    std::vector<PackedRearrangement> rearrangements;
  };
  std::span<const Group> groups() const { return groups_; }

 private:
  std::vector<Group> groups_;
};

template <class Weight>
class MovingLaw {
 public:
  /// All weight, 1, on the sorted deck. `orders` must outlive the law.
  explicit MovingLaw(const PackedOrders& orders)
      : orders_(&orders), weight_(orders.by_rank().size(), Weight(0)), moved_(weight_.size(), Weight(0)) {
    weight_[0] = Weight(1);
  }

  std::span<const Weight> weights() const { return weight_; }

  /// Every order is rearranged at random: the weights are multiplied by those of the mix.
  void mix(const PackedMix<Weight>& mix) {
    const auto reached = static_cast<std::size_t>(
        std::ranges::count_if(weight_, [](const Weight& weight) { return weight != Weight(0); }));
    // Handing on what few orders have costs more for each than gathering for all.
    if (reached < weight_.size() / 4) {
      scatter(mix);
    } else {
      gather(mix);
    }
    std::swap(weight_, moved_);
  }

  /// Every order is applied to itself.
  void deal_by_itself() {
    clear_moved();
    for (std::size_t rank = 0; rank < weight_.size(); ++rank) {
      if (weight_[rank] == Weight(0)) continue;
      const PackedOrder order = orders_->by_rank()[rank];
      PackedOrder twice = 0;
      for (int bit = 0; bit < 4 * orders_->deck_size(); bit += 4) {
        twice |= (order >> 4 * (order >> bit & 15) & 15) << bit;
      }
      moved_[orders_->rank_of(twice)] += weight_[rank];
    }
    std::swap(weight_, moved_);
  }

 private:
  void clear_moved() { std::ranges::fill(moved_, Weight(0)); }

  void scatter(const PackedMix<Weight>& mix) {
    clear_moved();
    for (std::size_t rank = 0; rank < weight_.size(); ++rank) {
      if (weight_[rank] == Weight(0)) continue;
      const PackedOrder order = orders_->by_rank()[rank];
      for (const auto& group : mix.groups()) {
        const Weight handed_on = weight_[rank] * group.weight;
        for (const PackedRearrangement& rearrangement : group.rearrangements) {
          PackedOrder rearranged = order & rearrangement.in_place;
          for (const auto [from, to] : rearrangement.forwards()) rearranged |= (order >> from & 15) << to;
          moved_[orders_->rank_of(rearranged)] += handed_on;
        }
      }
    }
  }

  // What comes to an order comes from where the inverse rearrangement takes it. So many orders at a time that
  // their sums stay in the first cache, whatever a weight takes, and that each loop is long enough to be one
  // of vectors.
  static constexpr std::size_t block = 128;

  void gather(const PackedMix<Weight>& mix) {
    std::array<PackedOrder, block> origin;
    std::vector<Weight> sums(block);
    for (std::size_t first = 0; first < weight_.size(); first += block) {
      const std::size_t count = std::min(block, weight_.size() - first);
      const std::span<const PackedOrder> orders = orders_->by_rank().subspan(first, count);
      std::fill_n(moved_.begin() + static_cast<std::ptrdiff_t>(first), count, Weight(0));
      for (const auto& group : mix.groups()) {
        std::ranges::fill(sums, Weight(0));
        for (const PackedRearrangement& rearrangement : group.rearrangements) {
          for (std::size_t i = 0; i < count; ++i) origin[i] = orders[i] & rearrangement.in_place;
          for (const auto [from, to] : rearrangement.forwards()) {
            for (std::size_t i = 0; i < count; ++i) origin[i] |= (orders[i] >> to & 15) << from;
          }
          for (std::size_t i = 0; i < count; ++i) sums[i] += weight_[orders_->rank_of(origin[i])];
        }
        for (std::size_t i = 0; i < count; ++i) moved_[first + i] += sums[i] * group.weight;
      }
    }
  }

  const PackedOrders* orders_;
  std::vector<Weight> weight_, moved_;
};

}  // namespace fairshuffle
