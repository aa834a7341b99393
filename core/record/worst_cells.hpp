// The cells of the element-by-position table that are farthest off.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/record/run_record.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

inline constexpr std::size_t most_worst_cells = 5;

/// That cell. Two cards at least, one trial at least.
WorstCell cell_at(const Tally& whole, int position, int card);

/// Up to five cells whose counts are more than `least_standard_errors` from N/n, the farthest first; ties by
/// position, then card. A cell's standard error is that of a binomial count, sqrt(N/n (1 - 1/n)).
std::vector<WorstCell> worst_cells(const Tally& whole, double least_standard_errors);

/// Of the tables of fair decks one in a thousand has a cell that is called clear.
inline constexpr double clear_cell_level = 0.001;

/// Whether chance does not explain the count of a cell that fair trials hit with the chance `share`: its
/// binomial_two_sided times the `cells` of the table (Bonferroni) is at most clear_cell_level. Standard
/// errors alone do not tell: of 52 x 52 fair cells one in six tables has one beyond 4. True of more than all
/// trials.
bool is_clear(std::uint64_t count, std::uint64_t trials, double share, double cells);
/// The same of a cell of cards by positions, of which such a deck has n^2.
bool is_clear(const WorstCell& cell, int deck_size);

/// Up to five cells that are clear, the farthest first as of worst_cells. `or_farthest` keeps the farthest
/// cell alone where none is.
std::vector<WorstCell> clear_cells(const Tally& whole, bool or_farthest);

}  // namespace fairshuffle
