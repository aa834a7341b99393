// What the cards of a target are called: as its rows call them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/record/run_record.hpp"

namespace fairshuffle {

/// The words of a deck that has some, of equal cards one for each kind; the numbers of one that begins with
/// 1; empty where the number of a card is what it is called.
std::vector<std::string> card_names(const TargetDescription& target);

/// The first word of a row, as it is shown of an invalid trial, that names no card; empty where there is
/// none, or where that can't be seen: cards have no words, or such as no row shows as they are.
std::string foreign_word(const TargetDescription& target, std::string_view row);

/// "card 3", or "card K" of a deck of words.
std::string card_text(const TargetDescription& target, std::size_t card);

/// The member of a bet family that is farthest from fair, as its record names it ("what follows card 3",
/// "cards 3 and 4", "position 0"), with its cards by name; a named bet is called what it is called.
std::string farthest_text(const TargetDescription& target, const FamilyRecord& family);

}  // namespace fairshuffle
