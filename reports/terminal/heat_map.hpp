// Where every card lands, drawn in the characters of a terminal.
#pragma once

#include <string>

#include "reports/document/picture_data.hpp"

namespace fairshuffle {

/// A line for each position and a cell for each card with its distance from fair in standard errors, under a
/// line that names the shades, all indented by two columns. Cells have the largest size of three that fits
/// into `columns`: the number itself, two characters, or one; where not even those fit, a sentence says how
/// many columns it takes. No line is wider than `columns`. Numbers and characters tell the sign; colours,
/// when wanted, repeat it: blue below fair, orange above, the same brightness throughout, so that they show
/// on dark and on light. Empty where nothing was counted and for decks of one card.
std::string terminal_heat_map(const CardGrid& grid, int columns, bool colored);

}  // namespace fairshuffle
