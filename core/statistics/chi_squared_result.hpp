// What the tests share: their results, and how many trials they need before a chi-square tail may be
// believed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/statistics/test_result.hpp"

namespace fairshuffle {

/// A statistic that is chi-square under fairness.
struct ChiSquared {
  double statistic;
  double degrees_of_freedom;
};

}  // namespace fairshuffle

namespace fairshuffle::detail {

/// The numbers of trials from which on the chi-square tail of a test is honest: its true false-alarm rate at
/// level 1e-6 is within about 20 % of it from `fewest` on, and at levels to 1e-10 from `fewest_for_any_level`
/// on. Measured by importance sampling for equal cells: at 2,400 trials 1.02, 1.11 and 1.19 times 1e-6 for 6,
/// 24 and 120 cells; at 12,000 trials 1.06, 1.08 and 1.12 times 1e-10.
struct TrialRule {
  std::uint64_t fewest;
  std::uint64_t fewest_for_any_level;
};

/// The rule for a test whose table needs at least this many trials to be full enough.
TrialRule trial_rule(std::uint64_t fewest_for_table);

/// The rule for positions and neighbours of n cards. The third cumulant of their T is the chi-square's times
/// 1 + (n - 1) / (2 N), so that a tail z standard deviations out is off by a factor of about 1 + z^3 / (3
/// sqrt(2) N): at 1e-10 by a tenth at 600 trials, whatever n is, once there are degrees of freedom enough for
/// the tail to be near normal. Simulated with 24, 52, 64, 104 and 128 cards, both tails, by the program
/// fairshuffle_calibration.
TrialRule table_rule(int deck_size);

/// Below this level the tail is not honest when there are fewer trials than fewest_for_any_level.
inline constexpr double honest_level_of_few_trials = 1e-8;

/// A result without numbers.
TestResult not_applied(std::string_view name, std::string reason);

/// A result of a test that decks of fewer cards do not have.
TestResult of_decks_from(int smallest_deck, std::string_view name);

/// The same of one that is for decks whose orders are too many to be counted.
TestResult of_large_decks_only(std::string_view name);

/// "needs at least 25,200 trials for 5,040 orders; there were 16,384".
std::string too_few_trials(std::uint64_t fewest, std::string_view table, std::uint64_t trials);

/// A result with both chi-square tails. `cells`: of how many equal cells the counts are as coarse as, at the
/// least degrees of freedom + 1. Precondition: trials >= rule.fewest.
///
/// The upper tail is taken at the statistic, the lower one at statistic + cells / trials. Over k equal cells
/// X2 moves in steps of 2 k / N, so half a step is k / N: the correction for continuity. Without it the lower
/// tail would be 0 where every cell has just what it expects, which with 6 cells and 2,400 trials a fair
/// shuffle brings 8 times in a thousand million; with it it is 2.2 times that. The statistics of the other
/// tests move in steps of no more than 2 (df + 1) / N.
TestResult chi_squared_result(std::string_view name, ChiSquared outcome, std::uint64_t trials, TrialRule rule,
                              double cells);
TestResult chi_squared_result(std::string_view name, ChiSquared outcome, std::uint64_t trials,
                              TrialRule rule);

/// The result of a table of large decks: not applied with fewer trials than the rule has it.
TestResult large_table_result(std::string_view name, const ChiSquared& outcome, const Tally& tally,
                              TrialRule rule);

/// A result on two cells of which the first has `probability`, 0 < probability < 1: the statistic is
/// Pearson's on one degree of freedom, but the tails are the exact binomial's. upper_tail, which is the
/// p-value, doubles the smaller tail of the count; lower_tail is the probability of a count of the first cell
/// that is no farther from its expectation, which is above 0.8 / sqrt(trials) and so proves nothing.
TestResult two_cells_result(std::string_view name, std::uint64_t in_first_cell, std::uint64_t trials,
                            double probability);

/// Throws std::invalid_argument when the counts of a table add up to another total than the trials demand, or
/// for more than largest_trial_count trials.
void check_total(std::string_view function, std::uint64_t counted, std::uint64_t demanded,
                 std::uint64_t trials);

inline constexpr std::string_view one_card_has_one_order = "one card has only one order";

}  // namespace fairshuffle::detail
