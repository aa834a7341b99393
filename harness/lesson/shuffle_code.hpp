// The lines of a shuffle, as they stand in its own header.
#pragma once

#include <string>
#include <string_view>

namespace fairshuffle {

/// What the shuffle of that name does: the statements of its operator(), and after a blank line each function
/// of its own header, with the lines that only C++ wants (template <...>, access) left out. Throws
/// std::invalid_argument when no header of the catalogue holds it.
std::string code_of_shuffle(std::string_view name);

/// Of code_of_shuffle what runs with this word of an option: where the code opens with a switch, the
/// statement of that word's case, or of the default, and the functions that are called from there. Where that
/// statement calls an object, as MergeSort{coin}(deck), what stands in the operator() of its struct instead,
/// and the functions called from there, also of the struct it inherits from. Other code is kept whole. Throws
/// std::invalid_argument when no header holds that struct.
std::string code_that_runs(std::string_view code, std::string_view choice);

/// code_of_shuffle of a header's text; throws std::invalid_argument when there is no operator() in it.
std::string code_in_header(std::string_view header);

}  // namespace fairshuffle
