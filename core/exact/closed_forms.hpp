// Distributions that have a formula.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/exact/distribution.hpp"
#include "core/permutation/permutation.hpp"

namespace fairshuffle {

// Figures of some shuffles that a formula gives for decks of any size.

/// The mean number of cards in their own place after k swaps of two positions drawn independently:
/// 1 + (n-1) (1 - 2/n)^k, because each swap scales the character of the standard representation by 1 - 2/n.
/// deck_size in 1..1000 and swaps in 0..10000, else std::invalid_argument. Source: Diaconis and Shahshahani
/// 1981, Zeitschrift fuer Wahrscheinlichkeitstheorie 57(2).
Fraction mean_fixed_points_after_swaps(int deck_size, int swaps);

/// Mean number of rising sequences after a riffle of so many packets: a - (n + 1) sum over k < a of (k/a)^n,
/// the mean of the distribution of Bayer and Diaconis 1992 (Annals of Applied Probability 2(2)) by
/// Worpitzky's identity; of 8 n packets and more by the first three terms of Euler's and Maclaurin's sum, to
/// 1e-6 of the distance from (n + 1)/2. packets: a whole number from 1 on; deck_size in 8..1024. Throws
/// std::invalid_argument.
double mean_rising_sequences_of_riffles(int deck_size, double packets);

/// How far the draws of one trial are from even, as a noncentrality of chi-square: sum r (m - r) / w^2 over
/// m = 2..n, with w = 2^bits and r = w mod m. Of w words all but r of m values get as many, whatever the
/// method.
double noncentrality_of_remainders(int deck_size, int bits);

/// Of the descents of fair permutations of two cards and more, and of their rising sequences: (n + 1) / 12.
double variance_of_descents(int deck_size);

// The distance of a riffled deck from uniform, for decks of any size: by rising sequences, without a
// distribution over permutations.

/// A card gets one of `packets` labels, the deck is sorted by them, stably: words[d] of the packets^n words
/// of labels lead to any given order of d descents, d = 0..n-1, and so does the inverse, a riffle, to one of
/// d + 1 rising sequences: C(packets - d + n - 1, n). packets from 1. Source: Bayer and Diaconis 1992,
/// theorem 1 and its inverse.
std::vector<Integer> riffle_words(int deck_size, const Integer& packets);

/// The total variation distance after so many Gilbert-Shannon-Reeds riffles. A permutation with r rising
/// sequences has probability C(2^m + n - r, n)/2^(mn) after m riffles, and as many permutations have r of
/// them as have r - 1 descents. deck_size in 1..500, riffles in 0..1000, else std::invalid_argument. Source:
/// Bayer and Diaconis 1992, Annals of Applied Probability 2, theorem 1 and its corollary.
Fraction riffle_total_variation(int deck_size, int riffles);

// The distribution of a deck that went over shelves, for decks of any size: by peaks, without a distribution
// over permutations.

/// Each card goes to one of `shelves` shelves, on top of what lies there or below it: words[p] of the
/// (2 shelves)^n words of choices lead to any given order of p interior peaks, p = 0..(n-1)/2. deck_size
/// in 1..500 and shelves from 1, else std::invalid_argument. Source: Diaconis, Fulman and Holmes 2013, Annals
/// of Applied Probability 23(4), theorem 3.1.
std::vector<Integer> shelf_words(int deck_size, const Integer& shelves);

/// How many cards of the order lie between two smaller ones.
std::size_t interior_peaks(std::span<const Card> permutation);

/// How many shelves leave in one pass what so many, 1 or more, leave in several, 1 or more: a pass over s
/// shelves and one over t are one over 2 s t (corollary 3.3 there).
Integer shelves_of_passes(std::int64_t shelves, std::int64_t passes);

/// The distribution over all permutations. deck_size in 1..10; else as shelf_words.
NumericDistribution shelf_distribution(int deck_size, const Integer& shelves);

/// The total variation distance of such a deck from uniform. The same arguments and source.
Fraction shelf_total_variation(int deck_size, const Integer& shelves);

// Rounds of one shuffle in a row: the distribution after each.

/// A random walk on the permutations: every round shuffles the deck anew by the same distribution of one
/// round.
class Walk {
 public:
  /// Stands at the sorted deck. `round` is the distribution of one round, without invalid results; its deck
  /// has 1..10 cards. Throws std::invalid_argument.
  explicit Walk(const NumericDistribution& round);

  /// Adds a round: a step of (permutations that a round can give) x n! multiplications.
  void step();

  /// The distribution after the rounds so far. Its error grows by that of `round`, and some rounding, a
  /// round.
  const NumericDistribution& distribution() const { return distribution_; }

 private:
  /// A permutation that a round can give, and what it makes of each permutation: after[rank].
  struct Move {
    double probability;
    std::vector<std::uint32_t> after;
  };

  std::vector<Move> moves_;
  double error_of_step_;
  NumericDistribution distribution_;
};

}  // namespace fairshuffle
