#include "core/record/looks.hpp"

#include <doctest/doctest.h>

using namespace fairshuffle;

TEST_CASE("the shares of all looks sum to no more than the budget, and a fixed look has all of it") {
  const LookSchedule schedule(1'000'000'000'000, false);
  double sum = 0;
  for (int look = 1; look <= 100'000; ++look) sum += schedule.share(look);
  CHECK(sum <= 1);
  CHECK(sum > 0.9999);
  CHECK(LookSchedule(1000, true).share(1) == 1);
  CHECK(LookSchedule(1000, true).is_last(1));
}

TEST_CASE("looks come at doubling trials and end at the limit") {
  const LookSchedule schedule(100'000, false);
  CHECK(schedule.trials_at(1) == 16'384);
  CHECK(schedule.trials_at(2) == 32'768);
  CHECK(schedule.trials_at(3) == 65'536);
  CHECK(schedule.trials_at(4) == 100'000);
  CHECK(schedule.is_last(4));
  CHECK_FALSE(schedule.is_last(3));
}
