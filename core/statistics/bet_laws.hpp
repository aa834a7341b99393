// The laws of named bets under fairness.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/tally/bets/named_bet.hpp"

namespace fairshuffle {

/// By value of the bet. Of s cards and p places of n the number that lies there is hypergeometric,
///     P(k) = C(s,k) C(n-s,p-k) / C(n,p),
/// and a hand of five is one of C(52, 5). Values that no order has are 0 (too few cards elsewhere for so few
/// here). Relative error below 1e-13; checked against the enumeration of all orders of 5 to 7 cards and of
/// all hands. deck_size in 1..1024, whose deck has the bet; throws std::invalid_argument.
std::vector<double> bet_law(const NamedBet& bet, int deck_size);

/// What the value is on average.
double mean_of_law(std::span<const double> law);

/// How many hypotheses the bets are, each on decks of that size: the shape of each law and its mean, which
/// are one where there are only two values. Throws as bet_law.
std::uint64_t hypotheses_of_bets(std::span<const NamedBet> bets, int deck_size);

}  // namespace fairshuffle
