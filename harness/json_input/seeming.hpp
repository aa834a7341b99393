// What a file seems to be that was given for JSON and is none.
#pragma once

#include <string>
#include <string_view>

namespace fairshuffle::detail {

/// "text in UTF-16", "what looks like rows of a recording", with what to do about it, to stand after "found";
/// empty for what may be meant as JSON. `file` is what it is called.
std::string seeming_of(std::string_view text, const std::string& file);

}  // namespace fairshuffle::detail
