// Lines that programs read as they are, and people wrapped.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace fairshuffle {

/// `text` behind `before`, ended by a newline: on a terminal of so many columns in lines that fit, those that
/// follow the first begin below its text. Where `before` leaves less than half of them, the text begins on a
/// line of its own, six columns in. With 0 columns on one line.
std::string entry_lines(std::string_view before, std::string_view text, std::size_t columns);

/// The columns of the terminal that standard output is; 0 where it is none, for one who filters lines wants
/// them whole.
std::size_t columns_to_fill();

}  // namespace fairshuffle
