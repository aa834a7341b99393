// How many trials there were, and how many were none.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/record/evidence.hpp"

namespace fairshuffle {

/// "1 trial", "2,400 trials"
std::string how_many_trials(std::uint64_t trials);

/// The same of a number that is written out already, such as "9.1e7".
std::string how_many_trials(std::string_view number);

/// "7 of 12,345 trials were no order of the deck", without a full stop. Of a single trial it begins with
/// `the`, which is "the" or "The".
std::string no_order_clause(const Evidence& evidence, std::string_view the);

}  // namespace fairshuffle
