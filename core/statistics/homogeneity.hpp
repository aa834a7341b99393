// Do two samples come from one law, whatever that law is? Pearson's test over two rows of counts.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/statistics/chi_squared_result.hpp"
#include "core/statistics/tail.hpp"

namespace fairshuffle {

/// Cells that expect fewer trials in the smaller sample are pooled. From here on the tail at level 1e-4 is
/// too small by a factor of at most 3.2, the worst being two cells of which one is rare and samples of very
/// different size (hypergeometric law, enumerated), and less with more cells.
inline constexpr std::uint64_t least_expected_of_homogeneity = 20;

struct Homogeneity {
  ChiSquared pearson{0, 0};    ///< on 0 degrees of freedom where there is one cell, and nothing to compare
  TailProbability upper_tail;  ///< 1 on 0 degrees of freedom
  bool pooled = false;         ///< whether any cells had to be
};

/// Claim tested: both samples are independent trials of one law. X2 = sum over cells of
/// (a M - b N)^2 / ((a + b) N M), a of N trials against b of M: Pearson's sum for the 2 x k table, on k - 1
/// degrees of freedom. Given the sums a + b, the first sample is a draw without replacement from them all,
/// whatever the law; so k and the pooling may depend on the sums and on N and M. Cells whose sum is 0 are
/// left out; those that expect fewer than least_expected_of_homogeneity trials in the smaller sample are
/// pooled with those next to them in their sum (ties by index), from the smallest up, and what is left joins
/// the last. first, second: counts of the same cells, at least one; each adding up to at least 1 and at most
/// largest_trial_count. Throws std::invalid_argument otherwise. Differences of counts are taken in integers.
/// Source: Pearson 1911, Biometrika 8. Oracle: R's chisq.test and pchisq (reference/homogeneity.R). Without
/// pooling the mean of X2 given the sums is (k - 1) (N + M) / (N + M - 1) exactly, whatever the law.
Homogeneity homogeneity(std::span<const std::uint64_t> first, std::span<const std::uint64_t> second);

/// Counts [position][card], each position adding up to the trials, and each card too where it is one card; of
/// equal cards a column is their kind, which adds up to as many times that.
using PositionTable = std::vector<std::vector<std::uint64_t>>;

struct HomogeneityOfPositions {
  Homogeneity strongest;  ///< the one of the tests with the smallest p-value
  bool of_card = false;   ///< it looks where one card lies; else at what lies in one position
  int index = 0;          ///< which card or position
  /// The smallest p-value times the number of tests, at most 1: a p-value under any dependence (Bonferroni).
  TailProbability upper_tail;
};

/// Claim tested: what lies in each position, and where each card lies, has one law in both samples. The
/// trials are independent but the rows of the table are not, and how they hang together depends on the law:
/// one sum over the table, scaled as for a fair shuffle (core/README.md 2.2), at level 1 % tells two samples
/// of the same random cut of 24 cards apart in 28 % of the cases. So each row and each column is tested by
/// itself, which is multinomial for every law; columns of kinds of several cards are not, and are left out.
/// Throws std::invalid_argument unless both have the same number of rows, at least 1, all as long, as
/// homogeneity takes them.
HomogeneityOfPositions homogeneity_of_positions(const PositionTable& first, const PositionTable& second);

}  // namespace fairshuffle
