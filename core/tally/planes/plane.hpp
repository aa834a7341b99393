// A plane: one card, place or digit of each of 64 decks, beside each other.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/order/order.hpp"

namespace fairshuffle {

inline constexpr std::size_t decks_of_planes = 64;

/// As much as the widest registers hold, and aligned as they want it.
struct alignas(64) Plane : std::array<Card, decks_of_planes> {};

/// One small number of each deck.
using DeckNumbers = std::array<std::uint16_t, decks_of_planes>;

}  // namespace fairshuffle
