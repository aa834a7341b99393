// Tests of multiset decks and partial deals.
#pragma once

#include "core/statistics/chi_squared.hpp"

namespace fairshuffle {

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
