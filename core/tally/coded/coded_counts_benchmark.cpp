// What it costs to write the counts of decks, and to add them to others. One iteration is all counts of one
// half.
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

#include "core/permutation/permutation.hpp"
#include "core/tally/tally.hpp"

namespace {

using namespace fairshuffle;

RunningTally empty_tally(int deck_size) {
  constexpr int largest_counted = 10;
  std::optional<PermutationCounting> counting;
  if (deck_size <= largest_counted) counting.emplace();
  return {deck_size, 0, counting};
}

// As many decks as touch nearly all cells of ten cards.
RunningTally counted(int deck_size) {
  constexpr std::size_t decks = 10'000'000, block = 4096;
  std::mt19937 words(1);
  std::vector<Card> deck(static_cast<std::size_t>(deck_size));
  std::iota(deck.begin(), deck.end(), Card{0});
  RunningTally tally = empty_tally(deck_size);
  TrialStream stream(deck_size);
  for (std::size_t first = 0; first < decks / (deck_size > 10 ? 10 : 1); first += block) {
    std::vector<Card> all;
    for (std::size_t count = 0; count < block; ++count) {
      std::ranges::shuffle(deck, words);
      all.insert(all.end(), deck.begin(), deck.end());
    }
    stream.add_decks(all, first, tally);
  }
  tally.settle();
  return tally;
}

std::string written(const RunningTally& tally) {
  std::string bytes;
  CountsWriter writer([&bytes](std::string_view piece) { bytes += piece; });
  tally.write(writer);
  writer.end();
  return bytes;
}

void write(benchmark::State& state) {
  const RunningTally tally = counted(static_cast<int>(state.range(0)));
  for (auto iteration : state) benchmark::DoNotOptimize(written(tally));
  state.counters["bytes"] = static_cast<double>(written(tally).size());
}

void add(benchmark::State& state) {
  const auto deck_size = static_cast<int>(state.range(0));
  const std::string bytes = written(counted(deck_size));
  RunningTally sum = empty_tally(deck_size);
  for (auto iteration : state) {
    CountsReader reader([left = std::string_view(bytes)]() mutable { return std::exchange(left, {}); });
    sum.merge(reader);
  }
}

BENCHMARK(write)->Arg(5)->Arg(8)->Arg(10)->Arg(52)->Unit(benchmark::kMicrosecond);
BENCHMARK(add)->Arg(5)->Arg(8)->Arg(10)->Arg(52)->Unit(benchmark::kMicrosecond);

}  // namespace
