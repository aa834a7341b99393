#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "core/permutation/permutation.hpp"
#include "core/statistics/positions.hpp"
#include "core/statistics/tallies_for_tests.hpp"

using namespace fairshuffle;

namespace {

std::vector<Card> fresh_deck(int deck_size) {
  std::vector<Card> deck;
  for (int card = 0; card < deck_size; ++card) deck.push_back(static_cast<Card>(card));
  return deck;
}

// A tally of large decks, each what `shuffle` leaves of a fresh one.
template <class Shuffle>
Tally tally_of_decks(int deck_size, int trials, Shuffle shuffle) {
  Tally tally(deck_size, 0);
  for (int trial = 0; trial < trials; ++trial) {
    std::vector<Card> deck = fresh_deck(deck_size);
    shuffle(deck);
    tally.add_to_derived(deck);
    ++tally.trials;
  }
  return tally;
}

// log10 of P(at least `seen` of `trials`), term by term; for small cases.
double binomial_tail(int seen, int trials, double probability) {
  double sum = 0;
  for (int count = seen; count <= trials; ++count) {
    sum += std::exp(std::lgamma(trials + 1.) - std::lgamma(count + 1.) - std::lgamma(trials - count + 1.) +
                    count * std::log(probability) + (trials - count) * std::log1p(-probability));
  }
  return sum;
}

}  // namespace

TEST_CASE("the p-value is that of the cell that is farthest off, times the cells") {
  // By hand: of 12 trials of three cards 0 1 2 came nine times, and 1 2 0, 2 0 1 and 1 0 2 once each. Card 0
  // is at position 0 nine times, card 1 at position 1 and card 2 at position 2 nine and ten times.
  const Tally tally = tally_of_counts(3, std::vector<std::uint64_t>{9, 0, 1, 1, 1, 0});
  const TestResult positions = result_of(strongest_position_test, tally);
  CHECK(positions.statistic == 10);
  CHECK(positions.degrees_of_freedom == 0);
  CHECK(positions.tail == Tail::upper);
  CHECK(positions.p_value.p == doctest::Approx(9 * 2 * binomial_tail(10, 12, 1. / 3)).epsilon(1e-10));
  // 2 ends the deck ten times, too; of the other cells none is fuller.
  const TestResult neighbours = result_of(strongest_neighbour_test, tally);
  CHECK(neighbours.statistic == 10);
  CHECK(neighbours.p_value.p == doctest::Approx(12 * 2 * binomial_tail(10, 12, 1. / 3)).epsilon(1e-10));
}

TEST_CASE("a cell that stays empty is found as one that is too full is") {
  // Sattolo: no card at its own position. (4/5)^240 = 5.5e-24 for each of 25 cells, both sides.
  const Tally sattolo =
      tally_of_permutations(5, [](auto permutation) { return cycle_count(permutation) == 1 ? 10 : 0; });
  const TestResult result = result_of(strongest_position_test, sattolo);
  CHECK(result.statistic == 0);
  CHECK(result.tail == Tail::lower);
  CHECK(result.p_value.p == doctest::Approx(25 * 2 * std::pow(0.8, 240)).scale(0).epsilon(1e-9));
}

TEST_CASE("a card that is always last in a log of a few games is proof at any number of them") {
  std::mt19937_64 words(1);
  const auto last_stays = [&](std::vector<Card>& deck) { std::shuffle(deck.begin(), deck.end() - 1, words); };
  for (const int games : {10, 100, 599, 2399}) {
    const Tally tally = tally_of_decks(52, games, last_stays);
    const double log10_p = std::log10(2. * 52 * 52) - games * std::log10(52.);
    CHECK(result_of(strongest_position_test, tally).p_value.log10_p ==
          doctest::Approx(log10_p).epsilon(1e-9));
    CHECK(result_of(strongest_neighbour_test, tally).p_value.log10_p ==
          doctest::Approx(log10_p + std::log10(53. / 52)).epsilon(1e-9));
    CHECK(result_of(positions_test, tally).applied == (games >= 600));
  }
}

TEST_CASE("a slip in the last draws is found in fewer trials than the table of positions takes") {
  // Durstenfeld of 52 cards whose last seven draws are from the whole deck: a card that is still at position
  // 0 before them, as 8 of 52 are, stays there with (51/52)^7 in place of 1/8. So the cell of card and
  // position 0 is due 54 times in 400 trials in place of 8, where 31 make 1e-8: missed by 3.3 standard
  // deviations.
  std::mt19937_64 words(2);
  const auto slipped = [&](std::vector<Card>& deck) {
    for (std::size_t last = deck.size() - 1; last > 0; --last) {
      std::swap(deck[last], deck[words() % (last < 8 ? 52 : last + 1)]);
    }
  };
  for (int run = 0; run < 10; ++run) {
    const Tally tally = tally_of_decks(52, 400, slipped);
    CHECK(result_of(strongest_position_test, tally).p_value.p < 1e-8);
    CHECK_FALSE(result_of(positions_test, tally).applied);
  }
}

TEST_CASE("fair decks are rejected no more often than the level says, at any number of trials") {
  // At 5 % and 2,000 runs 100 rejections are due at the most; 155 have probability below 1e-7 (binomial).
  std::mt19937_64 words(3);
  const auto shuffled = [&](std::vector<Card>& deck) { std::shuffle(deck.begin(), deck.end(), words); };
  for (const int trials : {5, 60}) {
    int positions = 0, neighbours = 0;
    for (int run = 0; run < 2'000; ++run) {
      const Tally tally = tally_of_decks(7, trials, shuffled);
      positions += result_of(strongest_position_test, tally).p_value.p <= 0.05;
      neighbours += result_of(strongest_neighbour_test, tally).p_value.p <= 0.05;
    }
    CAPTURE(trials);
    CHECK(positions < 155);
    CHECK(neighbours < 155);
  }
}

TEST_CASE("of one and two cards and without trials there is no strongest cell") {
  for (const TestInfo& test : {strongest_position_test, strongest_neighbour_test}) {
    CHECK(result_of(test, Tally(1, 0)).reason == "one card has only one permutation");
    CHECK(result_of(test, tally_of_counts(2, std::vector<std::uint64_t>{1, 2})).reason ==
          "of two cards every cell is the parity");
    CHECK(result_of(test, Tally(3, 0)).reason == "there were no trials");
  }
}
