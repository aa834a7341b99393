// What a certificate of a large deck says: what its bounds are about, and what they leave out.
#pragma once

#include <string>
#include <vector>

#include "core/record/findings.hpp"

namespace fairshuffle {

/// "the order", "where one card lies", "where any one card lies or which of any two cards comes first": what
/// follows "no bet on". Empty where nothing is bounded.
std::string bets_covered(const BiasRecord& bias);

/// Whether its upper bound is on every bet that there is: on the order, or all that can be told apart.
inline bool bounds_all_bets(const BiasRecord& bias) {
  return bias.covers == "orders" || bias.covers == "arrangements";
}

/// The same of one family: "where any one card lies".
std::string bets_of_family(const std::string& family);

/// "no bet on where any one card lies gains more than 0.05 points over a fair deck (99.9 %)": confidence as a
/// probability, of the bound. "... is not bounded" where there is no bound.
std::string family_words(const FamilyRecord& family, double confidence);

/// "riffle:m=8,n=52 (mean rising-sequences, 358 trials), ...": the first few, and how many more there are.
std::string mistakes_in_reach(const std::vector<MistakeInReach>& mistakes);

}  // namespace fairshuffle
