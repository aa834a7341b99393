// Orders that wait to be counted together, some hundreds at a time.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/tally/planes/order_planes.hpp"
#include "core/tally/planes/pair_counts.hpp"
#include "core/tally/planes/plane_batches.hpp"
#include "core/tally/planes/plane_numbers.hpp"

namespace fairshuffle {

/// Orders and their inverses in planes, and what several tables ask of them. A cell of a table is touched
/// once for all of them.
class OrderBatches {
 public:
  /// deck_size in 0..128; with 0 nothing can be added.
  explicit OrderBatches(int deck_size)
      : cards_(static_cast<std::size_t>(deck_size)), places_(static_cast<std::size_t>(deck_size)) {}

  /// Preconditions: neither is empty nor this full; those added before were full, all of this deck.
  void add(OrderPlanes& orders);
  void clear();

  std::size_t size() const { return cards_.decks(); }
  bool full() const { return cards_.full(); }
  int deck_size() const { return static_cast<int>(cards_.planes()); }
  std::size_t batches() const { return cards_.batches(); }

  /// By position: the card that lies there.
  PlaneBatches& cards() { return cards_; }
  /// By card: the position where it lies. The cards of the inverse orders.
  PlaneBatches& places() { return places_; }
  /// By position: the draw with which Durstenfeld's shuffle of a sorted deck would have brought its card.
  PlaneBatches& digits();
  /// Of one batch.
  const OrderNumbers& numbers(std::size_t batch);
  const Descents& inverse_descents(std::size_t batch);
  /// By pair of cards: orders in which the lower one comes first.
  std::span<const PairCount> pairs_in_order();
  /// Of the orders of one batch: how many pairs of cards are out of order.
  const DeckNumbers& inversions(std::size_t batch);
  /// count_neighbours of the orders, and of their inverses.
  std::span<const PairCount> neighbours();
  std::span<const PairCount> inverse_neighbours();

 private:
  PlaneBatches cards_, places_;
  std::array<std::vector<Plane>, PlaneBatches::most_batches> known_digits_;  // empty where they are not known
  // What is found when it is asked for, in room that stays where the next orders come.
  template <class T>
  struct Found {
    T all;
    bool is_there = false;

    template <class Find>
    const T& once(Find find) {
      if (!is_there) find(all);
      is_there = true;
      return all;
    }
  };
  struct AllFound {
    Found<std::optional<PlaneBatches>> digits;
    Found<std::vector<OrderNumbers>> numbers;
    Found<std::vector<Descents>> inverse_descents;
    Found<std::vector<PairCount>> pairs_in_order, neighbours, inverse_neighbours;
    std::vector<DeckNumbers> inversions;  // there with the pairs in order

    void forget() {
      digits.is_there = numbers.is_there = inverse_descents.is_there = false;
      pairs_in_order.is_there = neighbours.is_there = inverse_neighbours.is_there = false;
    }
  };
  AllFound found_;

  void count_pairs();
};

}  // namespace fairshuffle
