// Simulates fair and biased runs and prints what the tests and bounds promise beside what they keep.
//
// usage: fairshuffle_calibration [replicates]
//
// Exits 1 when a check fails. The seeds are fixed, so the outcome is the same every time; with other seeds
// each check would fail a correct program with probability at most smallest_believable_p, fewer than 200
// checks together below 2e-7. A row that is more than four standard deviations off, which one row in some
// 16,000 is by chance, is marked with an exclamation mark: a hint to look, not a failure.
#include <charconv>
#include <cmath>
#include <cstdio>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/statistics/simulation_for_tests.hpp"

using namespace fairshuffle;

namespace {

constexpr int threads = 2;

int print(const std::vector<PromiseCheck>& checks) {
  int failures = 0;
  for (const PromiseCheck& check : checks) {
    const bool failed = !(check.p >= smallest_believable_p);
    failures += failed;
    fmt::print("{:<64} {:>10.6g} {:>10.6g} {:>7.2f} {:>9.2g} {}\n", check.promise, check.promised,
               check.observed, check.z, check.p,
               failed             ? "FAILED"
               : check.p < 6.3e-5 ? "!"
                                  : "");
  }
  std::fflush(stdout);
  return failures;
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t replicates = 100'000;
  if (argc > 1) {
    const std::string_view text = argv[1];
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), replicates);
    if (argc > 2 || error != std::errc{} || end != text.data() + text.size() || replicates < 100) {
      fmt::print(stderr, "usage: fairshuffle_calibration [replicates, at least 100]\n");
      return 2;
    }
  }

  fmt::print("{:<64} {:>10} {:>10} {:>7} {:>9}\n", "promise", "promised", "observed", "z", "p");
  int failures = 0;
  for (const SimulationPlan& plan : {
           SimulationPlan{5, 2, 12'000, replicates, 1'000'000'000, threads},
           SimulationPlan{3, 1, 100'000, replicates / 2, 2'000'000'000, threads},
           SimulationPlan{4, 2, 2'400, replicates, 3'000'000'000, threads, false},
           // Five trials for each of 40,320 orders, the fewest that orders accepts.
           SimulationPlan{8, 3, 201'600, replicates / 100, 4'000'000'000, threads},
       }) {
    failures += print(check_false_alarms(plan));
  }
  for (const std::uint64_t trials : {std::uint64_t{2'400}, std::uint64_t{12'000}}) {
    const SimulationPlan plan{5, 0, trials, replicates / 5, 5'000'000'000 + trials, threads};
    for (const auto& [name, law] : laws_for_coverage(5)) failures += print(check_coverage(plan, name, law));
  }
  fmt::print("{} of the checks failed\n", failures);
  return failures == 0 ? 0 : 1;
}
