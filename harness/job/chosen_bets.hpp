// Bets, families of bets and tests that a job chooses.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/tally/bets.hpp"
#include "harness/engine/run.hpp"
#include "harness/job/plan_options.hpp"

namespace fairshuffle {

// Ready lists of named bets, for games that many deal.

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

// The named bets of a run, as they are typed.

/// A bet as "cards=RUNS,places=RUNS" or "poker=RUNS", with ",n=N" where it is on decks of so many cards only,
/// and ",name=TEXT"; where it has no name what it is on is its name. Throws InputError, which `where` begins.
NamedBet parse_bet(std::string_view where, std::string_view text);
/// The inverse.
std::string written_bet(const NamedBet& bet);

/// A deck that bets may be on.
struct ShownDeck {
  int size = 0;
  Multiset multiset = {};
  auto operator<=>(const ShownDeck&) const = default;
};
inline ShownDeck deck_of(const TargetDescription& target) {
  return {target.deck_size, target.multiset};
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

// The bet families that a run's tolerance is asked of, of those that there are.

/// Those whose names are counted up with commas, each once, in the order of the registry; where nothing is
/// given, the standard ones. `where` they were given is what a mistake is blamed on. Throws InputError.
std::vector<std::string> chosen_families(const std::optional<std::string>& names,
                                         std::string_view where = "--certify");

/// Whether pair positions are counted: where `wanted`, or where a family that is asked reads them. Refused
/// where no deck of the run has them, and for more trials than they can be counted of, blamed on `where` they
/// were asked for. Throws InputError.
bool chosen_pairs(bool wanted, std::string_view where, const RunPlan& run);

/// Slots that were asked for must be of a deck of the run whose permutations are kept. Throws InputError.
void check_slots(const RunPlan& run);

/// Families that were asked for by name must be of a deck of the run. Throws InputError.
void check_families(const RunPlan& run);

// The tests of a run, of those that there are.

/// Those whose names are counted up with commas, each once; all where nothing is. Throws InputError.
std::vector<std::string> chosen_tests(const std::optional<std::string>& names);

/// Tests that were asked for by name must fit every target, and must be able to end the run. Throws
/// InputError.
void check_tests(const PlanOptions& options, const RunPlan& run);

}  // namespace fairshuffle
