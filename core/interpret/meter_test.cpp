#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

#include "core/interpret/setup_for_test.hpp"
#include "core/interpret/trace.hpp"

using namespace fairshuffle;

namespace {

std::vector<int> deck_of_sampler(const SampleSetup& setup, std::uint64_t seed) {
  const RunningTally tally = scalar_sample_for_test(setup, 1, seed);
  const Tally counted = tally.counted();
  const auto counts = counted.permutations->by_rank();
  const auto rank = static_cast<std::uint64_t>(std::ranges::find(counts, 1U) - counts.begin());
  const std::vector<Card> permutation = permutation_of_rank(rank, setup.deck_size);
  return {permutation.begin(), permutation.end()};
}

std::vector<CostPoint> metered(const SampleSetup& setup) {
  return meter(setup, metered_sizes(*setup.shuffle));
}

std::vector<Measured> curve(double (*cost)(double)) {
  std::vector<Measured> points;
  for (const int n : {16, 32, 64, 128, 256, 512, 1024}) points.push_back({n, cost(n)});
  return points;
}

// Claims that hold: the shuffle with this cost, measured as it is.
bool claims_hold(std::string_view shuffle, std::string_view cost) {
  SampleSetup setup = setup_for_test(shuffle, 16);
  const std::vector<CostPoint> points = metered(setup);
  ShuffleInfo claiming = *setup.shuffle;
  claiming.cost = cost;
  setup.shuffle = &claiming;
  return std::ranges::all_of(check_claims(setup, points), &CheckedClaim::holds);
}

}  // namespace

TEST_CASE(
    "the metered deck makes the permutations that the sampler makes: what it counts is the shuffle itself") {
  for (const int n : {1, 2, 5, 8}) {
    for (const ShuffleInfo& shuffle : all_shuffles()) {
      SampleSetup setup = setup_for_test(shuffle.name, n);
      const std::size_t ways =
          setup.options.empty() || shuffle.options[0].choices.empty() ? 1 : shuffle.options[0].choices.size();
      for (std::size_t way = 0; way < ways; ++way) {
        if (ways > 1) setup.options[0] = static_cast<std::int64_t>(way);
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
          CAPTURE(shuffle.name);
          CAPTURE(n);
          CHECK(meter_once(setup, seed).deck == deck_of_sampler(setup, seed));
        }
      }
    }
  }
}

TEST_CASE("packets and piles of more passes, and piles put together in order, are metered as sampled") {
  for (const int n : {1, 2, 5, 8}) {
    for (const SampleSetup& setup :
         {setup_for_test("overhand", n, {3, 2}), setup_for_test("piles", n, {4, 2, 0}),
          setup_for_test("piles", n, {3, 2, 1})}) {
      for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        CHECK(meter_once(setup, seed).deck == deck_of_sampler(setup, seed));
      }
    }
  }
}

TEST_CASE("counts that are known beforehand") {
  const auto reading = [](std::string_view shuffle, int n) {
    return meter_once(setup_for_test(shuffle, n), 1);
  };
  CHECK(reading("durstenfeld", 100).draws == 99);
  CHECK(reading("durstenfeld", 100).moves == 198);
  CHECK(reading("durstenfeld", 100).extra == 0);
  CHECK(reading("naive-swap", 100).draws == 100);
  CHECK(reading("inside-out", 100).moves == 200);
  CHECK(reading("inside-out", 100).extra == 100);
  CHECK(reading("random-key-sort", 64).moves == 64 * 6);
  CHECK(reading("random-key-sort", 64).extra == 128);
  CHECK(reading("swap-pairs", 10).draws == 20);
  CHECK(reading("riffle", 52).draws == 3 * 52);
  CHECK(reading("shelf", 52).draws == 52);
  CHECK(reading("shelf", 52).moves == 2 * 52);
  CHECK(reading("shelf", 52).extra == 2 * 52);
  CHECK(reading("overhand", 52).draws == 51);
  CHECK(reading("overhand", 52).moves == 2 * 52);
  CHECK(reading("overhand", 52).extra == 2 * 52);
  CHECK(reading("piles", 52).draws == 1);
  CHECK(reading("piles", 52).moves == 2 * 52);
  CHECK(reading("piles", 52).extra == 52);
  CHECK(meter_once(setup_for_test("piles", 52, {2, 1, 1}), 1).draws == 0);
  CHECK(reading("smoosh", 64).draws == 3 * 64);
  CHECK(reading("smoosh", 64).moves == 64 * 6);
  CHECK(reading("pick-from-all", 6).draws == 1);
  CHECK(reading("pick-from-all", 6).moves == 6 * 720 + 6);
  CHECK(reading("pick-from-all", 6).extra == 6 * 720);
}

TEST_CASE("two lists move a quarter of n^2 cards in the mean") {
  const std::vector<int> sizes{100};
  // (n^2 + 3n) / 4 is the mean; the variance of one run is sum over r of (r^2 - 1) / 12, so that the mean of
  // 32 runs has a standard deviation of 29: 7 of them are a chance below 1e-11.
  CHECK(std::abs(meter(setup_for_test("fisher-yates", 100), sizes)[0].moves - (100 * 100 + 300) / 4.0) <
        7 * 29);
}

TEST_CASE("the cost that the registry claims is the cost that is measured, for every shuffle") {
  for (const ShuffleInfo& shuffle : all_shuffles()) {
    SampleSetup setup = setup_for_test(shuffle.name, 16);
    const std::size_t ways =
        setup.options.empty() || shuffle.options[0].choices.empty() ? 1 : shuffle.options[0].choices.size();
    for (std::size_t way = 0; way < ways; ++way) {
      if (ways > 1) setup.options[0] = static_cast<std::int64_t>(way);
      const std::vector<CheckedClaim> claims = check_claims(setup, metered(setup));
      CHECK(claims.size() >= 2);
      for (const CheckedClaim& claim : claims) {
        CAPTURE(shuffle.name);
        CAPTURE(way);
        CAPTURE(claim.what);
        CAPTURE(claim.claim);
        CAPTURE(claim.drift);
        CHECK(claim.holds);
      }
    }
  }
}

TEST_CASE("a claim that is wrong by a factor of log n or n does not hold") {
  CHECK(claims_hold("durstenfeld", "n draws, 3n moves, in place"));
  CHECK_FALSE(claims_hold("durstenfeld", "n log n draws"));
  CHECK_FALSE(claims_hold("durstenfeld", "n^2 moves"));
  CHECK_FALSE(claims_hold("durstenfeld", "n extra cards"));
  CHECK_FALSE(claims_hold("inside-out", "in place"));
  CHECK_FALSE(claims_hold("random-key-sort", "n moves"));
  CHECK_FALSE(claims_hold("fisher-yates", "n log n moves"));
  CHECK_FALSE(claims_hold("pick-from-all", "n^2 moves"));
  CHECK_THROWS_AS(claims_hold("durstenfeld", "quick"), std::invalid_argument);
  CHECK_THROWS_AS(claims_hold("durstenfeld", "m draws"), std::invalid_argument);
}

TEST_CASE("each growth is told from the others") {
  const auto growth_of = [](double (*cost)(double)) { return fit_growth(curve(cost)).growth; };
  CHECK(growth_of([](double) { return 3.0; }) == "1");
  CHECK(growth_of([](double n) { return 2 * std::log2(n) + 1; }) == "log n");
  CHECK(growth_of([](double n) { return n - 1; }) == "n");
  CHECK(growth_of([](double n) { return n * std::log2(n) - n / 2; }) == "n log n");
  CHECK(growth_of([](double n) { return n * (n + 3) / 4; }) == "n^2");
  CHECK(growth_of([](double n) { return n * n * std::log2(n); }) == "n^2 log n");
  CHECK(growth_of([](double n) { return n * n * n / 6; }) == "n^3");
  CHECK(growth_of([](double) { return 0.0; }) == "0");
  CHECK(fit_growth(curve([](double n) { return 5 * n * n; })).slope == doctest::Approx(2).epsilon(1e-12));
  CHECK(fit_growth(curve([](double n) { return 5 * n * n; })).factor == doctest::Approx(5).epsilon(1e-12));
  const std::vector<Measured> listed{{3, 18}, {5, 600}, {7, 35280}, {9, 3265920}};
  CHECK(fit_growth(listed).growth == "n n!");
}

TEST_CASE("curves that cannot be fitted are refused") {
  const std::vector<Measured> one{{16, 1}}, mixed{{16, 0}, {32, 1}}, falling{{32, 1}, {16, 1}};
  CHECK_THROWS_AS(fit_growth(one), std::invalid_argument);
  CHECK_THROWS_AS(fit_growth(mixed), std::invalid_argument);
  CHECK_THROWS_AS(fit_growth(falling), std::invalid_argument);
  CHECK_THROWS_AS(meter_once(setup_for_test("pick-from-all", 10), 1), std::invalid_argument);
}
