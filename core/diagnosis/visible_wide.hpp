// What tests see of known mistakes of wide decks, whose laws are too large: they are run.
#pragma once

#include <span>

#include "core/diagnosis/visible_mistakes.hpp"

namespace fairshuffle {

/// Riffles, sorts by random keys and random swaps as of other decks. Of every other biased shuffle, with
/// every word of its options and the standard of its numbers, what a run of few trials shows at least
/// (visible_runs.hpp): where single cards lie, smoothly, and how many stay. Those of which that leaves
/// nothing are not among them. The preconditions are those of visible_mistakes, of a wide deck. Found once
/// for a deck size and thread: of 1,024 cards it takes a second of processor time.
std::span<const LineOfMistakes> visible_mistakes_of_wide_deck(int deck_size);

}  // namespace fairshuffle
