// Fingerprints: 128 bits that stand for an order of a deck too large to count its orders.
#pragma once

#include <compare>
#include <cstdint>
#include <span>

#include "core/order/order.hpp"

namespace fairshuffle {

struct Fingerprint {
  std::uint64_t high = 0, low = 0;

  auto operator<=>(const Fingerprint&) const = default;
};

/// Up to so many cards no two orders of a deck share a fingerprint.
inline constexpr int largest_deck_without_shared_fingerprints = 25;

/// The fingerprint of an order: equal for equal orders, its low bits as good as random. Two orders of a
/// larger deck share one with probability about 2^-128, so in 1e9 trials with 1.5e-21. Precondition:
/// is_order(order), n <= largest_byte_deck.
Fingerprint fingerprint_of(std::span<const Card> order);
/// The same of a wide deck.
Fingerprint fingerprint_of(std::span<const WideCard> order);

}  // namespace fairshuffle
