// Sorts by a random comparator in large decks: no law of them is known, so they are run to see what shows.
#pragma once

#include "core/diagnosis/visible_mistakes.hpp"

namespace fairshuffle {

/// Trials of each, from a fixed seed.
inline constexpr std::uint64_t trials_of_sort_in_sight = 512;

/// Those of card_suspects that look into the deck, in one line. The sight of each is what `positions` sees of
/// it at least: of T of so many trials of its own, its degrees of freedom and four standard deviations of a
/// noncentral chi-square less. Those of which that leaves nothing are not among them. deck_size as in
/// visible_mistakes. Found once for a deck size, of 52 cards in a tenth of a second.
const LineOfMistakes& visible_sorts(int deck_size);

}  // namespace fairshuffle
