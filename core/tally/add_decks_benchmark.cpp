// Counting decks that are given as bytes, one by one and in blocks. One iteration is one trial.
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <span>
#include <vector>

#include <benchmark/benchmark.h>

#include "core/permutation/permutation.hpp"
#include "core/tally/tally.hpp"

namespace {

using namespace fairshuffle;

constexpr std::size_t block = 4096;

std::vector<Card> random_decks(std::size_t deck_size, std::size_t decks) {
  std::mt19937 words(1);
  std::vector<Card> deck(deck_size), all;
  std::iota(deck.begin(), deck.end(), Card{0});
  for (std::size_t count = 0; count < decks; ++count) {
    std::ranges::shuffle(deck, words);
    all.insert(all.end(), deck.begin(), deck.end());
  }
  return all;
}

void one_by_one(benchmark::State& state) {
  const auto deck_size = static_cast<std::size_t>(state.range(0));
  const std::vector<Card> decks = random_decks(deck_size, block);
  RunningTally tally(static_cast<int>(deck_size), 0);
  TrialStream stream(static_cast<int>(deck_size));
  while (state.KeepRunningBatch(block)) {
    for (std::size_t trial = 0; trial < block; ++trial) {
      stream.add(std::span(decks).subspan(trial * deck_size, deck_size), trial, tally);
    }
  }
}

void in_blocks(benchmark::State& state) {
  const auto deck_size = static_cast<std::size_t>(state.range(0));
  const std::vector<Card> decks = random_decks(deck_size, block);
  RunningTally tally(static_cast<int>(deck_size), 0);
  TrialStream stream(static_cast<int>(deck_size));
  while (state.KeepRunningBatch(block)) stream.add_decks(decks, 0, tally);
}

BENCHMARK(one_by_one)->Arg(3)->Arg(5)->Arg(8)->Arg(10)->Arg(52);
BENCHMARK(in_blocks)->Arg(3)->Arg(5)->Arg(8)->Arg(10)->Arg(52);

}  // namespace
