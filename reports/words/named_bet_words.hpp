// Named bets in words.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/record/findings.hpp"

namespace fairshuffle {

/// The value whose count is most standard errors from fair, the first of them; null without trials.
const BetValue* farthest_value(const BetRecord& bet);

/// What betting on or against one value gains at least, as a probability beyond the fair one.
struct NamedGain {
  const BetRecord* bet = nullptr;
  const BetValue* value = nullptr;
  bool against = false;
  double gain = 0;
};

/// The largest that the intervals prove; gain 0 and no bet where they prove none.
NamedGain best_named_gain(const std::vector<BetRecord>& bets);

/// A probability in percent, four digits: 0.004525 -> "0.4525".
std::string chance_text(double probability);
/// How often it came, in percent as above; empty without trials.
std::string share_text(const BetValue& value, std::uint64_t trials);
/// The ends of its interval in percent, three digits, rounded outwards: "0.441 .. 0.464"; empty where there
/// is none.
std::string interval_text(const BetValue& value);

/// False of trials that are linked, which bound no probability, and without any.
bool bet_has_intervals(const BetRecord& bet);

}  // namespace fairshuffle
