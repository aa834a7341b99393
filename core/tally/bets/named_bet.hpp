// Named bets: what somebody wants to know of a deal, as plain data.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/order/makeup.hpp"

namespace fairshuffle {

/// A question of which every deal answers one of a few values, with a known law under fairness.
struct NamedBet {
  enum class Kind {
    count,  ///< how many of the cards lie in the places
    poker,  ///< the category of the five-card hand in the places; card c has rank c % 13 and suit c / 13
  };

  Kind kind = Kind::count;
  std::string name;
  std::vector<int> cards;   ///< ascending, none twice; empty for poker
  std::vector<int> places;  ///< likewise; five for poker
  int deck_size = 0;        ///< it is a bet on decks of so many cards only; 0 for every deck that has them

  bool operator==(const NamedBet&) const = default;
};

/// The longest name of a bet.
inline constexpr std::size_t longest_bet_name = 60;

/// The word for a kind, as it stands in reports: "count", "poker".
const char* to_text(NamedBet::Kind kind);

/// Numbers as runs: {0, 1, 2, 3, 7} -> "0-3+7".
std::string runs_text(std::span<const int> ascending);
/// The inverse: ascending, each once; nothing where the text is no such list, or names a number twice, or one
/// of more than four digits.
std::optional<std::vector<int>> numbers_of_runs(std::string_view text);

/// What it is on, as --bet takes it: "cards=0-23,places=0-6", "poker=0-4", with ",n=52" where the deck is
/// given.
std::string settings_text(const NamedBet& bet);

/// Why a deck of so many cards has no such bet, as a sentence goes on ("is on card 52, and a deck of 52 cards
/// ends with 51"); empty where it has: where all cards and places are there, and the answer is not known
/// before the deal.
std::string why_no_bet(const NamedBet& bet, int deck_size);

/// The same of a deck that may be made up: a bet on cards that can't be told apart is on all of them or none,
/// and so one on the places of an unordered deal; beyond a deal nobody sees.
std::string why_no_bet(const NamedBet& bet, int deck_size, const Makeup& makeup);

/// Those of the bets that a deck of so many cards has.
std::vector<NamedBet> bets_on_deck(std::span<const NamedBet> bets, int deck_size, const Makeup& makeup = {});

/// How many values an answer can have: 0 up to the fewer of cards and places, or the categories.
std::size_t values_of(const NamedBet& bet);
/// The answer in words: "3", "full house".
std::string value_name(const NamedBet& bet, std::size_t value);

}  // namespace fairshuffle
