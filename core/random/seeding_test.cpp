#include "core/random/seeding.hpp"

#include <stdexcept>

#include <doctest/doctest.h>

using namespace fairshuffle;

TEST_CASE("the six seedings of the catalogue are found by name, the ideal one first") {
  REQUIRE(all_seedings().size() == 6);
  CHECK(all_seedings().front().name == "per-block");
  CHECK(find_seeding("per-block")->kind == SeedingKind::per_block);
  CHECK(find_seeding("per-run")->kind == SeedingKind::per_run);
  CHECK(find_seeding("per-shuffle-clock")->kind == SeedingKind::per_shuffle_clock);
  CHECK(find_seeding("per-shuffle-counter")->kind == SeedingKind::per_shuffle_counter);
  CHECK(find_seeding("per-shuffle-random")->kind == SeedingKind::per_shuffle_random);
  CHECK(find_seeding("per-draw-clock")->kind == SeedingKind::per_draw_clock);
  CHECK(find_seeding("per-hour") == nullptr);
  for (const SeedingInfo& seeding : all_seedings()) {
    CHECK_FALSE(seeding.truth.empty());
    CHECK_FALSE(seeding.origin.empty());
  }
}

TEST_CASE("a clock of seconds stands still for as many shuffles as a second has") {
  const Seeding seeding{
      .kind = SeedingKind::per_shuffle_clock, .clock = ClockUnit::seconds, .shuffles_per_second = 100};
  CHECK(clock_seed(seeding, 1'600'000'000, 0) == 1'600'000'000);
  CHECK(clock_seed(seeding, 1'600'000'000, 99) == 1'600'000'000);
  CHECK(clock_seed(seeding, 1'600'000'000, 100) == 1'600'000'001);
  CHECK(clock_seed(seeding, 1'600'000'000, 1'000'000) == 1'600'010'000);
}

TEST_CASE(
    "a clock of milliseconds jumps when shuffles are slower, and rounds down when they do not divide it") {
  Seeding seeding{
      .kind = SeedingKind::per_draw_clock, .clock = ClockUnit::milliseconds, .shuffles_per_second = 100};
  CHECK(clock_seed(seeding, 5, 1) == 15);
  CHECK(clock_seed(seeding, 5, 7) == 75);
  seeding.shuffles_per_second = 3000;
  CHECK(clock_seed(seeding, 0, 2) == 0);
  CHECK(clock_seed(seeding, 0, 3) == 1);
  seeding.shuffles_per_second = 7;
  CHECK(clock_seed(seeding, 0, 1) == 142);
}

TEST_CASE("the clock is exact for a quadrillion trials and beyond 64 bits of milliseconds") {
  Seeding seeding{
      .kind = SeedingKind::per_shuffle_clock, .clock = ClockUnit::milliseconds, .shuffles_per_second = 1};
  CHECK(clock_seed(seeding, 1, 1'000'000'000'000'000) == 1'000'000'000'000'000'001);
  // 10^17 trials are 10^20 milliseconds: more than 2^64, until divided by the rate.
  seeding.shuffles_per_second = 1'000'000;
  CHECK(clock_seed(seeding, 0, 100'000'000'000'000'000) == 100'000'000'000'000);
}

TEST_CASE("a counter is raised before the first shuffle") {
  CHECK(counter_seed(0) == 1);
  CHECK(counter_seed(41) == 42);
}

TEST_CASE("a seeding without a clock and a clock without shuffles have no reading") {
  CHECK_THROWS_AS(clock_seed(Seeding{}, 0, 0), std::invalid_argument);
  CHECK_THROWS_AS(clock_seed(Seeding{.kind = SeedingKind::per_run}, 0, 0), std::invalid_argument);
  CHECK_THROWS_AS(clock_seed(Seeding{.kind = SeedingKind::per_draw_clock, .shuffles_per_second = 0}, 0, 0),
                  std::invalid_argument);
}
