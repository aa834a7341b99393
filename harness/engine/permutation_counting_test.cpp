// Whether and how a run counts permutations: what may depend on it, and what may not.
#include <optional>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/cases_for_tests.hpp"
#include "harness/engine/plans_for_tests.hpp"
#include "harness/engine/run.hpp"

using namespace fairshuffle;

TEST_CASE("lists and narrow counters, which threads share, bring the record that wide counters bring") {
  const std::vector<std::string> targets{
      "durstenfeld:marked=2",
      "naive-swap",
      "sattolo:n=3",
      "deal-hands:slip=1,n=7",
      "swap-pairs:k=10",
      "durstenfeld:n=7",
      "fisher-yates:source=glibc-rand,draw=modulo,seeding=per-shuffle-clock,rate=1000"};
  constexpr std::uint64_t max_trials = 300'001;
  const auto expected = run_quietly(plan_for(targets, max_trials));
  using Decision = std::optional<PermutationCounting> (*)(int, std::uint64_t, double, double);
  const std::vector<Decision> decisions{
      [](int, std::uint64_t, double, double) {
        return std::optional(PermutationCounting{CounterWidth::narrow, 0});
      },
      // The lists of the first looks become tables at later ones.
      [](int, std::uint64_t, double, double) {
        return std::optional(PermutationCounting{CounterWidth::narrow, 20'000});
      },
      [](int, std::uint64_t, double, double) {
        return std::optional(PermutationCounting{CounterWidth::wide, 20'000});
      },
      [](int, std::uint64_t, double, double) {
        return std::optional(PermutationCounting{CounterWidth::wide, 1'000'000});
      }};
  for (const Decision decision : cases(decisions)) {
    for (const int threads : cases({1, 3})) {
      RunPlan plan = plan_for(targets, max_trials, threads);
      plan.permutation_counting = decision;
      const auto records = run_quietly(plan);
      for (std::size_t target = 0; target < targets.size(); ++target) {
        check_same(records[target], expected[target]);
      }
    }
  }
}

TEST_CASE("permutations of eleven cards are a hypothesis only of a run that can count enough of them") {
  // At this tolerance the test needs more trials than the certificate: five for each permutation.
  const auto run_of = [](std::uint64_t max_trials) {
    RunPlan plan = plan_for({"naive-swap:n=11"}, max_trials);
    plan.budget.tolerance = 0.05;
    return run_quietly(plan);
  };
  const auto short_run = run_of(199'583'999), long_run = run_of(199'584'000);
  CHECK(short_run[0].family == 37);
  CHECK(long_run[0].family == 38);
  // Both are decided at the first look, which tests no permutations in either.
  CHECK(
      short_run[0].tests[0].reason.starts_with("permutations were not counted: needs at least 199,584,000"));
  CHECK(long_run[0].tests[0].reason.starts_with("needs at least 199,584,000"));
  CHECK(long_run[0].verdict == Verdict::biased);
  CHECK(long_run[0].evidence.permutations.empty());
  CHECK(long_run[0].position_counts == short_run[0].position_counts);
}

TEST_CASE("where the permutations of a large deck are counted, its positions certify nothing") {
  // A quarter of a million trials bound where one card of eleven lies well within 0.05.
  RunPlan plan = plan_for({"durstenfeld:n=11"}, 262'144);
  plan.budget.tolerance = 0.05;
  CHECK(run_quietly(plan)[0].verdict == Verdict::fair);
  plan.permutation_counting = [](int, std::uint64_t, double, double) {
    return std::optional(PermutationCounting{CounterWidth::narrow, 1'000'000});
  };
  const auto records = run_quietly(plan);
  CHECK(records[0].verdict == Verdict::inconclusive);
  CHECK(records[0].bias.covers == "positions");
  CHECK(records[0].trials_to_decide.value() == 5. * 39'916'800);
}

TEST_CASE("every byte of lists, tables and marks is told: held, for each further thread, while judged") {
  const auto bytes_of = [](const std::vector<const char*>& targets, int threads, CounterWidth width,
                           std::uint64_t most_listed) {
    // A function without captures: what it gives is told by way of these.
    static PermutationCounting counting;
    counting = {width, most_listed};
    RunPlan plan = plan_for({targets.begin(), targets.end()}, 1'000'000, threads);
    plan.permutation_counting = [](int, std::uint64_t, double, double) { return std::optional(counting); };
    return memory_of(plan);
  };
  constexpr std::uint64_t listed = 1'000, permutations = 39'916'800;
  for (const std::uint64_t threads : {1U, 4U}) {
    CAPTURE(threads);
    const int on = static_cast<int>(threads);
    const auto eleven = [&](CounterWidth width, std::uint64_t most_listed) {
      return bytes_of({"durstenfeld:n=11"}, on, width, most_listed);
    };
    // A trial of a list takes four bytes in each half of each thread; those who read it order it, with eight.
    const std::uint64_t list = 2 * listed * (4 * threads + 8);
    CHECK(eleven(CounterWidth::narrow, listed) - eleven(CounterWidth::narrow, 0) == list);
    CHECK(eleven(CounterWidth::wide, listed) - eleven(CounterWidth::wide, 0) == list);
    // One table of four bytes for all threads, or one of eight and one bytes for each.
    CHECK(eleven(CounterWidth::wide, 0) - eleven(CounterWidth::narrow, 0) ==
          2 * permutations * (9 * threads - 4));
    // Two targets hold their counters at the same time, but only one runs and only one is judged.
    const std::uint64_t small = bytes_of({"durstenfeld:n=3"}, 1, CounterWidth::wide, 0),
                        large = bytes_of({"durstenfeld:n=7"}, on, CounterWidth::wide, 0);
    // Of the small one: positions and neighbours, two halves and three for the judge; two tables of six.
    constexpr std::uint64_t held = 5 * 2 * 16 * 8 + 2 * 6 * 9;
    CHECK(small == held + 2 * 6 * 8);
    CHECK(bytes_of({"durstenfeld:n=7", "durstenfeld:n=3"}, on, CounterWidth::wide, 0) == large + held);
    CHECK(bytes_of({"durstenfeld:n=3", "durstenfeld:n=7"}, on, CounterWidth::wide, 0) == large + held);
    // The 220 sets of three of twelve cells: in each half and for the judge, and in both halves of a thread.
    CHECK(bytes_of({"durstenfeld:n=12,marked=3"}, on, CounterWidth::narrow, 0) -
              bytes_of({"durstenfeld:n=12"}, on, CounterWidth::narrow, 0) ==
          220 * 8 * (5 + 2 * (threads - 1)));
  }
}
