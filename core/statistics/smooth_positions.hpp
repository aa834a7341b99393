// Do cards drift: is where a card lies related to which card it is, in a smooth way?
#pragma once

#include <vector>

#include "core/statistics/chi_squared_result.hpp"

namespace fairshuffle {

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

/// Claim tested: the position of a card does not rise, fall or bend with its number. Not applied with fewer
/// than 2,400 trials. Throws as smooth_positions_statistic.
TestResult test_smooth_positions(const Tally& tally);

inline constexpr TestInfo smooth_positions_test{
    .name = "smooth-positions",
    .claim = "where a card lies does not rise, fall or bend with its number",
    .null_law = "chi-square on 16 degrees of freedom",
    .blind_to = "any bias of the positions that no polynomial of degree 4 follows (a single cell)",
    .smallest_deck = smallest_large_deck,
    .largest_deck = largest_deck_size,
    .needs_marked_cards = false,
    .needs_counted_orders = false,
    .run = alone<test_smooth_positions>,
};

}  // namespace fairshuffle
