// Known mistakes whose orders are written down otherwise than plainly: the position of each card in place of
// the card at each position, or counted from the other end.
#pragma once

#include "core/diagnosis/card_suspects.hpp"
#include "core/order/symmetries.hpp"

namespace fairshuffle {

/// The same mistake with its orders read through the symmetry: its laws, and its setup, which samples so.
/// Reversing cards or positions turns peaks into valleys, which are not counted: a law of them is left out.
CardSuspect read_through(const Symmetry& symmetry, const CardSuspect& plain);

}  // namespace fairshuffle
