// Known mistakes by their names.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/record/run_record.hpp"

namespace fairshuffle {

/// "naive-swap:n=5", "naive-swap:n=5 with positions reversed".
std::string mistake_text(const KnownMistake& mistake);

/// "a, b and c", or the first three and how many more of `all` there are. `last_word`: "and" or "or".
std::string told(std::vector<std::string> items, std::size_t all, const char* last_word);

}  // namespace fairshuffle
