// The test of everything: is every order equally likely?
#pragma once

#include <optional>

#include "core/statistics/chi_squared_result.hpp"
#include "core/tally/order_counting.hpp"

namespace fairshuffle {

/// The fewest trials with which the test of orders is applied: max(5 n!, 2400), five for each order
/// (core/README.md 2.8). deck_size in 0..20.
std::uint64_t fewest_trials_for_orders(int deck_size);

/// The fewest trials that can certify a fair deck by its orders, to a total variation of `tolerance` with
/// `confidence`, both in 0..1: as many as the test of orders needs, or as its certificate does. deck_size in
/// 2..20.
std::uint64_t fewest_trials_to_certify_orders(int deck_size, double tolerance, double confidence);

/// How a run of at most `most_trials` trials counts the orders of a deck; nothing where it does not. Up to
/// ten cards it always does. For eleven and twelve, whose tables take 160 MB and 1.9 GB for each half of the
/// trials, it does from fewest_trials_to_certify_orders on; where the trials are fewer, the certificate of
/// one card is the better one.
std::optional<OrderCounting> order_counting_for(int deck_size, std::uint64_t most_trials, double tolerance,
                                                double confidence);

/// Pearson's X2 over all n! orders, those never seen included, on n! - 1 degrees of freedom
/// (core/README.md 2.1). For every number of trials N its mean under fairness is n! - 1 and its variance 2
/// (n! - 1)(1 - 1/N), and in general its mean is n! - 1 + (N - 1) phi2. Throws std::invalid_argument when the
/// orders are not counted (n > 10 in a run of few trials), for one card, no trials, or counts that do not add
/// up to the trials.
ChiSquared orders_statistic(const Tally& tally);

/// Claim tested: every order is equally likely. Not applied to one card, where orders are not counted, or
/// with fewer trials than max(5 n!, 2400). For two cards it is the parity test, its exact tails included.
/// Throws std::invalid_argument when the counts do not add up to the trials.
TestResult test_orders(const Tally& tally);

inline constexpr TestInfo orders_test{
    .name = "orders",
    .claim = "every order is equally likely",
    .null_law = "chi-square on n! - 1 degrees of freedom",
    .blind_to = "how one trial depends on those before it",
    .smallest_deck = 2,
    .largest_deck = largest_countable_deck_size,
    .needs_marked_cards = false,
    .needs_counted_orders = true,
    .run = alone<test_orders>,
};

}  // namespace fairshuffle
