#include "core/statistics/seed_space_checks_for_tests.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include <fmt/format.h>

#include "core/random/generators.hpp"
#include "core/statistics/seed_space.hpp"

namespace fairshuffle {

namespace {

constexpr int large_deck = 52;  // of so many permutations that fair ones never come again

// What each number of different cells makes of `says`, weighed by its probability.
template <class Says>
double probability_that(std::uint64_t trials, std::uint64_t cells, Says says) {
  const std::vector<double> distribution = distribution_of_distinct(trials, cells);
  double probability = 0;
  for (std::uint64_t distinct = 1; distinct < distribution.size(); ++distinct) {
    const BirthdayCounts counts{.one_in = 1, .kept = trials, .distinct = distinct, .distance = 0};
    if (distribution[distinct] > 1e-9 && says(counts)) probability += distribution[distinct];
  }
  return probability;
}

bool holds(const BirthdayCounts& counts, double permutations, double confidence) {
  // Limits are found to a relative 1e-12.
  constexpr double rounding = 1e-9;
  const auto found = starting_states(counts, large_deck, confidence);
  return !found ||
         (found->lower <= permutations * (1 + rounding) && found->upper >= permutations * (1 - rounding));
}

bool is_floor(const BirthdayCounts& counts, double permutations, double confidence) {
  return fewest_permutations(counts, large_deck, confidence) <= permutations * (1 + 1e-9);
}

BirthdayCounts simulated(const SeedSpacePlan& plan, const std::vector<double>& upto,
                         std::uint64_t replicate) {
  SplitMix64 words(plan.seed + replicate);
  SplitMix64 chosen(~(plan.seed + replicate));
  std::vector<bool> is_kept(plan.weights.size()), came(plan.weights.size());
  for (std::size_t permutation = 0; permutation < is_kept.size(); ++permutation)
    is_kept[permutation] = chosen.next() % plan.one_in == 0;
  BirthdayCounts counts{.one_in = plan.one_in, .kept = 0, .distinct = 0, .distance = 0};
  for (std::uint64_t trial = 0; trial < plan.trials; ++trial) {
    const double draw = std::ldexp(static_cast<double>(words.next() >> 11), -53) * upto.back();
    const auto at = std::ranges::upper_bound(upto, draw) - upto.begin();
    const auto permutation = std::min(static_cast<std::size_t>(at), upto.size() - 1);
    if (!is_kept[permutation]) continue;
    ++counts.kept;
    counts.distinct += came[permutation] ? 0 : 1;
    came[permutation] = true;
  }
  return counts;
}

// That something fails no more often than `promised`.
PromiseCheck check_misses(std::string promise, double promised, std::span<const char> missed) {
  std::vector<double> p_values;
  for (const char each : missed) p_values.push_back(each != 0 ? 0 : 1);
  PromiseCheck check = check_at_most(promise, p_values, promised);
  check.promise = std::move(promise);
  return check;
}

}  // namespace

std::vector<double> distribution_of_distinct(std::uint64_t trials, std::uint64_t cells) {
  std::vector<double> distribution(std::min(trials, cells) + 1);
  distribution[0] = 1;
  const auto all = static_cast<double>(cells);
  for (std::uint64_t trial = 0; trial < trials; ++trial) {
    // From above, so that what is read is still that of the trial before.
    for (std::size_t taken = distribution.size() - 1; taken > 0; --taken) {
      const auto now = static_cast<double>(taken);
      distribution[taken] =
          distribution[taken] * (now / all) + distribution[taken - 1] * ((all - now + 1) / all);
    }
    distribution[0] = 0;
  }
  return distribution;
}

double coverage_of_states(std::uint64_t trials, std::uint64_t cells, double confidence) {
  return probability_that(trials, cells, [&](const BirthdayCounts& counts) {
    return holds(counts, static_cast<double>(cells), confidence);
  });
}

double coverage_of_fewest_permutations(std::uint64_t trials, std::uint64_t cells, double confidence) {
  return probability_that(trials, cells, [&](const BirthdayCounts& counts) {
    return is_floor(counts, static_cast<double>(cells), confidence);
  });
}

std::vector<double> equal_weights(std::uint64_t permutations) {
  return std::vector<double>(permutations, 1);
}

std::vector<double> falling_weights(std::uint64_t permutations, double power) {
  std::vector<double> weights;
  for (std::uint64_t permutation = 1; permutation <= permutations; ++permutation) {
    weights.push_back(std::pow(static_cast<double>(permutation), -power));
  }
  return weights;
}

std::vector<PromiseCheck> check_seed_space(const SeedSpacePlan& plan, int threads) {
  std::vector<double> upto(plan.weights.size());
  std::partial_sum(plan.weights.begin(), plan.weights.end(), upto.begin());
  std::vector<BirthdayCounts> counts(plan.replicates);
  for_each_replicate(plan.replicates, threads,
                     [&](std::uint64_t replicate) { counts[replicate] = simulated(plan, upto, replicate); });
  const auto permutations = static_cast<double>(plan.weights.size());
  const bool are_equal = plan.weights.front() == plan.weights.back();
  std::vector<PromiseCheck> checks;
  for (const double confidence : {0.95, 0.999}) {
    std::vector<char> outside(plan.replicates), above(plan.replicates);
    for_each_replicate(plan.replicates, threads, [&](std::uint64_t replicate) {
      outside[replicate] = holds(counts[replicate], permutations, confidence) ? 0 : 1;
      above[replicate] = is_floor(counts[replicate], permutations, confidence) ? 0 : 1;
    });
    const std::string setting = fmt::format("{}, {} trials, one in {}, {:.1f} %", plan.distribution,
                                            plan.trials, plan.one_in, 100 * confidence);
    checks.push_back(check_misses(setting + ": fewest permutations too many", 1 - confidence, above));
    if (are_equal) checks.push_back(check_misses(setting + ": states outside", 1 - confidence, outside));
  }
  return checks;
}

std::vector<SeedSpacePlan> seed_space_plans(std::uint64_t replicates) {
  const std::uint64_t few = std::max<std::uint64_t>(replicates / 20, 200);
  return {
      {"2^16 permutations", equal_weights(65'536), 2'400, 1, replicates, 31'000'000'000},
      {"2^16 permutations", equal_weights(65'536), 20'000, 8, replicates, 32'000'000'000},
      {"2^16 permutations", equal_weights(65'536), 400'000, 64, few, 33'000'000'000},
      {"2^12 permutations", equal_weights(4'096), 40'000, 64, replicates, 34'000'000'000},
      {"2^20 permutations", equal_weights(1 << 20), 100'000, 4, few, 35'000'000'000},
      {"1,000 permutations of weight 1/i", falling_weights(1'000, 1), 100, 1, replicates, 36'000'000'000},
      {"1,000 permutations of weight 1/i^2", falling_weights(1'000, 2), 3'000, 1, replicates, 37'000'000'000},
      {"2^16 permutations of weight 1/i^0.3", falling_weights(65'536, 0.3), 2'400, 1, replicates,
       38'000'000'000},
      {"2^16 permutations of weight 1/i^0.3", falling_weights(65'536, 0.3), 20'000, 8, replicates,
       39'000'000'000},
  };
}

}  // namespace fairshuffle
