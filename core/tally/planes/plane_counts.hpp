// Cells of tables counted over planes of orders, with the widest vectors of the machine: the same counts on
// any of them, and on none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/tally/planes/plane.hpp"

namespace fairshuffle {

// Everywhere: only the first `decks` decks of the planes count, 1..64. Cards are below 128.

/// Planes of decks that lie row by row, 64 of them: plane p has byte p of each row. `stride` from row to row
/// is 64 or 128, at least as many as there are planes.
void lay_out_rows(const Card* rows, std::size_t stride, std::span<Plane> planes);

/// cells[value]: the decks that have it in this plane. Precondition: every value < cells.size().
void count_values(const Plane& plane, std::size_t decks, std::span<std::uint64_t> cells);

/// Some decks, at most 64.
using DeckCount = std::uint8_t;

/// counts[card * (n + 1) + next]: in how many decks `next` directly follows `card`, n standing before the
/// first position and after the last. Of orders, and the places of their cards. What `counts` held is
/// forgotten.
void count_neighbours(std::span<const Plane> cards, std::span<const Plane> places, std::size_t decks,
                      std::span<DeckCount> counts);

/// Adds them to as many cells.
void add_counts(std::span<const DeckCount> counts, std::span<std::uint64_t> cells);

/// By pair of planes, 0 1, 0 2, ..., 1 2, ...: the decks whose value is lower in the first one.
void count_ascending_pairs(std::span<const Plane> planes, std::size_t decks, std::span<std::uint64_t> cells);
/// The same of pairs with equal values.
void count_equal_pairs(std::span<const Plane> planes, std::size_t decks, std::span<std::uint64_t> cells);

}  // namespace fairshuffle
