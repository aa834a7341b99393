// Named bets in words.
#pragma once

#include <cstdint>
#include <string>

#include "core/record/findings.hpp"

namespace fairshuffle {

/// The value whose count is most standard errors from fair, the first of them; null without trials.
const BetValue* farthest_value(const BetRecord& bet);

/// A probability in percent, four digits: 0.004525 -> "0.4525".
std::string chance_text(double probability);
/// How often it came, in percent as above; empty without trials.
std::string share_text(const BetValue& value, std::uint64_t trials);
/// The ends of its interval in percent, three digits, rounded outwards: "0.441 .. 0.464"; empty where there
/// is none.
std::string interval_text(const BetValue& value);

}  // namespace fairshuffle
