// The law of a deck that went over shelves, for decks of any size: by peaks, without a law over orders.
#pragma once

#include <cstdint>
#include <vector>

#include "core/exact/law.hpp"
#include "core/exact/numeric_law.hpp"

namespace fairshuffle {

/// Each card goes to one of `shelves` shelves, on top of what lies there or below it: words[p] of the
/// (2 shelves)^n words of choices lead to any given order of p interior peaks, p = 0..(n-1)/2. deck_size
/// in 1..500 and shelves from 1, else std::invalid_argument. Source: Diaconis, Fulman and Holmes 2013, Annals
/// of Applied Probability 23(4), theorem 3.1.
std::vector<Integer> shelf_words(int deck_size, const Integer& shelves);

/// How many shelves leave in one pass what so many, 1 or more, leave in several, 1 or more: a pass over s
/// shelves and one over t are one over 2 s t (corollary 3.3 there).
Integer shelves_of_passes(std::int64_t shelves, std::int64_t passes);

/// The law over all orders. deck_size in 1..10; else as shelf_words.
NumericLaw shelf_law(int deck_size, const Integer& shelves);

/// The total variation distance of such a deck from uniform. The same arguments and source.
Fraction shelf_total_variation(int deck_size, const Integer& shelves);

}  // namespace fairshuffle
