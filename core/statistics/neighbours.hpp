// Tests of pairs of cards.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/statistics/chi_squared.hpp"
#include "core/statistics/positions.hpp"
#include "core/statistics/test_result.hpp"
#include "core/tally/tables/tables.hpp"

namespace fairshuffle {

// Does every card follow every other equally often?

/// The (n+1) x (n+1) table of which card directly follows which, the boundary before the first and after the
/// last position included, has no diagonal, and each other cell expects N/n. With D = count - N/n,
///     T = sum over unordered pairs {a,b} of [(D_ab + D_ba)^2 / 2 * n/N + (D_ab - D_ba)^2 / 2 * n(n-1)/((n+1)
///     N)]
/// is chi-square on n^2 - n - 1 degrees of freedom (core/README.md 2.3): the symmetric and the antisymmetric
/// part have different variances, so Pearson's sum is not chi-square at all. For every N the mean under
/// fairness is n^2 - n - 1 and the variance 2 (n^2 - n - 1)(1 - 1/N). Computed in integers and rounded once.
/// For two cards T is (even - odd)^2 / N, the parity test, its exact tails included; for three cards it
/// equals `permutations`. cells[symbol * (n+1) + next], symbol n being the boundary. Throws
/// std::invalid_argument for one card, no trials, or counts that do not add up to the trials.
ChiSquared neighbours_statistic(int deck_size, std::uint64_t trials, std::span<const std::uint64_t> cells);

/// Of the n (n + 1) cells of that table each is binomial(N, 1/n) under fairness. Throws std::invalid_argument
/// when the counts do not add up to the trials.
StrongestCell strongest_neighbour(const Tally& tally, std::span<const std::uint64_t> cells);

inline constexpr TestInfo neighbours_test{
    .name = "neighbours",
    .claim = "every card directly follows every other equally often, and is first or last equally often",
    .null_distribution = "chi-square on n^2 - n - 1 degrees of freedom",
    .blind_to =
        "any bias that leaves every ordered pair of neighbours and both end cards equally likely (only "
        "even permutations, all equally often)",
    .needs = detail::needs_table,
    .statistic =
        [](const Tally& tally) {
          return neighbours_statistic(tally.deck_size, tally.trials, tally.neighbours.cells());
        },
    .first_of_two = [](const Tally& tally) { return tally.neighbours.at(0, 1); },
    .disguises = {{{2, "permutations"}, {3, "permutations"}}},
    .cell = UnevenCell::neighbours,
    .uneven = "some cards follow each other more often than others",
};

inline constexpr TestInfo strongest_neighbour_test{
    .name = "strongest-neighbour",
    .claim =
        "no card directly follows any one other, or is first or last, more or less often than one trial in n",
    .null_distribution = "exact binomial, one in n, times the n (n + 1) cells",
    .blind_to = "any bias that no single pair of neighbours shows (a little in many of them)",
    .smallest_deck = 3,
    .why_no_smaller = two_cards_are_parity,
    .needs = detail::needs_trials,
    .strongest = [](const Tally& tally) { return strongest_neighbour(tally, tally.neighbours.cells()); },
    .cell = UnevenCell::neighbours,
};

// The same of the inverse permutations, which are uniform where the permutations are: the table of which
// place holds the card that follows which place's.

inline constexpr TestInfo inverse_neighbours_test{
    .name = inverse_neighbours_table.name,
    .claim = "a card and the next higher one lie at every two places equally often",
    .null_distribution = "chi-square on n^2 - n - 1 degrees of freedom",
    .blind_to =
        "any bias that leaves the places of every two cards next in sequence equally likely on average",
    .smallest_deck = smallest_large_deck,
    .largest_deck = largest_byte_deck,
    .needs = detail::needs_table_of_trials,
    .statistic = detail::statistic_of<inverse_neighbours_table, neighbours_statistic>,
    .uneven = "a card and the next higher one lie at some two places more often than at others",
};

inline constexpr TestInfo strongest_inverse_neighbour_test{
    .name = "strongest-inverse-neighbour",
    .claim =
        "no two places hold cards next in sequence, and none the lowest or highest card, more or less often "
        "than one trial in n",
    .null_distribution = "exact binomial, one in n, times the n (n + 1) cells",
    .blind_to = "any bias that no single pair of places shows (a little in many of them)",
    .smallest_deck = smallest_large_deck,
    .largest_deck = largest_byte_deck,
    .needs = detail::needs_trials,
    .strongest =
        [](const Tally& tally) {
          return strongest_neighbour(tally, tally.tables.of(inverse_neighbours_table));
        },
    .uneven = "a card and the next higher one lie at some two places more often than at others",
};

// Do cards follow each other at every distance round the deck equally often?

/// With D_s = cells[s - 1], s = 1..n-1, adding up to n N, and e = N n/(n-1), u_s = D_s + D_(n-s) - 2 e, v_s =
/// D_s - D_(n-s),
///     T = (n-1)/N [ sum over s < n/2 of u_s^2 / (2 n) + (D_(n/2) - e)^2 / n where n is even ]
///       + (n-1)(n-2)/(n N) sum over s < n/2 of v_s^2 / (2 n)
/// is chi-square on n - 2 degrees of freedom, which is its mean under fairness for every N (core/README.md
/// 2.19). Four cards or more. The last card is followed by the first one. Throws std::invalid_argument for
/// fewer, for no trials, and for counts that do not add up to n times the trials.
ChiSquared cyclic_differences_statistic(int deck_size, std::uint64_t trials,
                                        std::span<const std::uint64_t> cells);

inline constexpr TestInfo cyclic_differences_test{
    .name = cyclic_differences_table.name,
    .claim = "a card is followed by one that is higher by 1, 2, ... n - 1, modulo n, equally often",
    .null_distribution = "chi-square on n - 2 degrees of freedom",
    .blind_to = "any bias that is even over all pairs of neighbours of one difference",
    .smallest_deck = smallest_large_deck,
    .needs = detail::needs_table_of_trials,
    .statistic = detail::statistic_of<cyclic_differences_table, cyclic_differences_statistic>,
    .uneven = "some steps from a card to the next one come more often than others",
};

inline constexpr TestInfo inverse_cyclic_differences_test{
    .name = inverse_cyclic_differences_table.name,
    .claim = "the next higher card lies 1, 2, ... n - 1 places behind a card, modulo n, equally often",
    .null_distribution = "chi-square on n - 2 degrees of freedom",
    .blind_to = "any bias that is even over all pairs of places at one distance",
    .smallest_deck = smallest_large_deck,
    .needs = detail::needs_table_of_trials,
    .statistic = detail::statistic_of<inverse_cyclic_differences_table, cyclic_differences_statistic>,
    .uneven = "the next higher card lies at some distances behind a card more often than at others",
};

// Do any two cards lie together anywhere as often as random permutations have them?

/// With C counting trials by card and position, U those by unordered pair of cards and of positions, O by
/// ordered pair of cards and of positions, over all of them,
///     T(n-2,2) = n(n-3)/2 (sum of U^2 - sum of C^2) / N,         chi-square on (n(n-3)/2)^2
///     T(n-2,1,1) = (n-1)(n-2)/2 (sum of O^2 + N^2 - sum of C^2 - sum of U^2) / N,
///                                                               chi-square on ((n-1)(n-2)/2)^2
/// (core/README.md 2.22): what two cards show beyond what each shows alone, whichever of the two lies
/// first, and which of them does. For every N the mean under fairness is the degrees of freedom and the
/// variance twice that, times 1 - 1/N; each is independent of the other and of `positions` in the limit of
/// many trials. n at least 4. Computed in integers and rounded once. Throws std::invalid_argument for
/// fewer cards, where pair positions are not counted, without trials, or for counts that do not add up.
struct PairStatistics {
  ChiSquared unordered, ordered;
};
PairStatistics pair_statistics(const Tally& tally);

/// Not applied where pair positions are not counted, or with fewer than 2,400 trials.
Needs needs_pair_positions(const Tally& tally);

/// Two hypotheses, "unordered pairs (n-2,2)" and "ordered pairs (n-2,1,1)", named as the test `parts` names
/// them in small decks. Throws as the statistics.
std::vector<TestResult> test_pairs(const Tally& tally);

inline constexpr TestInfo pairs_test{
    .name = "pairs",
    .claim = "no two cards lie in any two positions more often than in others",
    .null_distribution = "chi-square on (n (n - 3) / 2)^2 and ((n - 1)(n - 2) / 2)^2 degrees of freedom",
    .blind_to = "any bias that shows in single cards alone, or in no two cards by themselves",
    .smallest_deck = smallest_large_deck,
    .largest_deck = largest_byte_deck,
    .needs = needs_pair_positions,
    .run = test_pairs,
    .hypotheses = [](int /*deck_size*/) { return std::uint64_t{2}; },
    .needs_pairs = true,
    .cell = UnevenCell::pair_positions,
    .uneven = "some two cards lie in some two positions more often than others",
};

// Which of two comes first: is it either as often? Of all pairs of cards, and of all pairs of positions.

/// Of the pairs of relative_order_table: with D_ij = trials with i before j less those with j before i, and
/// r_i = sum over j of D_ij,
///     T = 3/N sum over i < j of (D_ij - (r_i - r_j)/n)^2,    chi-square on (n-1)(n-2)/2
/// (core/README.md 2.15): what is left of the relative order where each card's mean position is taken away,
/// of the part (n-2,1,1). For every N the mean under fairness is (n-1)(n-2)/2 and the variance 2 (n-1)(n-2)/2
/// (1 - 1/N). deck_size at least 3. Computed in integers and rounded once. Throws std::invalid_argument for
/// fewer cards, no trials or more than largest_trial_count, as many pairs as there are not, or a pair that
/// came more often than there are trials.
ChiSquared relative_order_statistic(int deck_size, std::uint64_t trials,
                                    std::span<const std::uint64_t> pairs);

/// Of the same pairs: r_i is the trials' sum of n - 1 - 2 p over the positions p of card i, and
///     T = 3/((n+1) n N) sum of r_i^2,    chi-square on n - 1
/// is Friedman's statistic (1937) of the cards' mean positions, of the part (n-1,1); independent of
/// the one above. The rest likewise; deck_size at least 2.
ChiSquared mean_positions_statistic(int deck_size, std::uint64_t trials,
                                    std::span<const std::uint64_t> pairs);

/// The same from the table of positions, all that wide decks have: r_i = sum over p of C_pi (n - 1 - 2 p), C
/// the trials with card i at position p; where not `of_cards`, of the inverse permutations, mean cards.
/// Throws std::invalid_argument for fewer than two cards, no trials or more than largest_trial_count, and
/// counts that do not add up to the trials.
ChiSquared means_from_table(const Tally& tally, bool of_cards);

/// Each of the n(n-1)/2 counts of such pairs is binomial(N, 1/2) under fairness. Throws std::invalid_argument
/// for a pair that came more often than there are trials.
StrongestCell strongest_pair(std::uint64_t trials, std::span<const std::uint64_t> pairs);

namespace detail {

/// Both tails are honest at any level from 20 trials on (core/README.md 2.15).
Needs needs_20_trials(const Tally& tally);

// The tests of the pairs of a table, and of mean positions and cards, which are of wide decks, too.
constexpr TestInfo pair_test(std::string_view name, std::string_view claim,
                             std::string_view null_distribution, std::string_view blind_to,
                             const TableInfo& table, UnevenCell cell, ChiSquared (*statistic)(const Tally&),
                             int largest_deck = largest_byte_deck) {
  return {.name = name,
          .claim = claim,
          .null_distribution = null_distribution,
          .blind_to = blind_to,
          .smallest_deck = smallest_deck_of(table, TableOf::permutations),
          .largest_deck = largest_deck,
          .smallest_of_successive = smallest_deck_of(table, TableOf::successive),
          .needs = needs_20_trials,
          .statistic = statistic,
          .cell = cell};
}
constexpr TestInfo strongest_pair_test(std::string_view name, std::string_view claim,
                                       std::string_view blind_to, const TableInfo& table, UnevenCell cell,
                                       StrongestCell (*strongest)(const Tally&)) {
  TestInfo test = pair_test(name, claim, "exact binomial, one in two, times the n (n - 1) / 2 pairs",
                            blind_to, table, cell, nullptr);
  test.needs = needs_trials;
  test.strongest = strongest;
  return test;
}

template <const TableInfo& table, bool of_cards>
ChiSquared means_statistic(const Tally& tally) {
  return is_wide_deck(tally.deck_size) ? means_from_table(tally, of_cards)
                                       : statistic_of<table, mean_positions_statistic>(tally);
}

}  // namespace detail

inline constexpr TestInfo relative_order_test = detail::pair_test(
    "relative-order",
    "of any two cards either comes first equally often, beyond what their mean positions make of it",
    "chi-square on (n - 1)(n - 2) / 2 degrees of freedom",
    "any bias that shows in mean positions alone, or in no pair of cards by itself", relative_order_table,
    UnevenCell::first_of_cards, detail::statistic_of<relative_order_table, relative_order_statistic>);
inline constexpr TestInfo mean_positions_test = detail::pair_test(
    "mean-positions", "every card lies at the middle of the deck in the mean",
    "chi-square on n - 1 degrees of freedom (Friedman 1937)",
    "any bias that leaves every card's mean position where it is", relative_order_table,
    UnevenCell::mean_position, detail::means_statistic<relative_order_table, true>, largest_deck_size);
inline constexpr TestInfo strongest_pair_test = detail::strongest_pair_test(
    "strongest-pair", "no card comes before any one other more or less often than in every other trial",
    "any bias that no single pair of cards shows (a little in many of them)", relative_order_table,
    UnevenCell::first_of_cards,
    [](const Tally& tally) { return strongest_pair(tally.trials, tally.tables.of(relative_order_table)); });
// The same of inverse permutations.
inline constexpr TestInfo inverse_relative_order_test = detail::pair_test(
    "inverse-relative-order",
    "of any two positions either holds the lower card equally often, beyond what their mean cards make of it",
    "chi-square on (n - 1)(n - 2) / 2 degrees of freedom",
    "any bias that shows in mean cards alone, or in no pair of positions by itself",
    inverse_relative_order_table, UnevenCell::first_of_positions,
    detail::statistic_of<inverse_relative_order_table, relative_order_statistic>);
inline constexpr TestInfo mean_cards_test = detail::pair_test(
    "mean-cards", "every position holds the middle card in the mean",
    "chi-square on n - 1 degrees of freedom (Friedman 1937)",
    "any bias that leaves every position's mean card what it is", inverse_relative_order_table,
    UnevenCell::mean_card, detail::means_statistic<inverse_relative_order_table, false>, largest_deck_size);
inline constexpr TestInfo strongest_inverse_pair_test = detail::strongest_pair_test(
    "strongest-inverse-pair",
    "no position holds a lower card than any one other more or less often than in every other trial",
    "any bias that no single pair of positions shows (a little in many of them)",
    inverse_relative_order_table, UnevenCell::first_of_positions, [](const Tally& tally) {
      return strongest_pair(tally.trials, tally.tables.of(inverse_relative_order_table));
    });

}  // namespace fairshuffle
