// Tests of whole permutations, of their components and Lehmer codes, and of multiset decks and partial deals.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/exact/components.hpp"
#include "core/interpret/card_distribution.hpp"
#include "core/statistics/chi_squared.hpp"
#include "core/statistics/tail.hpp"
#include "core/statistics/test_result.hpp"
#include "core/tally/permutation_counts.hpp"
#include "core/tally/tables/tables.hpp"

namespace fairshuffle {

// The test of everything: is every permutation equally likely?

/// The fewest trials with which the test of permutations is applied: max(5 n!, 2400), five for each
/// permutation (core/README.md 2.8). deck_size in 0..20.
std::uint64_t fewest_trials_for_permutations(int deck_size);

/// The fewest trials that can certify a fair deck by its permutations, to a total variation of `tolerance`
/// with `confidence`, both in 0..1: as many as the test of permutations needs, or as its certificate does.
/// deck_size in 2..20.
std::uint64_t fewest_trials_to_certify_permutations(int deck_size, double tolerance, double confidence);

/// How a run of at most `max_trials` trials counts the permutations of a deck; nothing where it does not. Up
/// to ten cards it always does. For eleven and twelve, whose tables take 160 MB and 1.9 GB for each half of
/// the trials, it does from fewest_trials_to_certify_permutations on; where the trials are fewer, the
/// certificate of one card is the better one.
std::optional<PermutationCounting> permutation_counting_for(int deck_size, std::uint64_t max_trials,
                                                            double tolerance, double confidence);

/// Pearson's X2 over all n! permutations, those never seen included, on n! - 1 degrees of freedom
/// (core/README.md 2.1). For every number of trials N its mean under fairness is n! - 1 and its variance 2
/// (n! - 1)(1 - 1/N), and in general its mean is n! - 1 + (N - 1) chi-square distance. Throws
/// std::invalid_argument when the permutations are not counted (n > 10 in a run of few trials), for one card,
/// no trials, or counts that do not add up to the trials.
ChiSquared permutations_statistic(const Tally& tally);

namespace detail {

/// `permutations` is not applied where permutations are not counted, or with fewer trials than max(5 n!,
/// 2400); `components` above eight cards, where permutations are not counted, and below two trials.
Needs needs_permutations(const Tally& tally);
Needs needs_components(const Tally& tally);

}  // namespace detail

/// For two cards it is the parity test, its exact tails included.
inline constexpr TestInfo permutations_test{
    .name = "permutations",
    .formerly = "orders",
    .claim = "every permutation is equally likely",
    .null_distribution = "chi-square on n! - 1 degrees of freedom",
    .blind_to = "how one trial depends on those before it",
    .largest_deck = largest_countable_deck_size,
    .smallest_of_successive = 2,
    .needs_counted_permutations = true,
    .needs = detail::needs_permutations,
    .statistic = permutations_statistic,
    .first_of_two = [](const Tally& tally) { return tally.permutations->by_rank().front(); },
    .uneven = "some permutations come more often than others",
};

// Are even and odd permutations equally likely?

/// Claim tested: a permutation is even with probability 1/2, as half of all permutations of two or more cards
/// are. The statistic is (even - odd)^2 / N on one degree of freedom, but both tails are the exact
/// binomial's, honest at every number of trials and every level: upper_tail doubles the smaller tail,
/// lower_tail is the probability of a difference no larger than the observed one. Throws
/// std::invalid_argument when the counts do not add up to the trials.
std::vector<TestResult> test_parity(const Tally& tally);

inline constexpr TestInfo parity_test{
    .name = "parity",
    .claim = "even and odd permutations are equally likely",
    .null_distribution = "binomial, one half",
    .blind_to =
        "any bias that leaves even and odd permutations equally likely (a random cut of an even deck)",
    .smallest_of_successive = 2,
    .needs = detail::needs_trials,
    .run = test_parity,
    .disguises = {{{2, "permutations"}}},
    .cell = UnevenCell::parity,
    .uneven = "odd and even permutations do not come equally often",
};

// Where the bias lives: every component of the decomposition over the irreducible representations is a test.

/// The largest deck whose components are tested: its transform takes 5 ms a look, that of nine cards 45.
inline constexpr int largest_deck_of_components = 8;

/// A component of what was counted.
struct CountedPart {
  Component component;  ///< its chi-square distance is the unbiased estimate (T - d^2) / (N - 1); slightly
                        ///< negative at times
  bool has_own_test;    ///< false for (n-1,1) and (1,...,1), which `positions` and `parity` judge
  TestResult result;    ///< positions and parity as they judge it; elsewhere named "unordered pairs (3,2)"
};

/// All components but (n), in the order of partitions_of, with T = (d/N) ||sum over permutations of O
/// rho(order)||^2, chi-square on d^2 degrees of freedom under fairness and independent of the other
/// components as trials grow (core/README.md 3). The T of all components add up to X2 of the permutations,
/// and for every N the mean of each is d^2 and its variance 2 d^2 (1 - 1/N); in general the mean is d^2 + (N
/// - 1) chi-square distance of the component. A component's result is applied from max(5 d^2, 2400) trials
/// on. Error of T below 1e-12 of X2. The permutations of 2 to 8 cards must be counted, and all other kinds
/// filled in, of 2 trials or more; throws std::invalid_argument otherwise and when the counts do not add up
/// to the trials.
std::vector<CountedPart> counted_parts(const Tally& tally);

/// Claim tested, for each component but (n-1,1) and (1,...,1): nothing that takes so many cards to see
/// favours any order. As counted_parts.
std::vector<TestResult> test_components(const Tally& tally);

/// One for each partition of the deck size but (n), (n-1,1) and (1,...,1): 2 for four cards, 12 for seven.
/// deck_size 4 to 8.
std::uint64_t hypotheses_of_components(int deck_size);

inline constexpr TestInfo components_test{
    .name = "components",
    .formerly = "parts",
    .claim = "what pairs, triples ... of cards show is as in a random permutation, component by component",
    .null_distribution =
        "chi-square on d^2 degrees of freedom for each irreducible representation of dimension d",
    .blind_to = "single cards and parity, which have tests of their own, and how one trial depends on others",
    .smallest_deck = 4,
    .largest_deck = largest_deck_of_components,
    .smallest_of_successive = 4,
    .why_no_smaller = "single cards and parity are all the components of so few cards",
    .needs_counted_permutations = true,
    .needs = detail::needs_components,
    .run = test_components,
    .hypotheses = hypotheses_of_components,
};

// Were the draws fair that Durstenfeld's shuffle would have made to bring these permutations?

/// Every permutation comes of draws of its own, so under fairness the digits c_i are independent and uniform
/// on 0..i. Of the counts C_ij of lehmer_code_table
///     T = sum over i = 1..n-1 of sum over j of (C_ij - N/(i+1))^2 (i+1)/N,
/// a sum of independent Pearson statistics, is chi-square on n(n-1)/2 (core/README.md 2.16). For every N the
/// mean under fairness is n(n-1)/2 and the variance n(n-1)(1 - 1/N). Computed in integers and rounded once.
/// Throws std::invalid_argument for one card, no trials, or digits that do not add up to the trials each.
ChiSquared lehmer_code_statistic(int deck_size, std::uint64_t trials, std::span<const std::uint64_t> digits);

/// Each of the (n-1)(n+2)/2 counts of digit i is binomial(N, 1/(i+1)) under fairness. smallest_large_deck
/// cards or more; throws as the statistic.
StrongestCell strongest_lehmer_digit(const Tally& tally);

inline constexpr TestInfo lehmer_code_test{
    .name = "lehmer-code",
    .formerly = "draw-digits",
    .claim = "each draw that Durstenfeld's shuffle would have made is equally likely to be any it may be",
    .null_distribution = "chi-square on n (n - 1) / 2 degrees of freedom",
    .blind_to = "any bias that leaves each draw by itself fair (draws that hang together)",
    .smallest_deck = smallest_large_deck,
    .largest_deck = largest_byte_deck,
    .needs = detail::needs_table,
    .statistic = detail::statistic_of<lehmer_code_table, lehmer_code_statistic>,
    .uneven = "the draws that Durstenfeld's shuffle would have made are uneven",
};

inline constexpr TestInfo strongest_lehmer_digit_test{
    .name = "strongest-lehmer-digit",
    .formerly = "strongest-digit",
    .claim =
        "no draw that Durstenfeld's shuffle would have made is any one value more or less often than due",
    .null_distribution = "exact binomial, one in i + 1, times the (n - 1)(n + 2) / 2 values",
    .blind_to = "any bias that no single draw's value shows (a little in many of them)",
    .smallest_deck = smallest_large_deck,
    .largest_deck = largest_byte_deck,
    .needs = detail::needs_trials,
    .strongest = strongest_lehmer_digit,
    .uneven = "the draws that Durstenfeld's shuffle would have made are uneven",
};

// Do the draws of Durstenfeld's shuffle lean the way in which a known mistake makes them lean?

/// (k P - 1) / sqrt(chi-square distance), by draw and value, k the number of values of the draw: what the
/// counts of digits are multiplied with to see as much of this distribution as one number can. Throws
/// std::invalid_argument where every draw is uniform.
std::vector<std::vector<double>> filter_of(const DigitDistribution& distribution);

/// Z = sum over digits and values of f C / sqrt(N), f such a filter, C counts of lehmer_code_table. Under
/// fairness digits are independent and uniform, so that it has mean 0 and variance 1 for every N
/// (core/README.md 2.16); under the distribution the mean sqrt(N chi-square distance), chi-square distance of
/// the draws (product_of_digits), the most that any linear statistic of the digits has. Throws
/// std::invalid_argument for no trials, for a filter of another deck size, and for digits that do not add up
/// to the trials each.
double matched_lehmer_digits_statistic(int deck_size, std::uint64_t trials,
                                       std::span<const std::uint64_t> digits,
                                       const std::vector<std::vector<double>>& filter);

/// Claims tested: the digits lean neither towards what one of the digit_mistakes does nor away from it, each
/// by filtered_result. smallest_large_deck cards or more. Throws as the statistic.
std::vector<TestResult> test_matched_lehmer_digits(const Tally& tally);

inline constexpr TestInfo matched_lehmer_digits_test{
    .name = "matched-lehmer-digits",
    .formerly = "matched-digits",
    .claim = "the draws that Durstenfeld's shuffle would have made lean towards no draw of short words",
    .null_distribution = "normal, one for each mistake",
    .blind_to = "any bias that leaves draws uncorrelated with those of the mistakes",
    .smallest_deck = smallest_large_deck,
    .largest_deck = largest_byte_deck,
    .needs = detail::needs_trials,
    .run = test_matched_lehmer_digits,
    .hypotheses = [](int /*deck_size*/) -> std::uint64_t { return number_of_digit_mistakes; },
    .uneven = "the draws that Durstenfeld's shuffle would have made lean as those of short words do",
};

// Is every set of positions equally likely for the marked cards: the mines of a field, a dealt hand?

namespace detail {

/// `subsets` is not applied when no cards are marked, or with fewer trials than max(5 C(n, m), 2400); the
/// others with fewer than their tables need, nor without any.
Needs needs_marked_cards(const Tally& tally);
Needs needs_arrangements(const Tally& tally);
Needs needs_kind_neighbours(const Tally& tally);
Needs needs_dealt_together(const Tally& tally);

}  // namespace detail

/// By Pearson's X2 over all C(n, m) sets of positions that the cards 0..m-1 can take, those never seen
/// included. Mean and variance under fairness as of `permutations`. One of two cards is judged as parity is,
/// by the exact binomial.
inline constexpr TestInfo subsets_test{
    .name = "subsets",
    .claim = "the marked cards are equally likely on every set of positions",
    .null_distribution = "chi-square on C(n, m) - 1 degrees of freedom, m cards marked",
    .blind_to = "the order of the marked cards among themselves, and of the others among themselves",
    .needs_marked_cards = true,
    .needs = detail::needs_marked_cards,
    .statistic =
        [](const Tally& tally) {
          return detail::equal_cells_statistic("subsets", tally.subsets->by_rank(), tally.trials);
        },
    .first_of_two = [](const Tally& tally) { return tally.subsets->by_rank().front(); },
    .disguises = {{{2, "permutations"}}},
    .cell = UnevenCell::marked_set,
    .uneven = "the marked cards lie on some sets of positions more often than on others",
};

// Tests of decks with equal cards, and of deals: what can be told apart comes equally often. core/README.md
// 2.23 has the formulas.

/// T = (n-1)/N sum (C - N m/n)^2 / m over the table C of site by symbol of a multiset, m being the number of
/// sites with the symbol: (n-1)/n times Pearson's sum, chi-square on (K-1)(n-1) degrees of freedom for K
/// symbols. With kinds of one card each it is positions_statistic. Computed in whole numbers but for the
/// division by m. A tally with a multiset and trials; throws std::invalid_argument, and where the counts do
/// not add up to the trials.
ChiSquared sites_statistic(const Tally& tally);

/// Of equal cards, with the ends of the deck as one more kind of one card, w_kl = m_k (m_l - [k = l]) and
/// D_kl how much oftener than N w_kl / n kind l followed kind k, D_s and D_a being its symmetric and
/// antisymmetric parts: T = n/N sum D_s^2 / w + n (n-1) / ((n+1) N) sum D_a^2 / w over the cells with w above
/// 0, chi-square on their number less 2 K + 1, for K kinds. With kinds of one card each it is
/// neighbours_statistic. Throws as sites_statistic, and for a deal.
ChiSquared kind_neighbours_statistic(const Tally& tally);

/// Of deals: T = sum z^2 / (N p (n-k)(n-k-1) / ((n-2)(n-3))) over the pairs of cards, p = k (k-1) / (n (n-1))
/// being the chance that both are dealt and z what a pair's count is off its N p and off what its two cards'
/// own counts leave of it, (r_a + r_b) / (n-2) with r the sum over the pairs of a card; chi-square on n (n-3)
/// /
/// 2. Independent of sites_statistic in the limit: the eigenspaces of the Johnson scheme (Delsarte 1973). A
/// tally whose pairs are counted (counts_together); throws as sites_statistic.
ChiSquared together_statistic(const Tally& tally);

/// At each of the n sites a symbol is there in m of n trials. Throws as sites_statistic.
StrongestCell strongest_site(const Tally& tally);

namespace detail {

inline bool has_counted_arrangements(const Multiset& multiset, int deck_size) {
  return !multiset.is_plain() &&
         count_arrangements(multiset, deck_size, MultisetCounts::most_arrangements).has_value();
}
inline bool has_equal_cards(const Multiset& multiset, int /*deck_size*/) {
  return multiset.has_equal_cards();
}
inline bool is_deal(const Multiset& multiset, int /*deck_size*/) {
  return multiset.is_deal();
}

inline std::uint64_t count_of_first_site(const Tally& tally) {
  return tally.multiset->at(0, 0);
}

}  // namespace detail

inline constexpr TestInfo arrangements_test{
    .name = "arrangements",
    .claim = "of equal cards, or of a deal, all that can be told apart comes equally often",
    .null_distribution = "chi-square on one less than there are arrangements",
    .blind_to = "dependence between trials",
    .needs = detail::needs_arrangements,
    .statistic =
        [](const Tally& tally) {
          return detail::equal_cells_statistic("arrangements", tally.multiset->arrangements(), tally.trials);
        },
    .first_of_two = [](const Tally& tally) { return tally.multiset->arrangements().front(); },
    .of_multiset = detail::has_counted_arrangements,
    .cell = UnevenCell::arrangement,
    .uneven = "some arrangements come more often than others",
};

inline constexpr TestInfo kinds_test{
    .name = "kinds",
    .claim = "of equal cards every kind is equally likely at every position",
    .null_distribution = "chi-square on (K - 1)(n - 1) degrees of freedom for K kinds",
    .blind_to = "any bias that leaves every kind equally likely at every position (a random cut)",
    .needs = detail::needs_table_of_trials,
    .statistic = sites_statistic,
    .first_of_two = detail::count_of_first_site,
    .of_multiset = detail::has_equal_cards,
    .cell = UnevenCell::card_at_site,
    .uneven = "some kinds of cards lie at some positions more often than others",
};

inline constexpr TestInfo strongest_kind_test{
    .name = "strongest-kind",
    .claim = "no kind of m equal cards is at any one position more or less often than m times in n",
    .null_distribution = "exact binomial, m in n, times the cells of kind by position",
    .blind_to = "any bias that no single cell of kind and position shows (a little in many of them)",
    .needs = detail::needs_trials,
    .strongest = strongest_site,
    .of_multiset = detail::has_equal_cards,
    .cell = UnevenCell::card_at_site,
};

inline constexpr TestInfo kind_neighbours_test{
    .name = "kind-neighbours",
    .claim = "of equal cards every kind directly follows every kind as often as random permutations have it",
    .null_distribution = "chi-square on one less than the cells that can be hit, less 2 K, for K kinds",
    .blind_to =
        "any bias that leaves the kinds next to each other, and at the ends, as likely as they should be",
    .needs = detail::needs_kind_neighbours,
    .statistic = kind_neighbours_statistic,
    .of_multiset = detail::has_equal_cards,
    .uneven = "some kinds of cards stand next to each other more often than they should",
};

inline constexpr TestInfo dealt_cards_test{
    .name = "dealt-cards",
    .claim = "every card is dealt equally often, and to every place where their order counts",
    .null_distribution = "chi-square on k (n - 1) degrees of freedom for k cards in order, else on n - 1",
    .blind_to =
        "any bias that leaves every card equally likely in the deal (two cards always dealt together)",
    .needs = detail::needs_table_of_trials,
    .statistic = sites_statistic,
    .first_of_two = detail::count_of_first_site,
    .of_multiset = detail::is_deal,
    .cell = UnevenCell::card_at_site,
    .uneven = "some cards are dealt more often than others",
};

inline constexpr TestInfo strongest_dealt_card_test{
    .name = "strongest-dealt-card",
    .claim = "no one card is dealt, or dealt to one place, more or less often than by chance",
    .null_distribution = "exact binomial, times the cells of card by place",
    .blind_to = "any bias that no single card shows (a little in many of them)",
    .needs = detail::needs_trials,
    .strongest = strongest_site,
    .of_multiset = detail::is_deal,
    .cell = UnevenCell::card_at_site,
};

inline constexpr TestInfo dealt_together_test{
    .name = "dealt-together",
    .claim = "every two cards are dealt together equally often, as far as each of them is",
    .null_distribution = "chi-square on n (n - 3) / 2 degrees of freedom",
    .blind_to = "any bias that no pair of cards shows",
    .needs = detail::needs_dealt_together,
    .statistic = together_statistic,
    .of_multiset = counts_together,
    .uneven = "some two cards are dealt together more often than others",
};

}  // namespace fairshuffle
