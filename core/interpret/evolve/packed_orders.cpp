#include "core/interpret/evolve/packed_orders.hpp"

#include <array>
#include <cstddef>
#include <utility>

#include "core/order/order.hpp"

namespace fairshuffle {

namespace {

using Kept = std::shared_ptr<const PackedOrders>;

template <int deck_size>
Kept kept_orders() {
  static const Kept orders = std::make_shared<const PackedOrders>(deck_size);
  return orders;
}

template <int... smaller>
constexpr std::array<Kept (*)(), sizeof...(smaller)> kept_by_deck_size(
    std::integer_sequence<int, smaller...>) {
  return {&kept_orders<smaller + 1>...};
}

}  // namespace

PackedOrders::PackedOrders(int deck_size)
    : deck_size_(deck_size),
      first_bits_(4 * (deck_size / 2)),
      first_cards_((PackedOrder{1} << first_bits_) - 1),
      of_first_cards_(std::size_t{1} << first_bits_),
      of_last_cards_(std::size_t{1} << (4 * deck_size - first_bits_)) {
  const std::uint64_t orders_of_last = order_count(deck_size - deck_size / 2);
  const std::uint64_t orders = order_count(deck_size);
  by_rank_.reserve(orders);
  std::vector<Card> order = order_of_rank(0, deck_size);
  for (std::uint64_t rank = 0; rank < orders; ++rank) {
    PackedOrder packed = 0;
    for (std::size_t position = order.size(); position-- > 0;) packed = packed << 4 | order[position];
    by_rank_.push_back(packed);
    of_first_cards_[packed & first_cards_] = static_cast<std::uint32_t>(rank - rank % orders_of_last);
    of_last_cards_[packed >> first_bits_] = static_cast<std::uint8_t>(rank % orders_of_last);
    to_next_order(order);
  }
}

std::shared_ptr<const PackedOrders> packed_orders(int deck_size) {
  static constexpr auto kept = kept_by_deck_size(std::make_integer_sequence<int, 8>());
  const auto before = static_cast<std::size_t>(deck_size - 1);
  return before < kept.size() ? kept[before]() : std::make_shared<const PackedOrders>(deck_size);
}

}  // namespace fairshuffle
