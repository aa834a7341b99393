// The scalar sampler against loops by hand that do exactly the same work, for the shuffles that only it can
// run: the same source, the same draws, the same moves, the permutations ranked and counted. One iteration is
// one trial.
#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <benchmark/benchmark.h>

#include "core/interpret/setup_for_test.hpp"
#include "core/random/generators.hpp"
#include "core/random/seeding.hpp"
#include "core/record/plan.hpp"

namespace {

using namespace fairshuffle;

void sampler(benchmark::State& state, const char* shuffle, std::vector<std::int64_t> options) {
  const auto deck_size = static_cast<int>(state.range(0));
  const auto sampler = make_scalar_sampler(setup_for_test(shuffle, deck_size, std::move(options)));
  RunningTally tally(deck_size, 0);
  sampler->begin_block(1);
  // Of the first trials of a run all relative permutations are counted, which weighs little in long ones.
  constexpr std::uint64_t later = 64 * trials_per_block;
  while (state.KeepRunningBatch(trials_per_block)) sampler->run(later, trials_per_block, tally);
  if (tally.trials() != static_cast<std::uint64_t>(state.iterations()))
    state.SkipWithError("trials are missing");
}

/// The deck of the loops by hand.
struct Hand {
  std::uint8_t cards[16];
  int size;
  Xoshiro256PlusPlus source{1};

  bool coin() { return ExactDraw::below(source, 2) == 1; }
  void swap(int i, int j) { std::swap(cards[i], cards[j]); }
};

void insertion_sort(Hand& hand) {
  for (int sorted = 1; sorted < hand.size; ++sorted) {
    for (int place = sorted; place > 0 && hand.coin(); --place) hand.swap(place, place - 1);
  }
}

void merge_sort(Hand& hand, int begin, int end) {
  if (end - begin < 2) return;
  int middle = begin + (end - begin) / 2;
  merge_sort(hand, begin, middle);
  merge_sort(hand, middle, end);
  for (int place = begin; place < middle && middle < end; ++place) {
    if (!hand.coin()) continue;
    const std::uint8_t card = hand.cards[middle];
    for (int from = middle++; from > place; --from) hand.cards[from] = hand.cards[from - 1];
    hand.cards[place] = card;
  }
}

void quick_sort(Hand& hand, int begin, int end) {
  if (end - begin < 2) return;
  int boundary = begin;
  for (int place = begin; place < end - 1; ++place) {
    if (hand.coin()) hand.swap(boundary++, place);
  }
  hand.swap(boundary, end - 1);
  quick_sort(hand, begin, boundary);
  quick_sort(hand, boundary + 1, end);
}

struct Words {
  using result_type = std::uint64_t;
  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }
  result_type operator()() { return source.next_word(); }

  Xoshiro256PlusPlus& source;
};

struct Insertion {
  static void shuffle(Hand& hand) { insertion_sort(hand); }
};
struct Merge {
  static void shuffle(Hand& hand) { merge_sort(hand, 0, hand.size); }
};
struct Quick {
  static void shuffle(Hand& hand) { quick_sort(hand, 0, hand.size); }
};
struct StdShuffleByHand {
  static void shuffle(Hand& hand) { std::shuffle(hand.cards, hand.cards + hand.size, Words{hand.source}); }
};

// As core/permutation ranks, without the check.
std::uint64_t rank_of_hand(const Hand& hand) {
  std::uint64_t rank = 0, smaller_left = 0xfedcba9876543210;
  for (int position = 0; position < hand.size; ++position) {
    const int at = 4 * hand.cards[position];
    rank = rank * static_cast<std::uint64_t>(hand.size - position) + (smaller_left >> at & 15);
    smaller_left -= std::uint64_t{0x1111111111111110} << at;
  }
  return rank;
}

template <class Shuffle>
void by_hand(benchmark::State& state) {
  Hand hand{.cards = {}, .size = static_cast<int>(state.range(0))};
  std::vector<std::uint64_t> counts(permutation_count(hand.size));
  while (state.KeepRunningBatch(trials_per_block)) {
    for (std::uint64_t trial = 0; trial < trials_per_block; ++trial) {
      for (std::size_t card = 0; card < 8; ++card) hand.cards[card] = static_cast<std::uint8_t>(card);
      Shuffle::shuffle(hand);
      ++counts[rank_of_hand(hand)];
    }
  }
  benchmark::DoNotOptimize(counts.data());
}

void sizes(benchmark::internal::Benchmark* benchmark) {
  for (const int deck_size : {3, 5, 8}) benchmark->Arg(deck_size);
}

using Options = std::vector<std::int64_t>;

BENCHMARK_CAPTURE(sampler, insertion_sort, "comparator-sort", Options{0})->Apply(sizes);
BENCHMARK(by_hand<Insertion>)->Name("by_hand/insertion_sort")->Apply(sizes);
BENCHMARK_CAPTURE(sampler, merge_sort, "comparator-sort", Options{1})->Apply(sizes);
BENCHMARK(by_hand<Merge>)->Name("by_hand/merge_sort")->Apply(sizes);
BENCHMARK_CAPTURE(sampler, quick_sort, "comparator-sort", Options{2})->Apply(sizes);
BENCHMARK(by_hand<Quick>)->Name("by_hand/quick_sort")->Apply(sizes);
BENCHMARK_CAPTURE(sampler, std_shuffle, "std-shuffle", Options{})->Apply(sizes);
BENCHMARK(by_hand<StdShuffleByHand>)->Name("by_hand/std_shuffle")->Apply(sizes);

}  // namespace
