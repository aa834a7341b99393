#include <doctest/doctest.h>

#include "core/record/plan.hpp"

using namespace fairshuffle;

namespace {

int looks_of(const LookSchedule& schedule) {
  int look = 1;
  while (!schedule.is_last(look)) ++look;
  return look;
}

}  // namespace

TEST_CASE("the shares of all looks leave one for a look that is not planned, and a fixed look has it all") {
  for (const std::uint64_t most : {1U, 2'400U, 2'401U, 16'384U, 100'000U, 1'000'000'000U}) {
    CAPTURE(most);
    const LookSchedule schedule(most, false);
    CHECK((looks_of(schedule) + 1) * schedule.share(1) == doctest::Approx(1));
  }
  CHECK(looks_of(LookSchedule(1'000'000'000, false)) == 37);
  CHECK(LookSchedule(1000, true).share(1) == 1);
  CHECK(LookSchedule(1000, true).is_last(1));
}

TEST_CASE("looks come at 2,400 trials, each at half as many again, and end at the limit") {
  const LookSchedule schedule(400'000, false);
  const std::vector<std::uint64_t> due{2'400,  3'600,  5'400,   8'000,   12'000,  16'384,  32'768, 49'152,
                                       65'536, 98'304, 131'072, 180'224, 262'144, 376'832, 400'000};
  for (std::size_t index = 0; index < due.size(); ++index) {
    CHECK(schedule.trials_at(static_cast<int>(index) + 1) == due[index]);
  }
  CHECK(looks_of(schedule) == 15);
  CHECK(schedule.trials_at(16) == 400'000);
}

TEST_CASE("whole blocks are looked at from the first one on, and no look comes twice") {
  constexpr std::uint64_t most = std::uint64_t{1} << 53;
  const LookSchedule schedule(most, false);
  for (int look = 2; look <= looks_of(schedule); ++look) {
    const std::uint64_t before = schedule.trials_at(look - 1), trials = schedule.trials_at(look);
    CAPTURE(trials);
    CHECK(trials > before);
    CHECK(trials <= 2 * before);
    CHECK(trials % 2 == 0);
    if (trials > trials_per_block) {
      CHECK(trials % trials_per_block == 0);
      CHECK(before >= trials_per_block);
    }
  }
  // A limit that is a look is one look.
  CHECK(looks_of(LookSchedule(16'384, false)) == 6);
  CHECK(looks_of(LookSchedule(2'400, false)) == 1);
}

TEST_CASE(
    "the look from so many trials on is the one that they were run for, and an early end comes after all") {
  const LookSchedule schedule(1'000'000, false);
  CHECK(schedule.look_from(1) == 1);
  CHECK(schedule.look_from(2'400) == 1);
  CHECK(schedule.look_from(2'401) == 2);
  CHECK(schedule.trials_at(schedule.look_from(1'000'000)) == 1'000'000);
  CHECK(schedule.look_from(2'000'000) == schedule.look_from(1'000'000));
  CHECK(schedule.unscheduled() == looks_of(schedule) + 1);
  CHECK(schedule.is_last(schedule.unscheduled()));
  CHECK(LookSchedule(1000, true).unscheduled() == 2);
}

TEST_CASE("a run that goes on beyond its limits spends no more than one that does not") {
  constexpr std::uint64_t first = 1'000'000, second = 20'000'000, third = 1'000'000'000;
  const auto schedule_of = [](std::vector<std::uint64_t> limits) {
    RunSettings settings;
    settings.max_trials = limits.back();
    limits.pop_back();
    settings.went_on_at = std::move(limits);
    return LookSchedule(settings);
  };
  const LookSchedule once = schedule_of({first}), twice = schedule_of({first, second}),
                     thrice = schedule_of({first, second, third});
  const int looks_once = looks_of(once), looks_twice = looks_of(twice), looks_thrice = looks_of(thrice);
  // The looks before a limit stay as they are, and so do their numbers.
  for (int look = 1; look < looks_once; ++look) CHECK(twice.trials_at(look) == once.trials_at(look));
  for (int look = 1; look < looks_twice; ++look) {
    CHECK(thrice.trials_at(look) == twice.trials_at(look));
    CHECK(thrice.share(look) == twice.share(look));
  }
  CHECK(twice.trials_at(looks_once) == whole_blocks(first));
  CHECK(thrice.trials_at(looks_twice) == whole_blocks(second));
  for (int look = 2; look <= looks_thrice; ++look) CHECK(thrice.trials_at(look) > thrice.trials_at(look - 1));
  // All that was ever looked at: each look of the last, those at the limits, and an early end.
  double spent = once.share(looks_once) + twice.share(looks_twice) + thrice.share(thrice.unscheduled());
  for (int look = 1; look <= looks_thrice; ++look) spent += thrice.share(look);
  CHECK(spent < 1);
  CHECK(spent > 0.9);
  // Without a whole block before the limit there is none to be looked at again.
  CHECK(schedule_of({3'000, 5'000}).trials_at(2) == 3'600);
}
