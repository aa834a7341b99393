// Where every card lands, drawn in the characters of a terminal.
#pragma once

#include <string>

#include "core/record/run_record.hpp"

namespace fairshuffle {

/// A line for each position and a cell for each card with its distance from fair in standard errors, under a
/// line that names the shades, all indented by two columns. Cells have the largest size of three that fits
/// into `columns`: the number itself, two characters, or one; where not even those fit, a sentence says how
/// many columns it takes. Numbers and characters tell the sign; colours, when wanted, repeat it: blue below
/// fair, orange above, the same brightness throughout, so that they show on dark and on light. Empty where
/// nothing was counted and for decks of one card.
std::string terminal_heat_map(const TargetRecord& result, int columns, bool colored);

}  // namespace fairshuffle
