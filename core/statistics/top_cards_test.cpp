// Flops and hands of five on top: their distribution under fairness far out, and the dealers that they find.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <string_view>
#include <vector>

#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/poisson.hpp>
#include <doctest/doctest.h>

#include "core/statistics/chi_squared.hpp"
#include "core/statistics/families/family_bounds.hpp"
#include "core/statistics/positions.hpp"
#include "core/tally/tally.hpp"

using namespace fairshuffle;

namespace {

// The cumulant generating function of one cell's count O, Poisson of mean `due`, beside its pairs O (O - 1) /
// 2, with the first and second derivatives.
struct Cumulants {
  double value = 0;
  double of_count = 0, of_pairs = 0;
  double count_count = 0, pairs_pairs = 0, count_pairs = 0;
};
Cumulants cumulants(double due, int most, double s, double t) {
  const auto exponent = [&](int count) {
    return count * std::log(due) - due - std::lgamma(count + 1.) + s * count + t * count * (count - 1.) / 2;
  };
  double largest = exponent(0);
  for (int count = 1; count <= most; ++count) largest = std::max(largest, exponent(count));
  double sum = 0;
  Cumulants result;
  for (int count = 0; count <= most; ++count) {
    const double weight = std::exp(exponent(count) - largest), pairs = count * (count - 1.) / 2;
    sum += weight;
    result.of_count += weight * count;
    result.of_pairs += weight * pairs;
    result.count_count += weight * count * count;
    result.pairs_pairs += weight * pairs * pairs;
    result.count_pairs += weight * count * pairs;
  }
  for (double* moment :
       {&result.of_count, &result.of_pairs, &result.count_count, &result.pairs_pairs, &result.count_pairs}) {
    *moment /= sum;
  }
  result.count_count -= result.of_count * result.of_count;
  result.pairs_pairs -= result.of_pairs * result.of_pairs;
  result.count_pairs -= result.of_count * result.of_pairs;
  result.value = largest + std::log(sum);
  return result;
}

// How often N trials over k equal cells bring an X2 whose chi-square tail is `level` or less, over `level`.
// X2 is (2k C + k N) / N - N with C the number of pairs of trials in one cell; given their sum, independent
// Poisson counts are the counts of N trials, so P(C >= c) is a tail given a sum: the double saddlepoint
// approximation on a lattice (Skovgaard 1987; Butler 2007, "Saddlepoint Approximations with
// Applications", 4.2).
double true_rate_over(double level, std::uint64_t cells, std::uint64_t trials) {
  const auto k = static_cast<double>(cells), all = static_cast<double>(trials);
  const double limit = quantile(complement(boost::math::chi_squared(k - 1), level));
  const double pairs = std::ceil(((limit + all) * all / k - all) / 2) - 0.5;
  const double due = all / k;
  // Counts above this come in no cell, but with probability 1e-14: far out in t they would weigh more than
  // all else.
  int most = static_cast<int>(due);
  while (k * cdf(complement(boost::math::poisson(due), most)) > 1e-14) ++most;
  double s = 0, t = 0;
  Cumulants at = cumulants(due, most, s, t);
  // Newton's method, half a step where a whole one leads down: s O + t C - K is concave.
  for (int step = 0; step < 100; ++step) {
    const double count_off = due - at.of_count, pairs_off = pairs / k - at.of_pairs;
    const double determinant = at.count_count * at.pairs_pairs - at.count_pairs * at.count_pairs;
    double s_step = (at.pairs_pairs * count_off - at.count_pairs * pairs_off) / determinant;
    double t_step = (at.count_count * pairs_off - at.count_pairs * count_off) / determinant;
    const double height = s * due + t * pairs / k - at.value;
    for (int half = 0; half < 60; ++half, s_step /= 2, t_step /= 2) {
      const Cumulants next = cumulants(due, most, s + s_step, t + t_step);
      if ((s + s_step) * due + (t + t_step) * pairs / k - next.value < height - 1e-12) continue;
      s += s_step, t += t_step, at = next;
      break;
    }
  }
  REQUIRE(at.of_count == doctest::Approx(due).epsilon(1e-7));
  REQUIRE(at.of_pairs == doctest::Approx(pairs / k).epsilon(1e-7));
  const double w = std::sqrt(2 * k * (s * due + t * pairs / k - at.value));
  const double determinant = at.count_count * at.pairs_pairs - at.count_pairs * at.count_pairs;
  const double u = 2 * std::sinh(t / 2) * std::sqrt(k * determinant / due);
  const boost::math::normal normal;
  return (cdf(complement(normal, w)) - pdf(normal, w) * (1 / w - 1 / u)) / level;
}

// Of permutations that a dealer makes, with what both tests read.
template <class Shuffle>
Tally tally_of(Shuffle&& shuffle, int cards, std::uint64_t trials) {
  RunningTally tally(cards, 0, std::nullopt, most_birthday_slots,
                     {.tables = {&top_three_table, &top_five_table}, .bets = {}});
  std::vector<Card> deck(static_cast<std::size_t>(cards));
  std::iota(deck.begin(), deck.end(), Card{0});
  for (std::uint64_t trial = 0; trial < trials; ++trial) {
    shuffle(deck);
    tally.add_permutation(deck);
  }
  tally.settle();
  return tally.complete();
}

}  // namespace

TEST_CASE(
    "the tail of very many cells is honest from the trials of its rule on, where most cells are empty") {
  // Measured by importance sampling for few cells (core/README.md 2.8): the approximation has them, too.
  CHECK(true_rate_over(1e-6, 120, 2'400) == doctest::Approx(1.19).epsilon(0.05));
  CHECK(true_rate_over(1e-10, 120, 12'000) == doctest::Approx(1.12).epsilon(0.05));
  for (const int cards : {13, 24, 52, 64}) {
    for (const TableInfo* table : {&top_three_table, &top_five_table}) {
      const std::uint64_t cells = table->cells(cards);
      CAPTURE(cells);
      const TrialRule rule = detail::sparse_cells_rule(cells);
      for (const double level : {1e-4, 1e-6}) CHECK(true_rate_over(level, cells, rule.fewest) < 1.3);
      CHECK(true_rate_over(1e-8, cells, rule.fewest) < 1.5);
      for (const double level : {1e-6, 1e-8, 1e-10})
        CHECK(true_rate_over(level, cells, rule.fewest_for_any_level) < 1.3);
      for (const double level : {1e-4, 1e-8}) CHECK(true_rate_over(level, cells, rule.fewest) > 0.8);
    }
  }
  // With a fifth of them it would not be.
  const std::uint64_t hands = top_five_table.cells(52);
  CHECK(true_rate_over(1e-6, hands, detail::sparse_cells_rule(hands).fewest / 5) > 2);
}

// A thirteenth of all flops never comes, 1,700 of 22,100: chi-square distance is 1/12, of which 30,000 trials
// make 1e-8 in 99 of 100 runs and more; a hand of five with such a flop is a thirteenth of all permutations,
// too.
TEST_CASE("a dealer who never deals some flops is found by flops, and by no test that looks at fewer cards") {
  std::mt19937_64 words(15);
  const auto no_thirteens = [&](std::vector<Card>& deck) {
    do std::shuffle(deck.begin(), deck.end(), words);
    while ((deck[0] + deck[1] + deck[2]) % 13 == 0);
  };
  const Tally tally = tally_of(no_thirteens, 52, 30'000);
  const TestResult flop = result_of(flop_test, tally);
  REQUIRE(flop.applied);
  CHECK(flop.degrees_of_freedom == 22'099);
  CHECK(flop.tail == Tail::upper);
  CHECK(flop.p_value.p < 1e-8);
  for (const TestInfo& test : all_tests()) {
    if (test.name == flop.name || test.needs_marked_cards) continue;
    CAPTURE(test.name);
    for (const TestResult& result : results_of(test, tally)) CHECK(result.p_value.p > 1e-8);
  }
}

TEST_CASE("hands of five that never come are found by hands of five where most hands were never seen" *
          doctest::test_suite("simulations")) {
  std::mt19937_64 words(17);
  const auto no_fifths = [&](std::vector<Card>& deck) {
    do std::shuffle(deck.begin(), deck.end(), words);
    while ((deck[0] + deck[1] + deck[2] + deck[3] + deck[4]) % 4 == 0);
  };
  const Tally tally = tally_of(no_fifths, 52, 250'000);
  CHECK(std::ranges::count(tally.tables.of(top_five_table), 0) > 2'300'000);
  const TestResult hands = result_of(top_five_test, tally);
  REQUIRE(hands.applied);
  CHECK(hands.degrees_of_freedom == 2'598'959);
  CHECK(hands.tail == Tail::upper);
  CHECK(hands.p_value.p < 1e-8);
  CHECK(result_of(flop_test, tally).p_value.p > 1e-8);
}

TEST_CASE("sets that come too evenly are found by the lower tail") {
  Tally tally(13, 0, {.tables = {&top_three_table, &top_five_table}, .bets = {}});
  tally.tables.add_cells("top-three", std::vector<std::uint64_t>(286, 45));
  tally.tables.add_cells("top-five", std::vector<std::uint64_t>(1'287, 10));
  tally.trials = 12'870;
  const TestResult flop = result_of(flop_test, tally), hands = result_of(top_five_test, tally);
  for (const TestResult* result : {&flop, &hands}) {
    REQUIRE(result->applied);
    CHECK(result->statistic == 0);
    CHECK(result->tail == Tail::lower);
    CHECK(result->p_value.p < 1e-100);
  }
}

TEST_CASE("flops and hands are Pearson's chi-square over their sets, from the trials of their rule on") {
  std::mt19937_64 words(16);
  const auto fair = [&](std::vector<Card>& deck) { std::shuffle(deck.begin(), deck.end(), words); };
  const Tally tally = tally_of(fair, 13, 5'074);
  const auto pearson = [&](const TableInfo& table) {
    const auto cells = tally.tables.of(table);
    const double due = 5'074. / static_cast<double>(cells.size());
    double sum = 0;
    for (const std::uint64_t count : cells) sum += std::pow(static_cast<double>(count) - due, 2) / due;
    return sum;
  };
  const TestResult flop = result_of(flop_test, tally), hands = result_of(top_five_test, tally);
  REQUIRE(flop.applied);
  REQUIRE(hands.applied);
  CHECK(flop.statistic == doctest::Approx(pearson(top_three_table)).epsilon(1e-12));
  CHECK(hands.statistic == doctest::Approx(pearson(top_five_table)).epsilon(1e-12));
  CHECK(flop.degrees_of_freedom == 285);
  CHECK(hands.degrees_of_freedom == 1'286);
  CHECK(hands.honest_from_level == 1e-8);
  CHECK(result_of(top_five_test, tally_of(fair, 13, 12'177)).honest_from_level == 0);
  CHECK(result_of(flop_test, tally_of(fair, 13, 2'399)).reason ==
        "needs at least 2,400 trials for 286 sets of three cards; there were 2,399");
  CHECK(result_of(top_five_test, tally_of(fair, 13, 5'073)).reason ==
        "needs at least 5,074 trials for 1,287 sets of five cards; there were 5,073");
  CHECK(detail::sparse_cells_rule(22'100).fewest == 21'024);
  CHECK(detail::sparse_cells_rule(22'100).fewest_for_any_level == 50'458);
  CHECK(detail::sparse_cells_rule(2'598'960).fewest == 227'990);
  CHECK(detail::sparse_cells_rule(2'598'960).fewest_for_any_level == 547'175);
}

TEST_CASE("what sets of cards on top show is bounded by families of their own, and by no other test's") {
  std::vector<std::string_view> apart;
  for (const TestInfo& test : all_tests()) {
    if (test.is_bounded_apart) apart.push_back(test.name);
  }
  std::ranges::sort(apart);
  CHECK(apart == std::vector<std::string_view>{"flop", "hole-cards", "top-five"});
}

TEST_CASE("flops and hands are tests of large decks where their families are asked for") {
  CHECK(result_of(flop_test, Tally(12, 0)).reason == "is for decks of 13 cards and more");
  CHECK(result_of(flop_test, Tally(13, 0)).reason == "which three cards lie on top was not counted");
  CHECK(result_of(top_five_test, Tally(13, 0)).reason == "which five cards lie on top was not counted");
  CountedDeck deck{.size = 52, .marked = 0, .permutations_counted = false};
  CHECK_FALSE(fits(flop_test, deck));
  deck.tables = asked_by(std::vector<std::string>{"flop"}).tables;
  CHECK(fits(flop_test, deck));
  CHECK_FALSE(fits(top_five_test, deck));
  CHECK(hypotheses_of(flop_test, deck) == 1);
  // A test and the family that it is asked with have one name.
  for (const TestInfo* test : {&flop_test, &top_five_test}) {
    const BetFamily* family = find_family(test->name);
    REQUIRE(family != nullptr);
    CHECK(family->on_request == test->needs_table);
    REQUIRE(find_test(test->name) != nullptr);
    CHECK(find_test(test->name)->needs_table == test->needs_table);
  }
  Tally none(13, 0, {.tables = {&top_three_table, &top_five_table}, .bets = {}});
  CHECK_THROWS_AS(flop_test.statistic(none), std::invalid_argument);
  none.trials = 6'000;
  CHECK_THROWS_AS(result_of(flop_test, none), std::invalid_argument);
  CHECK_THROWS_AS(result_of(top_five_test, none), std::invalid_argument);
}
