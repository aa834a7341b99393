// Tests of a small number of each permutation: by its shape and by its mean.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/statistics/chi_squared.hpp"
#include "core/statistics/test_result.hpp"
#include "core/tally/bets.hpp"
#include "core/tally/tables/tables.hpp"

namespace fairshuffle {

// The distributions of small numbers of a uniformly random permutation.

/// P(j cards at their own index), j = 0..n: D_(n-j) / (j! (n-j)!) with D the numbers of permutations without
/// fixed points (rencontres numbers, OEIS A008290). deck_size in 1..1024; throws std::invalid_argument.
/// Relative error below 1e-15; checked against the integers of OEIS.
std::vector<double> fixed_points_distribution(int deck_size);

/// P(j cycles, fixed points included), j = 0..n: c(n, j) / n! with c the unsigned Stirling numbers of the
/// first kind (OEIS A132393). deck_size in 1..1024; throws std::invalid_argument. Relative error below 1e-15:
/// only positive terms are added. Checked against the integers of OEIS.
std::vector<double> cycles_distribution(int deck_size);

/// P(j descents), j = 0..n-1: Eulerian numbers over n! (OEIS A008292). The rest as cycles_distribution.
std::vector<double> descents_distribution(int deck_size);

/// P(j rising sequences), j = 0..n: one more than the descents of the inverse order, 0 for j = 0.
std::vector<double> rising_sequences_distribution(int deck_size);

/// P(j interior peaks), j = 0..(n-1)/2 (OEIS A008303). The rest as cycles_distribution.
std::vector<double> peaks_distribution(int deck_size);

/// P(j inversions), j = 0..n(n-1)/2: Mahonian numbers over n! (OEIS A008302). Up to largest_byte_deck cards;
/// the rest as cycles_distribution.
std::vector<double> inversions_distribution(int deck_size);

/// P(j ascending successions), j = 0..n-1: C(n-1, j) (D_(n-j) + D_(n-j-1)) / n! with D the numbers of
/// permutations without fixed points (OEIS A123513). The rest as fixed_points_distribution.
std::vector<double> successions_distribution(int deck_size);

/// P(value) of a named bet. Of s cards and p places of n the number that lies there is hypergeometric,
///     P(k) = C(s,k) C(n-s,p-k) / C(n,p),
/// and a hand of five is one of C(52, 5). Values that no permutation has are 0 (too few cards elsewhere for
/// so few here). Relative error below 1e-13; checked against the enumeration of all permutations of 5 to 7
/// cards and of all hands. deck_size in 1..1024, whose deck has the bet; throws std::invalid_argument.
std::vector<double> bet_distribution(const NamedBet& bet, int deck_size);

/// What the value is on average.
double mean_of_distribution(std::span<const double> distribution);

/// How many of its values have a probability above 0.
std::size_t values_possible(std::span<const double> distribution);

/// How many hypotheses the bets are, each on decks of that size: the shape of each distribution and its mean,
/// which are one where there are only two values. Throws as bet_distribution.
std::uint64_t hypotheses_of_bets(std::span<const NamedBet> bets, int deck_size);

// Chi-square tests of one small number per permutation, with rare values pooled.

/// Neighbouring values counted as one.
struct PooledCell {
  int first;  ///< smallest value
  int last;   ///< largest value
  double probability;
};

/// Groups the values 0..distribution.size() - 1 from the left: a cell closes as soon as it expects
/// `least_expected` of the trials, and what is left joins the last one. Sees the distribution, never the
/// counts. One cell at least. distribution: probabilities of the values; least_expected above 0; throws
/// std::invalid_argument.
std::vector<PooledCell> pooled_cells(std::span<const double> distribution, std::uint64_t trials,
                                     double least_expected);

/// Pearson's X2 over the cells, on one degree of freedom fewer than cells. by_value: trials by value.
/// Precondition: the cells cover by_value, and each has a probability above 0.
ChiSquared pooled_statistic(std::span<const std::uint64_t> by_value, std::span<const PooledCell> cells);

// Is the sum of one number over all trials as chance would have it? With tails that hold from the first
// trial on.

/// P(S >= sum) and P(S <= sum).
struct SumTails {
  TailProbability upper, lower;
};

/// Tails of the sum S of `trials` independent numbers of this distribution over 0, 1, 2 ...: the saddlepoint
/// approximation of Lugannani and Rice (1980) with the second correction for continuity of Daniels (1987),
///     P(S >= s) = 1 - Phi(w) - phi(w) (1/w - 1/u),   w = sign(t) sqrt(2 N (t x - K(t))),
///     u = 2 sinh(t/2) sqrt(N K''(t)),   K'(t) = x = (s - 1/2) / N,   K the distribution's cumulant
///     generating function,
/// and the lower tail with signs turned and x = (s + 1/2) / N. Exact at both ends of what S can be. Below
/// 1e-300 Chernoff's bound exp(-N (t x - K(t))) at x = s/N, which is above the tail for every N. Within 1 %
/// of exact convolution for the distributions of null_distributions from one trial on, but for the coarsest
/// at N = 1 (core/README.md 2.17). distribution: probabilities, at least two of them above 0, summing to 1;
/// trials 1..2^53; sum what S can be; throws std::invalid_argument.
SumTails tails_of_sum(std::span<const double> distribution, std::uint64_t trials, std::uint64_t sum);

}  // namespace fairshuffle

namespace fairshuffle::detail {

/// Tests the counts by value of one number per permutation against its distribution: Pearson's chi-square
/// over pooled cells, the exact binomial where there are two, not applied where there is one. A cell expects
/// at least 100 trials below 12,000 trials and 500 from there on. Measured by importance sampling for fixed
/// points and cycles of 5, 10 and 52 cards: with 100 the true rate at level 1e-6 is at most 1.3 times it
/// and 1.8 times at 1e-8, but 2.9 times at 1e-10; with 500 it is at most 1.3 times at 1e-10.
TestResult pooled_test(std::string_view name, std::span<const std::uint64_t> by_value,
                       std::span<const double> distribution, std::uint64_t trials);

/// Claim tested: the mean of a number per permutation is that of its distribution. by_value: trials by value,
/// as many values as the distribution has. The statistic is the sum over the trials; p doubles the smaller of
/// tails_of_sum, so that like a binomial test it has no lower tail of its own: `tail` tells which way the
/// mean is off, and `mean` how far. Not applied without trials. Throws std::invalid_argument where a value
/// came that the distribution excludes.
TestResult mean_test(std::string_view name, std::span<const std::uint64_t> by_value,
                     std::span<const double> distribution, std::uint64_t trials);

}  // namespace fairshuffle::detail

namespace fairshuffle {

/// From here on a number per permutation is tested by its mean, too.
inline constexpr int smallest_deck_of_means = smallest_deck_of_successive_tables;

/// A result for the shape of a histogram, under its name, and from smallest_deck_of_means cards on one for
/// its mean, under "mean " and its name. The shape is judged by Pearson's chi-square over pooled values,
/// which takes hundreds of trials; the mean by its exact distribution, from the first trial on.
std::vector<TestResult> shape_and_mean(std::string_view name, std::span<const std::uint64_t> by_value,
                                       std::span<const double> distribution, const Tally& tally);

/// How many of them there are.
constexpr std::uint64_t hypotheses_of_number(int deck_size) {
  return deck_size >= smallest_deck_of_means ? 2 : 1;
}

namespace detail {

template <const TableInfo& table, std::vector<double> (*distribution)(int)>
std::vector<TestResult> test_number(const Tally& tally) {
  return shape_and_mean(table.name, tally.tables.of(table), distribution(tally.deck_size), tally);
}

// The test of a number that is counted in a table of its name.
template <const TableInfo& table, std::vector<double> (*distribution)(int)>
constexpr TestInfo number_test(std::string_view claim, std::string_view null_distribution,
                               std::string_view counted, std::string_view counted_in = "a permutation") {
  return {
      .name = table.name,
      .claim = claim,
      .null_distribution = null_distribution,
      .blind_to =
          "any bias among permutations with equally many of what is counted, in them or in their inverses",
      .smallest_deck = smallest_deck_of(table, TableOf::permutations),
      .largest_deck = table.add_wide == nullptr ? largest_byte_deck : largest_deck_size,
      .smallest_of_successive = smallest_deck_of(table, TableOf::successive),
      .run = test_number<table, distribution>,
      .hypotheses = hypotheses_of_number,
      .cell = UnevenCell::number,
      .counted = counted,
      .counted_in = counted_in};
}

}  // namespace detail

/// Not applied with so few trials that the values make only one group.
inline constexpr TestInfo fixed_points_test{
    .name = "fixed-points",
    .claim = "the number of cards that stay in their places is distributed as in a random permutation",
    .null_distribution = "rencontres numbers; chi-square over pooled values; from 9 cards on the mean, exact",
    .blind_to =
        "which cards stay, and any bias among permutations in which equally many stay (a permutation against "
        "its inverse)",
    .smallest_of_successive = smallest_deck_of_successive_tables,
    .run =
        [](const Tally& tally) {
          return shape_and_mean("fixed-points", tally.fixed_points.by_value(),
                                fixed_points_distribution(tally.deck_size), tally);
        },
    .hypotheses = hypotheses_of_number,
    .disguises = {{{2, "permutations"}}},
    .cell = UnevenCell::fixed_points,
    .uneven = "cards do not stay in their places as often as in random permutations",
    .counted = "fixed points",
};
inline constexpr TestInfo cycles_test{
    .name = "cycles",
    .claim = "the number of cycles is distributed as in a random permutation",
    .null_distribution =
        "Stirling numbers of the first kind; chi-square over pooled values; from 9 cards on the mean, exact",
    .blind_to = "any bias among permutations with equally many cycles (a permutation against its inverse)",
    .smallest_of_successive = smallest_deck_of_successive_tables,
    .run =
        [](const Tally& tally) {
          return shape_and_mean("cycles", tally.cycles.by_value(), cycles_distribution(tally.deck_size),
                                tally);
        },
    .hypotheses = hypotheses_of_number,
    .disguises = {{{2, "permutations"}, {3, "fixed-points"}}},
    .cell = UnevenCell::cycles,
    .uneven = "permutations do not have as many cycles as random ones",
    .counted = "cycles",
};

inline constexpr TestInfo descents_test = detail::number_test<descents_table, descents_distribution>(
    "a card is followed by a lower one as often as in a random permutation",
    "Eulerian numbers; mean exact, shape chi-square over pooled values", "descents");
inline constexpr TestInfo rising_sequences_test =
    detail::number_test<rising_sequences_table, rising_sequences_distribution>(
        "permutations interleave as many runs of cards in sequence as random permutations do",
        "Eulerian numbers; mean exact, shape chi-square over pooled values", "rising sequences");
inline constexpr TestInfo peaks_test = detail::number_test<peaks_table, peaks_distribution>(
    "as many cards lie between two lower ones as in a random permutation",
    "OEIS A008303; mean exact, shape chi-square over pooled values", "peaks");
inline constexpr TestInfo inverse_peaks_test = detail::number_test<inverse_peaks_table, peaks_distribution>(
    "inverse permutations have as many peaks as random permutations",
    "OEIS A008303; mean exact, shape chi-square over pooled values", "peaks", "the inverse of a permutation");
inline constexpr TestInfo inversions_test = detail::number_test<inversions_table, inversions_distribution>(
    "as many pairs of cards are out of order as in a random permutation",
    "Mahonian numbers; mean exact, shape chi-square over pooled values", "inversions");
inline constexpr TestInfo successions_test = detail::number_test<successions_table, successions_distribution>(
    "a card is followed by the next higher one as often as in a random permutation",
    "OEIS A123513; mean exact, shape chi-square over pooled values",
    "cards that the next higher one follows");
inline constexpr TestInfo left_maxima_test = detail::number_test<left_maxima_table, cycles_distribution>(
    "as many cards are above all before them as in a random permutation",
    "Stirling numbers, first kind; mean exact, shape chi-square over pooled values",
    "cards above all before them");
inline constexpr TestInfo left_minima_test = detail::number_test<left_minima_table, cycles_distribution>(
    "as many cards are below all before them as in a random permutation",
    "Stirling numbers, first kind; mean exact, shape chi-square over pooled values",
    "cards below all before them");
inline constexpr TestInfo right_maxima_test = detail::number_test<right_maxima_table, cycles_distribution>(
    "as many cards are above all after them as in a random permutation",
    "Stirling numbers, first kind; mean exact, shape chi-square over pooled values",
    "cards above all after them");
inline constexpr TestInfo right_minima_test = detail::number_test<right_minima_table, cycles_distribution>(
    "as many cards are below all after them as in a random permutation",
    "Stirling numbers, first kind; mean exact, shape chi-square over pooled values",
    "cards below all after them");

// Do deals answer the bets that a plan names as fair deals would?

/// Claim tested, of each bet: its answers follow its distribution (bet_distribution). Two hypotheses:
/// "bet-mean NAME", the sum of the values by mean_test, from the first trial on, and "bet-shape NAME", the
/// shape by pooled_test. A bet of only two values has the first alone, by the exact binomial. Poker
/// categories are numbered from the weakest. Nothing where no bet is named. Throws std::invalid_argument when
/// the counts of a bet do not add up to the trials.
std::vector<TestResult> test_bets(const Tally& tally);

inline constexpr TestInfo bets_test{
    .name = "bets",
    .claim = "the named bets come out as in random permutations",
    .null_distribution =
        "hypergeometric, or poker hands out of 2,598,960; mean exact, shape chi-square over pooled values",
    .blind_to = "what the named bets do not ask",
    .run = test_bets,
    // Of one bet at most: how many bets there are is not the deck's to say.
    .hypotheses = [](int /*deck_size*/) { return std::uint64_t{2}; },
    .needs_bets = true,
    .of_multiset = is_any_multiset,
    .cell = UnevenCell::bet_value,
};

}  // namespace fairshuffle
