// Counting permutations into tables in and out of cache, and deriving the other kinds from them.
#include <cstdint>
#include <random>
#include <vector>

#include <benchmark/benchmark.h>

#include "core/permutation/permutation.hpp"
#include "core/tally/permutation_counts.hpp"
#include "core/tally/tally.hpp"

namespace {

using namespace fairshuffle;

constexpr PermutationCounting wide{CounterWidth::wide, 0}, narrow{CounterWidth::narrow, 0},
    listed{CounterWidth::narrow, 4'000'000};

std::vector<std::uint32_t> random_ranks(std::size_t count, std::uint64_t permutations) {
  std::mt19937 words(1);
  std::vector<std::uint32_t> ranks(count);
  for (std::uint32_t& rank : ranks) rank = static_cast<std::uint32_t>(words() % permutations);
  return ranks;
}

// Argument: deck size.
void add_ranks(benchmark::State& state, PermutationCounting counting) {
  PermutationCounts counts(static_cast<int>(state.range(0)), counting);
  const auto ranks = random_ranks(1 << 22, counts.permutations());
  constexpr std::size_t batch = 8192;
  std::size_t next = 0;
  while (state.KeepRunningBatch(batch)) {
    counts.add_ranks(std::span(ranks).subspan(next, batch));
    next = (next + batch) % ranks.size();
  }
}

// Argument: deck size. A trial for every other order.
void derive_from_table(benchmark::State& state, PermutationCounting counting) {
  const int deck_size = static_cast<int>(state.range(0));
  PermutationCounts counts(deck_size, counting);
  for (std::uint64_t rank = 0; rank < counts.permutations(); rank += 2) counts.add(rank);
  for (auto _ : state) {
    Tally tally(deck_size, 0);
    derive_from_permutations(counts, tally);
    benchmark::DoNotOptimize(tally);
  }
}

// Arguments: deck size, trials.
void derive_from_list(benchmark::State& state) {
  const int deck_size = static_cast<int>(state.range(0));
  PermutationCounts counts(deck_size, listed);
  counts.add_ranks(random_ranks(static_cast<std::size_t>(state.range(1)), counts.permutations()));
  for (auto _ : state) {
    Tally tally(deck_size, 0);
    derive_from_permutations(counts, tally);
    benchmark::DoNotOptimize(tally);
  }
}

BENCHMARK_CAPTURE(add_ranks, wide, wide)->Arg(5)->Arg(8)->Arg(10);
BENCHMARK_CAPTURE(add_ranks, narrow, narrow)->Arg(8)->Arg(10)->Arg(11)->Arg(12);
BENCHMARK_CAPTURE(derive_from_table, wide, wide)->Arg(5)->Arg(10)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(derive_from_table, narrow, narrow)
    ->Arg(10)
    ->Arg(11)
    ->Arg(12)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(derive_from_list)->Args({12, 8192})->Args({12, 1'000'000})->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
