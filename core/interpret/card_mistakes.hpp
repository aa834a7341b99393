// The known mistakes that a test of large decks looks for by what they do to single cards.
#pragma once

#include <span>
#include <string>

#include "core/interpret/card_law.hpp"

namespace fairshuffle {

struct CardMistake {
  std::string name;
  SampleSetup setup;
  CardLaw law;  ///< of the setup
};

/// How many there are, at every deck size.
inline constexpr std::size_t number_of_card_mistakes = 10;

/// Naive swaps, draw-insert of five rounds a card, and slips of Durstenfeld's, the upward and Fisher's and
/// Yates' shuffle in making draws of 15 or 16 bits. deck_size in 13..128; throws std::invalid_argument. The
/// laws are found once in a process. Not here is what has the law of one of them (inside-out that of
/// durstenfeld-up, scaled-double that of multiply-shift), what moves each card to all other places alike,
/// which is what the number of fixed points sees in full (sattolo, swap-pairs, applied-twice), and what other
/// tests find in fewer trials.
std::span<const CardMistake> card_mistakes(int deck_size);

}  // namespace fairshuffle
