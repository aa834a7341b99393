// The lanes: what they shuffle and count, what the shuffle alone costs, and how the shuffles compare. One
// iteration is one trial; a batch is one block, seeded as the engine seeds it.
#include <algorithm>
#include <cstdint>
#include <string_view>

#include <benchmark/benchmark.h>

#include "core/interpret/lanes/lane_sources.hpp"
#include "core/interpret/lanes/lane_tally.hpp"
#include "core/interpret/lanes/lanes.hpp"
#include "core/interpret/setup_for_test.hpp"
#include "core/permutation/vector_targets.hpp"
#include "core/record/plan.hpp"

namespace {

using namespace fairshuffle;

/// Runs the lanes on one vector target, and puts the best one back.
class OnTarget {
 public:
  explicit OnTarget(std::string_view target) { use_vector_target(target); }
  ~OnTarget() { use_vector_target(vector_targets().front()); }
};

bool is_here(benchmark::State& state, std::string_view target) {
  if (std::ranges::count(vector_targets(), target) > 0) return true;
  state.SkipWithError("this machine has no such vectors");
  return false;
}

// All that a run counts.
void count_by(benchmark::State& state, Sampler& sampler) {
  RunningTally tally(static_cast<int>(state.range(0)), 0);
  std::uint64_t block = 0;
  while (state.KeepRunningBatch(trials_per_block)) {
    sampler.begin_block(block);
    sampler.run(block * trials_per_block, trials_per_block, tally);
    ++block;
  }
  if (tally.trials() != static_cast<std::uint64_t>(state.iterations()))
    state.SkipWithError("trials are missing");
}

void count_all(benchmark::State& state, std::string_view shuffle) {
  const LaneTask task = *lane_task_of(setup_for_test(shuffle, static_cast<int>(state.range(0))));
  count_by(state, *make_lanes_sampler(task));
  // A draw below 1 is no choice and costs nothing, so it is not counted as one.
  state.counters["draws"] = static_cast<double>(
      std::ranges::count_if(task.steps.bounds, [](std::uint64_t bound) { return bound > 1; }));
}

void all_counted(benchmark::State& state, std::string_view target) {
  if (!is_here(state, target)) return;
  const OnTarget on_target(target);
  count_by(state, *make_sampler(setup_for_test("durstenfeld", static_cast<int>(state.range(0)))));
}

void nothing_counted(benchmark::State& state, std::string_view target) {
  if (!is_here(state, target)) return;
  const OnTarget on_target(target);
  const auto deck_size = static_cast<int>(state.range(0));
  const LaneTask task = *lane_task_of(setup_for_test("durstenfeld", deck_size));
  LaneStates lanes;
  LastDecks last;
  RunningTally tally(deck_size, 0);
  LaneTally lane_tally(task);
  LaneRoom room;
  lane_tally.begin(tally, 0);
  std::uint64_t block = 0;
  while (state.KeepRunningBatch(trials_per_block)) {
    seed_lanes<Xoshiro256PlusPlus>(block++, lanes);
    run_lanes(task, {.counting = LaneCounting::nothing,
                     .states = &lanes,
                     .last = &last,
                     .rows = trials_per_block / lanes_per_block,
                     .tally = &lane_tally,
                     .room = &room});
    benchmark::DoNotOptimize(last);
  }
}

void sizes(benchmark::internal::Benchmark* benchmark) {
  for (const int deck_size : {3, 5, 8}) benchmark->Arg(deck_size);
}

// Above eight cards no deck fits the registers, and above ten single permutations are too many to count.
void more_sizes(benchmark::internal::Benchmark* benchmark) {
  sizes(benchmark);
  for (const int deck_size : {10, 12, 16, 52}) benchmark->Arg(deck_size);
}

BENCHMARK_CAPTURE(all_counted, avx512, "AVX-512")->Apply(more_sizes);
BENCHMARK_CAPTURE(all_counted, avx2, "AVX2")->Apply(more_sizes);
BENCHMARK_CAPTURE(all_counted, sse4, "SSE4")->Apply(more_sizes);
BENCHMARK_CAPTURE(all_counted, plain, "plain")->Apply(more_sizes);
BENCHMARK_CAPTURE(nothing_counted, avx512, "AVX-512")->Apply(sizes);
BENCHMARK_CAPTURE(nothing_counted, avx2, "AVX2")->Apply(sizes);
BENCHMARK_CAPTURE(nothing_counted, sse4, "SSE4")->Apply(sizes);
BENCHMARK_CAPTURE(nothing_counted, plain, "plain")->Apply(sizes);
BENCHMARK_CAPTURE(count_all, durstenfeld, "durstenfeld")->Apply(sizes);
BENCHMARK_CAPTURE(count_all, naive_swap, "naive-swap")->Apply(sizes);
BENCHMARK_CAPTURE(count_all, swap_pairs, "swap-pairs")->Apply(sizes);
BENCHMARK_CAPTURE(count_all, sattolo, "sattolo")->Apply(sizes);
BENCHMARK_CAPTURE(count_all, draw_insert, "draw-insert")->Apply(sizes);
BENCHMARK_CAPTURE(count_all, inside_out, "inside-out")->Apply(sizes);
BENCHMARK_CAPTURE(count_all, durstenfeld_up, "durstenfeld-up")->Apply(sizes);
BENCHMARK_CAPTURE(count_all, random_cut, "random-cut")->Apply(sizes);
BENCHMARK_CAPTURE(count_all, applied_twice, "applied-twice")->Apply(sizes);
BENCHMARK_CAPTURE(count_all, skip_last, "skip-last")->Apply(sizes);

}  // namespace
