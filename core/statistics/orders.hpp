// The test of everything: is every order equally likely?
#pragma once

#include "core/statistics/chi_squared_result.hpp"

namespace fairshuffle {

/// Pearson's X2 over all n! orders, those never seen included, on n! - 1 degrees of freedom (STATISTICS 2.1).
/// For every number of trials N its mean under fairness is n! - 1 and its variance 2 (n! - 1)(1 - 1/N), and
/// in general its mean is n! - 1 + (N - 1) phi2. Throws std::invalid_argument when the orders are not counted
/// (n > 10), for one card, no trials, or counts that do not add up to the trials.
ChiSquared orders_statistic(const Tally& tally);

/// Claim tested: every order is equally likely. Not applied to one card, to more than ten, or with fewer
/// trials than max(5 n!, 2400). For two cards it is the parity test without its exact tail (measured: within
/// 10 % of it at 1e-10). Throws std::invalid_argument when the counts do not add up to the trials.
TestResult test_orders(const Tally& tally);

inline constexpr TestInfo orders_test{
    .name = "orders",
    .claim = "every order is equally likely",
    .null_law = "chi-square on n! - 1 degrees of freedom",
    .blind_to = "how one trial depends on those before it",
    .smallest_deck = 2,
    .largest_deck = largest_counted_deck_size,
    .needs_marked_cards = false,
    .run = test_orders,
};

}  // namespace fairshuffle
