// Whether cards stay where they were: against the definition, what chance makes of it for any distribution,
// and what it sees.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <utility>
#include <vector>

#include <boost/math/special_functions/binomial.hpp>
#include <doctest/doctest.h>

#include "core/statistics/dependent_trials.hpp"
#include "core/statistics/drawn_decks_for_tests.hpp"
#include "core/statistics/tail.hpp"

using namespace fairshuffle;
using namespace fairshuffle::drawn_for_tests;

namespace {

double fixed_points_between(const OneDeck& before, const OneDeck& after) {
  double fixed = 0;
  for (std::size_t position = 0; position < after.size(); ++position)
    fixed += after[position] == before[position];
  return fixed;
}

// In how many sequences of two kinds, so many trials of the first that begins, they stand in so many runs
// (Wald and Wolfowitz 1940).
double sequences(std::uint64_t first, std::uint64_t second, std::uint64_t runs) {
  const auto parted = [](std::uint64_t trials, std::uint64_t into) {
    return boost::math::binomial_coefficient<double>(static_cast<unsigned>(trials - 1),
                                                     static_cast<unsigned>(into - 1));
  };
  return parted(first, (runs + 1) / 2) * parted(second, runs / 2);
}

// Such a sequence: all runs but the last two are one trial long.
std::vector<OneDeck> in_runs(const OneDeck& one, const OneDeck& other, std::uint64_t first,
                             std::uint64_t second, std::uint64_t runs) {
  std::vector<OneDeck> decks;
  std::uint64_t left_of_first = first, left_of_second = second;
  for (std::uint64_t run = 0; run < runs; ++run) {
    std::uint64_t& left = run % 2 == 0 ? left_of_first : left_of_second;
    const std::uint64_t taken = run + 2 < runs ? 1 : left;
    decks.insert(decks.end(), taken, run % 2 == 0 ? one : other);
    left -= taken;
  }
  return decks;
}

}  // namespace

TEST_CASE("the fewest decks and the fewest cards that can stay are looked at") {
  const SuccessiveFixedPoints once = successive_fixed_points(counted({{0, 2, 1}, {0, 2, 1}}));
  CHECK(once.mean == 3);
  CHECK(once.mean_of_all == 3);
  CHECK(once.log10_p == 0);
  // Two cards, swapped once in the middle: all pairs but one have both fixed, of all pairs 29 of 59.
  const SuccessiveFixedPoints two = successive_fixed_points(counted(in_runs({0, 1}, {1, 0}, 30, 30, 2)));
  CHECK(two.mean == doctest::Approx(2. * 58 / 59));
  CHECK(two.mean_of_all == doctest::Approx(2. * 29 / 59));
  CHECK(two.log10_p < -2);
}

TEST_CASE("fixed points are held against those of all pairs, and their spread is no less than it can be") {
  Words words(11);
  std::vector<OneDeck> decks = independent(5, 60, swapped_once, words);
  std::ranges::sort(decks);
  double of_all = 0, successive = 0, above = 0;
  const auto trials = static_cast<double>(decks.size());
  for (std::size_t before = 0; before < decks.size(); ++before) {
    for (std::size_t after = 0; after < decks.size(); ++after) {
      if (before == after) continue;
      of_all += fixed_points_between(decks[before], decks[after]) / (trials * (trials - 1));
    }
  }
  for (std::size_t before = 0; before + 1 < decks.size(); ++before) {
    const double fixed = fixed_points_between(decks[before], decks[before + 1]);
    successive += fixed / (trials - 1);
    above += std::pow(std::max(0., fixed - of_all), 2) / (trials - 1);
  }
  const SuccessiveFixedPoints found = successive_fixed_points(counted(decks));
  CHECK(found.mean == doctest::Approx(successive).epsilon(1e-12));
  CHECK(found.mean_of_all == doctest::Approx(of_all).epsilon(1e-12));
  const double variance = (1 + 1 / trials) * (above + of_all * of_all * (1 - of_all / 5));
  const double exponent = (trials - 1) * std::pow(successive - of_all, 2) / (2 * variance);
  CHECK(found.log10_p == doctest::Approx(-exponent * std::numbers::log10e).epsilon(1e-9));
  CHECK(found.log10_p < -2);
}

// By each sequence's chance, not by simulation. Trials of two permutations, eight of one and then eight of
// the other, come once in six thousand times.
TEST_CASE(
    "two permutations come in long runs by chance as seldom as the bound says, however few the trials are") {
  const std::array distributions{std::pair{OneDeck{1, 2, 0}, OneDeck{2, 0, 1}},
                                 std::pair{OneDeck{0, 1, 2, 3, 4}, OneDeck{1, 0, 2, 3, 4}}};
  for (const auto& distribution : distributions) {
    const OneDeck &one = distribution.first, &other = distribution.second;
    for (const std::uint64_t trials : {8U, 16U, 30U, 60U}) {
      for (const double share : {0.5, 0.2, 0.05}) {
        CAPTURE(one.size());
        CAPTURE(trials);
        CAPTURE(share);
        double smallest = 0;
        std::array<double, 5> chance{};  // [digit]: of a bound below 10^-digit
        for (std::uint64_t first = 1; first < trials; ++first) {
          const std::uint64_t second = trials - first;
          const double of_sequence = std::pow(share, first) * std::pow(1 - share, second);
          for (std::uint64_t runs = 2; runs <= 2 * std::min(first, second) + 1; ++runs) {
            const bool first_begins = runs / 2 <= second && (runs + 1) / 2 <= first;
            const bool other_begins = runs / 2 <= first && (runs + 1) / 2 <= second;
            const auto decks = first_begins ? in_runs(one, other, first, second, runs)
                                            : in_runs(other, one, second, first, runs);
            REQUIRE(decks.size() == trials);
            const double log10_p = successive_fixed_points(counted(decks)).log10_p;
            const double ways = (first_begins ? sequences(first, second, runs) : 0) +
                                (other_begins ? sequences(second, first, runs) : 0);
            for (std::size_t digit = 1; digit < chance.size(); ++digit) {
              if (log10_p < -static_cast<double>(digit)) chance[digit] += ways * of_sequence;
            }
            smallest = std::min(smallest, log10_p);
          }
        }
        for (std::size_t digit = 1; digit < chance.size(); ++digit) {
          CAPTURE(digit);
          CHECK(chance[digit] < std::pow(10, -static_cast<double>(digit)));
        }
        if (trials == 60) CHECK(smallest < -2);
      }
    }
  }
}

// Each of 20 shares of 500 runs is above 1 % by more than chance has it with a probability of 1e-8.
TEST_CASE(
    "independent trials of whatever distribution leave no more cards where they were than all pairs do" *
    doctest::test_suite("simulations")) {
  constexpr std::uint64_t runs = 500;
  Words words(12);
  for (const NamedDraw& distribution : all_draws_of_decks()) {
    for (const int deck_size : {2, 3, 5, 20}) {
      CAPTURE(distribution.name);
      CAPTURE(deck_size);
      std::uint64_t far = 0;
      for (std::uint64_t run = 0; run < runs; ++run) {
        const Tally whole = counted(independent(deck_size, 400, distribution.draw, words));
        far += successive_fixed_points(whole).log10_p < -2;
      }
      CAPTURE(far);
      CHECK(binomial_upper_tail(far, runs, 0.01).p > 1e-8);
    }
  }
}

TEST_CASE("decks of which some are the one before are far off, and equal decks and one are not") {
  Words words(13);
  std::vector<OneDeck> decks = independent(12, 2'400, uniform, words);
  CHECK(successive_fixed_points(counted(decks)).log10_p > -6);
  for (std::size_t trial = 1; trial < decks.size(); trial += 10) decks[trial] = decks[trial - 1];
  CHECK(successive_fixed_points(counted(decks)).log10_p < -12);
  CHECK(successive_fixed_points(counted(std::vector<OneDeck>(100, {2, 0, 1}))).log10_p == 0);
  CHECK(successive_fixed_points(counted({{2, 0, 1}})).log10_p == 0);
}
