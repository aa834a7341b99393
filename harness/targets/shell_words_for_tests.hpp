// Reads lines as a shell does, to see that what is typed for it comes back.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fairshuffle {

/// The words of a line that was made of shell_quoted or shell_typed words with blanks between; nothing where
/// a shell would do more than part words: at another quotation mark, a variable, a wildcard and the like.
std::optional<std::vector<std::string>> shell_words(std::string_view line);

}  // namespace fairshuffle
