// Tables in the characters of a terminal.
#pragma once

#include <string>

#include "reports/document/document.hpp"
#include "reports/document/render.hpp"

namespace fairshuffle {

/// Lines indented by two columns, of which the layout with the fewest is taken. Nothing is broken within a
/// word, a number or a piece of a name: what is too wide is taken from bars, then from headings, then from
/// the widest texts, which are wrapped, or a name stands on lines of its own above its row. Where that is not
/// enough, each row's cells stand below each other behind their headings, without bars.
std::string terminal_table(const Table& table, const TerminalStyle& style);

/// In the colour of its tone.
std::string toned(const std::string& text, Tone tone, const TerminalStyle& style);

}  // namespace fairshuffle
