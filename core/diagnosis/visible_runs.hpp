// Known mistakes of large decks of which no law is known: they are run to see what shows.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/diagnosis/visible_mistakes.hpp"

namespace fairshuffle {

/// Trials of each, from a fixed seed; of wide decks few_trials_of_wide_deck.
inline constexpr std::uint64_t trials_in_sight = 512;

/// What a chi-square test sees of a mistake at least, going by its statistic of so many trials: its degrees
/// of freedom and four standard deviations of a noncentral chi-square less. Nothing where that leaves
/// nothing.
std::optional<Sight> seen_at_least(std::string_view test, double statistic, double degrees_of_freedom,
                                   double trials);

/// Sorts by a random comparator, those of card_suspects that look into the deck, in one line. The sight of
/// each is what `positions` sees of it at least, of so many trials of its own. Those of which that leaves
/// nothing are not among them. deck_size as in visible_mistakes. Found once for a deck size, of 52 cards in a
/// tenth of a second.
const LineOfMistakes& visible_sorts(int deck_size);

/// Shuffles that are seeded anew with numbers that follow each other, by every source whose decks show that:
/// a line of those that count their shuffles, and one of those that read a clock of which every shuffle has a
/// second of its own. Single decks may look fair; the sight of each is what `positions` sees of quotients,
/// found as above, and half of that, as these are not independent and as the clock may be read at any time.
/// Its noncentrality is per quotient. deck_size as in visible_mistakes. Found once for a deck size.
const std::array<LineOfMistakes, 2>& visible_seeds(int deck_size);

}  // namespace fairshuffle
