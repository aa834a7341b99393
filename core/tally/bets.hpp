// Bets on the permutation, and how often they are won.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/permutation/permutation.hpp"

namespace fairshuffle {

// Hands of five of 52 cards, and what they are worth in poker.

inline constexpr int cards_of_poker = 52;
inline constexpr std::size_t poker_hand_size = 5;

struct PokerCategory {
  std::string_view name;
  std::uint64_t hands;  ///< of the C(52, 5)
};
inline constexpr std::uint64_t poker_hands = 2'598'960;

/// From the weakest to the strongest; a royal flush is a straight flush. The numbers of hands are those of
/// any book on poker; a test counts all of them.
inline constexpr std::array<PokerCategory, 9> poker_categories{{{"nothing", 1'302'540},
                                                                {"one pair", 1'098'240},
                                                                {"two pair", 123'552},
                                                                {"three of a kind", 54'912},
                                                                {"straight", 10'200},
                                                                {"flush", 5'108},
                                                                {"full house", 3'744},
                                                                {"four of a kind", 624},
                                                                {"straight flush", 40}}};

/// The category of five different cards of 0..51. A card has the rank card % 13, 0 being the ace and 12 the
/// king, and the suit card / 13. An ace ends a straight on either side.
constexpr std::size_t poker_category(const std::array<int, poker_hand_size>& hand) {
  std::array<unsigned, 13> of_rank{};
  unsigned ranks = 0, suits = 0, pairs = 0;
  for (const int card : hand) {
    const auto rank = static_cast<std::size_t>(card % 13);
    // Cards of one rank are as many pairs as they have with each other.
    pairs += of_rank[rank]++;
    ranks |= 1U << rank;
    suits |= 1U << static_cast<unsigned>(card / 13);
  }
  switch (pairs) {
    case 1:
      return 1;
    case 2:
      return 2;
    case 3:
      return 3;
    case 4:
      return 6;
    case 6:
      return 7;
    default:
      break;
  }
  constexpr unsigned run = 31, ten_to_ace = 0b1'1110'0000'0001;
  const bool straight = ranks == ten_to_ace || (ranks % run == 0 && ranks / run == (ranks & (~ranks + 1)));
  const bool flush = (suits & (suits - 1)) == 0;
  return straight && flush ? 8 : flush ? 5 : straight ? 4 : 0;
}

// Named bets: what somebody wants to know of a deal, as plain data.

/// A question of which every deal answers one of a few values, with a known distribution under fairness.
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
std::string why_no_bet(const NamedBet& bet, int deck_size, const Multiset& multiset);

/// Those of the bets that a deck of so many cards has.
std::vector<NamedBet> bets_on_deck(std::span<const NamedBet> bets, int deck_size,
                                   const Multiset& multiset = {});

/// How many values an answer can have: 0 up to the fewer of cards and places, or the categories.
std::size_t values_of(const NamedBet& bet);
/// The answer in words: "3", "full house".
std::string value_name(const NamedBet& bet, std::size_t value);

// How the trials answered named bets.

/// Trials by the value of each of some bets. Counts of disjoint trials add up.
class BetCounts {
 public:
  BetCounts() = default;
  /// deck_size in 1..largest_deck_size, whose deck has all of the bets; throws std::invalid_argument.
  BetCounts(int deck_size, std::span<const NamedBet> bets);

  /// Counts trials in this order. Precondition: is_permutation(order), of this deck.
  template <class Permutation>
  void add(const Permutation& permutation, std::uint64_t trials = 1) {
    for (Counted& counted : all_) counted.by_value[counted.value_of(permutation)] += trials;
  }
  /// Throws std::invalid_argument when the bets differ.
  void merge(const BetCounts& other);

  struct Counted {
    NamedBet bet;
    std::vector<std::uint8_t> is_wanted;  ///< by card: 1 for those that it is on
    std::vector<std::uint64_t> by_value;

    template <class Permutation>
    std::size_t value_of(const Permutation& permutation) const {
      const auto card_at = [&](int place) { return permutation[static_cast<std::size_t>(place)]; };
      if (bet.kind == NamedBet::Kind::poker) {
        std::array<int, poker_hand_size> hand;
        std::ranges::transform(bet.places, hand.begin(), card_at);
        return poker_category(hand);
      }
      std::size_t value = 0;
      for (const int place : bet.places) value += is_wanted[card_at(place)];
      return value;
    }
  };
  /// In the order of the bets.
  std::span<const Counted> all() const { return all_; }
  std::span<Counted> all() { return all_; }
  bool empty() const { return all_.empty(); }
  /// Adds to the counts of a bet, as many as it has values. Throws std::invalid_argument.
  void add_counts(std::size_t bet, std::span<const std::uint64_t> by_value);

 private:
  std::vector<Counted> all_;
};

}  // namespace fairshuffle
