// Every other kind of count, derived from the counts of orders.
#pragma once

#include "core/tally/orders.hpp"

namespace fairshuffle {

struct Tally;

/// Adds to all kinds of `tally` but `orders`, `repeats` and `trials` what the trials in `counts` add to them,
/// as if Tally::add_to_derived had been called for every order, but with a few additions for each order of a
/// table. Of one deck size.
void derive_from_orders(const OrderCounts& counts, Tally& tally);

}  // namespace fairshuffle
