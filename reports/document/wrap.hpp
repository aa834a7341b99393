// Text in lines of a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fairshuffle {

/// The widest piece of a text that is broken at spaces and behind each `,`, `/` and `:` that is not within a
/// number: names of targets are broken between their settings, and so narrow a line cuts none of them. In
/// columns, as width_of has them.
std::size_t widest_piece(std::string_view text);

/// Lines of at most `width` columns, at least 1: broken at spaces, a word wider than a line at the last
/// place that fits and ends a piece, and one without such a place where the line ends. Never empty.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

}  // namespace fairshuffle
