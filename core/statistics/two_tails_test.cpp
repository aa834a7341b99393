// Both tails of a statistic: what is too regular is no more fair than what is too uneven.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <vector>

#include <doctest/doctest.h>

#include "core/statistics/chi_squared.hpp"
#include "core/statistics/numbers.hpp"
#include "core/statistics/permutations.hpp"
#include "core/statistics/positions.hpp"
#include "core/statistics/tallies_for_tests.hpp"

using namespace fairshuffle;

namespace {

/// log of N! / (prod of counts!) * prod of probability^count.
double log_of_multinomial(const std::vector<std::uint64_t>& counts, const std::vector<double>& distribution) {
  double trials = 0, log_p = 0;
  for (std::size_t cell = 0; cell < counts.size(); ++cell) {
    const auto count = static_cast<double>(counts[cell]);
    trials += count;
    log_p += count * std::log(distribution[cell]) - std::lgamma(count + 1);
  }
  return log_p + std::lgamma(trials + 1);
}

/// java.util.Random and its nextInt(bound), as the documentation of Java spells them out.
class JavaRandom {
 public:
  explicit JavaRandom(std::uint64_t seed) : state_((seed ^ 0x5DEECE66DU) & mask) {}

  int next_int(int bound) {
    if ((bound & -bound) == bound) {
      return static_cast<int>((static_cast<std::uint64_t>(bound) * next31()) >> 31);
    }
    while (true) {
      const std::uint64_t bits = next31(), value = bits % static_cast<std::uint64_t>(bound);
      if (bits - value + static_cast<std::uint64_t>(bound - 1) < (std::uint64_t{1} << 31)) {
        return static_cast<int>(value);
      }
    }
  }

 private:
  static constexpr std::uint64_t mask = (std::uint64_t{1} << 48) - 1;

  std::uint64_t next31() {
    state_ = (state_ * 0x5DEECE66DU + 0xB) & mask;
    return state_ >> 17;
  }

  std::uint64_t state_;
};

}  // namespace

TEST_CASE(
    "a sweep through all permutations is rejected from below by every chi-square, whatever its cells "
    "expect") {
  for (const int trials_each : {1000, 400}) {
    const Tally sweep = tally_of_permutations(5, [&](auto) { return trials_each; });
    for (const TestInfo& test : {permutations_test, positions_test, neighbours_test}) {
      const TestResult result = result_of(test, sweep);
      CAPTURE(result.name);
      CHECK(result.tail == Tail::lower);
      CHECK(result.p_value.log10_p < -20);
      CHECK(result.p_value.log10_p ==
            doctest::Approx(result.lower_tail.log10_p + std::log10(2)).epsilon(1e-12));
    }
    // An exact binomial has both tails already: as many even permutations as odd ones prove nothing.
    CHECK(result_of(parity_test, sweep).tail == Tail::upper);
    CHECK(result_of(parity_test, sweep).p_value.p == 1);
  }
}

TEST_CASE("a p-value is twice the smaller tail, and names it") {
  // By mpmath: on 5 degrees of freedom 12.5 has the upper tail 0.0285431, 0.5 + 6 / 2400 the lower
  // 0.00796853.
  const TestResult uneven = result_of(
      permutations_test, tally_of_counts(3, std::vector<std::uint64_t>{450, 400, 400, 400, 400, 350}));
  CHECK(uneven.statistic == doctest::Approx(12.5));
  CHECK(uneven.tail == Tail::upper);
  CHECK(uneven.p_value.p == doctest::Approx(2 * 0.0285431).epsilon(1e-5));
  const TestResult regular = result_of(
      permutations_test, tally_of_counts(3, std::vector<std::uint64_t>{410, 400, 400, 400, 400, 390}));
  CHECK(regular.statistic == doctest::Approx(0.5));
  CHECK(regular.tail == Tail::lower);
  CHECK(regular.p_value.p == doctest::Approx(2 * 0.00796853).epsilon(1e-5));
  const TestResult between = result_of(
      permutations_test, tally_of_counts(3, std::vector<std::uint64_t>{430, 405, 400, 400, 395, 370}));
  CHECK(between.p_value.p > 0.5);
  CHECK(between.p_value.p <= 1);
}

TEST_CASE(
    "near zero the lower tail of six permutations is never below the exact probability, nor far above") {
  // All counts within six of 400 each: sum of squares to 36, every outcome of which is among them.
  const std::vector<double> distribution(6, 1. / 6);
  std::map<int, double> by_sum_of_squares;
  constexpr int farthest = 6;
  std::array<int, 5> off{};
  off.fill(-farthest);
  while (true) {
    int sum = 0, squares = 0;
    for (const int o : off) sum += o, squares += o * o;
    squares += sum * sum;
    if (squares <= farthest * farthest) {
      std::vector<std::uint64_t> counts;
      for (const int o : off) counts.push_back(static_cast<std::uint64_t>(400 + o));
      counts.push_back(static_cast<std::uint64_t>(400 - sum));
      by_sum_of_squares[squares] += std::exp(log_of_multinomial(counts, distribution));
    }
    std::size_t digit = 0;
    while (digit < off.size() && ++off[digit] > farthest) off[digit++] = -farthest;
    if (digit == off.size()) break;
  }
  REQUIRE(by_sum_of_squares.size() == 19);
  double exact = 0;
  for (const auto& [squares, probability] : by_sum_of_squares) {
    exact += probability;
    const double told =
        detail::chi_squared_result("permutations", {squares / 400., 5}, 2400, detail::trial_rule(30))
            .lower_tail.p;
    const auto of_squares = squares;
    CAPTURE(of_squares);
    CAPTURE(exact);
    CHECK(told > 0.85 * exact);
    CHECK(told < (squares == 0 ? 2.5 : 1.15) * exact);
  }
  CHECK(exact > 1e-5);
}

TEST_CASE(
    "with three groups of unequal values the lower tail is near the exact one down to its first steps") {
  // Fixed points of three cards: 2, 3 and 1 of six permutations, none with two. All outcomes of 2,400 trials.
  const std::vector<double> distribution{1. / 3, 1. / 2, 0, 1. / 6};
  const std::vector<double> groups{1. / 3, 1. / 2, 1. / 6};
  std::map<double, double> by_statistic;
  for (std::uint64_t none = 0; none <= 2400; ++none) {
    for (std::uint64_t one = 0; none + one <= 2400; ++one) {
      const double a = static_cast<double>(none) - 800, b = static_cast<double>(one) - 1200;
      const double statistic = a * a / 800 + b * b / 1200 + (a + b) * (a + b) / 400;
      if (statistic > 0.5) continue;
      const std::vector<std::uint64_t> counts{none, one, 2400 - none - one};
      by_statistic[std::round(statistic * 1e9) / 1e9] += std::exp(log_of_multinomial(counts, groups));
    }
  }
  double exact = 0;
  for (const auto& [statistic, probability] : by_statistic) {
    exact += probability;
    const double at = statistic;
    CAPTURE(at);
    CAPTURE(exact);
    // 2400 / 6 cells' worth of groups: the geometric mean of their probabilities is (1/36)^(1/3).
    const double told =
        detail::chi_squared_result("toy", {statistic, 2}, 2400, {0, 12000}, std::cbrt(36.)).lower_tail.p;
    CHECK(told > 0.85 * exact);
    CHECK(told < 1.8 * exact);
  }
  CHECK(exact > 0.2);
  const TestResult even =
      detail::pooled_test("toy", std::vector<std::uint64_t>{800, 1200, 0, 400}, distribution, 2400);
  CHECK(even.degrees_of_freedom == 2);
  CHECK(even.tail == Tail::lower);
  CHECK(even.p_value.p == doctest::Approx(2 * (1 - std::exp(-std::cbrt(36.) / 4800))).epsilon(1e-6));
}

TEST_CASE("decks of java.util.Random seeded 1, 2, 3 ... lie far too regularly, and a fair source's do not") {
  const auto positions_of = [](auto generator_of, std::uint64_t trials) {
    Tally tally(52, 0);
    std::vector<Card> deck(52);
    for (std::uint64_t trial = 1; trial <= trials; ++trial) {
      for (std::size_t card = 0; card < deck.size(); ++card) deck[card] = static_cast<Card>(card);
      auto generator = generator_of(trial);
      for (int size = 52; size > 1; --size) {
        const auto other = static_cast<std::size_t>(generator.next_int(size));
        std::swap(deck[static_cast<std::size_t>(size - 1)], deck[other]);
      }
      tally.add_to_derived(deck);
      ++tally.trials;
    }
    return result_of(positions_test, tally);
  };
  const TestResult in_turn = positions_of([](std::uint64_t trial) { return JavaRandom(trial); }, 65'536);
  CHECK(in_turn.tail == Tail::lower);
  CHECK(in_turn.p_value.log10_p < -20);
  MESSAGE("log10 p = ", in_turn.p_value.log10_p);
}

TEST_CASE("tests that are the same at a deck size are one hypothesis, and have one p-value") {
  const auto family = [](std::initializer_list<std::string_view> names, int deck_size, int marked = 0) {
    std::vector<const TestInfo*> tests;
    for (const std::string_view name : names) tests.push_back(find_test(name));
    return hypotheses_of(tests, {.size = deck_size, .marked = marked, .permutations_counted = true});
  };
  CHECK(family({"permutations", "neighbours"}, 3) == 1);
  CHECK(family({"permutations", "neighbours"}, 4) == 2);
  CHECK(family({"fixed-points", "cycles"}, 3) == 1);
  CHECK(family({"permutations", "positions", "fixed-points"}, 3) == 3);
  CHECK(family({"neighbours", "parity"}, 2) == 1);
  CHECK(family({"permutations", "positions", "neighbours", "parity", "fixed-points", "cycles", "subsets"}, 2,
               1) == 1);
  CHECK(family({"parity", "repeats"}, 2) == 2);
  CHECK(family({"permutations", "components"}, 5) == 5);

  for (const int deck_size : {2, 3}) {
    const std::vector<std::uint64_t> counts =
        deck_size == 2 ? std::vector<std::uint64_t>{6'100, 5'900}
                       : std::vector<std::uint64_t>{2'100, 1'950, 2'020, 2'080, 1'900, 1'950};
    const Tally tally = tally_of_counts(deck_size, counts, 1);
    for (const TestInfo& test : all_tests()) {
      const std::string_view name = undisguised(test, deck_size);
      if (name == test.name) continue;
      CAPTURE(deck_size);
      CAPTURE(test.name);
      const TestResult own = results_of(test, tally).front(),
                       same = results_of(*find_test(name), tally).front();
      REQUIRE(own.applied);
      CHECK(own.statistic == doctest::Approx(same.statistic).epsilon(1e-12));
      CHECK(own.degrees_of_freedom == same.degrees_of_freedom);
      CHECK(own.p_value.p == doctest::Approx(same.p_value.p).epsilon(1e-12));
      CHECK(own.tail == same.tail);
    }
  }
}
