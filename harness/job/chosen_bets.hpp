// The named bets of a run, as they are typed.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/tally/bets/named_bet.hpp"
#include "harness/engine/run.hpp"

namespace fairshuffle {

/// A bet as "cards=RUNS,places=RUNS" or "poker=RUNS", with ",n=N" where it is on decks of so many cards only,
/// and ",name=TEXT"; where it has no name what it is on is its name. Throws InputError, which `where` begins.
NamedBet parse_bet(std::string_view where, std::string_view text);
/// The inverse.
std::string written_bet(const NamedBet& bet);

/// A deck that bets may be on.
struct ShownDeck {
  int size = 0;
  Makeup makeup = {};
  auto operator<=>(const ShownDeck&) const = default;
};
inline ShownDeck deck_of(const TargetDescription& target) {
  return {target.deck_size, target.makeup};
}
/// Those of all targets.
std::vector<ShownDeck> decks_of(const RunPlan& run);

/// What is asked for: each text a bet, or the name of a ready list.
struct BetText {
  std::string where;  ///< what an error begins with: "--bet", "job.json: /bets/0"
  std::string text;
};

/// The bets of these texts on these decks, each once. A bet that none of the decks has is refused;
/// of a ready list those are taken that some deck has, and the list is refused where there are none. So are
/// two bets of one name. Throws InputError.
std::vector<NamedBet> chosen_bets(std::span<const BetText> texts, std::span<const ShownDeck> decks);

/// What is to be said of bets that some of the decks do not have, and that no `n` of theirs keeps from these:
/// a sentence for each such bet and deck size, "the bet 'x' is not on decks of 5 cards: it is on card 23,
/// ...".
std::vector<std::string> bets_left_out(std::span<const NamedBet> bets, std::span<const ShownDeck> decks);

/// Texts of --bet and --bets: the bets, and then ready lists by name, counted up with commas.
std::vector<BetText> typed_bets(const std::vector<std::string>& bets,
                                const std::optional<std::string>& lists);

/// What rests on bets must have some: the test and the family of named bets, where they are asked for by
/// name. `where` the family was asked for is what is blamed. Throws InputError.
void check_bets(std::string_view where, const RunPlan& run);

}  // namespace fairshuffle
