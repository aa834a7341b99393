#include "core/tally/tuples.hpp"

#include <algorithm>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "core/tally/tally.hpp"

using namespace fairshuffle;

TEST_CASE("tuples of trials count each trial's order, also where their counters would run over") {
  std::mt19937 words(1);
  for (const int n : {2, 3, 4, 5}) {
    const std::uint64_t orders = order_count(n);
    RunningTally by_tuple(n, 0), by_rank(n, 0);
    for (int batch = 0; batch < 3000; ++batch) {
      std::vector<std::uint64_t> tuples(64);
      for (std::uint64_t& tuple : tuples) {
        // Half of all tuples are the same one: 96,000 of them, far more than a counter holds. What stands
        // above the lower 32 bits does not count.
        tuple = std::uint64_t{words()} << 32;
        const bool usual = words() % 2 == 0;
        for (std::size_t trial = 0; trial < TupleCounts::length(n); ++trial) {
          const std::uint64_t rank = usual ? orders - 1 : words() % orders;
          tuple |= rank << (trial * static_cast<std::size_t>(TupleCounts::rank_bits(n)));
          by_rank.add_rank(rank, 1);
        }
      }
      by_tuple.add_tuples(tuples);
    }
    CAPTURE(n);
    CHECK(by_tuple.trials() == by_rank.trials());
    CHECK(std::ranges::equal(by_tuple.counted().orders->by_rank(), by_rank.counted().orders->by_rank()));
    RunningTally merged(n, 0);
    merged.merge(by_tuple);
    CHECK(std::ranges::equal(merged.complete().orders->by_rank(), by_rank.complete().orders->by_rank()));
  }
}

TEST_CASE("ranks counted at once are those counted one by one, however many there are") {
  // 700,000 trials among 240 orders, and most often the same one, are more than a byte holds.
  for (const std::size_t size : {0U, 1U, 7U, 8U, 9U, 64U, 67U, 255U, 256U, 257U, 700'000U}) {
    std::vector<std::uint32_t> ranks;
    RunningTally one_by_one(6, 0), at_once(6, 0);
    for (std::size_t index = 0; index < size; ++index) {
      ranks.push_back(size < 300 || index % 3 == 0 ? 719 : static_cast<std::uint32_t>(index * index % 720));
      one_by_one.add_rank(ranks.back(), 1);
    }
    at_once.add_ranks(ranks);
    CHECK(at_once.trials() == size);
    CHECK(std::ranges::equal(at_once.counted().orders->by_rank(), one_by_one.counted().orders->by_rank()));
  }
}

TEST_CASE("as many equal tuples as a counter can hold, and one more, are all counted") {
  for (const std::size_t size : {253U, 254U, 255U}) {
    const std::vector<std::uint64_t> tuples(size, 0), two_more(2, 0);
    OrderCounts orders(3);
    TupleCounts counts(3);
    counts.add(tuples, orders);
    counts.add(two_more, orders);
    counts.empty_into(orders);
    CHECK(orders.wide()[0] == (size + 2) * TupleCounts::length(3));
  }
}

TEST_CASE("a few tuples are as good as many") {
  OrderCounts orders(3);
  TupleCounts counts(3);
  counts.add(std::vector<std::uint64_t>{0}, orders);
  counts.empty_into(orders);
  CHECK(orders.wide()[0] == TupleCounts::length(3));
}
