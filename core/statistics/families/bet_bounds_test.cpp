#include <cmath>
#include <numeric>
#include <random>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

#include "core/statistics/families/family_bounds.hpp"
#include "core/statistics/numbers.hpp"

using namespace fairshuffle;

namespace {

std::vector<int> from_to(int first, int last) {
  std::vector<int> numbers(static_cast<std::size_t>(last - first + 1));
  std::iota(numbers.begin(), numbers.end(), first);
  return numbers;
}

std::vector<NamedBet> some_bets() {
  return {{.name = "opening hand", .cards = from_to(0, 23), .places = from_to(0, 6)},
          {.name = "aces", .cards = {0, 13, 26, 39}, .places = {0, 1}},
          {.kind = NamedBet::Kind::poker, .name = "top five", .cards = {}, .places = from_to(0, 4)}};
}

// As if every bet were drawn by itself: how they hang together is not what the bound rests on.
Tally drawn(const std::vector<std::vector<double>>& distributions, std::uint64_t trials,
            std::mt19937_64& words) {
  Tally tally(52, 0, {.tables = {}, .bets = some_bets()});
  for (std::size_t bet = 0; bet < distributions.size(); ++bet) {
    std::vector<std::uint64_t> by_value(distributions[bet].size());
    std::uint64_t left = trials;
    double share_left = 1;
    for (std::size_t value = 0; value + 1 < by_value.size() && left > 0; ++value) {
      std::binomial_distribution<std::uint64_t> count(left,
                                                      std::min(1.0, distributions[bet][value] / share_left));
      by_value[value] = count(words);
      left -= by_value[value];
      share_left -= distributions[bet][value];
    }
    by_value.back() += left;
    tally.bets.add_counts(bet, by_value);
  }
  tally.trials = trials;
  return tally;
}

std::vector<std::vector<double>> fair_distributions() {
  std::vector<std::vector<double>> distributions;
  for (const NamedBet& bet : some_bets()) distributions.push_back(bet_distribution(bet, 52));
  return distributions;
}

}  // namespace

// Distributions from fair ones to ones where a share of the deals has the largest value. At 90 % each of
// 2,000 runs may miss with probability 0.1: the binomial stays above 1,733 but for 1e-6 where it holds just
// as often.
TEST_CASE("the bound of named bets holds as often as it promises" * doctest::test_suite("simulations")) {
  std::mt19937_64 words(9);
  for (const double share : {0.0, 0.001, 0.02, 0.5}) {
    for (const std::uint64_t trials : std::vector<std::uint64_t>{30, 3000, 300'000}) {
      std::vector<std::vector<double>> distributions = fair_distributions();
      double farthest = 0;
      for (std::vector<double>& distribution : distributions) {
        farthest = std::max(farthest, share * (1 - distribution.back()));
        for (double& p : distribution) p *= 1 - share;
        distribution.back() += share;
      }
      int held = 0;
      for (int run = 0; run < 2000; ++run) {
        held +=
            bound_named_bets(drawn(distributions, trials, words), 0.9).tv_upper.value() >= farthest - 1e-12;
      }
      CAPTURE(share);
      CAPTURE(trials);
      CHECK(held >= 1733);
    }
  }
}

TEST_CASE("so many trials as are told bring the bound of fair bets down to the tolerance") {
  std::mt19937_64 words(3);
  const Tally empty(52, 0, {.tables = {}, .bets = some_bets()});
  for (const double tolerance : {0.01, 0.001}) {
    const double needed = trials_for_named_bets(empty, tolerance, 0.999);
    double sum = 0;
    constexpr int runs = 100;
    for (int run = 0; run < runs; ++run) {
      sum += bound_named_bets(drawn(fair_distributions(), static_cast<std::uint64_t>(needed), words), 0.999)
                 .tv_upper.value();
    }
    CAPTURE(tolerance);
    CHECK(sum / runs == doctest::Approx(tolerance).epsilon(0.1));
  }
}

TEST_CASE("the farthest bet is told, with Pearson's sum over its values") {
  std::vector<std::vector<double>> distributions = fair_distributions();
  distributions[1] = {0.7, 0.2, 0.1};
  std::mt19937_64 words(4);
  const Tally tally = drawn(distributions, 100'000, words);
  const FamilyBound bound = bound_named_bets(tally, 0.999);
  CHECK(bound.farthest == 1);
  CHECK(bound.degrees_of_freedom == 2);
  CHECK(bound.statistic > 10'000);
  CHECK(bound.tv_upper.value() > 0.15);
  CHECK(bound.tv_upper.value() < 0.17);
  CHECK_FALSE(bound_named_bets(Tally(52, 0, {.tables = {}, .bets = some_bets()}), 0.999).tv_upper);
  CHECK_THROWS_AS(bound_named_bets(Tally(52, 0), 0.999), std::invalid_argument);
  CHECK_THROWS_AS(bound_named_bets(tally, 1), std::invalid_argument);
  CHECK_THROWS_AS(trials_for_named_bets(tally, 0, 0.999), std::invalid_argument);
}

// Of a bet whose answer is hardly ever 1 the intervals say more than the distance of all counts does.
TEST_CASE("a rare answer is bounded much closer than a common one") {
  Tally tally(52, 0, {.tables = {}, .bets = {{.name = "first", .cards = {0}, .places = {0}}}});
  tally.trials = 1'000'000;
  tally.bets.add_counts(0, std::vector<std::uint64_t>{1'000'000 - 19'231, 19'231});
  CHECK(bound_named_bets(tally, 0.999).tv_upper.value() < 0.0013);
  CHECK(std::sqrt(std::log(1000.0) / 2e6) > 0.0018);
}

TEST_CASE("of a rare answer so many trials are told as bring its intervals down to the tolerance") {
  // Of an error of 0.001 a tenth is for the intervals: 2.5e-5 for each end of two values, which a normal
  // number exceeds from 4.055627 on.
  constexpr double z = 4.055627, p = 1. / 52;
  const Tally tally(52, 0, {.tables = {}, .bets = {{.name = "first", .cards = {0}, .places = {0}}}});
  for (const double tolerance : {0.001, 0.02, 0.1}) {
    const double trials = trials_for_named_bets(tally, tolerance, 0.999);
    CAPTURE(tolerance);
    CHECK(2 * (z * std::sqrt(p * (1 - p) / trials) + z * z / (3 * trials)) ==
          doctest::Approx(tolerance).epsilon(1e-6));
  }
}
