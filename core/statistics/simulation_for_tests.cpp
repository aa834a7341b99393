#include "core/statistics/simulation_for_tests.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>

#include <fmt/format.h>

#include "core/order/order.hpp"
#include "core/random/streams.hpp"
#include "core/statistics/bias_bounds.hpp"
#include "core/statistics/equal_cells.hpp"
#include "core/statistics/simulated_trials_for_tests.hpp"
#include "core/statistics/tail.hpp"
#include "core/statistics/tallies_for_tests.hpp"
#include "core/statistics/test_result.hpp"

namespace fairshuffle {

namespace {

std::string setting_text(const SimulationPlan& plan) {
  return fmt::format("{}n = {}, {} trials", plan.shuffle.empty() ? "" : fmt::format("{}, ", plan.shuffle),
                     plan.deck_size, plan.trials);
}

std::uint64_t block_seed(const SimulationPlan& plan, std::uint64_t replicate) {
  return stream_seed(plan.seed, hash_text(plan.shuffle), replicate);
}

double chance_of_equal(int deck_size) {
  return std::exp(-std::lgamma(deck_size + 1.));
}

// The tally of a replicate's fair trials.
std::function<Tally(std::uint64_t)> fair_tallies(const SimulationPlan& plan) {
  if (!plan.shuffle.empty()) {
    return [plan](std::uint64_t replicate) {
      TwoHalves halves =
          sampled_trials(plan.shuffle, plan.deck_size, plan.marked, plan.trials, block_seed(plan, replicate));
      halves.first.merge(halves.second);
      return halves.first.complete();
    };
  }
  const std::uint64_t order_number = order_count(plan.deck_size);
  const RankSampler sampler(std::vector<double>(order_number, 1 / static_cast<double>(order_number)));
  std::vector<std::vector<Card>> orders;
  for (std::uint64_t rank = 0; rank < order_number; ++rank) {
    orders.push_back(order_of_rank(rank, plan.deck_size));
  }
  return [plan, sampler, orders](std::uint64_t replicate) {
    RankSampler::Generator generator(plan.seed + replicate);
    return tally_of_ranks(plan.deck_size, plan.marked, plan.trials, sampler, orders, generator);
  };
}

// How often each order came out in the first and in the second half of a replicate's trials.
using Halves = std::array<std::vector<std::uint64_t>, 2>;

Halves counted_halves(const SimulationPlan& plan, const RankSampler& sampler, std::size_t orders,
                      std::uint64_t replicate) {
  if (!plan.shuffle.empty()) {
    const TwoHalves halves =
        sampled_trials(plan.shuffle, plan.deck_size, 0, plan.trials, block_seed(plan, replicate));
    const Tally first = halves.first.counted(), second = halves.second.counted();
    const auto a = first.orders->by_rank(), b = second.orders->by_rank();
    return {std::vector(a.begin(), a.end()), std::vector(b.begin(), b.end())};
  }
  Halves halves{std::vector<std::uint64_t>(orders), std::vector<std::uint64_t>(orders)};
  RankSampler::Generator generator(plan.seed + replicate);
  for (std::uint64_t trial = 0; trial < plan.trials; ++trial) ++halves[trial % 2][sampler.draw(generator)];
  return halves;
}

}  // namespace

std::vector<PromiseCheck> check_false_alarms(const SimulationPlan& plan) {
  std::vector<TestInfo> tests;
  for (const TestInfo& test : all_tests()) {
    const bool admitted = plan.deck_size >= test.smallest_deck && plan.deck_size <= test.largest_deck;
    if (admitted && (plan.marked > 0 || !test.needs_marked_cards)) tests.push_back(test);
  }
  std::atomic<std::uint64_t> pairs = 0, quotients = 0;
  const auto fair_tally = fair_tallies(plan);
  const std::vector<TestResult> hypotheses = results_of(tests, fair_tally(0));
  // A test that was not applied leaves -1, which no promise survives.
  const std::vector<std::vector<double>> none(hypotheses.size(), std::vector<double>(plan.replicates, -1));
  std::vector<std::vector<double>> p_values = none, upper_tails = none, lower_tails = none;
  for_each_replicate(plan.replicates, plan.threads, [&](std::uint64_t replicate) {
    const Tally tally = fair_tally(replicate);
    pairs = tally.repeats.pairs;  // the same in all of them
    quotients = tally.quotients.pairs;
    const std::vector<TestResult> results = results_of(tests, tally);
    for (std::size_t test = 0; test < results.size(); ++test) {
      if (!results[test].applied) continue;
      p_values[test][replicate] = results[test].p_value.p;
      upper_tails[test][replicate] = results[test].upper_tail.p;
      lower_tails[test][replicate] = results[test].lower_tail.p;
    }
  });

  std::vector<double> levels{0.05, 0.01}, levels_of_tail{0.01};
  if (plan.replicates >= 20'000) {
    levels.push_back(0.001);
    levels_of_tail.insert(levels_of_tail.end(), {0.001, 0.0001});
  }
  std::vector<PromiseCheck> checks;
  for (std::size_t test = 0; test < hypotheses.size(); ++test) {
    const bool is_of_quotients = hypotheses[test].name.starts_with("quotient");
    // A stream has a pair less than trials, which may be one too few.
    if (is_of_quotients && !hypotheses[test].applied) continue;
    const std::string name = fmt::format("{}: {}", setting_text(plan), hypotheses[test].name);
    const bool is_parity = hypotheses[test].name.ends_with("parity");
    if (is_parity || hypotheses[test].name == "repeats") {
      std::vector<double> more_levels = levels;
      more_levels.insert(more_levels.end(), {0.1, 0.25, 0.5, 0.75, 0.9});
      const PromisedRate promised = is_parity
                                        ? binomial_rate(is_of_quotients ? quotients.load() : plan.trials, 0.5)
                                        : binomial_rate(pairs, chance_of_equal(plan.deck_size));
      for (const double level : more_levels)
        checks.push_back(check_rate(name, p_values[test], level, promised));
    } else if (hypotheses[test].degrees_of_freedom == 0) {
      for (const double level : levels) checks.push_back(check_at_most(name, p_values[test], level));
    } else {
      for (const double level : levels)
        checks.push_back(check_rate(name, p_values[test], level, uniform_rate()));
      for (const double level : levels_of_tail)
        checks.push_back(check_at_most(name + " from below", lower_tails[test], level));
      if (plan.check_uniformity) checks.push_back(check_uniform(name, upper_tails[test]));
    }
  }
  return checks;
}

std::vector<PromiseCheck> check_coverage(const SimulationPlan& plan, const NamedLaw& law) {
  constexpr double confidences[] = {0.95, 0.999};
  const double fair = 1 / static_cast<double>(law.law.size());
  double true_tv = 0;
  for (const double p : law.law) true_tv += std::abs(p - fair) / 2;
  const RankSampler sampler(law.law);
  std::atomic<std::uint64_t> upper_holds[2]{}, lower_holds[2]{};
  for_each_replicate(plan.replicates, plan.threads, [&](std::uint64_t replicate) {
    const auto [choosing, judging] = counted_halves(plan, sampler, law.law.size(), replicate);
    std::vector<std::uint64_t> all = choosing;
    for (std::size_t cell = 0; cell < all.size(); ++cell) all[cell] += judging[cell];
    const auto [statistic, degrees_of_freedom] =
        detail::equal_cells_statistic("check_coverage", all, plan.trials);
    for (std::size_t which = 0; which < 2; ++which) {
      const double confidence = confidences[which];
      upper_holds[which] += tv_upper_bound(statistic, degrees_of_freedom, plan.trials, confidence) >= true_tv;
      lower_holds[which] += tv_lower_bound(choosing, judging, confidence) <= true_tv;
    }
  });

  std::vector<PromiseCheck> checks;
  for (std::size_t which = 0; which < 2; ++which) {
    const auto add = [&](const char* bound, std::uint64_t holds) {
      const auto runs = static_cast<double>(plan.replicates);
      const double observed = static_cast<double>(holds) / runs, promised = confidences[which];
      checks.push_back({fmt::format("{}, {}: {} bound holds", setting_text(plan), law.name, bound), promised,
                        observed, (observed - promised) / std::sqrt(promised * (1 - promised) / runs),
                        // Only too seldom is wrong.
                        binomial_lower_tail(holds, plan.replicates, promised).p});
    };
    add("upper", upper_holds[which]);
    add("lower", lower_holds[which]);
  }
  return checks;
}

std::vector<NamedLaw> laws_for_coverage(int deck_size) {
  const std::uint64_t orders = order_count(deck_size);
  const double fair = 1 / static_cast<double>(orders);
  std::vector<NamedLaw> laws{{"fair", std::vector<double>(orders, fair), "durstenfeld"},
                             {"naive swap", std::vector<double>(orders, 0), "naive-swap"},
                             {"one order doubled", std::vector<double>(orders, 0)},
                             {"half of the orders 5 % up", std::vector<double>(orders, 0)}};
  // All n^n equally likely paths of: for every position, swap it with any.
  const auto n = static_cast<std::size_t>(deck_size);
  std::vector<std::size_t> choices(n);
  const double path = std::pow(n, -static_cast<double>(n));
  while (true) {
    std::vector<Card> order = order_of_rank(0, deck_size);
    for (std::size_t position = 0; position < n; ++position)
      std::swap(order[position], order[choices[position]]);
    laws[1].law[rank_of(order)] += path;
    std::size_t digit = 0;
    while (digit < n && ++choices[digit] == n) choices[digit++] = 0;
    if (digit == n) break;
  }
  for (std::size_t rank = 0; rank < orders; ++rank) {
    laws[2].law[rank] = (rank == 0 ? 2 : 1) / static_cast<double>(orders + 1);
    laws[3].law[rank] = fair * (rank % 2 == 0 ? 1.05 : 0.95);
  }
  return laws;
}

}  // namespace fairshuffle
