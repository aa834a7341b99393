// A row as the outside wrote it, made fit to be shown.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace fairshuffle {

/// The most bytes that row_text gives, unless told otherwise.
inline constexpr std::size_t longest_row_text = 200;

/// The bytes as text in valid UTF-8 that moves no terminal's cursor: control characters and what is no UTF-8
/// stand as \n, \t, \r or \xNN, and what is too long ends in "...".
std::string row_text(std::string_view bytes, std::size_t most = longest_row_text);

}  // namespace fairshuffle
