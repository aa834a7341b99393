#include <algorithm>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "core/tally/permutation_counts.hpp"
#include "core/tally/tally.hpp"

using namespace fairshuffle;

TEST_CASE("tuples of trials count each trial's order, also where their counters would run over") {
  std::mt19937 words(1);
  RunningTally by_tuple(5, 0), by_rank(5, 0);
  for (int batch = 0; batch < 3000; ++batch) {
    std::vector<std::uint16_t> tuples(64);
    for (std::uint16_t& tuple : tuples) {
      // Half of all tuples are the same one: 96,000 of them, far more than a counter holds.
      const bool usual = words() % 2 == 0;
      const std::uint64_t first = usual ? 119 : words() % 120, second = usual ? 7 : words() % 120;
      tuple = static_cast<std::uint16_t>(first + 128 * second);
      by_rank.add_rank(first, 1);
      by_rank.add_rank(second, 1);
    }
    by_tuple.add_tuples(tuples);
  }
  CHECK_THROWS_AS(by_tuple.counted(), std::logic_error);
  by_tuple.settle();
  CHECK(by_tuple.trials() == by_rank.trials());
  CHECK(std::ranges::equal(by_tuple.counted().permutations->by_rank(),
                           by_rank.counted().permutations->by_rank()));
  RunningTally merged(5, 0);
  merged.merge(by_tuple);
  CHECK(std::ranges::equal(merged.complete().permutations->by_rank(),
                           by_rank.complete().permutations->by_rank()));
}

TEST_CASE("ranks counted at once are those counted one by one, however many there are") {
  // 700,000 trials among 240 permutations, and most often the same one, are more than a byte holds.
  for (const std::size_t size : {0U, 1U, 7U, 8U, 9U, 64U, 67U, 255U, 256U, 257U, 700'000U}) {
    std::vector<std::uint32_t> ranks;
    RunningTally one_by_one(6, 0), at_once(6, 0);
    for (std::size_t index = 0; index < size; ++index) {
      ranks.push_back(size < 300 || index % 3 == 0 ? 719 : static_cast<std::uint32_t>(index * index % 720));
      one_by_one.add_rank(ranks.back(), 1);
    }
    at_once.add_ranks(std::span<const std::uint32_t>(ranks));
    CHECK(at_once.trials() == size);
    CHECK(std::ranges::equal(at_once.counted().permutations->by_rank(),
                             one_by_one.counted().permutations->by_rank()));
  }
}

TEST_CASE("as many equal tuples as a counter can hold, and one more, are all counted") {
  for (const std::size_t size : {1U, 253U, 254U, 255U}) {
    const std::vector<std::uint16_t> tuples(size, 3 + 128 * 4), two_more(2, 3 + 128 * 4);
    PermutationCounts permutations(5);
    TupleCounts counts;
    counts.add(tuples, permutations);
    counts.add(two_more, permutations);
    counts.empty_into(permutations);
    CHECK(permutations.wide()[3] == size + 2);
    CHECK(permutations.wide()[4] == size + 2);
    CHECK(permutations.wide()[5] == 0);
  }
}
