// What is said of decks with equal cards, and of deals.
#pragma once

#include <span>
#include <string>

#include "core/record/run_record.hpp"

namespace fairshuffle {

/// "24 and 36 of them equal", "6 of them dealt, in any order": what of the deck can be told apart; empty of a
/// plain deck.
std::string makeup_words(const TargetDescription& target);

/// The cell of the sites that is farthest from fair, where it is clearly off: "L lands at position 0 12 % too
/// often", "card 7 is dealt 8 % too rarely". Cards go by the words and numbers of the rows. Empty of plain
/// decks and where no cell is clear.
std::string farthest_site(const TargetRecord& result);

/// Of a deal in order, every one of which was in ascending order: what that may be; else empty.
std::string ascending_words(const TargetRecord& result);

/// What a row of such a deck is to hold, as a sentence without its end, and what this one has too often: of
/// equal cards each by a number of its own, as long as there is one. Empty of a plain deck.
std::string made_up_row_advice(const TargetDescription& target, std::span<const int> cards);

}  // namespace fairshuffle
