#include "core/statistics/parts.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/statistics/arguments.hpp"
#include "core/statistics/bias_bounds.hpp"
#include "core/statistics/parity.hpp"
#include "core/statistics/positions.hpp"

namespace fairshuffle {

namespace {

std::vector<double> counts_of(const Tally& tally) {
  std::vector<double> counts(tally.orders->size());
  std::uint64_t counted = 0;
  tally.orders->for_each([&](std::uint64_t rank, std::uint64_t count) {
    counts[rank] = static_cast<double>(count);
    counted += count;
  });
  detail::check_total("counted_parts", counted, tally.trials, tally.trials);
  return counts;
}

// How far the chi-square tail of a part is off depends on its dimension as that of the orders does on their
// number. The third cumulant of T is that of the chi-square, 8 d^2, times 1 + d g / (2 N) to first order,
// where g is the mean of the cubed character, at most d; for X2 of k orders it is 1 + k / (2 N). So a part
// needs at most d^2 trials where the orders need k. Measured by subset simulation, within 0.15 or so: at
// 2,400 trials 1.2 times 1e-6 and 1e-10 for (3,2), 1.1 and 1.2 times for (3,2,1); at 6,125 trials 0.9 and 1.1
// times for (4,2,1), of 35^2 degrees of freedom.
detail::TrialRule rule_for(std::uint64_t dimension) {
  return detail::trial_rule(5 * dimension * dimension);
}

TestResult chi_squared_test(const Part& part, double statistic, std::uint64_t trials) {
  std::string name = part.name;
  name += ' ';
  name += to_text(part.partition);
  const std::uint64_t degrees_of_freedom = part.dimension * part.dimension;
  const detail::TrialRule rule = rule_for(part.dimension);
  if (trials < rule.fewest) {
    return detail::not_applied(
        name, detail::too_few_trials(
                  rule.fewest, fmt::format("a part of {} degrees of freedom", degrees_of_freedom), trials));
  }
  return detail::chi_squared_result(name, {statistic, static_cast<double>(degrees_of_freedom)}, trials, rule);
}

}  // namespace

std::vector<CountedPart> counted_parts(const Tally& tally) {
  constexpr std::string_view function = "counted_parts";
  const int n = tally.deck_size;
  if (n < 2 || n > largest_deck_of_parts || !tally.orders) {
    detail::refuse_argument(function, "deck_size", "2 to 8, its orders counted", n);
  }
  if (tally.trials < 2) {
    detail::refuse_argument(function, "trials", "at least 2", static_cast<double>(tally.trials));
  }
  const auto trials = static_cast<double>(tally.trials);
  std::vector<CountedPart> counted;
  for (Part& part : parts_of(n, counts_of(tally))) {
    const double statistic = part.phi2 / trials;
    const auto dimension = static_cast<double>(part.dimension);
    part.phi2 = phi2_unbiased(statistic, dimension * dimension, tally.trials);
    const bool is_parity = part.partition.front() == 1;
    const bool is_positions = !is_parity && part.partition.front() == n - 1;
    TestResult result = is_parity      ? test_parity(tally)
                        : is_positions ? test_positions(tally)
                                       : chi_squared_test(part, statistic, tally.trials);
    counted.push_back(
        {.part = std::move(part), .has_own_test = !is_parity && !is_positions, .result = std::move(result)});
  }
  return counted;
}

std::vector<TestResult> test_parts(const Tally& tally) {
  const auto not_applied = [](std::string_view reason) {
    return std::vector{detail::not_applied(parts_test.name, std::string(reason))};
  };
  if (tally.deck_size == 1) return not_applied(detail::one_card_has_one_order);
  if (tally.deck_size < parts_test.smallest_deck) {
    return not_applied("single cards and parity are all the parts of so few cards");
  }
  if (tally.deck_size > parts_test.largest_deck) return not_applied("parts are told for up to 8 cards only");
  if (!tally.orders) return not_applied("orders were not counted");
  if (tally.trials < 2) return not_applied("there were fewer than two trials");
  std::vector<TestResult> results;
  for (CountedPart& part : counted_parts(tally)) {
    if (part.has_own_test) results.push_back(std::move(part.result));
  }
  return results;
}

std::uint64_t hypotheses_of_parts(int deck_size) {
  return partitions_of(deck_size).size() - 3;
}

}  // namespace fairshuffle
