// Orders packed into a word, and their ranks by two look-ups: what moving a whole law about takes.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace fairshuffle {

/// An order of at most 16 cards: the card at position p is in bits 4p..4p+3.
using PackedOrder = std::uint64_t;

/// All orders of a deck by rank, and ranks by order.
class PackedOrders {
 public:
  /// deck_size in 1..10: the tables of larger decks would not fit the caches.
  explicit PackedOrders(int deck_size);

  int deck_size() const { return deck_size_; }
  std::span<const PackedOrder> by_rank() const { return by_rank_; }

  /// Lexicographic rank. Precondition: an order of this deck.
  std::uint32_t rank_of(PackedOrder order) const {
    return of_first_cards_[order & first_cards_] + of_last_cards_[order >> first_bits_];
  }

 private:
  // The rank is the sum of what the first half of the cards adds, whatever the order of the others, and the
  // rank of the second half among its own orders: two tables of at most 2^20 entries instead of one of 2^40.
  int deck_size_;
  int first_bits_;
  PackedOrder first_cards_;
  std::vector<PackedOrder> by_rank_;
  std::vector<std::uint32_t> of_first_cards_;
  std::vector<std::uint8_t> of_last_cards_;  // at most 5! - 1
};

/// Those of a deck size, 1..10. Of up to eight cards they are made once and kept for as long as the process
/// runs: one law after another asks for them. Several threads may ask at once.
std::shared_ptr<const PackedOrders> packed_orders(int deck_size);

}  // namespace fairshuffle
