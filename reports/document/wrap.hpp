// Text in lines of a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fairshuffle {

/// The characters of UTF-8 text, each as wide as any other.
std::size_t width_of(std::string_view text);

/// Lines of at most `width` characters, 1 or more: broken at spaces, and a word wider than a line after its
/// last comma that fits; one without a comma stays whole. Never empty.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

}  // namespace fairshuffle
