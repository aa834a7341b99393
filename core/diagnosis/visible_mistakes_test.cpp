#include "core/diagnosis/visible_mistakes.hpp"

#include <algorithm>
#include <fstream>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/diagnosis/card_suspects.hpp"
#include "core/exact/distribution.hpp"
#include "core/exact/remainders_for_tests.hpp"
#include "core/interpret/setup_for_test.hpp"
#include "core/random/seeding.hpp"
#include "core/statistics/bias_bounds.hpp"
#include "core/statistics/test_result.hpp"

using namespace fairshuffle;

namespace {

const VisibleMistake& mistake_named(int deck_size, const std::string& target) {
  for (const LineOfMistakes& line : visible_mistakes(deck_size).lines) {
    const auto found = std::ranges::find(line, target, &VisibleMistake::target);
    if (found != line.end()) return *found;
  }
  FAIL("no mistake " << target);
  return visible_mistakes(deck_size).lines.front().front();
}

// The results of all tests on so many trials of the setup, by name.
std::vector<TestResult> results_of(const SampleSetup& setup, std::uint64_t trials, std::uint64_t seed) {
  RunningTally tally = sample_for_test(setup, trials, seed);
  const Tally whole = tally.complete();
  std::vector<TestResult> results;
  for (const TestInfo& test : all_tests()) {
    if (!fits(test, {setup.deck_size, 0, false})) continue;
    for (TestResult& result : results_of(test, whole)) results.push_back(std::move(result));
  }
  return results;
}

}  // namespace

TEST_CASE("riffles and key sorts have the noncentralities of the reference, made outside this program") {
  const auto file =
      nlohmann::json::parse(std::ifstream("core/statistics/reference/large_deck_distributions.json"));
  int compared = 0;
  for (const auto& [number, row] : file.at("riffle_or_key_sort_n52").items()) {
    const double expected = row.at("noncentrality_mean_test");
    for (const std::string& target :
         {"riffle:m=" + number + ",n=52", "random-key-sort:bits=" + number + ",n=52"}) {
      CAPTURE(target);
      CHECK(mistake_named(52, target).sights.front().noncentrality ==
            doctest::Approx(expected).epsilon(1e-3));
      ++compared;
    }
  }
  CHECK(compared >= 8);
}

TEST_CASE("the mean of rising sequences is that of their distribution") {
  for (const double packets : {1, 2, 3, 16, 100, 417, 900, 5'000, 1'000'000}) {
    for (const int deck_size : {13, 52, 100}) {
      const std::vector<double> distribution = rising_sequences_of_riffles(deck_size, packets);
      double mean = 0;
      for (std::size_t rising = 0; rising < distribution.size(); ++rising)
        mean += static_cast<double>(rising) * distribution[rising];
      CAPTURE(packets);
      CAPTURE(deck_size);
      const double missing = (deck_size + 1) / 2. - mean;
      CHECK((deck_size + 1) / 2. - mean_rising_sequences_of_riffles(deck_size, packets) ==
            doctest::Approx(missing).epsilon(2e-6));
    }
  }
}

TEST_CASE(
    "remainders have the noncentrality of the draws, which is their chi-square distance where that is "
    "small") {
  for (const int bits : {12, 15, 16, 20}) {
    const std::string target = "durstenfeld:n=52,bits=" + std::to_string(bits) + ",draw=modulo";
    CAPTURE(target);
    const double chi_square_distance =
        to_double(chi_square_distance_of_remainders(52, (std::uint64_t{1} << bits) - 1));
    const Sight& sight = mistake_named(52, target).sights.front();
    CHECK(sight.noncentrality == doctest::Approx(chi_square_distance).epsilon(chi_square_distance));
    CHECK(sight.degrees_of_freedom == 1326);
  }
  // A filter sees its own mistake whole, and of another the square of the cosine between them.
  const auto seen_by_filter = [](int bits) {
    const VisibleMistake& mistake =
        mistake_named(52, "durstenfeld:n=52,bits=" + std::to_string(bits) + ",draw=modulo");
    const auto sight =
        std::ranges::find(mistake.sights, "matched Lehmer digits, modulo of 16 bits", &Sight::test);
    REQUIRE(sight != mistake.sights.end());
    CHECK(sight->degrees_of_freedom == 1);
    return sight->noncentrality / mistake.sights.front().noncentrality;
  };
  CHECK(seen_by_filter(16) == doctest::Approx(1).epsilon(1e-9));
  CHECK(seen_by_filter(15) == doctest::Approx(0.524 * 0.524).epsilon(0.003));
  CHECK(seen_by_filter(12) == doctest::Approx(0.539 * 0.539).epsilon(0.003));
}

TEST_CASE("riffles, keys, swaps and remainders grow harder, to where a million million trials see nothing") {
  for (const int deck_size : {13, 52, 66}) {
    for (const LineOfMistakes& line : std::span(visible_mistakes(deck_size).lines).first(4)) {
      REQUIRE_FALSE(line.empty());
      for (std::size_t index = 1; index < line.size(); ++index) {
        CAPTURE(line[index].target);
        CHECK(line[index].sights.front().noncentrality < line[index - 1].sights.front().noncentrality);
      }
      CHECK(line.back().sights.front().noncentrality < 1e-10);
    }
  }
  CHECK_THROWS_AS(visible_mistakes(12), std::invalid_argument);
}

TEST_CASE("no mistake stands in two lines, and every sight is that of a test that there is") {
  std::set<std::string> targets, names;
  for (const TestResult& result : results_of(setup_for_test("durstenfeld", 20), 3'000, 1)) {
    names.insert(result.name);
  }
  for (const LineOfMistakes& line : visible_mistakes(20).lines) {
    REQUIRE_FALSE(line.empty());
    for (const VisibleMistake& mistake : line) {
      CAPTURE(mistake.target);
      CHECK(targets.insert(mistake.target).second);
      for (const Sight& sight : mistake.sights) CHECK(names.contains(sight.test));
    }
  }
  for (const char* known :
       {"naive-swap:n=20", "sattolo:n=20", "skip-last:end=last,n=20", "draw-insert:rounds=60,n=20"}) {
    CAPTURE(known);
    CHECK(targets.contains(known));
  }
}

TEST_CASE(
    "the test that is named sees the mistake with half of its trials' power at the trials that it takes" *
    doctest::test_suite("simulations")) {
  // At the noncentrality at which a test at level 1e-3 rejects with probability 1/2 it does so in about half
  // of 40 runs: in fewer than 5 or more than 35 of them with probability below 1e-6.
  struct Case {
    std::string target;
    std::string shuffle;
    std::vector<std::int64_t> options;
    std::string draw = std::string(default_draw);
    int bits = 0;
  };
  for (const Case& each : {Case{"riffle:m=9,n=20", "riffle", {9}},
                           Case{"random-key-sort:bits=9,n=20", "random-key-sort", {9, 0}},
                           Case{"swap-pairs:k=50,n=20", "swap-pairs", {50}},
                           Case{"durstenfeld:n=20,bits=9,draw=modulo", "durstenfeld", {}, "modulo", 9},
                           Case{"draw-insert:rounds=65,n=20", "draw-insert", {65}}}) {
    CAPTURE(each.target);
    const VisibleMistake& mistake = mistake_named(20, each.target);
    const Sight& sight = mistake.sights.front();
    const auto trials =
        static_cast<std::uint64_t>(trials_needed(sight.degrees_of_freedom, 1e-3, 0.5, sight.noncentrality));
    CAPTURE(trials);
    SampleSetup setup = setup_for_test(each.shuffle, 20, each.options);
    setup.draw = find_draw(each.draw);
    setup.bits = each.bits;
    int rejected = 0;
    for (std::uint64_t run = 0; run < 40; ++run) {
      for (const TestResult& result : results_of(setup, trials, stream_seed(100, 0, run))) {
        if (result.name == sight.test) rejected += result.p_value.p <= 1e-3;
      }
    }
    CHECK(rejected >= 5);
    CHECK(rejected <= 35);
  }
}
