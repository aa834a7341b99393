// Tests of where single cards, hands, neighbours and pairs of cards come to lie.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/interpret/card_distribution.hpp"
#include "core/statistics/chi_squared.hpp"
#include "core/statistics/test_result.hpp"
#include "core/tally/tables/tables.hpp"

namespace fairshuffle {

// Is every card equally likely at every position?

/// T = (n-1)/N sum (C - N/n)^2 over the n x n table C of card by position, chi-square on (n-1)^2 degrees of
/// freedom (core/README.md 2.2): the rows and columns of C each sum to the trials N, so Pearson's own sum is
/// n/(n-1) times that. Noncentrality per trial (n-1) sum (P - 1/n)^2. For every N the mean under fairness is
/// (n-1)^2 and the variance 2 (n-1)^2 (1 - 1/N). Computed in integers and rounded once. Throws
/// std::invalid_argument for one card, no trials, or counts that do not add up to the trials.
ChiSquared positions_statistic(const Tally& tally);

/// For two cards T is (even - odd)^2 / N: the parity test, its exact tails included.
inline constexpr TestInfo positions_test{
    .name = "positions",
    .claim = "every card is equally likely at every position",
    .null_distribution = "chi-square on (n - 1)^2 degrees of freedom",
    .blind_to = "any bias that leaves every card equally likely at every position (a random cut)",
    .smallest_of_successive = 2,
    .needs = detail::needs_table,
    .statistic = positions_statistic,
    .first_of_two = [](const Tally& tally) { return tally.positions.at(0, 0); },
    .disguises = {{{2, "permutations"}}},
    .cell = UnevenCell::card_at_position,
    .uneven = "cards lie unevenly over the positions, though no one card stands out",
};

// Is there one card that lies at one position too often or too rarely?

/// Of the n^2 cells of card by position each is binomial(N, 1/n) under fairness, whatever the number of
/// trials is. Throws std::invalid_argument when the counts do not add up to the trials.
StrongestCell strongest_position(const Tally& tally);

inline constexpr std::string_view two_cards_are_parity = "of two cards every cell is the parity";

inline constexpr TestInfo strongest_position_test{
    .name = "strongest-position",
    .claim = "no card is at any one position more or less often than one trial in n",
    .null_distribution = "exact binomial, one in n, times the n^2 cells",
    .blind_to = "any bias that no single cell of card and position shows (a little in many of them)",
    .smallest_deck = 3,
    .smallest_of_successive = 3,
    .why_no_smaller = two_cards_are_parity,
    .needs = detail::needs_trials,
    .strongest = strongest_position,
    .cell = UnevenCell::card_at_position,
};

// Do the positions lean the way in which a known mistake makes them lean?

/// (P - 1/n) / |P - 1/n|, by position and card: what the table of positions is multiplied with to see as much
/// of this distribution as one number can. Throws std::invalid_argument where the distribution is flat.
std::vector<double> filter_of(const CardDistribution& distribution);

/// Z = sqrt((n-1)/N) sum (P - 1/n) C / |P - 1/n|, which under fairness has mean 0 and variance 1 for every N
/// (core/README.md 2.18) and under the distribution P the mean sqrt(N chi_square_distance_of_positions), the
/// most that any linear statistic of the positions has. deviations: as detail::position_deviations gave them.
/// filter: by position and card, its rows and columns summing to 0, and its squares to 1.
double matched_statistic(const std::vector<double>& deviations, const std::vector<double>& filter);

/// Claims tested: the positions lean neither towards what one of the card_mistakes does nor away from it,
/// each by filtered_result: tail upper is towards the mistake. Throws std::invalid_argument when the counts
/// do not add up to the trials.
std::vector<TestResult> test_matched_positions(const Tally& tally);

inline constexpr TestInfo matched_positions_test{
    .name = "matched-positions",
    .claim = "the positions of cards lean towards no mistake of which they are known",
    .null_distribution = "normal, one for each mistake",
    .blind_to = "any bias that leaves positions uncorrelated with those of the mistakes",
    .smallest_deck = smallest_large_deck,
    .largest_deck = largest_byte_deck,
    .needs = detail::needs_trials,
    .run = test_matched_positions,
    .hypotheses = [](int /*deck_size*/) -> std::uint64_t { return number_of_card_mistakes; },
    .cell = UnevenCell::card_at_position,
};

// Do cards drift: is where a card lies related to which card it is, in a smooth way?

/// How many polynomials of the position, and as many of the card, the table is projected on.
inline constexpr int smooth_degrees = 4;

/// phi_k(x), x = 0..n-1, for k = 1..smooth_degrees: the polynomials of degree k that are orthonormal over
/// these points, and to the constant (Gram; the discrete Chebyshev polynomials), by their recurrence
///     b_(k+1) phi_(k+1) = (x - (n-1)/2) phi_k - b_k phi_(k-1),   b_k^2 = k^2 (n^2 - k^2) / (4 (4 k^2 - 1)).
/// points in 5..1024; throws std::invalid_argument. Source: Szego 1939, Orthogonal Polynomials, 2.8.
std::vector<std::vector<double>> gram_polynomials(int points);

/// sum (sum phi_k(position) phi_l(card) table[position][card])^2 over k, l = 1..smooth_degrees: the square of
/// what the polynomials see of a table by position and card, of 5..1024 of each.
double squared_projections(const std::vector<double>& table, int deck_size);

/// T = sum z_kl^2 with z_kl = sqrt((n-1)/N) sum phi_k(position) phi_l(card) C[position][card], k, l = 1..4,
/// chi-square on 16 degrees of freedom: the z_kl have mean 0 and are uncorrelated with variance 1 under
/// fairness (core/README.md 2.18). For every N the mean is 16; the variance is a little above
/// 32 (1 - 1/N). Throws std::invalid_argument for fewer than five cards, no trials, or counts that do not add
/// up to the trials.
ChiSquared smooth_positions_statistic(const Tally& tally);

inline constexpr TestInfo smooth_positions_test{
    .name = "smooth-positions",
    .claim = "where a card lies does not rise, fall or bend with its number",
    .null_distribution = "chi-square on 16 degrees of freedom",
    .blind_to = "any bias of the positions that no polynomial of degree 4 follows (a single cell)",
    .smallest_deck = smallest_large_deck,
    .needs = detail::needs_2400_trials,
    .statistic = smooth_positions_statistic,
    .cell = UnevenCell::card_at_position,
};

// Is every set of two cards, of three or of five equally likely on top, as hole cards, a flop or a hand of
// poker?

namespace detail {

/// Of all C(n, top) sets of cards that the top ones can be, those never seen included. Not applied where they
/// are not counted, or with fewer trials than equal_cells_rule has it, or of what is counted on request,
/// however many of the sets are empty, sparse_cells_rule.
template <const TableInfo& table, int top>
Needs needs_top_cards(const Tally& tally) {
  const std::string cards = top == 2 ? "two cards" : top == 3 ? "three cards" : "five cards";
  if (!tally.tables.has(table)) return {.lacking = "which " + cards + " lie on top was not counted"};
  const std::uint64_t sets = table.cells(tally.deck_size);
  return {.rule = table.on_request ? sparse_cells_rule(sets) : equal_cells_rule(sets),
          .table = with_commas(sets) + " sets of " + cards};
}

template <const TableInfo& table, int top>
constexpr TestInfo top_cards_test(std::string_view name, std::string_view claim,
                                  std::string_view null_distribution, std::string_view blind_to,
                                  UnevenCell cell, std::string_view uneven) {
  return {.name = name,
          .claim = claim,
          .null_distribution = null_distribution,
          .blind_to = blind_to,
          .smallest_deck = smallest_large_deck,
          .largest_deck = largest_byte_deck,
          .needs = needs_top_cards<table, top>,
          .statistic =
              [](const Tally& tally) {
                return equal_cells_statistic(table.name, tally.tables.of(table), tally.trials);
              },
          .needs_table = table.on_request ? &table : nullptr,
          .is_bounded_apart = true,
          .cell = cell,
          .uneven = uneven};
}

}  // namespace detail

inline constexpr TestInfo hole_cards_test = detail::top_cards_test<top_two_table, 2>(
    "hole-cards", "any two cards are equally often the two on top",
    "chi-square on C(n, 2) - 1 degrees of freedom", "which of the two lies first, and all below them",
    UnevenCell::top_two, "some two cards lie on top more often than others");
inline constexpr TestInfo flop_test = detail::top_cards_test<top_three_table, 3>(
    "flop", "any three cards are equally often the three on top; with --certify flop",
    "chi-square on C(n, 3) - 1 degrees of freedom", "which of the three lies where, and all below them",
    UnevenCell::top_three, "some three cards lie on top more often than others");
inline constexpr TestInfo top_five_test = detail::top_cards_test<top_five_table, 5>(
    "top-five", "any five cards are equally often the five on top; with --certify top-five",
    "chi-square on C(n, 5) - 1 degrees of freedom", "which of the five lies where, and all below them",
    UnevenCell::top_five, "some five cards lie on top more often than others");

// Are any two cards dealt into one hand equally often?

/// M[i,j], the trials in which cards i and j fell into one of h equal hands of w = n/h cards. With p =
/// (w-1)/(n-1), and c_1 and c_2 the covariances of one trial's M of two pairs that share one card and none, v
/// = p(1-p) - 2 c_1 + c_2,
///     T = sum over pairs of (M - N p)^2 / (N v)    is chi-square on n(n-3)/2 degrees of freedom
/// (core/README.md 2.20). For every N the mean under fairness is n(n-3)/2 and the variance n(n-3) (1 - 1/N).
/// cells by pair as in hand_mates_table; hands of two cards or more, two of them at least, four cards in all.
/// Throws std::invalid_argument for others, for no trials, and for counts that do not add up to the trials.
ChiSquared hand_mates_statistic(int deck_size, int hands, std::uint64_t trials,
                                std::span<const std::uint64_t> cells);

/// Not applied to decks that make no equal hands, or with fewer trials than 2,400 (core/README.md 2.20).
inline constexpr TestInfo hand_mates_test{
    .name = hand_mates_table.name,
    .claim = "any two cards are dealt into one of four, three or two equal hands equally often",
    .null_distribution = "chi-square on n(n - 3)/2 degrees of freedom",
    .blind_to = "any bias that leaves every two cards equally often in one hand",
    .smallest_deck = smallest_large_deck,
    .largest_deck = largest_byte_deck,
    .needs = [](const Tally& tally) -> Needs {
      if (hands_of(tally.deck_size) > 0) return detail::needs_2400_trials(tally);
      return {.lacking = std::to_string(tally.deck_size) + " cards make no four, three or two equal hands"};
    },
    .statistic =
        [](const Tally& tally) {
          return hand_mates_statistic(tally.deck_size, hands_of(tally.deck_size), tally.trials,
                                      tally.tables.of(hand_mates_table));
        },
    .hypotheses = [](int deck_size) -> std::uint64_t { return hands_of(deck_size) == 0 ? 0 : 1; },
    .cell = UnevenCell::hand_mates,
    .uneven = "some cards are dealt into one hand more often than others",
};

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
