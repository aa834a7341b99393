// The distance of a riffled deck from uniform, for decks of any size: by rising sequences, without a law over
// orders.
#pragma once

#include "core/exact/law.hpp"

namespace fairshuffle {

/// The total variation distance after so many Gilbert-Shannon-Reeds riffles. An order with r rising sequences
/// has probability C(2^m + n - r, n)/2^(mn) after m riffles, and as many orders have r of them as have r - 1
/// descents. deck_size in 1..500, riffles in 0..1000, else std::invalid_argument. Source: Bayer and Diaconis
/// 1992, Annals of Applied Probability 2, theorem 1 and its corollary.
Fraction riffle_total_variation(int deck_size, int riffles);

}  // namespace fairshuffle
