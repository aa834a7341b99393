// Tests of decks of more than 128 cards: honest of fair decks, and not blind.
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/statistics/test_result.hpp"
#include "core/tally/tally.hpp"

using namespace fairshuffle;

namespace {

template <class Shuffle>
Tally wide_tally(int deck_size, int trials, std::mt19937_64& words, Shuffle shuffle) {
  RunningTally running(deck_size, 0);
  TrialStream stream(deck_size);
  std::vector<WideCard> deck(static_cast<std::size_t>(deck_size));
  for (int trial = 0; trial < trials; ++trial) {
    std::iota(deck.begin(), deck.end(), WideCard{0});
    shuffle(deck, words);
    stream.add(deck, static_cast<std::uint64_t>(trial), running);
  }
  return running.complete();
}

const auto fair = [](std::vector<WideCard>& deck, std::mt19937_64& words) {
  std::ranges::shuffle(deck, words);
};

std::vector<TestResult> all_results(const Tally& tally) {
  std::vector<TestResult> all;
  for (const TestInfo& test : all_tests()) {
    for (TestResult& result : results_of(test, tally)) all.push_back(std::move(result));
  }
  return all;
}

const TestResult& named(const std::vector<TestResult>& results, std::string_view name) {
  const auto found = std::ranges::find(results, name, &TestResult::name);
  REQUIRE(found != results.end());
  return *found;
}

}  // namespace

TEST_CASE("p-values of fair decks of 150 cards are uniform, and none is tiny") {
  constexpr int replicates = 60, trials = 700;
  std::mt19937_64 words(1);
  std::map<std::string, std::vector<double>> p_values;
  std::map<std::string, double> statistics, degrees_of_freedom;
  for (int replicate = 0; replicate < replicates; ++replicate) {
    for (const TestResult& result : all_results(wide_tally(150, trials, words, fair))) {
      if (!result.applied) continue;
      CAPTURE(result.name);
      // Some 50 of them 60 times: one is below in 3e-7 of such runs.
      CHECK(result.p_value.p > 1e-10);
      p_values[result.name].push_back(result.p_value.p);
      statistics[result.name] += result.statistic;
      degrees_of_freedom[result.name] += result.degrees_of_freedom;
    }
  }
  // Half a standard deviation of a uniform number's mean over 60 is 0.0186; 5.5 of them.
  for (const char* name :
       {"positions", "neighbours", "cyclic-differences", "inverse-cyclic-differences", "mean descents",
        "mean rising-sequences", "mean peaks", "mean inverse-peaks", "mean-positions", "mean-cards",
        "successive-positions", "successive-mean-positions", "successive-mean descents"}) {
    CAPTURE(name);
    REQUIRE(p_values[name].size() == replicates);
    const double mean = std::accumulate(p_values[name].begin(), p_values[name].end(), 0.0) / replicates;
    CHECK(std::abs(mean - 0.5) < 5.5 * std::sqrt(1. / 12 / replicates));
  }
  for (const char* name :
       {"positions", "neighbours", "mean-positions", "mean-cards", "successive-positions"}) {
    CAPTURE(name);
    const double df = degrees_of_freedom[name];
    CHECK(std::abs(statistics[name] - df) < 5.5 * std::sqrt(2 * df));
  }
}

TEST_CASE("tests of 1,024 cards are applied, see nothing in fair decks, and say why the others are not") {
  std::mt19937_64 words(2);
  const std::vector<TestResult> results = all_results(wide_tally(1024, 2400, words, fair));
  for (const char* name :
       {"positions", "neighbours", "strongest-position", "strongest-neighbour", "smooth-positions", "parity",
        "mean fixed-points", "mean cycles", "mean descents", "mean rising-sequences", "mean peaks",
        "mean successions", "mean left-maxima", "mean-positions", "mean-cards", "cyclic-differences",
        "repeats", "birthday", "successive-positions"}) {
    CAPTURE(name);
    CHECK(named(results, name).applied);
  }
  for (const TestResult& result : results) {
    CAPTURE(result.name);
    if (result.applied) CHECK(result.p_value.p > 1e-8);
  }
  for (const char* name :
       {"inversions", "relative-order", "lehmer-code", "hand-mates", "matched-positions"}) {
    CAPTURE(name);
    CHECK_FALSE(named(results, name).applied);
    CHECK(named(results, name).reason.starts_with("is for decks of up to 128 cards"));
  }
}

TEST_CASE("a naive swap of 1,024 cards shows in 2,400 trials, and a riffle in fifty") {
  std::mt19937_64 words(3);
  const auto naive = [](std::vector<WideCard>& deck, std::mt19937_64& random) {
    std::uniform_int_distribution<std::size_t> any(0, deck.size() - 1);
    for (WideCard& card : deck) std::swap(card, deck[any(random)]);
  };
  const std::vector<TestResult> of_naive = all_results(wide_tally(1024, 2400, words, naive));
  CHECK(named(of_naive, "positions").p_value.p < 1e-8);
  CHECK(named(of_naive, "smooth-positions").p_value.p < 1e-8);
  // What moves the first card down to places below it alone shows in its mean.
  const auto first_falls = [](std::vector<WideCard>& deck, std::mt19937_64& random) {
    fair(deck, random);
    const auto first = std::ranges::find(deck, WideCard{0});
    if (first < deck.begin() + 512) std::iter_swap(first, first + 256);
  };
  const std::vector<TestResult> of_falls = all_results(wide_tally(1024, 1200, words, first_falls));
  CHECK(named(of_falls, "mean-positions").p_value.p < 1e-8);
  // Ten riffles are as one of 1,024 packets.
  const auto riffles = [](std::vector<WideCard>& deck, std::mt19937_64& random) {
    std::vector<std::pair<std::uint64_t, std::size_t>> keys;
    for (std::size_t position = 0; position < deck.size(); ++position)
      keys.emplace_back(random() >> 54, position);
    std::ranges::sort(keys);
    for (std::size_t card = 0; card < deck.size(); ++card)
      deck[keys[card].second] = static_cast<WideCard>(card);
  };
  CHECK(named(all_results(wide_tally(1024, 50, words, riffles)), "mean rising-sequences").p_value.p < 1e-8);
}

TEST_CASE("no test of 1,024 cards fails at decks that are never shuffled, or always turned") {
  std::mt19937_64 words(4);
  const auto leave = [](std::vector<WideCard>&, std::mt19937_64&) {};
  const auto turn = [](std::vector<WideCard>& deck, std::mt19937_64&) { std::ranges::reverse(deck); };
  const std::vector<TestResult> left = all_results(wide_tally(1024, 700, words, leave));
  const std::vector<TestResult> turned = all_results(wide_tally(1024, 700, words, turn));
  for (const char* name :
       {"positions", "mean fixed-points", "mean descents", "mean left-maxima", "repeats"}) {
    CAPTURE(name);
    CHECK(named(left, name).p_value.log10_p < -300);
  }
  CHECK(named(turned, "mean descents").p_value.log10_p < -300);
  CHECK(named(turned, "mean rising-sequences").p_value.log10_p < -300);
}
