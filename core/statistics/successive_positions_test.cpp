// How cards go from position to position: against the definition, and what chance makes of it for any
// distribution.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

#include "core/statistics/dependent_trials.hpp"
#include "core/statistics/drawn_decks_for_tests.hpp"
#include "core/statistics/tail.hpp"

using namespace fairshuffle;
using namespace fairshuffle::drawn_for_tests;

TEST_CASE("cells are held against those of all pairs of trials") {
  Words words(1);
  for (const int deck_size : {3, 9}) {
    CAPTURE(deck_size);
    const std::vector<OneDeck> decks = independent(deck_size, 300, swapped_once, words);
    const auto n = decks.front().size(), trials = decks.size();
    double squares = 0, least = 0, least_due = static_cast<double>(trials);
    for (std::size_t to = 0; to < n; ++to) {
      for (std::size_t from = 0; from < n; ++from) {
        std::uint64_t of_all = 0, successive = 0;
        for (std::size_t before = 0; before < trials; ++before) {
          for (std::size_t after = 0; after < trials; ++after) {
            if (before == after || decks[after][to] != decks[before][from]) continue;
            ++of_all;
            successive += after == before + 1;
          }
        }
        const double share = static_cast<double>(of_all) / static_cast<double>(trials * (trials - 1));
        const double due = share * static_cast<double>(trials - 1);
        squares += std::pow(static_cast<double>(successive) - due, 2) / due;
        least_due = std::min(least_due, due);
        for (const TailProbability& tail : {binomial_upper_tail((successive + 1) / 2, 150, share),
                                            binomial_lower_tail(successive / 2, 149, share)}) {
          least = std::min(least, std::log10(4 * static_cast<double>(n * n) * tail.p));
        }
      }
    }
    const SuccessivePositions found = successive_positions(counted(decks));
    CHECK(found.log10_p_of_cell == doctest::Approx(least).epsilon(1e-9));
    const double spread = static_cast<double>(n) * (2 - 299. / 300);
    const double log10_p = chi_squared_upper_tail(squares / spread, static_cast<double>(n - 1)).log10_p;
    CHECK(found.log10_p_of_table == doctest::Approx(least_due < 5 ? 0 : log10_p).epsilon(1e-9));
  }
}

TEST_CASE("what came as often as it was due is not off at all") {
  // Of the twelve pairs of these four a third agree, and one of the three that follow each other does.
  const SuccessivePositions found = successive_positions(counted({{0, 1}, {1, 0}, {1, 0}, {0, 1}}));
  CHECK(found.log10_p_of_cell == 0);
}

// Each of 20 shares of 400 runs is above 5 % by more than chance has it with a probability of 1e-8.
TEST_CASE("independent trials of whatever distribution are seldom so far off" *
          doctest::test_suite("simulations")) {
  constexpr std::uint64_t runs = 400;
  Words words(2);
  for (const NamedDraw& distribution : all_draws_of_decks()) {
    for (const int deck_size : {4, 13}) {
      CAPTURE(distribution.name);
      CAPTURE(deck_size);
      std::uint64_t cells = 0, tables = 0;
      for (std::uint64_t run = 0; run < runs; ++run) {
        const SuccessivePositions found =
            successive_positions(counted(independent(deck_size, 600, distribution.draw, words)));
        cells += found.log10_p_of_cell < std::log10(0.05);
        tables += found.log10_p_of_table < std::log10(0.05);
      }
      CHECK(binomial_upper_tail(cells, runs, 0.05).p > 1e-8);
      CHECK(binomial_upper_tail(tables, runs, 0.05).p > 1e-8);
      // All cells of a cut move together, so that its table spreads as far as the bound has it.
      if (distribution.name == "cut" && deck_size == 13) CHECK(tables > 0);
    }
  }
}

// One deck in ten takes the top card to where the bottom card was, by swapping: one cell by two to three
// times.
TEST_CASE("uneven decks, one in ten of which is tied to the one before, are far off") {
  Words words(3);
  std::vector<OneDeck> decks = independent(13, 6000, seldom_sorted, words);
  for (std::size_t trial = 10; trial < decks.size(); trial += 10) {
    std::iter_swap(decks[trial].begin(), std::ranges::find(decks[trial], decks[trial - 1].back()));
  }
  CHECK(successive_positions(counted(decks)).log10_p_of_cell < -12);
}

TEST_CASE("one card, one trial and no pairs tell nothing") {
  for (const std::vector<OneDeck>& decks :
       {std::vector<OneDeck>{{0}, {0}, {0}}, std::vector<OneDeck>{{1, 0}}}) {
    const SuccessivePositions found = successive_positions(counted(decks));
    CHECK(found.log10_p_of_cell == 0);
    CHECK(found.log10_p_of_table == 0);
  }
}
