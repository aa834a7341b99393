// Known mistakes by their names.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/record/run_record.hpp"

namespace fairshuffle {

/// A fit with a smaller p is not worth a name: of true laws one in a hundred fits so poorly, and of false
/// ones that no list can hold it is how the nearest would look.
inline constexpr double poor_fit = 0.01;

/// "naive-swap:n=5", "naive-swap:n=5 with positions reversed".
std::string mistake_text(const KnownMistake& mistake);

/// "a, b and c", or the first three and how many more of `all` there are. `last_word`: "and" or "or".
std::string told(std::vector<std::string> items, std::size_t all, const char* last_word);

}  // namespace fairshuffle
