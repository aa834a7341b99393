// Cards that never move, in words.
#pragma once

#include <string>

#include "core/record/run_record.hpp"

namespace fairshuffle {

/// Whether each card was at its own place in all trials, of which there were some, in decks of two cards and
/// more.
bool no_card_moved(const TargetRecord& result);

/// "card 51 is always last", "card 0 is always first and card 3 always at position 7", "every deck came out
/// as it went in"; empty where no card is at one position in all trials, and for decks of one card.
std::string constant_cards(const TargetRecord& result);

}  // namespace fairshuffle
