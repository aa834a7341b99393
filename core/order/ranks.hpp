// The ranks of many orders at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/order/order.hpp"

namespace fairshuffle {

/// Ranks decks that lie end to end, deck_size cards each, as checked_rank_of does one by one, up to the first
/// that is no order: how many it ranked. Deck sizes 1..12; throws std::invalid_argument for others.
/// Precondition: decks.size() >= deck_size * ranks.size().
std::size_t ranks_of_decks(std::span<const Card> decks, int deck_size, std::span<std::uint32_t> ranks);

}  // namespace fairshuffle
