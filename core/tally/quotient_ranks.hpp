// The quotients of all pairs of orders of few cards.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/order/order.hpp"

namespace fairshuffle {

/// Of an order of up to 15 cards, four bits a card: where each card lies.
template <class AnyCard>
std::uint64_t packed_places_in(std::span<const AnyCard> order) {
  std::uint64_t places = 0;
  for (std::size_t position = 0; position < order.size(); ++position) {
    places |= std::uint64_t{position} << 4 * order[position];
  }
  return places;
}

/// The rank of the quotient of two orders of up to 8 cards, of the first by its packed places; the quotient
/// itself goes to `quotient`. One pass, as checked_rank_of has it.
template <class AnyCard>
std::uint64_t rank_of_quotient(std::uint64_t places_before, std::span<const AnyCard> after,
                               AnyCard* quotient) {
  std::uint64_t smaller_left = 0x76543210, rank = 0, cards_left = after.size();
  for (const AnyCard card : after) {
    const std::uint64_t place = places_before >> 4 * card & 15;
    *quotient++ = static_cast<AnyCard>(place);
    rank = rank * cards_left + (smaller_left >> 4 * place & 15);
    smaller_left -= std::uint64_t{0x11111110} << 4 * place;
    --cards_left;
  }
  return rank;
}

/// Of two orders of a small deck, known by their ranks, the rank of the quotient; and of each rank the two
/// numbers of its order that a QuotientSample has.
class QuotientRanks {
 public:
  static constexpr int largest_deck = 5;
  /// Of a rank: n! is 120 at most.
  static constexpr int rank_bits = 7;
  /// A rank, and a later one above it.
  static constexpr std::size_t pairs = std::size_t{1} << (2 * rank_bits);

  /// deck_size in 1..largest_deck; found once.
  static const QuotientRanks& of_deck(int deck_size);

  /// By rank before | rank after << rank_bits.
  std::uint8_t of_pair(std::size_t pair) const { return of_pair_[pair]; }
  std::uint8_t fixed_points(std::size_t rank) const { return fixed_points_[rank]; }
  std::uint8_t cycles(std::size_t rank) const { return cycles_[rank]; }

 private:
  explicit QuotientRanks(int deck_size);
  template <int deck_size>
  static const QuotientRanks& found();

  std::array<std::uint8_t, pairs> of_pair_{};
  std::array<std::uint8_t, std::size_t{1} << rank_bits> fixed_points_{}, cycles_{};
};

}  // namespace fairshuffle
