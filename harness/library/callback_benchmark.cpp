// What certify adds to the user's shuffle: nanoseconds a trial of the bare shuffle, of the shuffle on decks
// that are reset, read back and counted, and of whole calls, in one run.
#include <algorithm>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include <benchmark/benchmark.h>
#include <fairshuffle/certify.hpp>

#include "core/random/generators.hpp"
#include "core/random/seeding.hpp"
#include "harness/library/callback_target.hpp"

namespace {

using namespace fairshuffle;

// A fast shuffle shows the overhead best: Durstenfeld, xoshiro256++, Lemire's draw.
struct FastShuffle {
  void operator()(std::span<int> deck) {
    for (std::size_t last = deck.size() - 1; last > 0; --last) {
      std::swap(deck[last], deck[ExactDraw::below(source, last + 1)]);
    }
  }
  Xoshiro256PlusPlus source{1};
};

// The usual one.
struct StdShuffle {
  void operator()(std::span<int> deck) { std::shuffle(deck.begin(), deck.end(), source); }
  std::mt19937 source{1};
};

// Nothing to shuffle: what is left is ours.
struct LeaveIt {
  void operator()(std::span<int> deck) { benchmark::DoNotOptimize(deck.data()); }
};

constexpr std::uint64_t trials_at_once = 16'384;

void per_trial(benchmark::State& state, std::uint64_t trials) {
  state.counters["ns/trial"] = benchmark::Counter(static_cast<double>(trials) * 1e-9,
                                                  benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

template <class Shuffle>
void bare(benchmark::State& state) {
  Shuffle shuffle;
  std::vector<int> deck(static_cast<std::size_t>(state.range(0)));
  for (std::size_t card = 0; card < deck.size(); ++card) deck[card] = static_cast<int>(card);
  std::uint64_t trials = 0;
  for (auto _ : state) {
    for (std::uint64_t trial = 0; trial < trials_at_once; ++trial) {
      shuffle(deck);
      benchmark::ClobberMemory();
    }
    trials += trials_at_once;
  }
  per_trial(state, trials);
}

template <class Shuffle>
void counted(benchmark::State& state) {
  Shuffle shuffle;
  const int deck_size = static_cast<int>(state.range(0));
  detail::IntTrials<Shuffle> decks(deck_size, shuffle);
  const CallbackTarget target(decks, callback_description("shuffle", deck_size, "always", 0));
  const auto sampler = target.make_sampler();
  RunningTally tally(deck_size, 0);
  std::uint64_t trials = 0;
  for (auto _ : state) {
    sampler->run(trials, trials_at_once, tally);
    trials += trials_at_once;
  }
  per_trial(state, trials);
}

// The whole call, with its looks and tests, until it is decided.
template <class Shuffle>
void certified(benchmark::State& state) {
  std::uint64_t trials = 0;
  for (auto _ : state) {
    Shuffle shuffle;
    const Result result = certify(static_cast<int>(state.range(0)), shuffle);
    if (!result.fair()) return state.SkipWithError(result.sentence().c_str());
    trials += result.trials();
  }
  per_trial(state, trials);
  state.counters["trials"] = static_cast<double>(trials) / static_cast<double>(state.iterations());
}

BENCHMARK(bare<FastShuffle>)->Arg(5);
BENCHMARK(counted<FastShuffle>)->Arg(5);
BENCHMARK(bare<StdShuffle>)->Arg(5);
BENCHMARK(counted<StdShuffle>)->Arg(5);
BENCHMARK(bare<LeaveIt>)->Arg(5);
BENCHMARK(counted<LeaveIt>)->Arg(5);
BENCHMARK(certified<StdShuffle>)->DenseRange(3, 10)->Arg(52)->Unit(benchmark::kMillisecond);

}  // namespace
