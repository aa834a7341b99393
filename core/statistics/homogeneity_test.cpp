#include <array>
#include <cmath>
#include <fstream>
#include <random>
#include <stdexcept>
#include <string>

#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/non_central_chi_squared.hpp>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/interpret/evolve.hpp"
#include "core/interpret/setup_for_test.hpp"
#include "core/random/seeding.hpp"
#include "core/statistics/chi_squared.hpp"
#include "core/statistics/multinomial_for_tests.hpp"
#include "core/statistics/promise_checks_for_tests.hpp"

using namespace fairshuffle;

namespace {

using Counts = std::vector<std::uint64_t>;

std::vector<double> distribution_named(std::string_view shuffle, int deck_size) {
  return numeric_distribution_of(setup_for_test(shuffle, deck_size)).probability;
}

// P-values of two samples of the same distribution, `runs` times.
std::vector<double> p_values_of(const std::vector<double>& distribution, std::uint64_t first,
                                std::uint64_t second, int runs, std::uint64_t seed) {
  std::mt19937_64 words(seed);
  std::vector<double> p_values;
  for (int run = 0; run < runs; ++run) {
    const Counts a = multinomial_for_test(distribution, first, words),
                 b = multinomial_for_test(distribution, second, words);
    p_values.push_back(homogeneity(a, b).upper_tail.p);
  }
  return p_values;
}

int rejected_at(const std::vector<double>& p_values, double level) {
  return static_cast<int>(std::ranges::count_if(p_values, [level](double p) { return p <= level; }));
}

PositionTable positions_of(std::string_view shuffle, int deck_size, std::uint64_t trials,
                           std::uint64_t seed) {
  // Blocks whose seeds are neighbours have lanes in common.
  const Tally tally =
      sample_for_test(setup_for_test(shuffle, deck_size), trials, stream_seed(seed, 0, 0)).complete();
  PositionTable table;
  for (int position = 0; position < deck_size; ++position) {
    Counts& row = table.emplace_back();
    for (int card = 0; card < deck_size; ++card) row.push_back(tally.positions.at(position, card));
  }
  return table;
}

// What one would write first: Pearson's sum over the whole table, scaled as for a fair shuffle.
double tail_of_one_sum(const PositionTable& first, const PositionTable& second) {
  const auto cards = static_cast<double>(first.size());
  double sum = 0;
  for (std::size_t position = 0; position < first.size(); ++position) {
    sum += homogeneity(first[position], second[position]).pearson.statistic;
  }
  return chi_squared_upper_tail(sum * (cards - 1) / cards, (cards - 1) * (cards - 1)).p;
}

}  // namespace

TEST_CASE("statistics and tails are those of R's chisq.test, to the far tail") {
  const auto tables = nlohmann::json::parse(std::ifstream("core/statistics/reference/homogeneity.json"));
  REQUIRE(tables.size() == 6);
  for (const auto& table : tables) {
    CAPTURE(table.at("table").get<std::string>());
    const auto first = table.at("first").get<Counts>(), second = table.at("second").get<Counts>();
    const Homogeneity test = homogeneity(first, second);
    CHECK_FALSE(test.pooled);
    CHECK(test.pearson.statistic == doctest::Approx(table.at("statistic").get<double>()).epsilon(1e-11));
    CHECK(test.pearson.degrees_of_freedom == table.at("df"));
    CHECK(test.upper_tail.log10_p == doctest::Approx(table.at("log10_p").get<double>()).epsilon(1e-10));
    const Homogeneity turned = homogeneity(second, first);
    CHECK(turned.pearson.statistic == doctest::Approx(test.pearson.statistic).epsilon(1e-13));
  }
}

TEST_CASE(
    "cells that expect fewer than twenty in the smaller sample are pooled by their sums, smallest first") {
  // Of 1000 and 3000 trials: a sum of 80 expects 20 in the smaller one. Sums 30, 60, 79, 40, 1791, 2000:
  // those of 30 + 40 + 60 are pooled, then 79 + 1791, and 2000 stands alone.
  const Counts first{10, 20, 11, 9, 440, 510}, second{20, 40, 68, 31, 1351, 1490};
  const Homogeneity test = homogeneity(first, second);
  CHECK(test.pooled);
  CHECK(test.pearson.degrees_of_freedom == 2);
  const Homogeneity by_hand = homogeneity(Counts{39, 451, 510}, Counts{91, 1419, 1490});
  CHECK_FALSE(by_hand.pooled);
  CHECK(test.pearson.statistic == doctest::Approx(by_hand.pearson.statistic).epsilon(1e-14));
  // Of 70 and 80 trials a sum of 43 is enough: five of 30 make 60, 60 and 30, which joins the last.
  const Homogeneity rest = homogeneity(Counts{12, 18, 11, 16, 13}, Counts{18, 12, 19, 14, 17});
  CHECK(rest.pearson.degrees_of_freedom == 1);
  CHECK(rest.pearson.statistic ==
        doctest::Approx(homogeneity(Counts{30, 40}, Counts{30, 50}).pearson.statistic).epsilon(1e-14));
  CHECK(homogeneity(Counts{20, 980}, Counts{60, 2940}).pearson.degrees_of_freedom == 1);
  CHECK(homogeneity(Counts{19, 981}, Counts{60, 2940}).pearson.degrees_of_freedom == 0);
}

TEST_CASE("one cell, or too few trials for two, is no test") {
  for (const auto& [first, second] :
       {std::pair<Counts, Counts>{{100}, {300}}, {{0, 100}, {0, 300}}, {{10, 9}, {11, 8}}}) {
    const Homogeneity test = homogeneity(first, second);
    CHECK(test.pearson.degrees_of_freedom == 0);
    CHECK(test.upper_tail.p == 1);
  }
}

TEST_CASE("given the sums, the mean over all draws is the degrees of freedom times (N + M) / (N + M - 1)") {
  // All ways to draw 60 of 45 + 50 + 55 trials, with their hypergeometric weights.
  const std::array<std::uint64_t, 3> sums{90, 95, 115};
  constexpr std::uint64_t drawn = 120, all = 300;
  const auto log_choose = [](std::uint64_t n, std::uint64_t k) {
    return std::lgamma(static_cast<double>(n) + 1) - std::lgamma(static_cast<double>(k) + 1) -
           std::lgamma(static_cast<double>(n - k) + 1);
  };
  double mean = 0, total = 0;
  for (std::uint64_t a = 0; a <= sums[0]; ++a) {
    for (std::uint64_t b = 0; b <= sums[1] && a + b <= drawn; ++b) {
      const std::uint64_t c = drawn - a - b;
      if (c > sums[2]) continue;
      const double weight = std::exp(log_choose(sums[0], a) + log_choose(sums[1], b) +
                                     log_choose(sums[2], c) - log_choose(all, drawn));
      const Counts first{a, b, c}, second{sums[0] - a, sums[1] - b, sums[2] - c};
      mean += weight * homogeneity(first, second).pearson.statistic;
      total += weight;
    }
  }
  CHECK(total == doctest::Approx(1).epsilon(1e-11));
  CHECK(mean == doctest::Approx(2.0 * all / (all - 1)).epsilon(1e-11));
}

// Every check below fails a correct program with probability at most 1e-9, unless it says more.
TEST_CASE(
    "p-values of two samples of one distribution are uniform, be the distribution fair or biased, the sizes "
    "like or not") {
  struct Setting {
    const char* shuffle;
    int deck_size;
    std::uint64_t first, second;
    int runs;
  };
  for (const Setting& setting : {Setting{"naive-swap", 5, 16'384, 16'384, 2'500},
                                 {"naive-swap", 4, 32'768, 1'048'576, 6'000},
                                 {"durstenfeld", 5, 131'072, 16'384, 2'500},
                                 {"sattolo", 4, 16'384, 65'536, 6'000}}) {
    CAPTURE(setting.shuffle);
    const std::vector<double> p_values = p_values_of(distribution_named(setting.shuffle, setting.deck_size),
                                                     setting.first, setting.second, setting.runs, 29);
    for (const double level : {0.05, 0.01}) {
      const PromiseCheck check = check_rate(setting.shuffle, p_values, level, uniform_rate());
      CAPTURE(check.observed);
      CHECK(check.p >= smallest_believable_p);
    }
    CHECK(check_uniform(setting.shuffle, p_values).p >= smallest_believable_p);
    CHECK(check_distance(setting.shuffle, p_values, uniform_rate()).p >= smallest_believable_p);
  }
}

TEST_CASE(
    "at its emptiest the test rejects a distribution in common at 1e-3 at most twice as often as it says" *
    doctest::test_suite("simulations")) {
  // Cells of all sizes, most of them to be pooled, one sample a hundred times the other. Of 20,000 runs 20
  // rejections are due; 40 at a rate of twice that. 85 or more have then a probability below 1e-8.
  std::vector<double> distribution;
  for (int cell = 0; cell < 40; ++cell) distribution.push_back(1 + cell % 10 * 3);
  double sum = 0;
  for (const double weight : distribution) sum += weight;
  for (double& probability : distribution) probability /= sum;
  const std::vector<double> p_values = p_values_of(distribution, 700, 70'000, 20'000, 31);
  CHECK(rejected_at(p_values, 1e-3) < 85);
  CHECK(std::abs(rejected_at(p_values, 0.05) - 1000) < 200);  // six standard deviations, and a little
  MESSAGE("rejected at 1e-3: ", rejected_at(p_values, 1e-3), ", at 0.05: ", rejected_at(p_values, 0.05));
}

TEST_CASE(
    "a fair and a naive shuffle of five cards are told apart as often as the noncentral distribution says") {
  const std::vector<double> fair = distribution_named("durstenfeld", 5),
                            naive = distribution_named("naive-swap", 5);
  constexpr std::uint64_t first = 3'000, second = 6'000;
  constexpr double level = 1e-4;
  double distance = 0;
  for (std::size_t rank = 0; rank < fair.size(); ++rank) {
    const double off = fair[rank] - naive[rank];
    distance += off * off / (fair[rank] * first + naive[rank] * second);
  }
  const double noncentrality = distance * first * second;
  const boost::math::chi_squared central(119);
  const double power = cdf(complement(boost::math::non_central_chi_squared(119, noncentrality),
                                      quantile(complement(central, level))));
  REQUIRE(power > 0.5);
  REQUIRE(power < 0.99);
  std::mt19937_64 words(37);
  constexpr int runs = 3'000;
  int told_apart = 0;
  for (int run = 0; run < runs; ++run) {
    const Counts a = multinomial_for_test(fair, first, words), b = multinomial_for_test(naive, second, words);
    told_apart += homogeneity(a, b).upper_tail.p <= level;
  }
  // Six standard deviations are at most 0.055.
  CHECK(std::abs(static_cast<double>(told_apart) / runs - power) < 0.055);
  MESSAGE("power ", power, ", found ", static_cast<double>(told_apart) / runs);
}

TEST_CASE(
    "two samples of one shuffle are told apart by positions no more often than said, however they hang "
    "together" *
    doctest::test_suite("simulations")) {
  struct Setting {
    std::string shuffle;
    int deck_size;
    int least_at_5_percent;  ///< of 500 runs
  };
  // 25 rejections are due at most, 65 or more of 500 come with probability below 1e-9 then. Rows that are
  // nearly independent use most of the level; those of a random cut are all the same.
  int sum_rejects_at_1_percent = 0;
  for (const Setting& setting :
       {Setting{"random-cut", 24, 0}, {"naive-swap", 12, 3}, {"durstenfeld", 12, 3}}) {
    CAPTURE(setting.shuffle);
    int rejected = 0;
    for (std::uint64_t run = 0; run < 500; ++run) {
      const PositionTable a = positions_of(setting.shuffle, setting.deck_size, 1'500, 2 * run + 1),
                          b = positions_of(setting.shuffle, setting.deck_size, 3'000, 2 * run + 2);
      rejected += homogeneity_of_positions(a, b).upper_tail.p <= 0.05;
      if (setting.deck_size == 24) sum_rejects_at_1_percent += tail_of_one_sum(a, b) <= 0.01;
    }
    CHECK(rejected < 65);
    CHECK(rejected >= setting.least_at_5_percent);
    MESSAGE(setting.shuffle, ": ", rejected, " of 500 rejected at 5 %");
  }
  // Why not one sum over the table: 5 would be due.
  CHECK(sum_rejects_at_1_percent > 90);
  MESSAGE("one sum over the table rejects ", sum_rejects_at_1_percent, " of 500 random cuts at 1 %");
}

TEST_CASE("by positions a naive swap of 52 cards is told from a fair one, and the place is named") {
  const PositionTable fair = positions_of("durstenfeld", 52, 16'384, 1),
                      naive = positions_of("naive-swap", 52, 16'384, 2);
  const HomogeneityOfPositions test = homogeneity_of_positions(fair, naive);
  CHECK(test.upper_tail.p < 1e-10);
  CHECK(test.upper_tail.log10_p ==
        doctest::Approx(test.strongest.upper_tail.log10_p + std::log10(104)).epsilon(1e-12));

  PositionTable moved = fair;  // card 7 leaves position 3 for position 9, in exchange with card 8
  constexpr std::uint64_t trials = 250;
  moved[3][7] -= trials, moved[9][7] += trials, moved[3][8] += trials, moved[9][8] -= trials;
  const HomogeneityOfPositions place = homogeneity_of_positions(fair, moved);
  CHECK(place.upper_tail.p < 1e-6);
  CHECK((place.of_card ? place.index == 7 || place.index == 8 : place.index == 3 || place.index == 9));
  CHECK(homogeneity_of_positions(fair, fair).upper_tail.p == 1);

  // A card comes a little more often to the first half, each time in the place of another card: no position
  // shows it, the card does.
  for (const std::size_t moves : {std::size_t{0}, std::size_t{7}}) {
    PositionTable drifted = fair;
    for (std::size_t position = 0; position < 26; ++position) {
      const std::size_t other = position + 8;
      drifted[position][moves] += 40, drifted[position + 26][moves] -= 40;
      drifted[position][other] -= 40, drifted[position + 26][other] += 40;
    }
    const HomogeneityOfPositions card = homogeneity_of_positions(fair, drifted);
    CHECK(card.upper_tail.p < 1e-6);
    CHECK(card.of_card);
    CHECK(card.index == static_cast<int>(moves));
  }
}

TEST_CASE("samples that cannot be compared are refused") {
  CHECK_THROWS_AS(homogeneity(Counts{}, Counts{}), std::invalid_argument);
  CHECK_THROWS_AS(homogeneity(Counts{1, 2}, Counts{1}), std::invalid_argument);
  CHECK_THROWS_AS(homogeneity(Counts{1, 2}, Counts{0, 0}), std::invalid_argument);
  CHECK_THROWS_AS(homogeneity(Counts{std::uint64_t{1} << 53, 1}, Counts{1, 1}), std::invalid_argument);
  CHECK_THROWS_AS(homogeneity(Counts{~std::uint64_t{0}, 2}, Counts{1, 1}), std::invalid_argument);
  const PositionTable two{{5, 5}, {5, 5}}, ragged{{5, 5}, {10}}, three(3, Counts{1, 1, 1});
  CHECK_THROWS_AS(homogeneity_of_positions({}, {}), std::invalid_argument);
  CHECK_THROWS_AS(homogeneity_of_positions(two, three), std::invalid_argument);
  CHECK_THROWS_AS(homogeneity_of_positions(two, ragged), std::invalid_argument);
  CHECK_THROWS_AS(homogeneity_of_positions(ragged, two), std::invalid_argument);
}
