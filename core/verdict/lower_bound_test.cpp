#include "core/verdict/lower_bound.hpp"

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include <doctest/doctest.h>

using namespace fairshuffle;

TEST_CASE("parity alone shows within sixty trials that a large deck's orders are all even") {
  // All sixty judged are even: Clopper and Pearson's limit is 0.001^(1/60) = 0.891, less a half. The cycles,
  // of which there are even numbers only, are spread over too many numbers to tell.
  constexpr int deck_size = 64, trials = 60;
  std::mt19937_64 words(1);
  std::vector<Card> order(deck_size);
  std::iota(order.begin(), order.end(), Card{0});
  const auto even_orders = [&] {
    RunningTally tally(deck_size, 0);
    for (std::uint64_t trial = 0; trial < trials; ++trial) {
      std::ranges::shuffle(order, words);
      if ((deck_size - cycle_count(order)) % 2 == 1) std::swap(order[0], order[1]);
      tally.add_order(order);
    }
    return tally.complete();
  };
  const Tally choosing = even_orders(), judging = even_orders();
  CHECK(tv_lower_bound(chosen_bet(choosing, judging), 0.999) == doctest::Approx(0.391251).epsilon(1e-5));
}

TEST_CASE("a bet is made on the first card alone where it is one of the lower half, and wins every time") {
  // Of each other view a cell is off by a twentieth at most; of the first card ten of twenty cells have all.
  constexpr int deck_size = 20, trials = 400;
  std::mt19937_64 words(2);
  std::vector<Card> order(deck_size);
  std::iota(order.begin(), order.end(), Card{0});
  const auto low_first = [&] {
    RunningTally tally(deck_size, 0);
    for (std::uint64_t trial = 0; trial < trials; ++trial) {
      std::ranges::shuffle(order, words);
      std::iter_swap(order.begin(), std::ranges::find(order, static_cast<Card>(words() % 10)));
      tally.add_order(order);
    }
    tally.settle();
    return tally.complete();
  };
  const Tally choosing = low_first(), judging = low_first();
  const Bet bet = chosen_bet(choosing, judging);
  CHECK(bet.judged == 400);
  CHECK(bet.hits == 400);
  CHECK(bet.share == doctest::Approx(0.5));
}

TEST_CASE("a bet is made on what follows card 0 where that is one of ten, and wins every time") {
  constexpr int deck_size = 20, trials = 400;
  std::mt19937_64 words(3);
  std::vector<Card> order(deck_size);
  std::iota(order.begin(), order.end(), Card{0});
  const auto low_after_first_card = [&] {
    RunningTally tally(deck_size, 0);
    for (std::uint64_t trial = 0; trial < trials; ++trial) {
      std::ranges::shuffle(order, words);
      if (order.back() == 0) std::swap(order.front(), order.back());
      const auto after = std::ranges::find(order, Card{0}) + 1;
      std::iter_swap(after, std::ranges::find(order, static_cast<Card>(1 + words() % 10)));
      tally.add_order(order);
    }
    tally.settle();
    return tally.complete();
  };
  const Tally choosing = low_after_first_card(), judging = low_after_first_card();
  const Bet bet = chosen_bet(choosing, judging);
  CHECK(bet.hits == 400);
  CHECK(bet.share == doctest::Approx(0.5));
}

TEST_CASE("without trials to choose a bet or to judge it there is none") {
  RunningTally tally(5, 0);
  tally.add_rank(0, 7);
  tally.settle();
  const Tally some = tally.complete(), none(5, 0);
  for (const Bet& bet : {chosen_bet(none, some), chosen_bet(some, none), chosen_bet(none, none)}) {
    CHECK(bet.hits == 0);
    CHECK(bet.share == Bet{}.share);
  }
  CHECK(chosen_bet(none, some).judged == 7);
  CHECK(chosen_bet(some, none).judged == 0);
}
