// Orders that come again when so many are equally likely: the occupancy of cells by trials.
#pragma once

#include <cstdint>

#include "core/tally/tally.hpp"

namespace fairshuffle {

/// n!, as near as a double has it: 170! where it is more. deck_size 0 to largest_deck_size.
double number_of_orders(int deck_size);

/// How many outcomes are equally likely under fairness: n!, or the arrangements of the tally's makeup.
double number_of_outcomes(const Tally& tally);

/// Of `trials` trials, each in one of `cells` equally likely cells, those whose cell another one had taken
/// before: their mean, trials - cells (1 - (1 - 1/cells)^trials). trials to 2^53, cells at least 1, whole or
/// not. Relative error below 1e-12, however many cells there are. Source: core/README.md 2.14.
double mean_repeats(std::uint64_t trials, double cells);

/// Their variance. Relative error below 1e-5 to a million cells, and below 2 / trials + 1 / cells above.
double variance_of_repeats(std::uint64_t trials, double cells);

}  // namespace fairshuffle
