// Whether and how a run counts orders: what may depend on it, and what may not.
#include <optional>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "harness/engine/memory.hpp"
#include "harness/engine/plans_for_tests.hpp"

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
  constexpr std::uint64_t most_trials = 300'001;
  const auto expected = run_quietly(plan_for(targets, most_trials));
  using Decision = std::optional<OrderCounting> (*)(int, std::uint64_t, double, double);
  const Decision decisions[] = {[](int, std::uint64_t, double, double) {
                                  return std::optional(OrderCounting{CounterWidth::narrow, 0});
                                },
                                // The lists of the first looks become tables at later ones.
                                [](int, std::uint64_t, double, double) {
                                  return std::optional(OrderCounting{CounterWidth::narrow, 20'000});
                                },
                                [](int, std::uint64_t, double, double) {
                                  return std::optional(OrderCounting{CounterWidth::wide, 20'000});
                                },
                                [](int, std::uint64_t, double, double) {
                                  return std::optional(OrderCounting{CounterWidth::wide, 1'000'000});
                                }};
  for (const Decision decision : decisions) {
    for (const int threads : {1, 3}) {
      RunPlan plan = plan_for(targets, most_trials, threads);
      plan.order_counting = decision;
      const auto records = run_quietly(plan);
      for (std::size_t target = 0; target < targets.size(); ++target) {
        check_same(records[target], expected[target]);
      }
    }
  }
}

TEST_CASE("orders of eleven cards are a hypothesis only of a run that can count enough of them") {
  // At this tolerance the test needs more trials than the certificate: five for each order.
  const auto run_of = [](std::uint64_t most_trials) {
    RunPlan plan = plan_for({"naive-swap:n=11"}, most_trials);
    plan.budget.tolerance = 0.05;
    return run_quietly(plan);
  };
  const auto short_run = run_of(199'583'999), long_run = run_of(199'584'000);
  CHECK(short_run[0].family == 6);
  CHECK(long_run[0].family == 7);
  // Both are decided at the first look, which tests no orders in either.
  CHECK(short_run[0].tests[0].reason.starts_with("orders were not counted: needs at least 199,584,000"));
  CHECK(long_run[0].tests[0].reason.starts_with("needs at least 199,584,000"));
  CHECK(long_run[0].verdict == Verdict::biased);
  CHECK(long_run[0].evidence.orders.empty());
  CHECK(long_run[0].position_counts == short_run[0].position_counts);
}

TEST_CASE("where the orders of a large deck are counted, its positions certify nothing") {
  // A quarter of a million trials bound where one card of eleven lies well within 0.05.
  RunPlan plan = plan_for({"durstenfeld:n=11"}, 262'144);
  plan.budget.tolerance = 0.05;
  CHECK(run_quietly(plan)[0].verdict == Verdict::fair);
  plan.order_counting = [](int, std::uint64_t, double, double) {
    return std::optional(OrderCounting{CounterWidth::narrow, 1'000'000});
  };
  const auto records = run_quietly(plan);
  CHECK(records[0].verdict == Verdict::inconclusive);
  CHECK(records[0].bias.covers == "positions");
  CHECK(records[0].trials_to_decide.value() == 5. * 39'916'800);
}

TEST_CASE("the counters that a plan needs are told before it runs") {
  constexpr double gibi = 0x1p30;
  const auto needed = [](const char* target, std::uint64_t most_trials, int threads) {
    RunPlan plan = plan_for({target}, most_trials, threads);
    plan.budget.tolerance = 0.05;
    return static_cast<double>(memory_of(plan)) / gibi;
  };
  // Two halves of 12! counters of four bytes, whatever the threads; 10! counters of eight bytes and one a
  // thread.
  CHECK(needed("durstenfeld:n=12", 3'000'000'000, 1) ==
        doctest::Approx(2 * 479'001'600 * 4. / gibi).epsilon(0.1));
  CHECK(needed("durstenfeld:n=12", 3'000'000'000, 16) < 1.3 * needed("durstenfeld:n=12", 3'000'000'000, 1));
  CHECK(needed("durstenfeld:n=12", 2'000'000'000, 16) < 0.001);
  CHECK(needed("durstenfeld:n=10", 1000, 9) - needed("durstenfeld:n=10", 1000, 8) ==
        doctest::Approx(2 * 3'628'800 * 9. / gibi).epsilon(0.05));
  CHECK(memory_of(plan_for({"durstenfeld:n=12", "sattolo:n=12"}, 100'000'000'000)) >
        2 * std::uint64_t{2} * 479'001'600 * 4);
}
