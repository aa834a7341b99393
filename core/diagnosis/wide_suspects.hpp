// The known mistakes that wide decks are held against. Their laws are too large, a million places of single
// cards and more: they are run.
#pragma once

#include <vector>

#include "core/interpret/sample.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

/// Every biased shuffle with exact draws, with every word of its options and the standard of its numbers,
/// each once.
std::vector<SampleSetup> standard_mistakes(int deck_size);

/// Every biased shuffle with exact draws, with every word of its options, the standard of its numbers, and
/// one of them at a time moved: random swaps to as many as leave the fixed points that were counted, and
/// random keys to as many as leave the descents; riffles, and keys of whole bits, to those that leave the
/// mean of their number within four standard deviations (core/exact/closed_forms.hpp); other rounds to 1..16,
/// other numbers to the values that their registry entries name. As setups that can be run, each once, in the
/// order of the catalogue. Preconditions: is_wide_deck(whole.deck_size), whole.trials > 0.
std::vector<SampleSetup> wide_suspects(const Tally& whole);

/// Whether it is among them only where the mean of the number that tells it is four standard deviations from
/// fair and fits it, but for its standard values: random swaps, riffles and sorts by random keys.
bool is_told_by_its_number(const SampleSetup& setup);

/// Words of how many bits make draws that wide decks are held against.
inline constexpr int fewest_bits_suspected = 8, most_bits_suspected = 16;

/// Every uniform shuffle with the draw methods that are uneven with whole words, and the others with words of
/// so few bits, as long as so many trials could show it. Each once, as above.
std::vector<SampleSetup> wide_suspects_by_draws(const Tally& whole);

}  // namespace fairshuffle
