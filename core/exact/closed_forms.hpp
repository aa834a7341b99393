// Figures of some shuffles that a formula gives for decks of any size.
#pragma once

#include <cstdint>

#include "core/exact/law.hpp"

namespace fairshuffle {

/// The mean number of cards in their own place after k swaps of two positions drawn independently:
/// 1 + (n-1) (1 - 2/n)^k, because each swap scales the character of the standard representation by 1 - 2/n.
/// deck_size in 1..1000 and swaps in 0..10000, else std::invalid_argument. Source: Diaconis and Shahshahani
/// 1981, Zeitschrift fuer Wahrscheinlichkeitstheorie 57(2).
Fraction mean_fixed_points_after_swaps(int deck_size, int swaps);

/// Mean number of rising sequences after a riffle of so many packets: a - (n + 1) sum over k < a of (k/a)^n,
/// the mean of the law of Bayer and Diaconis 1992 (Annals of Applied Probability 2(2)) by Worpitzky's
/// identity; of 8 n packets and more by the first three terms of Euler's and Maclaurin's sum, to 1e-6 of the
/// distance from (n + 1)/2. packets: a whole number from 1 on; deck_size in 8..1024. Throws
/// std::invalid_argument.
double mean_rising_sequences_of_riffles(int deck_size, double packets);

/// phi2 of durstenfeld with draws word % bound of independent words, uniform on 0..max_word; the same for
/// multiply-shift. With w = max_word + 1 and r = w mod m it is the product over m = 2..n of 1 + r (m-r)/w^2,
/// minus 1: r of m values have one word more than the others. deck_size in 1..1000 and at most max_word + 1,
/// else std::invalid_argument. Source: the draws are independent and lead to one order each.
Fraction phi2_of_remainders(int deck_size, std::uint64_t max_word);

/// How far the draws of one trial are from even, as a noncentrality of chi-square: sum r (m - r) / w^2 over
/// m = 2..n, with w = 2^bits and r = w mod m. Of w words all but r of m values get as many, whatever the
/// method.
double noncentrality_of_remainders(int deck_size, int bits);

/// Of the descents of fair orders of two cards and more, and of their rising sequences: (n + 1) / 12.
double variance_of_descents(int deck_size);

}  // namespace fairshuffle
