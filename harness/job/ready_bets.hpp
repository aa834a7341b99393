// Ready lists of named bets, for games that many deal.
#pragma once

#include <span>
#include <string_view>

namespace fairshuffle {

struct ReadyBets {
  std::string_view name;                   ///< as --bets takes it
  std::string_view truth;                  ///< what its bets ask, and how the cards are dealt, one line
  int deck_size;                           ///< of all of them
  std::span<const std::string_view> bets;  ///< as --bet takes them, each with its name
};

/// All lists, in the order of the registry.
std::span<const ReadyBets> all_ready_bets();

/// The list of that name, or null.
const ReadyBets* find_ready_bets(std::string_view name);

}  // namespace fairshuffle
