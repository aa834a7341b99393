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
