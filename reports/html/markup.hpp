// Text and numbers inside HTML and SVG.
#pragma once

#include <string>
#include <string_view>

namespace fairshuffle {

/// `text` so that a browser shows it and reads no markup in it, in content and in quoted attributes. What
/// HTML does not allow, such as control characters, is made visible as visible_lines does.
std::string escaped(std::string_view text);

/// The same of words that are no lines, such as those of a picture: all on one, as one_visible_line has it.
std::string escaped_line(std::string_view text);

/// The same with places at which a line may end without a style sheet that says so: after the signs that part
/// names and paths, and within words that are longer than any of ours.
std::string escaped_with_breaks(std::string_view text);

/// A length or coordinate with at most two decimals, which is finer than any screen: 2.5 -> "2.5".
/// Throws std::invalid_argument when it is not finite.
std::string coordinate(double value);

}  // namespace fairshuffle
