// Tables of pairs counted over planes, with the widest vectors of the machine: the same counts on any of
// them, and on none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/tally/planes/plane_batches.hpp"

namespace fairshuffle {

/// Some decks, at most those of PlaneBatches.
using PairCount = std::uint16_t;

/// counts[card * (n + 1) + next]: the decks in which `next` directly follows `card`, n standing before the
/// first position and after the last. Of orders, and the places of their cards. What `counts` held is
/// forgotten.
void count_neighbours(const PlaneBatches& cards, PlaneBatches& places, std::span<PairCount> counts);

/// Adds them to as many cells.
void add_pair_counts(std::span<const PairCount> counts, std::span<std::uint64_t> cells);

/// sums[s]: the counts of all cards that are followed by the card s above, modulo the deck. As many sums as
/// cards; what they held is forgotten.
void sum_differences(std::span<const PairCount> neighbours, std::span<std::uint32_t> sums);

/// By pair of planes, 0 1, 0 2, ..., 1 2, ...: the decks whose value is lower in the first one. What `counts`
/// held is forgotten.
void count_ascending_pairs(PlaneBatches& planes, std::span<PairCount> counts);
/// The same, and batch by batch in how many pairs of planes it is in each deck.
void count_ascending_pairs(PlaneBatches& planes, std::span<PairCount> counts,
                           std::span<DeckNumbers> of_decks);

/// By pair of cards in the same way: adds the decks in which they are in one hand, where each hand has
/// `width` cards from successive places. Precondition: two to four hands.
void count_hand_mates(PlaneBatches& places, std::size_t width, std::span<std::uint64_t> cells);

}  // namespace fairshuffle
