#include "core/statistics/simulation_for_tests.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <numeric>
#include <thread>

#include <fmt/format.h>

#include "core/order/order.hpp"
#include "core/random/xoshiro256pp.hpp"
#include "core/statistics/bias_bounds.hpp"
#include "core/statistics/equal_cells.hpp"
#include "core/statistics/tail.hpp"
#include "core/statistics/tallies_for_tests.hpp"
#include "core/statistics/test_result.hpp"

namespace fairshuffle {

namespace {

using Generator = Xoshiro256PlusPlus;

// Draws ranks by the alias method (Walker 1977; set up as Vose 1991): a word picks a cell by its high product
// with the number of cells, and the low product decides between the cell and its alias. Both are off by less
// than cells / 2^64.
class RankSampler {
 public:
  explicit RankSampler(std::span<const double> law)
      : own_(law.size(), ~std::uint64_t{0}), alias_(law.size()) {
    std::vector<double> scaled(law.begin(), law.end());
    std::vector<std::size_t> small, large;
    for (std::size_t cell = 0; cell < law.size(); ++cell) {
      scaled[cell] *= static_cast<double>(law.size());
      alias_[cell] = cell;
      (scaled[cell] < 1 ? small : large).push_back(cell);
    }
    while (!small.empty() && !large.empty()) {
      const std::size_t poor = small.back();
      const std::size_t rich = large.back();
      small.pop_back();
      own_[poor] = static_cast<std::uint64_t>(std::ldexp(scaled[poor], 64));
      alias_[poor] = rich;
      scaled[rich] -= 1 - scaled[poor];
      if (scaled[rich] < 1) {
        large.pop_back();
        small.push_back(rich);
      }
    }
  }

  std::uint64_t draw(Generator& generator) const {
    const detail::Wide product = static_cast<detail::Wide>(generator.next_word()) * own_.size();
    const auto cell = static_cast<std::size_t>(product >> 64);
    return static_cast<std::uint64_t>(product) <= own_[cell] ? cell : alias_[cell];
  }

 private:
  std::vector<std::uint64_t> own_;  // below or at this the cell itself
  std::vector<std::uint64_t> alias_;
};

// Calls body(replicate, generator) for every replicate; the generator starts anew for each.
void for_each_replicate(const SimulationPlan& plan,
                        const std::function<void(std::uint64_t, Generator&)>& body) {
  std::atomic<std::uint64_t> next{0};
  std::vector<std::jthread> workers;
  for (int worker = 0; worker < plan.threads; ++worker) {
    workers.emplace_back([&] {
      for (std::uint64_t replicate = next++; replicate < plan.replicates; replicate = next++) {
        Generator generator(plan.seed + replicate);
        body(replicate, generator);
      }
    });
  }
}

Tally simulated_tally(const SimulationPlan& plan, const RankSampler& sampler,
                      std::span<const std::vector<Card>> orders, Generator& generator) {
  const auto counts = std::make_shared<OrderCounts>(plan.deck_size);
  Tally tally = tally_with_orders(counts, plan.marked);
  tally.trials = plan.trials;
  std::uint64_t previous = sampler.draw(generator);
  counts->add(previous);
  for (std::uint64_t trial = 1; trial < plan.trials; ++trial) {
    const std::uint64_t rank = sampler.draw(generator);
    counts->add(rank);
    tally.repeats.equal += rank == previous;
    previous = rank;
  }
  tally.repeats.pairs = plan.trials - 1;
  const std::span<const std::uint64_t> by_rank = counts->wide();
  for (std::size_t rank = 0; rank < orders.size(); ++rank) {
    tally.add_to_derived(orders[rank], by_rank[rank]);
  }
  return tally;
}

// The probability under the null that the two-sided binomial p-value is at most `level`.
double attainable_rate(std::uint64_t trials, double probability, double level) {
  const auto rejected_above = [&](std::uint64_t seen) {
    return 2 * binomial_upper_tail(seen, trials, probability).p <= level;
  };
  const auto kept_below = [&](std::uint64_t seen) {
    return 2 * binomial_lower_tail(seen, trials, probability).p > level;
  };
  std::vector<std::uint64_t> counts(trials + 1);
  std::iota(counts.begin(), counts.end(), std::uint64_t{0});
  double rate = 0;
  const auto first_above = std::ranges::partition_point(counts, std::not_fn(rejected_above));
  if (first_above != counts.end()) rate += binomial_upper_tail(*first_above, trials, probability).p;
  const auto first_kept = std::ranges::partition_point(counts, std::not_fn(kept_below));
  if (first_kept != counts.begin()) rate += binomial_lower_tail(*first_kept - 1, trials, probability).p;
  return rate;
}

std::string setting_text(const SimulationPlan& plan) {
  return fmt::format("n = {}, {} trials", plan.deck_size, plan.trials);
}

double z_of(double observed, double promised, std::uint64_t replicates) {
  return (observed - promised) / std::sqrt(promised * (1 - promised) / static_cast<double>(replicates));
}

PromiseCheck check_rate(const SimulationPlan& plan, std::string_view test, std::span<const double> p_values,
                        double level, double promised) {
  const auto rejections =
      static_cast<std::uint64_t>(std::ranges::count_if(p_values, [=](double p) { return p <= level; }));
  const double observed = static_cast<double>(rejections) / static_cast<double>(plan.replicates);
  return {fmt::format("{}: {} rejects at {}", setting_text(plan), test, level), promised, observed,
          z_of(observed, promised, plan.replicates),
          binomial_two_sided(rejections, plan.replicates, promised).p};
}

PromiseCheck check_uniform(const SimulationPlan& plan, std::string_view test,
                           std::span<const double> p_values) {
  std::vector<std::uint64_t> bins(plan.replicates >= 10'000 ? 100 : 20);
  for (const double p : p_values) {
    const auto bin = static_cast<std::size_t>(p * static_cast<double>(bins.size()));
    ++bins[std::min(bin, bins.size() - 1)];
  }
  const auto [statistic, degrees_of_freedom] =
      detail::equal_cells_statistic("check_uniform", bins, plan.replicates);
  return {fmt::format("{}: {} p-values are uniform", setting_text(plan), test), degrees_of_freedom, statistic,
          (statistic - degrees_of_freedom) / std::sqrt(2 * degrees_of_freedom),
          chi_squared_upper_tail(statistic, degrees_of_freedom).p};
}

}  // namespace

std::vector<PromiseCheck> check_false_alarms(const SimulationPlan& plan) {
  const std::uint64_t order_number = order_count(plan.deck_size);
  const RankSampler sampler(std::vector<double>(order_number, 1 / static_cast<double>(order_number)));
  std::vector<std::vector<Card>> orders;
  for (std::uint64_t rank = 0; rank < order_number; ++rank) {
    orders.push_back(order_of_rank(rank, plan.deck_size));
  }
  const std::span<const TestInfo> tests = all_tests();
  // A test that was not applied leaves -1, which no promise survives.
  std::vector<std::vector<double>> p_values(tests.size(), std::vector<double>(plan.replicates, -1));
  for_each_replicate(plan, [&](std::uint64_t replicate, Generator& generator) {
    const Tally tally = simulated_tally(plan, sampler, orders, generator);
    for (std::size_t test = 0; test < tests.size(); ++test) {
      const TestResult result = tests[test].run(tally);
      if (result.applied) p_values[test][replicate] = result.upper_tail.p;
    }
  });

  std::vector<double> levels{0.05, 0.01};
  if (plan.replicates >= 20'000) levels.push_back(0.001);
  std::vector<PromiseCheck> checks;
  for (std::size_t test = 0; test < tests.size(); ++test) {
    const std::string_view name = tests[test].name;
    const bool is_parity = name == "parity";
    if (is_parity || name == "repeats") {
      std::vector<double> more_levels = levels;
      more_levels.insert(more_levels.end(), {0.1, 0.25, 0.5, 0.75, 0.9});
      for (const double level : more_levels) {
        const double promised =
            is_parity ? attainable_rate(plan.trials, 0.5, level)
                      : attainable_rate(plan.trials - 1, 1 / static_cast<double>(order_number), level);
        checks.push_back(check_rate(plan, name, p_values[test], level, promised));
      }
    } else {
      for (const double level : levels) {
        checks.push_back(check_rate(plan, name, p_values[test], level, level));
      }
      if (plan.check_uniformity) checks.push_back(check_uniform(plan, name, p_values[test]));
    }
  }
  return checks;
}

std::vector<PromiseCheck> check_coverage(const SimulationPlan& plan, const std::string& law_name,
                                         std::span<const double> law) {
  constexpr double confidences[] = {0.95, 0.999};
  const double fair = 1 / static_cast<double>(law.size());
  double true_tv = 0;
  for (const double p : law) true_tv += std::abs(p - fair) / 2;
  const RankSampler sampler(law);
  std::atomic<std::uint64_t> upper_holds[2]{}, lower_holds[2]{};
  for_each_replicate(plan, [&](std::uint64_t, Generator& generator) {
    std::vector<std::uint64_t> choosing(law.size()), judging(law.size());
    for (std::uint64_t trial = 0; trial < plan.trials; ++trial) {
      ++(trial % 2 == 0 ? choosing : judging)[sampler.draw(generator)];
    }
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
      const double observed = static_cast<double>(holds) / static_cast<double>(plan.replicates);
      checks.push_back({fmt::format("{}, {}: {} bound holds", setting_text(plan), law_name, bound),
                        confidences[which], observed, z_of(observed, confidences[which], plan.replicates),
                        // Only too seldom is wrong.
                        binomial_lower_tail(holds, plan.replicates, confidences[which]).p});
    };
    add("upper", upper_holds[which]);
    add("lower", lower_holds[which]);
  }
  return checks;
}

std::vector<NamedLaw> laws_for_coverage(int deck_size) {
  const std::uint64_t orders = order_count(deck_size);
  const double fair = 1 / static_cast<double>(orders);
  std::vector<NamedLaw> laws{{"fair", std::vector<double>(orders, fair)},
                             {"naive swap", std::vector<double>(orders, 0)},
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
