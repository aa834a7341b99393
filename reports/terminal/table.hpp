// A table, and where every card lands, in the characters of a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "reports/document/document.hpp"
#include "reports/document/render.hpp"

namespace fairshuffle {

// Tables in the characters of a terminal.

/// Lines indented by two columns, of which the layout with the fewest is taken. Nothing is broken within a
/// word, a number or a piece of a name: what is too wide is taken from bars, then from headings, then from
/// the widest texts, which are wrapped, or a name stands on lines of its own above its row. Where that is not
/// enough, each row's cells stand below each other behind their headings, without bars.
std::string terminal_table(const Table& table, const TerminalStyle& style);

/// In the colour of its tone.
std::string toned(const std::string& text, Tone tone, const TerminalStyle& style);

// Where every card lands, drawn in the characters of a terminal.

/// A line for each position and a cell for each card with its distance from fair in standard errors, under a
/// line that names the shades, all indented by two columns. Cells have the largest size of three that fits
/// into `columns`: the number itself, two characters, or one; where not even those fit, a sentence says how
/// many columns it takes. No line is wider than `columns`. Numbers and characters tell the sign; colours,
/// when wanted, repeat it: blue below fair, orange above, the same brightness throughout, so that they show
/// on dark and on light. Empty where nothing was counted and for decks of one card.
std::string terminal_heat_map(const CardGrid& grid, int columns, bool colored);

}  // namespace fairshuffle
