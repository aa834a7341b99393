// How soon whole runs stop, and how often they accuse what is fair.
#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/interpret/evolve.hpp"
#include "core/interpret/setup_for_test.hpp"
#include "core/verdict/simulated_run_for_tests.hpp"

using namespace fairshuffle;

namespace {

std::vector<double> distribution_of_shuffle(const std::string& shuffle, int deck_size) {
  return numeric_distribution_of(setup_for_test(shuffle, deck_size)).probability;
}

struct Stops {
  double mean = 0;
  int biased = 0;
  int by_e_value = 0;
};

Stops stops_of(const std::vector<double>& distribution, int deck_size, int runs, std::mt19937_64& words) {
  const Plan plan = plan_of_one(deck_size, 1e-6, 100'000'000);
  Stops stops;
  for (int run = 0; run < runs; ++run) {
    const SimulatedRun ended = simulated_run(plan, distribution, words);
    stops.mean += static_cast<double>(ended.trials) / runs;
    stops.biased += ended.verdict == Verdict::biased;
    stops.by_e_value += ended.by_e_value;
  }
  return stops;
}

// A known mistake, and a test that has a power of one half at level 1e-6 with so many trials.
struct Mistake {
  int deck_size;
  std::string shuffle;
  std::vector<std::int64_t> options;  // the first ones; the others are standard
  std::string draw;                   // empty: the standard one
  int bits;
  std::string test;
  std::uint64_t trials;
  double most_times;  // as many at the most may a whole run take, on average
  int runs = 400;
};

std::vector<double> distribution_of_mistake(const Mistake& mistake) {
  SampleSetup setup = setup_for_test(mistake.shuffle, mistake.deck_size);
  std::ranges::copy(mistake.options, setup.options.begin());
  if (!mistake.draw.empty()) setup.draw = find_draw(mistake.draw);
  setup.bits = mistake.bits;
  return numeric_distribution_of(setup).probability;
}

double power_of_test(const std::vector<double>& distribution, const Mistake& mistake,
                     std::mt19937_64& words) {
  constexpr int samples = 400;
  int rejected = 0;
  for (int sample = 0; sample < samples; ++sample) {
    Evidence evidence;
    evidence.trials = mistake.trials;
    evidence.permutations = multinomial_for_test(distribution, mistake.trials, words);
    const EvidenceTally counted = tally_of(target_of(mistake.deck_size), evidence);
    rejected += results_of(*find_test(mistake.test), *counted.tally).front().p_value.p <= 1e-6;
  }
  return static_cast<double>(rejected) / samples;
}

}  // namespace

TEST_CASE("naive swap is biased within 3,000 trials of five cards and 5,000 of three, on average") {
  // Standard deviations of one run are about 400 and 1,700 trials: of 400 runs the mean is off by 20 and 85.
  std::mt19937_64 words(3);
  const Stops five = stops_of(distribution_of_shuffle("naive-swap", 5), 5, 400, words);
  const Stops three = stops_of(distribution_of_shuffle("naive-swap", 3), 3, 400, words);
  MESSAGE("means ", five.mean, " and ", three.mean, " trials");
  CHECK(five.biased == 400);
  CHECK(three.biased == 400);
  CHECK(five.mean < 3'000);
  CHECK(three.mean < 5'000);
  CHECK(five.by_e_value > 390);
}

TEST_CASE(
    "known mistakes are found about as soon as by one test, looked at once, that was known to see them" *
    doctest::test_suite("long-simulations")) {
  // How many trials the one test needs was simulated; that it rejects half of 400 samples is looked at again,
  // with a standard deviation of 0.025. Means over 400 runs have one of 1.7 %, over 1,000 of 1.1 %; those of
  // long runs are 1.05, 1.49, 1.03, 0.67, 0.84, 0.97 and 1.04 times the trials.
  std::mt19937_64 words(4);
  for (const Mistake& mistake : {
           Mistake{5, "swap-pairs", {10}, "", 0, "positions", 74'900, 1.25},
           Mistake{5, "swap-pairs", {10}, "", 0, "fixed-points", 52'900, 1.65},
           Mistake{5, "swap-pairs", {13}, "", 0, "positions", 1'605'000, 1.25},
           Mistake{6, "riffle", {7}, "", 0, "neighbours", 59'100, 1.1},
           Mistake{5, "riffle", {8}, "", 0, "neighbours", 307'000, 1.1},
           Mistake{5, "random-key-sort", {10}, "", 0, "neighbours", 3'990'000, 1.1, 1'000},
           Mistake{5, "durstenfeld", {}, "modulo", 9, "positions", 1'580'000, 1.1, 1'000},
       }) {
    CAPTURE(mistake.shuffle);
    const std::vector<double> distribution = distribution_of_mistake(mistake);
    const double power = power_of_test(distribution, mistake, words);
    const Stops stops = stops_of(distribution, mistake.deck_size, mistake.runs, words);
    const double times = stops.mean / static_cast<double>(mistake.trials);
    MESSAGE(mistake.shuffle, ": mean ", stops.mean, " trials, ", times, " times those of ", mistake.test,
            ", whose power is ", power);
    CHECK(stops.biased == mistake.runs);
    CHECK(std::abs(power - 0.5) < 0.13);
    CHECK(times < mistake.most_times);
  }
}

TEST_CASE("a fair shuffle is found biased no more often than alpha allows, over all looks and tests" *
          doctest::test_suite("simulations")) {
  // Of 200 runs at 5 % ten are due at most, with a standard deviation of 3.1; 27 are more than five of them.
  std::mt19937_64 words(5);
  for (const int deck_size : {3, 4, 5}) {
    const std::vector<double> fair(permutation_count(deck_size),
                                   1 / static_cast<double>(permutation_count(deck_size)));
    const Plan plan = plan_of_one(deck_size, 0.05, 1'000'000);
    int biased = 0;
    for (int run = 0; run < 200; ++run) {
      biased += simulated_run(plan, fair, words).verdict == Verdict::biased;
    }
    MESSAGE(deck_size, " cards: ", biased, " of 200");
    CHECK(biased < 27);
  }
}
