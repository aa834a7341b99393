// check_coverage and its distributions, of simulation_for_tests.hpp.
#include <array>
#include <atomic>
#include <cmath>
#include <random>
#include <utility>

#include <fmt/format.h>

#include "core/permutation/permutation.hpp"
#include "core/statistics/bias_bounds.hpp"
#include "core/statistics/distributions_for_tests.hpp"
#include "core/statistics/multinomial_for_tests.hpp"
#include "core/statistics/permutations.hpp"
#include "core/statistics/positions.hpp"
#include "core/statistics/simulated_trials_for_tests.hpp"
#include "core/statistics/simulation_for_tests.hpp"
#include "core/statistics/tail.hpp"
#include "core/verdict/certificate.hpp"

namespace fairshuffle {

namespace {

RunningTally counted(int deck_size, std::span<const std::uint64_t> by_rank) {
  RunningTally tally(deck_size, 0);
  for (std::uint64_t rank = 0; rank < by_rank.size(); ++rank) {
    if (by_rank[rank] > 0) tally.add_rank(rank, by_rank[rank]);
  }
  return tally;
}

TwoHalves drawn_trials(const SimulationPlan& plan, std::span<const double> distribution,
                       std::uint64_t replicate) {
  if (!plan.shuffle.empty()) {
    return sampled_trials(plan.shuffle, plan.deck_size, 0, plan.trials, block_seed(plan, replicate));
  }
  std::mt19937_64 words(plan.seed + replicate);
  const std::uint64_t half = plan.trials / 2;
  RunningTally first = counted(plan.deck_size, multinomial_for_test(distribution, half, words));
  RunningTally second =
      counted(plan.deck_size, multinomial_for_test(distribution, plan.trials - half, words));
  return {std::move(first), std::move(second)};
}

double upper_bound(const Tally& whole, std::string_view test, const ChiSquared& measured, double confidence) {
  TestRecord record;
  record.name = record.test = test;
  record.applied = true;
  record.statistic = measured.statistic;
  record.degrees_of_freedom = measured.degrees_of_freedom;
  return bound_bias(whole, {&record, 1}, {}, false, confidence).tv_upper.value();
}

// Of the card whose places are farthest from uniform.
double distance_of_one_card(int deck_size, std::span<const double> distribution) {
  const auto cards = static_cast<std::size_t>(deck_size);
  std::vector<std::vector<double>> places(cards, std::vector<double>(cards));
  for (std::uint64_t rank = 0; rank < distribution.size(); ++rank) {
    const std::vector<Card> permutation = permutation_of_rank(rank, deck_size);
    for (std::size_t position = 0; position < cards; ++position)
      places[permutation[position]][position] += distribution[rank];
  }
  double farthest = 0;
  for (const std::vector<double>& of_card : places) farthest = std::max(farthest, distance_for_test(of_card));
  return farthest;
}

}  // namespace

std::vector<PromiseCheck> check_coverage(const SimulationPlan& plan, const NamedDistribution& distribution) {
  constexpr double confidences[] = {0.95, 0.999};
  constexpr double rounding = 1e-12;  // of the true distances
  const double true_tv = distance_for_test(distribution.distribution);
  const double true_tv_of_card = distance_of_one_card(plan.deck_size, distribution.distribution);
  struct Holds {
    std::atomic<std::uint64_t> upper = 0, upper_of_card = 0, lower = 0;
  };
  std::array<Holds, 2> holds;
  for_each_replicate(plan.replicates, plan.threads, [&](std::uint64_t replicate) {
    const TwoHalves halves = drawn_trials(plan, distribution.distribution, replicate);
    const Tally first = halves.first.complete(), second = halves.second.complete();
    Tally whole = first;
    whole.merge_without_permutations(second);
    whole.permutations.emplace(*first.permutations, *second.permutations);
    const ChiSquared permutations = permutations_statistic(whole), positions = positions_statistic(whole);
    const Bet bet = chosen_bet(first, second);
    for (std::size_t which = 0; which < 2; ++which) {
      const double confidence = confidences[which];
      holds[which].upper +=
          upper_bound(whole, "permutations", permutations, confidence) >= true_tv - rounding;
      holds[which].upper_of_card +=
          upper_bound(whole, "positions", positions, confidence) >= true_tv_of_card - rounding;
      holds[which].lower += tv_lower_bound(bet, confidence) <= true_tv + rounding;
    }
  });

  std::vector<PromiseCheck> checks;
  for (std::size_t which = 0; which < 2; ++which) {
    const auto add = [&](const char* bound, std::uint64_t held) {
      const auto runs = static_cast<double>(plan.replicates);
      const double observed = static_cast<double>(held) / runs, promised = confidences[which];
      checks.push_back({fmt::format("{}, {}: {} bound holds", setting_text(plan), distribution.name, bound),
                        promised, observed,
                        (observed - promised) / std::sqrt(promised * (1 - promised) / runs),
                        // Only too seldom is wrong.
                        binomial_lower_tail(held, plan.replicates, promised).p});
    };
    add("upper", holds[which].upper);
    add("single cards' upper", holds[which].upper_of_card);
    add("lower", holds[which].lower);
  }
  return checks;
}

std::vector<NamedDistribution> distributions_for_coverage(int deck_size) {
  std::vector<NamedDistribution> distributions;
  for (const std::string_view shuffle : {"durstenfeld", "naive-swap"}) {
    distributions.push_back({std::string(shuffle), distribution_for_test(shuffle, deck_size), shuffle});
  }
  for (const std::string_view shuffle : {"sattolo", "random-cut", "applied-twice", "skip-last"}) {
    distributions.push_back({std::string(shuffle), distribution_for_test(shuffle, deck_size)});
  }
  struct OptionCase {
    std::string_view shuffle, option;
    std::int64_t value;
  };
  for (const auto& [shuffle, option, value] : {
           OptionCase{"swap-pairs", "k", 3},
           OptionCase{"swap-pairs", "k", 6},
           OptionCase{"swap-pairs", "k", 10},
           OptionCase{"riffle", "m", 1},
           OptionCase{"riffle", "m", 3},
           OptionCase{"riffle", "m", 7},
           OptionCase{"random-key-sort", "bits", 3},
           OptionCase{"random-key-sort", "bits", 8},
           OptionCase{"draw-insert", "rounds", 2},
       }) {
    distributions.push_back({fmt::format("{}:{}={}", shuffle, option, value),
                             distribution_for_test(shuffle, deck_size, option, value)});
  }
  for (const std::string_view sort : {"insertion", "merge", "quick", "tim"}) {
    distributions.push_back(
        {fmt::format("{} sort by coin", sort), distribution_of_sort_for_test(sort, deck_size)});
  }
  const auto add = [&](const char* name, auto weight) {
    NamedDistribution distribution{name, {}};
    double sum = 0;
    for (std::uint64_t rank = 0; rank < permutation_count(deck_size); ++rank) {
      distribution.distribution.push_back(weight(rank));
      sum += distribution.distribution.back();
    }
    for (double& p : distribution.distribution) p /= sum;
    distributions.push_back(std::move(distribution));
  };
  const auto others = static_cast<double>(permutation_count(deck_size)) - 1;
  add("one permutation doubled", [](std::uint64_t rank) { return rank == 0 ? 2. : 1.; });
  add("one permutation never", [](std::uint64_t rank) { return rank == 0 ? 0. : 1.; });
  add("one permutation every other time", [others](std::uint64_t rank) { return rank == 0 ? others : 1.; });
  add("half of the permutations 5 % up", [](std::uint64_t rank) { return rank % 2 == 0 ? 1.05 : 0.95; });
  add("half of the permutations only", [](std::uint64_t rank) { return rank % 2 == 0 ? 1. : 0.; });
  add("each permutation a tenth rarer than the last",
      [](std::uint64_t rank) { return std::pow(0.9, static_cast<double>(rank)); });
  add("permutations as words of a language",
      [](std::uint64_t rank) { return 1 / (static_cast<double>(rank) + 1); });
  return distributions;
}

}  // namespace fairshuffle
