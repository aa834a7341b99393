// Known mistakes by their names.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/record/run_record.hpp"

namespace fairshuffle {

/// "naive-swap:n=5", "naive-swap:n=5 with positions reversed".
std::string mistake_text(const KnownMistake& mistake);

/// What else has the law of a fit, beside the one of its mistakes that is named: " (or riffle:n=3, of the
/// same law)", of several how many; empty where there is none. `named` is one of fit.mistakes itself.
std::string same_law(const FittingLaw& fit, const KnownMistake& named);

/// "a, b and c", or the first three and how many more of `all` there are. `last_word`: "and" or "or".
std::string told(std::vector<std::string> items, std::size_t all, const char* last_word);

/// The target of the lesson on a mistake: of a deck too large for one, without its size.
std::string lesson_target(const std::string& target, int deck_size);

}  // namespace fairshuffle
