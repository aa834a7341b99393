#include <algorithm>
#include <cmath>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include <boost/math/distributions/normal.hpp>
#include <doctest/doctest.h>

#include "core/exact/distribution.hpp"
#include "core/exact/remainders_for_tests.hpp"
#include "core/interpret/setup_for_test.hpp"
#include "core/statistics/bias_bounds.hpp"
#include "core/statistics/chi_squared.hpp"
#include "core/statistics/multinomial_for_tests.hpp"
#include "core/statistics/permutations.hpp"
#include "core/statistics/promise_checks_for_tests.hpp"
#include "core/tally/tables/tables.hpp"

using namespace fairshuffle;

namespace {

using Filter = std::vector<std::vector<double>>;

SampleSetup drawing_by(std::string_view draw, int bits, int deck_size) {
  SampleSetup setup = setup_for_test("durstenfeld", deck_size);
  setup.draw = find_draw(draw);
  setup.bits = bits;
  return setup;
}

double cosine(const DigitDistribution& p, const DigitDistribution& q) {
  return product_of_digits(p, q) / std::sqrt(product_of_digits(p, p) * product_of_digits(q, q));
}

// Of one trial: digits are independent, so third cumulants add up.
double skewness(const Filter& filter) {
  double sum = 0;
  for (const std::vector<double>& digit : filter) {
    double of_digit = 0;
    for (const double weight : digit) of_digit += weight * weight * weight;
    sum += of_digit / static_cast<double>(digit.size());
  }
  return sum;
}

DigitDistribution fair_digits(int deck_size) {
  DigitDistribution distribution;
  for (std::size_t values = 2; values <= static_cast<std::size_t>(deck_size); ++values) {
    distribution.probability.emplace_back(values, 1 / static_cast<double>(values));
  }
  return distribution;
}

// The counts of so many trials whose digits are independent.
std::vector<std::uint64_t> drawn(const DigitDistribution& distribution, std::uint64_t trials,
                                 std::mt19937_64& words) {
  std::vector<std::uint64_t> counts;
  for (const std::vector<double>& digit : distribution.probability) {
    const std::vector<std::uint64_t> of_digit = multinomial_for_test(digit, trials, words);
    counts.insert(counts.end(), of_digit.begin(), of_digit.end());
  }
  return counts;
}

}  // namespace

TEST_CASE("a filter of draws is their excess over its length, and its number a product with the counts") {
  // By hand: phi2 = 2 (1/16 + 1/16) + 3 (1/36 + 1/144 + 1/144) = 3/8; k P - 1 is 1/2, -1/2 and 1/2, -1/4,
  // -1/4.
  const DigitDistribution distribution{{{0.75, 0.25}, {0.5, 0.25, 0.25}}};
  CHECK(product_of_digits(distribution, distribution) == doctest::Approx(3. / 8).epsilon(1e-14));
  const Filter filter = filter_of(distribution);
  CHECK(filter[0][0] == doctest::Approx(0.5 / std::sqrt(3. / 8)).epsilon(1e-14));
  CHECK(filter[1][2] == doctest::Approx(-0.25 / std::sqrt(3. / 8)).epsilon(1e-14));
  // Of four trials digit 1 came out 3 and 1 times, digit 2 2, 1 and 1 times: (1 + 1/2) / sqrt(4 * 3/8).
  const std::vector<std::uint64_t> digits{3, 1, 2, 1, 1};
  CHECK(matched_lehmer_digits_statistic(3, 4, digits, filter) ==
        doctest::Approx(std::sqrt(1.5)).epsilon(1e-14));
  CHECK_THROWS_AS(matched_lehmer_digits_statistic(3, 5, digits, filter), std::invalid_argument);
  CHECK_THROWS_AS(matched_lehmer_digits_statistic(3, 0, digits, filter), std::invalid_argument);
  CHECK_THROWS_AS(matched_lehmer_digits_statistic(4, 4, digits, filter), std::invalid_argument);
  CHECK_THROWS_AS(filter_of(fair_digits(3)), std::invalid_argument);
}

TEST_CASE("over all permutations of five cards a filter of draws has mean 0, variance 1 and its skewness") {
  const DigitDistribution distribution = digit_distribution_of(drawing_by("modulo", 6, 5));
  const Filter filter = filter_of(distribution);
  double mean = 0, variance = 0, third = 0, under_distribution = 0;
  for (std::uint64_t rank = 0; rank < 120; ++rank) {
    PermutationPlanes planes(5);
    planes.add(permutation_of_rank(rank, 5));
    PermutationBatches batches(5);
    batches.add(planes);
    std::vector<std::uint64_t> digits(detail::cells_of_digits(5));
    detail::add_digits(batches, digits);
    const double z = matched_lehmer_digits_statistic(5, 1, digits, filter);
    double probability = 1;
    for (std::size_t i = 1; i < 5; ++i) {
      for (std::size_t value = 0; value <= i; ++value) {
        if (digits[cell_of_digit(i) + value] > 0) probability *= distribution.probability[i - 1][value];
      }
    }
    mean += z / 120;
    variance += z * z / 120;
    third += z * z * z / 120;
    under_distribution += probability * z;
  }
  CHECK(std::abs(mean) < 1e-12);
  CHECK(variance == doctest::Approx(1).epsilon(1e-12));
  CHECK(third == doctest::Approx(skewness(filter)).epsilon(1e-9));
  CHECK(under_distribution ==
        doctest::Approx(std::sqrt(product_of_digits(distribution, distribution))).epsilon(1e-9));
}

TEST_CASE(
    "filters of draws see as much as exact fractions say, and a run finds 15 bits in 8.3 million trials") {
  // Sums of r (k - r) / w^2 and angles, in fractions outside this program; trials at 1e-8 with power 99 %.
  const double needed = noncentrality_needed(1, 1e-8, 0.99);
  struct Row {
    int bits;
    double chi_square_distance, trials;
  };
  for (const Row& row : {Row{12, 0.00042819976806640625, 151'600.4}, Row{15, 7.830560207366943e-6, 8'289'988},
                         Row{16, 2.1462328732013702e-6, 30'246'135}}) {
    CAPTURE(row.bits);
    const DigitDistribution distribution = digit_distribution_of(drawing_by("modulo", row.bits, 52));
    const double chi_square_distance = product_of_digits(distribution, distribution);
    CHECK(chi_square_distance == doctest::Approx(row.chi_square_distance).scale(0).epsilon(1e-8));
    CHECK(needed / chi_square_distance == doctest::Approx(row.trials).epsilon(0.001));
    // That of single draws, without what they have together.
    CHECK(chi_square_distance == doctest::Approx(to_double(chi_square_distance_of_remainders(
                                                     52, (std::uint64_t{1} << row.bits) - 1)))
                                     .scale(0)
                                     .epsilon(row.chi_square_distance));
  }
  const auto mistakes = digit_mistakes(52);
  CHECK(cosine(mistakes[0].distribution, mistakes[1].distribution) == doctest::Approx(0.524).epsilon(0.002));
  CHECK(cosine(mistakes[0].distribution, mistakes[2].distribution) == doctest::Approx(0.084).epsilon(0.01));
  CHECK(cosine(mistakes[1].distribution, digit_distribution_of(drawing_by("modulo", 12, 52))) ==
        doctest::Approx(0.539).epsilon(0.002));
}

TEST_CASE("no filter of draws is so skew that 2,400 trials are too few, and no two of them are the same") {
  for (int deck_size = smallest_large_deck; deck_size <= largest_byte_deck; ++deck_size) {
    CAPTURE(deck_size);
    const auto mistakes = digit_mistakes(deck_size);
    CHECK(mistakes.size() == number_of_digit_mistakes);
    for (std::size_t index = 0; index < mistakes.size(); ++index) {
      CAPTURE(mistakes[index].name);
      CHECK(std::abs(skewness(filter_of(mistakes[index].distribution))) <
            detail::largest_skewness_of_filters);
      for (std::size_t other = 0; other < index; ++other) {
        CHECK(std::abs(cosine(mistakes[index].distribution, mistakes[other].distribution)) < 0.95);
      }
    }
  }
  CHECK_THROWS_AS(digit_mistakes(12), std::invalid_argument);
}

// Every check below fails a correct program with probability at most 1e-9.
TEST_CASE("fair draws are told to lean as often as the level says, from the fewest trials on" *
          doctest::test_suite("simulations")) {
  for (const int deck_size : {13, 52}) {
    const DigitDistribution fair = fair_digits(deck_size);
    std::mt19937_64 words(61);
    std::vector<std::vector<double>> p_values(number_of_digit_mistakes);
    for (int run = 0; run < 3'000; ++run) {
      const std::vector<std::uint64_t> digits = drawn(fair, 2'400, words);
      for (std::size_t index = 0; index < number_of_digit_mistakes; ++index) {
        const double z = matched_lehmer_digits_statistic(
            deck_size, 2'400, digits, filter_of(digit_mistakes(deck_size)[index].distribution));
        p_values[index].push_back(detail::filtered_result("z", z, 2'400).p_value.p);
      }
    }
    for (std::size_t index = 0; index < number_of_digit_mistakes; ++index) {
      CAPTURE(digit_mistakes(deck_size)[index].name);
      for (const double level : {0.05, 0.01}) {
        CHECK(check_rate("z", p_values[index], level, uniform_rate()).p >= smallest_believable_p);
      }
      CHECK(check_uniform("z", p_values[index]).p >= smallest_believable_p);
      CHECK(check_distance("z", p_values[index], uniform_rate()).p >= smallest_believable_p);
    }
  }
}

TEST_CASE("remainders of 15 bits are found in 8.3 million trials of 52 cards as often as promised") {
  const DigitMistake& mistake = digit_mistakes(52)[0];
  const Filter filter = filter_of(mistake.distribution);
  std::mt19937_64 words(67);
  constexpr std::uint64_t trials = 8'290'000;
  constexpr int runs = 400;
  int found = 0, found_sooner = 0;
  for (int run = 0; run < runs; ++run) {
    const auto p_of = [&](std::uint64_t of_trials) {
      const double z = matched_lehmer_digits_statistic(52, of_trials,
                                                       drawn(mistake.distribution, of_trials, words), filter);
      return detail::filtered_result("z", z, of_trials).p_value.p;
    };
    found += p_of(trials) <= 1e-8;
    found_sooner += p_of(trials / 2) <= 1e-8;
  }
  // Of 400 four are missed; 23 or more with probability 3e-11. Of half the trials Z has the mean 5.70, and is
  // beyond 5.73 in 48.7 % of runs: 195 are found, 60 more or fewer with probability 2e-9.
  CHECK(runs - found < 23);
  const double z_of_level = quantile(complement(boost::math::normal(), 0.5e-8));
  const double power =
      cdf(complement(boost::math::normal(std::sqrt(
                         trials / 2. * product_of_digits(mistake.distribution, mistake.distribution))),
                     z_of_level));
  CHECK(power == doctest::Approx(0.487).epsilon(0.01));
  CHECK(std::abs(found_sooner - runs * power) < 60);
  MESSAGE("found ", found, " of ", runs, ", with half the trials ", found_sooner, " of ", runs * power);
}

TEST_CASE("a shuffle that draws by short words leans towards its own filter" *
          doctest::test_suite("simulations")) {
  // Of 12 bits Z has the mean 13.1 at 400,000 trials; a run is within six of it.
  const SampleSetup short_words = drawing_by("modulo", 12, 52);
  const Tally tally = sample_for_test(short_words, 400'000, 71).complete();
  const DigitDistribution distribution = digit_distribution_of(short_words);
  const double z = matched_lehmer_digits_statistic(52, tally.trials, tally.tables.of(lehmer_code_table),
                                                   filter_of(distribution));
  CHECK(std::abs(z - std::sqrt(400'000 * product_of_digits(distribution, distribution))) < 6);
  // Remainders of other words lean the same way for the half.
  const std::vector<TestResult> results = results_of(matched_lehmer_digits_test, tally);
  REQUIRE(results.size() == number_of_digit_mistakes);
  CHECK(results[0].name == "matched Lehmer digits, modulo of 15 bits");
  CHECK(results[1].name == "matched Lehmer digits, modulo of 16 bits");
  for (const TestResult& result : {results[0], results[1]}) {
    CHECK(result.tail == Tail::upper);
    CHECK(std::abs(result.statistic - 0.5 * z) < 6);
  }
  CHECK(results[2].name == "matched Lehmer digits, multiply-shift of 15 bits");
}

TEST_CASE("filters of draws ask for 2,400 trials of a large deck") {
  const auto of = [](int deck_size, std::uint64_t trials) {
    return sample_for_test(setup_for_test("durstenfeld", deck_size), trials).complete();
  };
  for (const TestResult& result : results_of(matched_lehmer_digits_test, of(52, 2'399))) {
    CHECK(result.reason == "needs at least 2,400 trials for a normal tail; there were 2,399");
  }
  for (const TestResult& result : results_of(matched_lehmer_digits_test, of(52, 2'400))) {
    CHECK(result.applied);
    CHECK(result.honest_from_level == 0);
  }
  CHECK(results_of(matched_lehmer_digits_test, Tally(13, 0)).at(0).reason == "there were no trials");
  CHECK_FALSE(results_of(matched_lehmer_digits_test, of(12, 2'400)).at(0).applied);
  Tally wrong = of(13, 2'400);
  ++wrong.trials;
  CHECK_THROWS_AS(results_of(matched_lehmer_digits_test, wrong), std::invalid_argument);
}
