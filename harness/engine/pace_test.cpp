#include <chrono>

#include <doctest/doctest.h>

#include "harness/engine/plans_for_tests.hpp"
#include "harness/engine/run.hpp"

using namespace fairshuffle;

TEST_CASE("the pace of a run is that of the look that is running") {
  Pace pace;
  const auto hear = [&pace](int look, std::uint64_t trials, double seconds) {
    Progress progress;
    progress.look = look;
    progress.trials_before = 1000;
    progress.trials_done = trials;
    progress.seconds_counting = seconds;
    pace.hear(progress);
  };
  CHECK_FALSE(pace.trials_a_second());
  hear(1, 1000, 0.6);
  CHECK_FALSE(pace.trials_a_second());
  hear(1, 1400, 0.8);
  CHECK(pace.trials_a_second() == doctest::Approx(500));
  // What the first look took counts no more, nor does what went by without a trial.
  hear(2, 1500, 0.9);
  CHECK_FALSE(pace.trials_a_second());
  hear(2, 4400, 1.4);
  CHECK(pace.trials_a_second() == doctest::Approx(5000));
}

TEST_CASE("a run tells how long its trials took, judging apart") {
  const auto start = std::chrono::steady_clock::now();
  Progress last;
  run(plan_for({"durstenfeld:n=7", "naive-swap:n=52"}, 300'000), [&last](const Progress& progress) {
    CHECK(progress.seconds_counting > last.seconds_counting);
    last = progress;
  });
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
  CHECK(last.seconds_counting < passed.count());
}
