// Tests of decks with equal cards, and of deals: what can be told apart comes equally often. core/README.md
// 2.23 has the formulas.
#pragma once

#include "core/statistics/chi_squared_result.hpp"

namespace fairshuffle {

/// T = (n-1)/N sum (C - N m/n)^2 / m over the table C of site by symbol of a makeup, m being the number of
/// sites with the symbol: (n-1)/n times Pearson's sum, chi-square on (K-1)(n-1) degrees of freedom for K
/// symbols. With kinds of one card each it is positions_statistic. Computed in whole numbers but for the
/// division by m. A tally with a makeup and trials; throws std::invalid_argument, and where the counts do not
/// add up to the trials.
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

/// Each is not applied with fewer trials than its table needs. They throw std::invalid_argument where the
/// counts do not add up to the trials.
TestResult test_arrangements(const Tally& tally);
TestResult test_sites(const Tally& tally, std::string_view name);
/// By exact binomial tails, as test_strongest_position: at each of the n sites a symbol is there in m of n
/// trials.
TestResult test_strongest_site(const Tally& tally, std::string_view name);
TestResult test_kind_neighbours(const Tally& tally);
TestResult test_dealt_together(const Tally& tally);

namespace detail {

inline bool has_counted_arrangements(const Makeup& makeup, int deck_size) {
  return !makeup.is_plain() &&
         count_arrangements(makeup, deck_size, MakeupCounts::most_arrangements).has_value();
}
inline bool has_equal_cards(const Makeup& makeup, int /*deck_size*/) {
  return makeup.has_equal_cards();
}
inline bool is_deal(const Makeup& makeup, int /*deck_size*/) {
  return makeup.is_deal();
}

constexpr TestInfo made_up_test(std::string_view name, std::string_view claim, std::string_view null_law,
                                std::string_view blind_to, std::vector<TestResult> (*run)(const Tally&),
                                bool (*of_makeup)(const Makeup&, int)) {
  return {.name = name,
          .claim = claim,
          .null_law = null_law,
          .blind_to = blind_to,
          .smallest_deck = 2,
          .largest_deck = largest_deck_size,
          .needs_marked_cards = false,
          .needs_counted_orders = false,
          .run = run,
          .of_makeup = of_makeup};
}

}  // namespace detail

inline constexpr TestInfo arrangements_test = detail::made_up_test(
    "arrangements", "of equal cards, or of a deal, all that can be told apart comes equally often",
    "chi-square on one less than there are arrangements", "links between trials", alone<test_arrangements>,
    detail::has_counted_arrangements);

inline constexpr std::string_view kinds_name = "kinds", strongest_kind_name = "strongest-kind",
                                  dealt_cards_name = "dealt-cards",
                                  strongest_dealt_card_name = "strongest-dealt-card";

inline constexpr TestInfo kinds_test = detail::made_up_test(
    kinds_name, "of equal cards every kind is equally likely at every position",
    "chi-square on (K - 1)(n - 1) degrees of freedom for K kinds",
    "any bias that leaves every kind equally likely at every position (a random cut)",
    [](const Tally& tally) { return std::vector{test_sites(tally, kinds_name)}; }, detail::has_equal_cards);

inline constexpr TestInfo strongest_kind_test = detail::made_up_test(
    strongest_kind_name,
    "no kind of m equal cards is at any one position more or less often than m times in n",
    "exact binomial, m in n, times the cells of kind by position",
    "any bias that no single cell of kind and position shows (a little in many of them)",
    [](const Tally& tally) { return std::vector{test_strongest_site(tally, strongest_kind_name)}; },
    detail::has_equal_cards);

inline constexpr TestInfo kind_neighbours_test = detail::made_up_test(
    "kind-neighbours",
    "of equal cards every kind directly follows every kind as often as random orders have it",
    "chi-square on one less than the cells that can be hit, less 2 K, for K kinds",
    "any bias that leaves the kinds next to each other, and at the ends, as likely as they should be",
    alone<test_kind_neighbours>, detail::has_equal_cards);

inline constexpr TestInfo dealt_cards_test = detail::made_up_test(
    dealt_cards_name, "every card is dealt equally often, and to every place where their order counts",
    "chi-square on k (n - 1) degrees of freedom for k cards in order, else on n - 1",
    "any bias that leaves every card equally likely in the deal (two cards always dealt together)",
    [](const Tally& tally) { return std::vector{test_sites(tally, dealt_cards_name)}; }, detail::is_deal);

inline constexpr TestInfo strongest_dealt_card_test = detail::made_up_test(
    strongest_dealt_card_name,
    "no one card is dealt, or dealt to one place, more or less often than by chance",
    "exact binomial, times the cells of card by place",
    "any bias that no single card shows (a little in many of them)",
    [](const Tally& tally) { return std::vector{test_strongest_site(tally, strongest_dealt_card_name)}; },
    detail::is_deal);

inline constexpr TestInfo dealt_together_test = detail::made_up_test(
    "dealt-together", "every two cards are dealt together equally often, as far as each of them is",
    "chi-square on n (n - 3) / 2 degrees of freedom", "any bias that no pair of cards shows",
    alone<test_dealt_together>, counts_together);

}  // namespace fairshuffle
