// Values counted plane by plane, with the widest vectors of the machine: the same counts on any of them, and
// on none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/tally/planes/plane_batches.hpp"

namespace fairshuffle {

/// Planes of decks that lie row by row, 64 of them: plane p has byte p of each row. `stride` from row to row
/// is 64 or 128, at least as many as there are planes.
void lay_out_rows(const Card* rows, std::size_t stride, std::span<Plane> planes);

/// cells[plane * planes + value]: adds the decks that have the value in the plane. Precondition: every value
/// is below the number of planes.
void count_values(PlaneBatches& planes, std::span<std::uint64_t> cells);
/// The same where the values of plane p are at most p, and there are cells only for those, and none for plane
/// 0: first two for plane 1, then three for plane 2, and so on.
void count_values_to_index(PlaneBatches& planes, std::span<std::uint64_t> cells);

}  // namespace fairshuffle
