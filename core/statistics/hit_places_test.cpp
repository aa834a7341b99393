#include <cstddef>
#include <functional>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "core/statistics/dependent_trials.hpp"

using namespace fairshuffle;

namespace {

// Judged trials as looks and blocks make them: every second stretch of so many.
std::vector<std::uint64_t> every_second_stretch(std::size_t trials, std::uint64_t stretch) {
  std::vector<std::uint64_t> judged;
  for (std::uint64_t trial = 0; judged.size() < trials; ++trial) {
    if (trial / stretch % 2 == 1) judged.push_back(trial);
  }
  return judged;
}

HitPlaces drawn_places(std::size_t trials, std::uint64_t stretch, std::mt19937_64& words,
                       const std::function<double(std::uint64_t)>& chance) {
  const std::vector<std::uint64_t> judged = every_second_stretch(trials, stretch);
  std::vector<bool> hits;
  for (const std::uint64_t trial : judged) {
    hits.push_back(std::uniform_real_distribution<double>()(words) < chance(trial));
  }
  return hit_places(judged, hits);
}

}  // namespace

TEST_CASE(
    "a trial is as far from those that the bet was chosen on as from the nearest index that is missing") {
  // Trials 100..299 and 301..420: of the last ones nobody knows what follows.
  std::vector<std::uint64_t> trials;
  for (std::uint64_t trial = 100; trial <= 420; ++trial) {
    if (trial != 300) trials.push_back(trial);
  }
  std::vector<bool> hits(trials.size());
  hits.front() = hits[200] = hits.back() = true;  // trials 100, 301 and 420
  const HitPlaces places = hit_places(trials, hits);
  // 32 from 100 on, 32 up to 299 and 32 from 301 on.
  CHECK(places.by_distance[0] == HitPlaces::Trials{96, 2});
  CHECK(places.by_distance[1] == HitPlaces::Trials{96, 0});
  // What is left of the first stretch, and of the second 65 to 120 from its begin.
  CHECK(places.by_distance[2] == HitPlaces::Trials{72 + 56, 1});
  CHECK(places.by_distance[3] == HitPlaces::Trials{});
  CHECK(places.by_block[0] == HitPlaces::Blocks{5, 3, 3});
  CHECK(places.by_block[1] == HitPlaces::Blocks{1, 2, 4});
  CHECK(places.by_block[2] == HitPlaces::Blocks{});
  CHECK(hit_places({}, {}) == HitPlaces{});
  CHECK_FALSE(hit_fault(HitPlaces{}));
}

TEST_CASE("p of hits that cling is the hypergeometric tail, times the distances") {
  // By Python's fractions: of 1,000 trials with 60 hits 100 have 15 or more.
  HitPlaces places;
  places.by_distance[0] = {100, 15};
  places.by_distance.back() = {900, 45};
  CHECK(clinging_p(places) == doctest::Approx(8 * 0.00041933316586177004).scale(0).epsilon(1e-10));
  CHECK(hit_fault(places) ==
        (8 * 0.00041933316586177004 < 0.001 ? std::optional(HitFault::clinging) : std::nullopt));
  // As many as are due, or none at all, show nothing.
  places.by_distance[0] = {100, 6};
  places.by_distance.back() = {900, 54};
  CHECK(clinging_p(places) == 1);
  places.by_distance[0] = {0, 0};
  CHECK(clinging_p(places) == 1);
}

TEST_CASE("p of hits over blocks is that of their squared deviations, where five hits and misses are due") {
  HitPlaces places;
  // Twenty blocks of 64, half of which have 32 hits and half of which have 16: X2 = 20 * 64 / (24 * 40/64) *
  // 1279/1280 = 85.27 on 19, whose tail is 2.2618e-10 (Lentz's fraction in Python).
  places.by_block[0] = {20, 480, 10 * 32 * 32 + 10 * 16 * 16};
  CHECK(uneven_p(places) == doctest::Approx(3 * 2.2618e-10).scale(0).epsilon(1e-4));
  CHECK(hit_fault(places) == HitFault::uneven);
  // All hits in one block, but fewer than five are due in each.
  places.by_block[0] = {20, 60, 60 * 60};
  CHECK(uneven_p(places) == 1);
  CHECK_FALSE(hit_fault(places));
}

TEST_CASE("independent trials of any chance of a hit are faulted in hardly any run") {
  // At most two in a thousand by the levels: more than 20 of 2,000 with probability 1e-8.
  std::mt19937_64 words(5);
  int faulted = 0;
  for (int run = 0; run < 2'000; ++run) {
    const double chance = std::vector{0.002, 0.03, 0.1, 0.5, 0.9, 0.99}[static_cast<std::size_t>(run % 6)];
    const std::uint64_t stretch = run % 2 == 0 ? 1'200 : 8'192;
    faulted += hit_fault(drawn_places(8'192, stretch, words, [chance](auto) { return chance; })).has_value();
  }
  CHECK(faulted <= 20);
}

TEST_CASE("hits that are more frequent near choosing trials, or in some stretches, are faulted") {
  std::mt19937_64 words(6);
  for (int run = 0; run < 20; ++run) {
    const auto near = [](std::uint64_t trial) { return trial % 8'192 < 744 ? 0.1 : 0.03; };
    CHECK(hit_fault(drawn_places(8'192, 8'192, words, near)) == HitFault::clinging);
    const auto in_turn = [](std::uint64_t trial) { return trial / 500 % 2 == 0 ? 0.35 : 0.2; };
    CHECK(hit_fault(drawn_places(8'192, 8'192, words, in_turn)).has_value());
  }
}
