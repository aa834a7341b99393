// How soon whole runs stop, and how often they accuse what is fair.
#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/interpret/law_of.hpp"
#include "core/interpret/setup_for_test.hpp"
#include "core/verdict/simulated_run_for_tests.hpp"

using namespace fairshuffle;

namespace {

std::vector<double> law_of_shuffle(const std::string& shuffle, int deck_size,
                                   std::vector<std::int64_t> options = {}) {
  SampleSetup setup = setup_for_test(shuffle, deck_size);
  if (!options.empty()) setup.options = std::move(options);
  return numeric_law_of(setup).probability;
}

struct Stops {
  double mean = 0;
  int biased = 0;
  int by_e_value = 0;
};

Stops stops_of(const std::vector<double>& law, int deck_size, int runs, std::mt19937_64& words) {
  const Plan plan = plan_of_one(deck_size, 1e-6, 100'000'000);
  Stops stops;
  for (int run = 0; run < runs; ++run) {
    const SimulatedRun ended = simulated_run(plan, law, words);
    stops.mean += static_cast<double>(ended.trials) / runs;
    stops.biased += ended.verdict == Verdict::biased;
    stops.by_e_value += ended.by_e_value;
  }
  return stops;
}

}  // namespace

TEST_CASE("naive swap is biased within 3,000 trials of five cards and 5,000 of three, on average") {
  // Standard deviations of one run are about 400 and 1,700 trials: of 400 runs the mean is off by 20 and 85.
  std::mt19937_64 words(3);
  const Stops five = stops_of(law_of_shuffle("naive-swap", 5), 5, 400, words);
  const Stops three = stops_of(law_of_shuffle("naive-swap", 3), 3, 400, words);
  MESSAGE("means ", five.mean, " and ", three.mean, " trials");
  CHECK(five.biased == 400);
  CHECK(three.biased == 400);
  CHECK(five.mean < 3'000);
  CHECK(three.mean < 5'000);
  CHECK(five.by_e_value > 390);
}

TEST_CASE(
    "ten swaps are found as soon as by a test of positions alone, seven riffles sooner than by any test" *
    doctest::test_suite("simulations")) {
  // A chi-square test of positions at level 1e-6 has a power of one half at 82,000 trials of ten swaps, one
  // of neighbours at 57,200 of seven riffles. Of 60 runs the means, about 75,000 and 39,000, have standard
  // deviations of 4,500 and 2,000.
  std::mt19937_64 words(4);
  const Stops swaps = stops_of(law_of_shuffle("swap-pairs", 5, {10}), 5, 60, words);
  const Stops riffles = stops_of(law_of_shuffle("riffle", 6, {7}), 6, 60, words);
  MESSAGE("means ", swaps.mean, " and ", riffles.mean, " trials");
  CHECK(swaps.biased == 60);
  CHECK(riffles.biased == 60);
  CHECK(swaps.mean < 1.25 * 82'000);
  CHECK(riffles.mean < 57'200);
}

TEST_CASE("a fair shuffle is found biased no more often than alpha allows, over all looks and tests" *
          doctest::test_suite("simulations")) {
  // Of 200 runs at 5 % ten are due at most, with a standard deviation of 3.1; 27 are more than five of them.
  std::mt19937_64 words(5);
  for (const int deck_size : {3, 4, 5}) {
    const std::vector<double> fair(order_count(deck_size), 1 / static_cast<double>(order_count(deck_size)));
    const Plan plan = plan_of_one(deck_size, 0.05, 1'000'000);
    int biased = 0;
    for (int run = 0; run < 200; ++run) {
      biased += simulated_run(plan, fair, words).verdict == Verdict::biased;
    }
    MESSAGE(deck_size, " cards: ", biased, " of 200");
    CHECK(biased < 27);
  }
}
