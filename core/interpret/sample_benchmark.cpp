// The scalar sampler against what a user would write and against the best loop by hand, on the same work:
// shuffle n cards fairly and count every order. One iteration is one trial.
#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <vector>

#include <benchmark/benchmark.h>

#include "core/interpret/setup_for_test.hpp"

namespace {

using namespace fairshuffle;

// What a user writes in twenty lines.
void std_shuffle_into_map(benchmark::State& state) {
  const auto deck_size = static_cast<std::size_t>(state.range(0));
  std::mt19937 words(1);
  std::map<std::vector<int>, long> counts;
  std::vector<int> deck(deck_size);
  for (auto _ : state) {
    std::iota(deck.begin(), deck.end(), 0);
    std::shuffle(deck.begin(), deck.end(), words);
    ++counts[deck];
  }
  benchmark::DoNotOptimize(counts);
}

// What one writes who cares: xoshiro256++, Lemire's draws, a Lehmer rank by popcount, one table; no deck
// context, no validity check, no witnesses, and the deck size known only at run time, as in the program.
class HandWritten {
 public:
  HandWritten(int deck_size, std::vector<std::uint64_t>& counts) : deck_size_(deck_size), counts_(counts) {}

  void shuffle_and_count() {
    std::uint8_t deck[64] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    for (int last = deck_size_ - 1; last > 0; --last) {
      std::swap(deck[last], deck[below(static_cast<std::uint64_t>(last) + 1)]);
    }
    std::uint64_t rank = 0, remaining = ~std::uint64_t{0};
    for (int position = 0; position < deck_size_; ++position) {
      const std::uint64_t bit = std::uint64_t{1} << deck[position];
      const auto smaller = static_cast<std::uint64_t>(__builtin_popcountll(remaining & (bit - 1)));
      rank = rank * static_cast<std::uint64_t>(deck_size_ - position) + smaller;
      remaining ^= bit;
    }
    ++counts_[rank];
  }

 private:
  static std::uint64_t rotated(std::uint64_t word, int by) { return word << by | word >> (64 - by); }

  std::uint64_t next_word() {
    const std::uint64_t result = rotated(s_[0] + s_[3], 23) + s_[0], shifted = s_[1] << 17;
    s_[2] ^= s_[0];
    s_[3] ^= s_[1];
    s_[1] ^= s_[2];
    s_[0] ^= s_[3];
    s_[2] ^= shifted;
    s_[3] = rotated(s_[3], 45);
    return result;
  }

  std::uint64_t below(std::uint64_t bound) {
    __extension__ using Wide = unsigned __int128;
    Wide product = Wide{next_word()} * bound;
    if (static_cast<std::uint64_t>(product) < bound) {
      const std::uint64_t threshold = -bound % bound;
      while (static_cast<std::uint64_t>(product) < threshold) product = Wide{next_word()} * bound;
    }
    return static_cast<std::uint64_t>(product >> 64);
  }

  int deck_size_;
  std::vector<std::uint64_t>& counts_;
  std::uint64_t s_[4] = {1, 2, 3, 4};
};

void hand_written_loop(benchmark::State& state) {
  const int deck_size = static_cast<int>(state.range(0));
  std::vector<std::uint64_t> counts(order_count(deck_size));
  HandWritten hand_written(deck_size, counts);
  for (auto _ : state) hand_written.shuffle_and_count();
  benchmark::DoNotOptimize(counts.data());
}

void sampler(benchmark::State& state, const char* shuffle) {
  const int deck_size = static_cast<int>(state.range(0));
  constexpr benchmark::IterationCount batch = 16'384;
  const auto sampler = make_sampler(setup_for_test(shuffle, deck_size));
  RunningTally tally(deck_size, 0);
  sampler->begin_block(1);
  while (state.KeepRunningBatch(batch)) sampler->run(0, batch, tally);
  benchmark::DoNotOptimize(tally);
}

void sizes(benchmark::internal::Benchmark* benchmark) {
  for (const int deck_size : {3, 5, 8}) benchmark->Arg(deck_size);
}

BENCHMARK(std_shuffle_into_map)->Apply(sizes);
BENCHMARK(hand_written_loop)->Apply(sizes);
BENCHMARK_CAPTURE(sampler, durstenfeld, "durstenfeld")->Apply(sizes);
BENCHMARK_CAPTURE(sampler, fisher_yates, "fisher-yates")->Apply(sizes);
BENCHMARK_CAPTURE(sampler, inside_out, "inside-out")->Apply(sizes);
BENCHMARK_CAPTURE(sampler, naive_swap, "naive-swap")->Apply(sizes);
BENCHMARK_CAPTURE(sampler, draw_insert, "draw-insert")->Apply(sizes);
BENCHMARK_CAPTURE(sampler, riffle, "riffle")->Apply(sizes);
BENCHMARK_CAPTURE(sampler, comparator_sort, "comparator-sort")->Apply(sizes);
BENCHMARK_CAPTURE(sampler, std_shuffle, "std-shuffle")->Apply(sizes);

}  // namespace

BENCHMARK_MAIN();
