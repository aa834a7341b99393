// How many columns of a terminal text takes.
#pragma once

#include <cstddef>
#include <string_view>

namespace fairshuffle {

/// The columns that UTF-8 text takes on a terminal, by the C library's table of characters: two for each of
/// the wide ones of East Asia and most pictures, none for accents that stand on the character before them.
/// What is no text, and every character of a system that has no locale of UTF-8, counts one.
std::size_t width_of(std::string_view text);

/// The bytes of the characters at the start of `text` that `width` columns hold; at least one character's,
/// for some are wider than one column.
std::size_t bytes_within(std::string_view text, std::size_t width);

}  // namespace fairshuffle
