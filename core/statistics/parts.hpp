// Where the bias lives: every part of the decomposition over the irreducible representations is a test.
#pragma once

#include <vector>

#include "core/exact/decomposition.hpp"
#include "core/statistics/chi_squared_result.hpp"

namespace fairshuffle {

/// The largest deck whose parts are tested: its transform takes 5 ms a look, that of nine cards 45.
inline constexpr int largest_deck_of_parts = 8;

/// A part of what was counted.
struct CountedPart {
  Part part;          ///< its phi2 is the unbiased estimate (T - d^2) / (N - 1); slightly negative at times
  bool has_own_test;  ///< false for (n-1,1) and (1,...,1), which `positions` and `parity` judge
  TestResult result;  ///< positions and parity as they judge it; elsewhere named "unordered pairs (3,2)"
};

/// All parts but (n), in the order of partitions_of, with T = (d/N) ||sum over orders of O rho(order)||^2,
/// chi-square on d^2 degrees of freedom under fairness and independent of the other parts as trials grow
/// (core/README.md 3). The T of all parts add up to X2 of the orders, and for every N the mean of each is
/// d^2 and its variance 2 d^2 (1 - 1/N); in general the mean is d^2 + (N - 1) phi2 of the part. A part's
/// result is applied from max(5 d^2, 2400) trials on. Error of T below 1e-12 of X2.
/// The orders of 2 to 8 cards must be counted, and all other kinds filled in, of 2 trials or more; throws
/// std::invalid_argument otherwise and when the counts do not add up to the trials.
std::vector<CountedPart> counted_parts(const Tally& tally);

/// Claim tested, for each part but (n-1,1) and (1,...,1): nothing that takes so many cards to see favours any
/// order. One result, not applied, below four cards (there is no such part), above eight, where orders are
/// not counted, and below two trials; else as counted_parts.
std::vector<TestResult> test_parts(const Tally& tally);

/// One for each partition of the deck size but (n), (n-1,1) and (1,...,1): 2 for four cards, 12 for seven.
/// deck_size 4 to 8.
std::uint64_t hypotheses_of_parts(int deck_size);

inline constexpr TestInfo parts_test{
    .name = "parts",
    .claim = "what pairs, triples ... of cards show is as in a random order, part by part",
    .null_law = "chi-square on d^2 degrees of freedom for each irreducible representation of dimension d",
    .blind_to = "single cards and parity, which have tests of their own, and how one trial depends on others",
    .smallest_deck = 4,
    .largest_deck = largest_deck_of_parts,
    .needs_marked_cards = false,
    .needs_counted_orders = true,
    .run = test_parts,
    .hypotheses = hypotheses_of_parts,
};

}  // namespace fairshuffle
