// The forms of order counts: a list of ranks, wide counters, narrow ones with carries. None may differ from
// another in what is read.
#include "core/tally/permutation_counts.hpp"

#include <atomic>
#include <memory>
#include <random>
#include <stdexcept>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

using namespace fairshuffle;

namespace {

constexpr PermutationCounting wide{CounterWidth::wide, 0}, narrow{CounterWidth::narrow, 0},
    listed_then_wide{CounterWidth::wide, 700}, listed_then_narrow{CounterWidth::narrow, 700};

std::vector<std::uint32_t> some_ranks(int deck_size, std::size_t count, unsigned seed = 3) {
  std::mt19937 words(seed);
  std::vector<std::uint32_t> ranks;
  for (std::size_t i = 0; i < count; ++i) {
    ranks.push_back(static_cast<std::uint32_t>(words() % permutation_count(deck_size)));
  }
  return ranks;
}

std::vector<std::uint64_t> counts_of(const std::vector<std::uint32_t>& ranks, int deck_size) {
  std::vector<std::uint64_t> counts(permutation_count(deck_size));
  for (const std::uint32_t rank : ranks) ++counts[rank];
  return counts;
}

std::vector<std::uint64_t> read(const PermutationCounts& counts) {
  std::vector<std::uint64_t> by_rank(counts.permutations());
  std::uint64_t next = 0;
  for_each_permutation(counts, nullptr,
                       [&](std::uint64_t rank, std::uint64_t count, std::uint64_t in_second) {
                         CHECK(rank >= next);
                         CHECK(count != 0);
                         CHECK(in_second == 0);
                         next = rank + 1;
                         by_rank[rank] = count;
                       });
  return by_rank;
}

}  // namespace

TEST_CASE("every form reads the same, whichever way the trials were added") {
  for (const int deck_size : {1, 2, 5, 6}) {
    for (const std::size_t trials : {0U, 1U, 600U, 2000U}) {
      const auto ranks = some_ranks(deck_size, trials);
      const auto expected = counts_of(ranks, deck_size);
      for (const PermutationCounting& counting : {wide, narrow, listed_then_wide, listed_then_narrow}) {
        PermutationCounts one_by_one(deck_size, counting), at_once(deck_size, counting),
            by_permutation(deck_size, counting);
        for (const std::uint32_t rank : ranks) one_by_one.add(rank);
        at_once.add_ranks(ranks);
        for (std::uint64_t rank = 0; rank < expected.size(); ++rank) by_permutation.add(rank, expected[rank]);
        CHECK(read(one_by_one) == expected);
        CHECK(read(at_once) == expected);
        CHECK(read(by_permutation) == expected);
      }
    }
  }
}

TEST_CASE("a reader that passes over permutations passes over their trials") {
  constexpr std::uint64_t carry = std::uint64_t{1} << 32;
  for (const PermutationCounting& counting : {narrow, listed_then_wide}) {
    PermutationCounts counts(6, counting);
    for (const std::uint64_t rank : {3U, 10U, 700U}) counts.add(rank, 1);
    if (counts.narrow()) {
      for (const std::uint64_t rank : {3U, 10U, 700U}) counts.add(rank, carry);
    }
    const std::uint64_t each = counts.narrow() ? carry + 1 : 1;
    PermutationReader reader(counts);
    std::vector<std::uint64_t> read(5);
    reader.read(0, read);
    CHECK(read == std::vector<std::uint64_t>{0, 0, 0, each, 0});
    reader.read(699, read);
    CHECK(read == std::vector<std::uint64_t>{0, each, 0, 0, 0});
  }
}

TEST_CASE("a list becomes a table with the first trial that does not fit it, or when room is made for more") {
  PermutationCounts counts(5, {CounterWidth::narrow, 3});
  counts.add(7);
  counts.add(9, 2);
  counts.make_room(3);
  CHECK(counts.is_list());
  counts.add(7);
  CHECK(counts.narrow().has_value());
  CHECK(counts.listed().empty());
  PermutationCounts with_room(5, {CounterWidth::wide, 3});
  with_room.add(7);
  with_room.make_room(4);
  CHECK(with_room.wide().size() == 120);
  CHECK(read(with_room)[7] == 1);
}

TEST_CASE("a narrow counter that goes past 2^32 loses nothing, by one trial or by many") {
  constexpr std::uint64_t full = 0xffff'ffff;
  NarrowCounts counts(3);
  counts.add(0, full);
  CHECK(counts.carried().empty());
  counts.add(0, 1);
  CHECK(counts.low()[0] == 0);
  CHECK(counts.carried().size() == 1);
  counts.add(1, full - 2);
  counts.add_ones(std::vector<std::uint32_t>(7, 1));
  CHECK(counts.low()[1] == 4);
  CHECK(counts.carried().size() == 2);

  PermutationCounts permutations(5, narrow);
  const std::uint64_t additions[] = {4294967290, 6, 4294967290, full, 5 * (full + 1) + 17, 1};
  std::uint64_t sum = 0;
  for (const std::uint64_t trials : additions) {
    permutations.add(119, trials);
    sum += trials;
    CHECK(read(permutations)[119] == sum);
  }
  CHECK(read(permutations)[118] == 0);
}

TEST_CASE("threads beside each other lose no trial and no carry of the table that they share") {
  constexpr std::uint64_t full = 0xffff'ffff, trials_of_each = 25'000;
  PermutationCounts counts(5, narrow);
  for (std::uint64_t rank = 0; rank < 120; ++rank) counts.add(rank, full - 2 * trials_of_each + rank);
  // Many trials on few counters, begun together: additions that are not atomic lose some.
  std::vector<std::uint32_t> ranks;
  for (std::uint32_t trial = 0; trial < 120 * trials_of_each; ++trial) ranks.push_back(trial % 120);
  std::vector<PermutationCounts> beside;
  for (int thread = 0; thread < 4; ++thread) {
    beside.push_back(counts.beside());
    REQUIRE(beside.back().narrow()->shares_table_with(*counts.narrow()));
  }
  {
    std::atomic<int> ready = 0;
    std::vector<std::jthread> threads;  // they join before what they share is gone
    for (PermutationCounts& part : beside) {
      threads.emplace_back([&part, &ready, &ranks] {
        ++ready;
        while (ready < 4) std::this_thread::yield();
        part.add_ranks(ranks);
      });
    }
  }
  for (const PermutationCounts& part : beside) counts.merge(part);
  CHECK(counts.narrow()->carried().size() == 120);
  std::uint64_t wrong = 0;
  const auto by_rank = read(counts);
  for (std::uint64_t rank = 0; rank < 120; ++rank) wrong += by_rank[rank] != full + 2 * trials_of_each + rank;
  CHECK(wrong == 0);
}

TEST_CASE("counts add up in every pair of forms") {
  const PermutationCounting forms[] = {wide, narrow, listed_then_wide, listed_then_narrow};
  for (const std::size_t trials : {300U, 500U, 900U}) {
    const auto ranks = some_ranks(5, trials, 4), more_ranks = some_ranks(5, 400, 5);
    auto expected = counts_of(ranks, 5);
    for (const std::uint32_t rank : more_ranks) ++expected[rank];
    for (const PermutationCounting& form : forms) {
      for (const PermutationCounting& other_form : forms) {
        PermutationCounts counts(5, form), other(5, other_form);
        counts.add_ranks(more_ranks);
        other.add_ranks(ranks);
        counts.merge(other);
        CHECK(read(counts) == expected);
      }
    }
  }
  PermutationCounts of_five(5), of_four(4);
  CHECK_THROWS_AS(of_five.merge(of_four), std::invalid_argument);
}

TEST_CASE("what stands beside a list or a wide table is its own until it is merged") {
  for (const PermutationCounting& counting : {wide, listed_then_wide, listed_then_narrow}) {
    PermutationCounts counts(5, counting);
    counts.add(3);
    PermutationCounts beside = counts.beside();
    CHECK(beside.is_list() == counts.is_list());
    beside.add(3);
    beside.add(4);
    CHECK(read(counts)[3] == 1);
    counts.merge(beside);
    CHECK(read(counts)[3] == 2);
    CHECK(read(counts)[4] == 1);
  }
}

TEST_CASE("two parts are read as their sum, and side by side") {
  const PermutationCounting forms[] = {wide, narrow, listed_then_narrow};
  const auto ranks = some_ranks(6, 250, 8), other_ranks = some_ranks(6, 350, 9);
  const auto expected = counts_of(ranks, 6), other_expected = counts_of(other_ranks, 6);
  for (const PermutationCounting& form : forms) {
    for (const PermutationCounting& other_form : forms) {
      const auto first = std::make_shared<PermutationCounts>(6, form),
                 second = std::make_shared<PermutationCounts>(6, other_form);
      first->add_ranks(ranks);
      second->add_ranks(other_ranks);
      const CountedPermutations whole{CountedPermutations(first), CountedPermutations(second)};
      CHECK(whole.size() == 720);
      const auto sums = whole.by_rank();
      std::vector<std::uint64_t> in_first(720), in_second(720);
      for_each_permutation(*first, second.get(),
                           [&](std::uint64_t rank, std::uint64_t one, std::uint64_t other) {
                             in_first[rank] = one;
                             in_second[rank] = other;
                           });
      CHECK(in_first == expected);
      CHECK(in_second == other_expected);
      std::uint64_t wrong = 0;
      for (std::size_t rank = 0; rank < 720; ++rank)
        wrong += sums[rank] != expected[rank] + other_expected[rank];
      CHECK(wrong == 0);
    }
  }
}
