#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "core/statistics/bias_bounds.hpp"
#include "core/statistics/numbers.hpp"
#include "core/tally/tables/permutations_for_tests.hpp"
#include "core/verdict/certificate.hpp"

using namespace fairshuffle;

namespace {

std::vector<NamedBet> bets_of_thirteen() {
  return {{.name = "low on top", .cards = {0, 1, 2}, .places = {0, 1, 2, 3}},
          {.name = "first", .cards = {5}, .places = {0}}};
}

Tally counted(const std::vector<std::vector<Card>>& permutations) {
  Tally tally(13, 0, {.tables = {}, .bets = bets_of_thirteen()});
  for (const auto& permutation : permutations) {
    ++tally.trials;
    tally.add_to_derived(permutation);
    tally.tables.add(permutation);
    tally.bets.add(permutation);
  }
  tally.tables.settle();
  return tally;
}

}  // namespace

TEST_CASE("a bet's record has every possible value with its distribution, its count and its interval") {
  const auto permutations = random_permutations(13, 500, 1);
  const Tally tally = counted(permutations);
  const std::vector<BetRecord> records = bet_records(tally, false, 0.99);
  REQUIRE(records.size() == 2);
  REQUIRE(records[0].values.size() == 4);
  REQUIRE(records[1].values.size() == 2);
  CHECK(records[0].mean_fair == doctest::Approx(12.0 / 13));
  std::uint64_t trials = 0, met = 0;
  for (std::size_t value = 0; value < 4; ++value) {
    const BetValue& of = records[0].values[value];
    CHECK(of.fair == bet_distribution(bets_of_thirteen()[0], 13)[value]);
    // Six values in all share the error.
    const Interval interval = clopper_pearson(of.count, 500, 0.01 / 6);
    CHECK(of.lower.value() == doctest::Approx(interval.lower));
    CHECK(of.upper.value() == doctest::Approx(interval.upper));
    trials += of.count;
    met += value * of.count;
  }
  CHECK(trials == 500);
  CHECK(records[0].mean == doctest::Approx(static_cast<double>(met) / 500));
  CHECK(bet_records(tally, true, 0.99)[0].values[0].count == records[0].values[0].count);
  CHECK_FALSE(bet_records(tally, true, 0.99)[0].values[0].lower);
  CHECK_FALSE(
      bet_records(Tally(13, 0, {.tables = {}, .bets = bets_of_thirteen()}), false, 0.99)[0].values[0].lower);
  CHECK(bet_records(Tally(13, 0), false, 0.99).empty());
}

// At 90 % together, 1,000 runs; the binomial is above 854 but for 1e-6 where they hold just as often.
TEST_CASE("the intervals of all values of all bets hold together as often as they promise") {
  std::mt19937_64 words(8);
  std::vector<std::vector<double>> distributions;
  for (const NamedBet& bet : bets_of_thirteen()) distributions.push_back(bet_distribution(bet, 13));
  for (const std::uint64_t trials : std::vector<std::uint64_t>{20, 2000}) {
    int held = 0;
    for (int run = 0; run < 1000; ++run) {
      Tally tally(13, 0, {.tables = {}, .bets = bets_of_thirteen()});
      tally.trials = trials;
      for (std::size_t bet = 0; bet < distributions.size(); ++bet) {
        std::discrete_distribution<std::size_t> value(distributions[bet].begin(), distributions[bet].end());
        std::vector<std::uint64_t> by_value(distributions[bet].size());
        for (std::uint64_t trial = 0; trial < trials; ++trial) ++by_value[value(words)];
        tally.bets.add_counts(bet, by_value);
      }
      bool all = true;
      for (const BetRecord& record : bet_records(tally, false, 0.9)) {
        all = all && std::ranges::all_of(record.values, [](const BetValue& value) {
                return *value.lower <= value.fair && value.fair <= *value.upper;
              });
      }
      held += all;
    }
    CHECK(held >= 854);
  }
}

TEST_CASE("named bets are a family of their own, asked for or not") {
  const Tally tally = counted(random_permutations(13, 3000, 2));
  const auto records = family_records(tally, {"bets"}, false, 0.999, 0.05);
  REQUIRE(records.size() == 6);
  CHECK(records.back().family == "bets");
  CHECK(records.back().asked);
  CHECK(records.back().members == 2);
  CHECK(records.back().confidence == doctest::Approx(1 - 0.0009));
  CHECK((records.back().farthest == "low on top" || records.back().farthest == "first"));
  CHECK(records.back().tv_upper.value() < 0.07);
  CHECK(bound_of_asked(records) == records.back().tv_upper);
  CHECK(trials_for_asked(records, 3000, 0.08, 1e-8).trials == 0);
  const auto closer = family_records(tally, {"bets"}, false, 0.999, 0.02);
  REQUIRE(closer.back().trials_for_tolerance > 3000);
  CHECK(trials_for_asked(closer, 3000, 0.02, 1e-8).trials == closer.back().trials_for_tolerance);
  // What is above the distance goes down with the root of the trials.
  auto late = closer;
  late.back().trials_for_tolerance = 2000;
  late.back().statistic = 0;
  CHECK(trials_for_asked(late, 3000, 0.02, 1e-8).trials ==
        doctest::Approx(3000 * std::pow(*late.back().tv_upper / 0.02, 2)));
  const auto unasked = family_records(tally, {"cards"}, false, 0.999, 0.05);
  CHECK_FALSE(unasked.back().asked);
  CHECK(unasked.back().tv_upper.value() > records.back().tv_upper.value());
  CHECK_FALSE(family_records(tally, {"bets"}, true, 0.999, 0.05).back().tv_upper);
  const auto without = family_records(Tally(13, 0), {"cards", "bets"}, false, 0.999, 0.05);
  CHECK(without.size() == 5);
  CHECK(without.front().confidence == doctest::Approx(1 - 0.0009));
}
