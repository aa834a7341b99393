// Orders of one deck lying beside each other, place by place.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "core/order/order.hpp"

namespace fairshuffle {

/// Up to 64 orders and their inverses, so laid out that what is asked of one place of all decks reads
/// neighbouring bytes: loops over a plane are what compilers turn into vectors.
class OrderPlanes {
 public:
  static constexpr std::size_t most = 64;
  /// A card, or a place, of each deck. Beyond `size` decks it holds what earlier decks left there.
  using Plane = std::array<Card, most>;
  /// One small number of each deck.
  using Numbers = std::array<std::uint16_t, most>;

  /// deck_size in 1..128.
  explicit OrderPlanes(int deck_size)
      : cards_(static_cast<std::size_t>(deck_size)), places_(static_cast<std::size_t>(deck_size)) {}

  /// Preconditions: not full; is_order(order), of this deck.
  void add(std::span<const Card> order) {
    for (std::size_t position = 0; position < order.size(); ++position) {
      cards_[position][size_] = order[position];
      places_[order[position]][size_] = static_cast<Card>(position);
    }
    ++size_;
  }
  void clear() { size_ = 0; }

  std::size_t size() const { return size_; }
  bool full() const { return size_ == most; }
  int deck_size() const { return static_cast<int>(cards_.size()); }
  /// By position: the card that lies there.
  std::span<const Plane> cards() const { return cards_; }
  /// By card: the position where it lies. The cards of the inverse orders.
  std::span<const Plane> places() const { return places_; }

 private:
  std::vector<Plane> cards_, places_;
  std::size_t size_ = 0;
};

}  // namespace fairshuffle
