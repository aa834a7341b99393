#include "core/statistics/power_for_tests.hpp"

#include <stdexcept>

#include <fmt/format.h>

#include "core/interpret/setup_for_test.hpp"
#include "core/random/streams.hpp"
#include "core/statistics/test_result.hpp"

namespace fairshuffle {

PromiseCheck check_power(const PowerPlan& plan) {
  const TestInfo* test = find_test(plan.test);
  if (test == nullptr) throw std::invalid_argument("check_power: no test of this name");
  const SampleSetup setup = plan.options.empty() ? setup_for_test(plan.shuffle, plan.deck_size)
                                                 : setup_for_test(plan.shuffle, plan.deck_size, plan.options);
  std::vector<double> p_values(plan.replicates, 1);
  for_each_replicate(plan.replicates, plan.threads, [&](std::uint64_t replicate) {
    const std::uint64_t seed = stream_seed(plan.seed, hash_text(plan.shuffle), replicate);
    const RunningTally tally = sample_for_test(setup, plan.trials, seed);
    p_values[replicate] = test->run(tally.complete()).front().p_value.p;
  });
  return check_at_least(
      fmt::format("{}, n = {}, {} trials: {}", plan.shuffle, plan.deck_size, plan.trials, plan.test),
      p_values, 1e-8, 0.99);
}

}  // namespace fairshuffle
