#include "core/tally/quotient_ranks.hpp"

namespace fairshuffle {

QuotientRanks::QuotientRanks(int deck_size) {
  std::array<std::array<Card, largest_deck>, std::size_t{1} << rank_bits> orders;
  const std::size_t count = order_count(deck_size), cards = static_cast<std::size_t>(deck_size);
  for (std::size_t rank = 0; rank < count; ++rank) {
    const std::span<Card> order = std::span(orders[rank]).first(cards);
    order_of_rank(rank, order);
    fixed_points_[rank] = static_cast<std::uint8_t>(fairshuffle::fixed_points(order));
    cycles_[rank] = static_cast<std::uint8_t>(cycle_count(order));
  }
  std::array<Card, largest_deck> quotient;
  for (std::size_t before = 0; before < count; ++before) {
    const std::uint64_t places = packed_places_in(std::span<const Card>(orders[before]).first(cards));
    for (std::size_t after = 0; after < count; ++after) {
      of_pair_[before | after << rank_bits] = static_cast<std::uint8_t>(
          rank_of_quotient(places, std::span<const Card>(orders[after]).first(cards), quotient.data()));
    }
  }
}

template <int deck_size>
const QuotientRanks& QuotientRanks::found() {
  static const QuotientRanks ranks(deck_size);
  return ranks;
}

const QuotientRanks& QuotientRanks::of_deck(int deck_size) {
  static constexpr std::array by_size{&found<1>, &found<2>, &found<3>, &found<4>, &found<5>};
  static_assert(by_size.size() == largest_deck);
  return by_size[static_cast<std::size_t>(deck_size - 1)]();
}

}  // namespace fairshuffle
