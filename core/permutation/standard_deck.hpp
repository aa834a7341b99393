// The 52 cards of the French deck, by the words that people write for them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fairshuffle {

inline constexpr int size_of_standard_deck = 52;
/// Its name, which stands for all of its words.
inline constexpr std::string_view name_of_standard_deck = "standard";

/// "AS", "2S" ... "KC": card c has the rank c % 13, 0 being the ace, and the suit c / 13, of spades, hearts,
/// diamonds and clubs.
std::vector<std::string> standard_deck();

/// The number of the card that a word stands for, in any usual notation: the rank before or behind the suit,
/// as in "AS", "10h", "Th", "sA", "A♠", "♡q"; nothing for another word.
std::optional<int> standard_card(std::string_view word);

}  // namespace fairshuffle
