#include <cmath>

#include <doctest/doctest.h>

#include "core/statistics/bias_bounds.hpp"
#include "core/statistics/seed_space.hpp"
#include "core/statistics/seed_space_checks_for_tests.hpp"
#include "core/statistics/simulation_for_tests.hpp"

using namespace fairshuffle;

namespace {

TestResult birthday_of(int deck_size, BirthdayCounts counts) {
  Tally tally(deck_size, 0);
  tally.trials = counts.kept * counts.one_in;
  tally.birthday = counts;
  return result_of(birthday_test, tally);
}

}  // namespace

TEST_CASE("means and variances of the permutations that come again are those of exact arithmetic") {
  // mpmath, 150 digits.
  const auto near = [](double value) { return doctest::Approx(value).epsilon(1e-12); };
  CHECK(mean_repeats(0, 10) == 0);
  CHECK(mean_repeats(1, 10) == 0);
  CHECK(mean_repeats(5, 1) == 4);
  CHECK(mean_repeats(2, 2) == near(0.5));
  CHECK(mean_repeats(3, 2) == near(1.25));
  CHECK(mean_repeats(2400, 65'536) == near(43.39609391420807));
  CHECK(mean_repeats(65'536, 65'536) == near(24109.16311572159));
  CHECK(mean_repeats(5'000, 1'000) == near(4006.721111959866));
  CHECK(mean_repeats(1'000'000, number_of_permutations(13)) == near(80.29084085952411));
  CHECK(mean_repeats(524'288, number_of_permutations(52)) == near(1.703964800055514e-57));
  CHECK(mean_repeats(1'000'000'000, 0x1p48) == near(1776.354733996688));
  // On either side of where one formula takes the place of another.
  CHECK(mean_repeats(99'999, 1e6) == near(4837.277632337273));
  CHECK(mean_repeats(100'001, 1e6) == near(4837.467956686847));

  const auto close = [](double value) { return doctest::Approx(value).epsilon(4e-4); };
  CHECK(variance_of_repeats(0, 10) == 0);
  CHECK(variance_of_repeats(1, 10) == 0);
  CHECK(variance_of_repeats(2400, 65'536) == close(41.3290773667));
  CHECK(variance_of_repeats(65'536, 65'536) == close(6370.69987563));
  CHECK(variance_of_repeats(1'000'000, number_of_permutations(13)) == close(80.2736507997));
  CHECK(variance_of_repeats(99'999, 1e6) == close(4233.47905018));
  CHECK(variance_of_repeats(100'001, 1e6) == close(4233.63432878));
  CHECK(variance_of_repeats(10'000'000, 1000) < 1e-300);
  CHECK_THROWS_AS(mean_repeats(2, 0.5), std::invalid_argument);
}

TEST_CASE("the Poisson tails bound the exact ones from one beyond the mean on") {
  // What the test rests on: Vatutin and Mikhailov 1982, Hoeffding 1956, Anderson and Samuels 1967.
  for (const std::uint64_t cells : {2U, 5U, 20U, 100U, 365U}) {
    for (const std::uint64_t trials : {2U, 5U, 20U, 60U, 100U, 250U, 1000U}) {
      const std::vector<double> distribution = distribution_of_distinct(trials, cells);
      const double mean = mean_repeats(trials, static_cast<double>(cells));
      double as_many = 0, sum = 0, average = 0;
      for (std::uint64_t distinct = 1; distinct < distribution.size(); ++distinct) {
        const std::uint64_t repeats = trials - distinct;
        as_many += distribution[distinct];  // so few different cells or fewer: so many repeats or more
        average += distribution[distinct] * static_cast<double>(repeats);
        CAPTURE(cells);
        CAPTURE(trials);
        CAPTURE(repeats);
        if (static_cast<double>(repeats) >= mean + 1) {
          CHECK(as_many <= chi_squared_lower_tail(2 * mean, 2 * static_cast<double>(repeats)).p * (1 + 1e-9));
        }
        if (static_cast<double>(repeats) <= mean - 1) {
          const double as_few = 1 - as_many + distribution[distinct];
          CHECK(as_few <= chi_squared_upper_tail(2 * mean, 2 * static_cast<double>(repeats) + 2).p + 1e-12);
        }
        sum += distribution[distinct];
      }
      CHECK(sum == doctest::Approx(1).epsilon(1e-12));
      CHECK(average == doctest::Approx(mean).epsilon(1e-9));
    }
  }
}

TEST_CASE("one order of 52 cards that comes again is proof, and none is what is due") {
  const TestResult one = birthday_of(52, {.one_in = 1, .kept = 500'000, .distinct = 499'999});
  CHECK(one.applied);
  CHECK(one.statistic == 1);
  CHECK(one.tail == Tail::upper);
  CHECK(one.p_value.p ==
        doctest::Approx(2 * mean_repeats(500'000, number_of_permutations(52))).epsilon(1e-9));
  const TestResult none = birthday_of(52, {.one_in = 1, .kept = 500'000, .distinct = 500'000});
  CHECK(none.p_value.p == 1);
  const TestResult all = birthday_of(52, {.one_in = 2048, .kept = 500'000, .distinct = 1});
  CHECK(all.p_value.log10_p == smallest_log10_p);
}

TEST_CASE(
    "of 13 cards some permutations come again by chance, and too few of them are found as well as too many") {
  // 1e8 trials, of which one permutation in 256 is kept: 3,120 are due.
  const auto of = [](std::uint64_t repeats, std::uint64_t one_in) {
    return birthday_of(13, {.one_in = one_in, .kept = 390'625, .distinct = 390'625 - repeats});
  };
  CHECK(of(3120, 256).p_value.p == 1);
  CHECK(of(3100, 256).p_value.p > 0.4);
  CHECK(of(2700, 256).p_value.p < 1e-10);
  CHECK(of(2700, 256).tail == Tail::lower);
  CHECK(of(3600, 256).p_value.p < 1e-10);
  CHECK(of(3600, 256).tail == Tail::upper);
  // An exhaustive sweep.
  CHECK(of(0, 256).p_value.log10_p < -1300);
  // How many permutations are kept is not counted, so the tails allow for six standard deviations.
  const double due = mean_repeats(390'625, number_of_permutations(13) / 256);
  CHECK(of(3600, 256).upper_tail.log10_p >
        chi_squared_lower_tail(2 * due, 7200).log10_p + std::log10(2) + 0.1);
  // Of 18 cards none is due in 1e6 trials, and none is no wonder.
  CHECK(birthday_of(18, {.one_in = 1, .kept = 500'000, .distinct = 500'000}).p_value.p == 1);
  CHECK(birthday_of(18, {.one_in = 1, .kept = 500'000, .distinct = 499'998}).p_value.p < 1e-8);
}

TEST_CASE("birthday says where it is not applied") {
  CHECK(birthday_of(8, {.one_in = 1, .kept = 10, .distinct = 10}).reason ==
        "is for decks of 9 cards and more");
  CHECK(birthday_of(9, {.one_in = 1, .kept = 10, .distinct = 10}).applied);
  CHECK(birthday_of(52, {}).reason == "no trial was kept");
  CHECK_THROWS_AS(birthday_of(52, {.one_in = 1, .kept = 10, .distinct = 11}), std::invalid_argument);
}

TEST_CASE(
    "fair decks of 9 and 13 cards, of which some come again, are rejected no more often than they may be" *
    doctest::test_suite("simulations")) {
  // 100 runs each, of 20,000 and 60,000 trials, of which 541 and 0.29 are due to come again. The checks fail
  // a correct program with probability 1e-10 each.
  for (const SimulationPlan& plan : {SimulationPlan{9, 0, 20'000, 100, 51, 2, false, "durstenfeld"},
                                     SimulationPlan{13, 0, 60'000, 100, 51, 2, false, "durstenfeld"}}) {
    for (const PromiseCheck& check : check_false_alarms(plan)) {
      CAPTURE(check.promise);
      CHECK(check.p >= smallest_believable_p);
    }
  }
}
