// check_long_runs of simulation_for_tests.hpp.
#include <algorithm>
#include <iterator>
#include <mutex>

#include <fmt/format.h>

#include "core/interpret/setup_for_test.hpp"
#include "core/random/seeding.hpp"
#include "core/record/plan.hpp"
#include "core/statistics/simulation_for_tests.hpp"
#include "core/statistics/tallies_for_tests.hpp"
#include "core/statistics/test_result.hpp"

namespace fairshuffle {

namespace {

// As the engine runs a target's blocks, each in two halves.
RunningTally long_run(Sampler& sampler, const LongRunsPlan& plan, std::uint64_t run_seed) {
  RunningTally tally(plan.deck_size, 0);
  for (std::uint64_t block = 0; block < plan.blocks; ++block) {
    sampler.begin_block(stream_seed(run_seed, hash_text(plan.shuffle), block));
    const std::uint64_t first = block * trials_per_block, half = trials_per_block / 2;
    sampler.run(first, half, tally);
    sampler.run(first + half, trials_per_block - half, tally);
  }
  tally.settle();
  return tally;
}

PromiseCheck check_together(const std::string& test, const TestResult& result) {
  return {test + ", all runs together", result.degrees_of_freedom, result.statistic, 0, result.p_value.p};
}

QuantileLine quantiles_of(const std::string& test, std::vector<double> p_values) {
  std::ranges::sort(p_values);
  QuantileLine line{test, {}};
  for (const double share : shares_of_runs) {
    const auto rank = static_cast<std::size_t>(share * static_cast<double>(p_values.size()));
    line.p_values.push_back(p_values[std::min(rank, p_values.size() - 1)]);
  }
  return line;
}

}  // namespace

LongRunsResult check_long_runs(const LongRunsPlan& plan) {
  std::vector<TestInfo> tests;
  for (const TestInfo& test : all_tests()) {
    const bool admitted = plan.deck_size >= test.smallest_deck && plan.deck_size <= test.largest_deck;
    const bool counted =
        !test.needs_marked_cards && !test.needs_bets && !test.needs_pairs && test.needs_table == nullptr;
    if (admitted && counted) tests.push_back(test);
  }
  std::vector<std::vector<double>> p_values;
  RunningTally together(plan.deck_size, 0);
  std::mutex mutex;
  for_each_replicate(plan.runs, plan.threads, [&](std::uint64_t run) {
    const auto sampler = make_sampler(setup_for_test(plan.shuffle, plan.deck_size));
    const RunningTally running = long_run(*sampler, plan, plan.seed + run);
    const Tally tally = running.complete();
    const std::vector<TestResult> results = results_of(tests, tally);
    const std::scoped_lock lock(mutex);
    p_values.resize(results.size(), std::vector<double>(plan.runs, -1));
    for (std::size_t test = 0; test < results.size(); ++test) {
      if (results[test].applied) p_values[test][run] = results[test].upper_tail.p;
    }
    together.merge(running);
  });

  const std::uint64_t trials = plan.blocks * trials_per_block;
  const Tally all = together.complete();
  const std::vector<TestResult> of_all = results_of(tests, all);
  LongRunsResult result;
  for (std::size_t test = 0; test < of_all.size(); ++test) {
    const std::string name =
        fmt::format("{} runs of {}, n = {}: {}", plan.runs, plan.shuffle, plan.deck_size, of_all[test].name);
    // Later on few pairs are counted, which may be too few for a run by itself.
    const bool is_of_successive = of_all[test].name.starts_with("successive");
    if (is_of_successive && std::ranges::count(p_values[test], -1.0) == std::ssize(p_values[test])) continue;
    const bool is_parity = of_all[test].name == "parity", is_repeats = of_all[test].name == "repeats";
    const PromisedRate promised =
        is_parity    ? binomial_rate(trials, 0.5)
        : is_repeats ? binomial_rate(all.repeats.pairs / plan.runs,
                                     1 / static_cast<double>(permutation_count(plan.deck_size)))
                     : uniform_rate();
    const bool is_bound = of_all[test].degrees_of_freedom == 0 && !is_repeats;
    for (const double level : {0.01, 0.05, 0.95, 0.99}) {
      result.checks.push_back(is_bound ? check_at_most(name, p_values[test], level)
                                       : check_rate(name, p_values[test], level, promised));
    }
    if (!is_bound) result.checks.push_back(check_distance(name, p_values[test], promised));
    if (!is_bound && !is_parity && !is_repeats) result.checks.push_back(check_uniform(name, p_values[test]));
    result.checks.push_back(check_together(name, of_all[test]));
    result.quantiles.push_back(quantiles_of(name, p_values[test]));
  }
  return result;
}

}  // namespace fairshuffle
