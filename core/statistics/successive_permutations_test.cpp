// How permutations lead to each other: against the definition, what chance makes of it for any distribution,
// and what it sees.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/permutation/permutation.hpp"
#include "core/statistics/dependent_trials.hpp"
#include "core/statistics/drawn_decks_for_tests.hpp"
#include "core/statistics/tail.hpp"

using namespace fairshuffle;
using namespace fairshuffle::drawn_for_tests;

namespace {

OneDeck successive_of_decks(const OneDeck& before, const OneDeck& after) {
  OneDeck relative(before.size());
  for (std::size_t position = 0; position < after.size(); ++position) {
    relative[position] = static_cast<Card>(std::ranges::find(before, after[position]) - before.begin());
  }
  return relative;
}

// Each deck is swapped from the one before it, and every second one is sorted again first.
std::vector<OneDeck> put_back_every_second_time(std::size_t trials, Words& words) {
  std::vector<OneDeck> decks;
  OneDeck deck;
  for (std::size_t trial = 0; trial < trials; ++trial) {
    if (trial % 2 == 0) deck = {0, 1, 2, 3, 4};
    for (Card& card : deck) std::swap(card, deck[words() % deck.size()]);
    decks.push_back(deck);
  }
  return decks;
}

}  // namespace

TEST_CASE(
    "relative permutations are held against those of all pairs, and their spread against all triples of "
    "trials") {
  Words words(4);
  const std::vector<OneDeck> decks = independent(3, 90, swapped_once, words);
  const auto trials = static_cast<double>(decks.size());
  std::map<OneDeck, double> due, came;
  std::map<std::pair<OneDeck, OneDeck>, double> shared;
  for (std::size_t before = 0; before < decks.size(); ++before) {
    for (std::size_t after = 0; after < decks.size(); ++after) {
      const OneDeck relative = successive_of_decks(decks[before], decks[after]);
      if (before != after) due[relative] += 1 / trials;
      came[relative] += after == before + 1;
      for (const OneDeck& last : decks) {
        shared[{relative, successive_of_decks(decks[after], last)}] += 1 / (trials * trials * trials);
      }
    }
  }
  double statistic = 0, squares = 0;
  for (auto& [relative, pairs] : due) {
    REQUIRE(pairs >= 5);
    statistic += std::pow(came[relative] - pairs, 2) / pairs;
    for (auto& [other, pairs_of_other] : due) {
      const double first = pairs / (trials - 1), second = pairs_of_other / (trials - 1);
      const double sum = shared[{relative, other}] + shared[{other, relative}] - 2 * first * second;
      squares += sum * sum / (first * second);
    }
  }
  const SuccessivePermutations found = successive_permutations(counted(decks));
  CHECK(found.cells == static_cast<int>(due.size()));
  CHECK(found.statistic == doctest::Approx(statistic).epsilon(1e-9));
  // Chance made nothing of it, and then no spread is looked for: sorting them puts like after like.
  CHECK(found.log10_p == 0);
  std::vector<OneDeck> sorted = decks;
  std::ranges::sort(sorted);
  const SuccessivePermutations far = successive_permutations(counted(sorted));
  CHECK(far.spread == doctest::Approx(1 + std::min(1., std::sqrt(squares)) / trials).epsilon(1e-9));
  CHECK(far.spread > 1.005);
  CHECK(
      far.log10_p ==
      doctest::Approx(chi_squared_upper_tail(far.statistic / far.spread, found.cells).log10_p).epsilon(1e-9));
  CHECK(far.log10_p < -12);
}

// Each of 30 shares of 400 runs is above 1 % by more than chance has it with a probability of 1e-8. Of four
// trials nearly all have a relative permutation, or one.
TEST_CASE("permutations of independent trials of whatever distribution lead to each other as all pairs do" *
          doctest::test_suite("simulations")) {
  constexpr std::uint64_t runs = 400;
  constexpr std::size_t trials = 4000, first_trials = 1000;
  Words words(5);
  for (const NamedDraw& distribution : all_draws_of_decks()) {
    for (const int deck_size : {3, 4, 5}) {
      CAPTURE(distribution.name);
      CAPTURE(deck_size);
      std::uint64_t far = 0, far_of_few = 0;
      for (std::uint64_t run = 0; run < runs; ++run) {
        const std::vector<OneDeck> decks = independent(deck_size, trials, distribution.draw, words);
        Tally whole = counted(decks);
        far += successive_permutations(whole).log10_p < std::log10(0.01);
        whole.successive = counted({decks.begin(), decks.begin() + first_trials}).successive;
        far_of_few += successive_permutations(whole).log10_p < std::log10(0.01);
      }
      CAPTURE(far);
      CAPTURE(far_of_few);
      CHECK(binomial_upper_tail(far, runs, 0.01).p > 1e-8);
      CHECK(binomial_upper_tail(far_of_few, runs, 0.01).p > 1e-8);
    }
  }
}

TEST_CASE("decks that are put back every second time are far off, and independent ones are not") {
  Words words(6);
  const SuccessivePermutations dependent =
      successive_permutations(counted(put_back_every_second_time(16'384, words)));
  CHECK(dependent.cells == 120);
  CHECK(dependent.log10_p < -12);
  CHECK(dependent.spread < 1.2);
  CHECK(successive_permutations(counted(independent(5, 16'384, seldom_sorted, words))).log10_p > -6);
}

TEST_CASE("permutations that are not counted, too many cards, one trial and too few pairs tell nothing") {
  Words words(7);
  for (const std::vector<OneDeck>& decks :
       {std::vector<OneDeck>{{1, 0}}, independent(6, 2000, uniform, words),
        independent(5, 500, uniform, words)}) {
    const SuccessivePermutations found = successive_permutations(counted(decks));
    CHECK(found.cells == 0);
    CHECK(found.log10_p == 0);
  }
}
