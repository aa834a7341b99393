// The name that was probably meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fairshuffle {

/// " (did you mean 'sattolo'?)" for the candidate with the fewest single-character edits (Levenshtein), if it
/// is near enough to have been meant: at most a third of its length, and at least one edit allowed, as long
/// as a letter stays. Else "".
std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& candidates);

}  // namespace fairshuffle
