// Is there one card that lies at one position, or one that follows another, too often or too rarely? For few
// trials, and for bugs that touch one card.
#pragma once

#include <algorithm>
#include <limits>

#include "core/statistics/test_result.hpp"

namespace fairshuffle {

/// Claim tested: no card is at any position more or less often than in one of n trials. Of the n^2 cells of
/// card by position each is binomial(N, 1/n) under fairness, so the smallest of their exact two-sided
/// p-values, times n^2, is at most alpha with probability at most alpha (Bonferroni), whatever the number of
/// trials and alpha are; it is capped at 1. The statistic is the count of the cell with that p-value (no
/// degrees of freedom), upper_tail is the p-value, and tail tells whether the cell is too full or too empty.
/// Not applied to fewer than three cards (of two, every cell is the parity) or without trials. Throws
/// std::invalid_argument when the counts do not add up to the trials.
TestResult test_strongest_position(const Tally& tally);

/// The same of the n (n + 1) cells of which card directly follows which, the boundary included, each of which
/// is binomial(N, 1/n) too.
TestResult test_strongest_neighbour(const Tally& tally);

/// The same of the neighbours of the inverse orders.
TestResult test_strongest_inverse_neighbour(const Tally& tally);

namespace detail {

/// The fullest and the emptiest of some cells.
struct Extremes {
  std::uint64_t cells = 0, counted = 0, most = 0;
  std::uint64_t fewest = std::numeric_limits<std::uint64_t>::max();

  void add(std::uint64_t count) {
    ++cells;
    counted += count;
    most = std::max(most, count);
    fewest = std::min(fewest, count);
  }
};

/// A cell and its exact two-sided p-value.
struct StrongestCell {
  std::uint64_t count = 0;
  Tail tail = Tail::upper;  ///< whether it is too full or too empty
  TailProbability p{};
};

/// Of cells that are each binomial(trials, share), all of the same share, the fullest or the emptiest has the
/// smallest p-value. At least one cell.
StrongestCell strongest_of(const Extremes& extremes, std::uint64_t trials, double share);

/// The result of a test that looked at so many cells and found this one the strongest.
TestResult strongest_cell_result(std::string_view name, const StrongestCell& strongest, std::uint64_t cells);

}  // namespace detail

inline constexpr TestInfo strongest_position_test{
    .name = "strongest-position",
    .claim = "no card is at any one position more or less often than one trial in n",
    .null_law = "exact binomial, one in n, times the n^2 cells",
    .blind_to = "any bias that no single cell of card and position shows (a little in many of them)",
    .smallest_deck = 3,
    .largest_deck = largest_deck_size,
    .needs_marked_cards = false,
    .needs_counted_orders = false,
    .run = alone<test_strongest_position>,
};

inline constexpr TestInfo strongest_neighbour_test{
    .name = "strongest-neighbour",
    .claim =
        "no card directly follows any one other, or is first or last, more or less often than one trial in n",
    .null_law = "exact binomial, one in n, times the n (n + 1) cells",
    .blind_to = "any bias that no single pair of neighbours shows (a little in many of them)",
    .smallest_deck = 3,
    .largest_deck = largest_deck_size,
    .needs_marked_cards = false,
    .needs_counted_orders = false,
    .run = alone<test_strongest_neighbour>,
};

inline constexpr TestInfo strongest_inverse_neighbour_test{
    .name = "strongest-inverse-neighbour",
    .claim =
        "no two places hold cards next in sequence, and none the lowest or highest card, more or less often "
        "than one trial in n",
    .null_law = "exact binomial, one in n, times the n (n + 1) cells",
    .blind_to = "any bias that no single pair of places shows (a little in many of them)",
    .smallest_deck = smallest_large_deck,
    .largest_deck = largest_byte_deck,
    .needs_marked_cards = false,
    .needs_counted_orders = false,
    .run = alone<test_strongest_inverse_neighbour>,
};

}  // namespace fairshuffle
