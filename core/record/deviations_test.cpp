#include "core/record/deviations.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "core/statistics/bias_bounds.hpp"

using namespace fairshuffle;

namespace {

TargetRecord counted(int deck_size) {
  TargetRecord result;
  result.target.deck_size = deck_size;
  return result;
}

}  // namespace

TEST_CASE("a cell's deviation is in standard errors of a binomial count") {
  TargetRecord result = counted(2);
  // 100 trials of a fair coin: 50 expected, standard error sqrt(100 / 4) = 5.
  result.position_counts = {{60, 40}, {40, 60}};
  const auto deviations = position_deviations(result);
  REQUIRE(deviations.size() == 2);
  CHECK(deviations[0][0] == doctest::Approx(2));
  CHECK(deviations[0][1] == doctest::Approx(-2));
  CHECK(deviations[1][1] == doctest::Approx(2));
}

TEST_CASE("a cell's standard error in points is that of a share of the trials") {
  TargetRecord result = counted(2);
  CHECK_FALSE(position_standard_error(result));
  result.position_counts = {{0, 0}, {0, 0}};
  CHECK_FALSE(position_standard_error(result));
  // Of 100 trials of a fair coin 5 are a standard error, and 5 points.
  result.position_counts = {{60, 40}, {40, 60}};
  CHECK(position_standard_error(result).value() == doctest::Approx(5));
}

TEST_CASE("how often each card is dealt is over all places, and its intervals hold together") {
  TargetRecord result = counted(4);
  result.target.multiset = {.dealt = 2};
  result.bias.confidence = 0.99;
  result.evidence.trials = 110;
  result.evidence.invalid_trials = 10;
  CHECK(dealt_frequencies(result).empty());
  // Two places, and not dealt.
  result.evidence.multiset.emplace().sites = {{40, 10, 50}, {0, 0, 100}, {60, 40, 0}, {0, 50, 50}};
  const std::vector<BetValue> dealt = dealt_frequencies(result);
  REQUIRE(dealt.size() == 4);
  CHECK(dealt[0].count == 50);
  CHECK(dealt[1].count == 0);
  CHECK(dealt[2].count == 100);
  CHECK(dealt[0].fair == 0.5);
  const Interval interval = clopper_pearson(50, 100, 0.01 / 4);
  CHECK(dealt[0].lower.value() == doctest::Approx(interval.lower));
  CHECK(dealt[0].upper.value() == doctest::Approx(interval.upper));
  result.dependent = true;
  CHECK_FALSE(dealt_frequencies(result)[0].lower);
  result.evidence.trials = 10;
  CHECK(dealt_frequencies(result).empty());
  result.evidence.trials = 110;
  result.target.multiset = {};
  CHECK(dealt_frequencies(result).empty());
}

TEST_CASE("the deviation of a block is that of how many of its cards lie in its positions") {
  TargetRecord result = counted(5);
  result.position_counts.assign(5, std::vector<std::uint64_t>(5, 20));
  result.position_counts[0][0] = result.position_counts[4][4] = 30;
  result.position_counts[0][4] = result.position_counts[4][0] = 10;
  const auto deviations = position_deviations(result, 2);
  // How many of k of 5 cards lie in m of 5 positions: mean m k / 5, variance m k (5 - k) (5 - m) / 100.
  const double edge = -10 / std::sqrt(24.0);
  const std::vector<std::vector<double>> due{{10 / 6.0, 0, edge}, {0, 0, 0}, {edge, 0, 10 / 4.0}};
  REQUIRE(deviations.size() == 3);
  for (std::size_t row = 0; row < 3; ++row) {
    REQUIRE(deviations[row].size() == 3);
    for (std::size_t column = 0; column < 3; ++column) {
      CHECK(deviations[row][column] == doctest::Approx(due[row][column]).epsilon(1e-12));
    }
  }
  CHECK(position_deviations(result, 5).empty());
}

TEST_CASE("where nothing was counted there is no deviation") {
  TargetRecord result = counted(2);
  CHECK(position_deviations(result).empty());
  CHECK(!permutation_deviations(result, 3));
  result.position_counts = {{0, 0}, {0, 0}};
  result.evidence.permutations = {0, 0};
  CHECK(position_deviations(result).empty());
  CHECK(!permutation_deviations(result, 3));
  TargetRecord single = counted(1);
  single.position_counts = {{7}};
  single.evidence.permutations = {7};
  CHECK(position_deviations(single).empty());
  CHECK(!permutation_deviations(single, 3));
  // A list of counts that isn't one of all permutations says nothing about ranks.
  TargetRecord torn = counted(3);
  torn.evidence.permutations = {1, 2, 3};
  CHECK(!permutation_deviations(torn, 3));
}

TEST_CASE("permutations are named from the most frequent and from the rarest, with their cards") {
  TargetRecord result = counted(3);
  result.evidence.permutations = {10, 10, 25, 4, 11, 0};  // 60 trials: 10 each
  const auto all = permutation_deviations(result, 2);
  REQUIRE(all);
  CHECK(all->expected == doctest::Approx(10));
  // The variance of a count is N u (1 - u) = 10 * 5/6.
  CHECK(all->standard_error == doctest::Approx(std::sqrt(10 * 5 / 6.0) / 10));
  CHECK(all->ratios[2] == doctest::Approx(2.5));
  REQUIRE(all->most.size() == 2);
  CHECK(all->most[0].rank == 2);
  CHECK(all->most[0].permutation == std::vector<Card>{1, 0, 2});
  CHECK(all->most[0].standard_errors == doctest::Approx(15 / std::sqrt(10 * 5 / 6.0)));
  CHECK(all->most[1].rank == 4);
  REQUIRE(all->fewest.size() == 2);
  CHECK(all->fewest[0].permutation == std::vector<Card>{2, 1, 0});
  CHECK(all->fewest[0].count == 0);
  CHECK(all->fewest[1].rank == 3);
  CHECK(permutation_deviations(result, 100)->most.size() == 6);
  // Of two cards as of ten.
  TargetRecord two = counted(2);
  two.evidence.permutations = {60, 40};
  CHECK(permutation_deviations(two, 1)->ratios == std::vector<double>{1.2, 0.8});
  TargetRecord ten = counted(10);
  ten.evidence.permutations.assign(3'628'800, 1);
  CHECK(permutation_deviations(ten, 1)->expected == doctest::Approx(1));
}

TEST_CASE("one test alone rejects at the look's alpha over the family") {
  TargetRecord result;
  CHECK(!log10_p_that_rejects(result));
  result.alpha_at_look = 1e-7;
  result.family = 10;
  CHECK(*log10_p_that_rejects(result) == doctest::Approx(-8));
  // A record of another program may lack either.
  result.family = 0;
  CHECK(!log10_p_that_rejects(result));
  result.family = 10;
  result.alpha_at_look = 0;
  CHECK(!log10_p_that_rejects(result));
}

TEST_CASE("trials that find a bias are those of the power function, and never too few for the test") {
  TargetRecord result;
  result.alpha_at_look = 1e-5;
  result.family = 10;
  CHECK(trials_that_detect(result).empty());
  TestRecord permutations;
  permutations.name = "permutations";
  permutations.degrees_of_freedom = 16;
  result.tests = {permutations};
  CHECK(trials_that_detect(result).empty());
  // Where too few trials came to apply it, more would have been enough.
  result.target.deck_size = 8;
  REQUIRE(trials_that_detect(result).size() == 21);
  CHECK(trials_that_detect(result).back().trials == 5 * 40'320);
  result.target.deck_size = 10;
  CHECK(trials_that_detect(result).back().trials == 5 * 3'628'800);
  result.target.deck_size = 2;
  CHECK(trials_that_detect(result).back().trials == 12'000);
  result.target.deck_size = 11;
  CHECK(trials_that_detect(result).empty());
  result.tests[0].applied = true;
  const auto points = trials_that_detect(result);
  REQUIRE(points.size() == 21);
  CHECK(points.front().tv == doctest::Approx(1e-5));
  // core/README.md 4.4: a noncentrality of 97.3 for 16 degrees of freedom at alpha 1e-6 and power 0.999.
  CHECK(points.front().trials == doctest::Approx(97.3 / 4e-10).epsilon(1e-3));
  CHECK(points.back().tv == 1);
  CHECK(points.back().trials == 12'000);
  // A test that was applied says itself how many degrees of freedom it has, whatever the deck.
  result.target.deck_size = 8;
  CHECK(trials_that_detect(result).back().trials == 12'000);
  result.tests[0].degrees_of_freedom = 3'628'799;
  CHECK(trials_that_detect(result).size() == 21);
  result.tests[0].degrees_of_freedom = 1;
  CHECK(trials_that_detect(result).size() == 21);
  result.tests[0].degrees_of_freedom = 1e15;  // of no deck whose permutations are counted
  CHECK(trials_that_detect(result).empty());
}
