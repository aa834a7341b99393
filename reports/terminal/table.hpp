// Tables in the characters of a terminal.
#pragma once

#include <string>

#include "reports/document/document.hpp"
#include "reports/document/render.hpp"

namespace fairshuffle {

/// Lines indented by two columns. What is too wide is taken from bars, then from headings, then from the
/// widest texts, whose cells are wrapped, between the settings of a target's name for as long as that is
/// enough.
std::string terminal_table(const Table& table, const TerminalStyle& style);

/// In the colour of its tone.
std::string toned(const std::string& text, Tone tone, const TerminalStyle& style);

}  // namespace fairshuffle
