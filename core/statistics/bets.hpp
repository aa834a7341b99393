// Do deals answer the bets that a plan names as fair deals would?
#pragma once

#include <vector>

#include "core/statistics/test_result.hpp"

namespace fairshuffle {

/// Claim tested, of each bet: its answers follow its law (bet_laws.hpp). Two hypotheses: "bet-mean NAME", the
/// sum of the values by mean.hpp, from the first trial on, and "bet-shape NAME", Pearson's chi-square over
/// pooled values by pooled.hpp. A bet of only two values has the first alone, by the exact binomial. Poker
/// categories are numbered from the weakest. Nothing where no bet is named. Throws std::invalid_argument when
/// the counts of a bet do not add up to the trials.
std::vector<TestResult> test_bets(const Tally& tally);

inline constexpr TestInfo bets_test{
    .name = "bets",
    .claim = "the named bets come out as in random orders",
    .null_law =
        "hypergeometric, or poker hands out of 2,598,960; mean exact, shape chi-square over pooled values",
    .blind_to = "what the named bets do not ask",
    .smallest_deck = 2,
    .largest_deck = largest_deck_size,
    .needs_marked_cards = false,
    .needs_counted_orders = false,
    .run = test_bets,
    // Of one bet at most: how many bets there are is not the deck's to say.
    .hypotheses = [](int /*deck_size*/) { return std::uint64_t{2}; },
    .needs_bets = true,
    .of_makeup = is_any_makeup,
};

}  // namespace fairshuffle
