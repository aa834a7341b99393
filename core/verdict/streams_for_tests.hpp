// Streams of decks, each made of the one before, and what they are found to be.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <random>
#include <vector>

#include "core/tally/tally.hpp"
#include "core/verdict/judging_for_tests.hpp"

namespace fairshuffle {

using Cards = std::vector<Card>;
using Words = std::mt19937_64;

/// Writes the next deck over the one before, of trial `trial`.
using Next = std::function<void(Cards& deck, std::uint64_t trial, Words& words)>;

inline Cards sorted(int deck_size) {
  Cards deck(static_cast<std::size_t>(deck_size));
  std::iota(deck.begin(), deck.end(), Card{0});
  return deck;
}

inline TallyHalves counted_stream(int deck_size, std::uint64_t trials, const Next& next, std::uint64_t seed) {
  TallyHalves halves(deck_size, 0);
  TrialStream stream(deck_size);
  Words words(seed);
  Cards deck = sorted(deck_size);
  for (std::uint64_t trial = 0; trial < trials; ++trial) {
    next(deck, trial, words);
    stream.add(deck, trial, trial < trials / 2 ? halves.first : halves.second);
  }
  return halves;
}

inline Findings judged_stream(int deck_size, std::uint64_t trials, const Next& next, std::uint64_t seed) {
  return judged_by_all(counted_stream(deck_size, trials, next, seed), Budget{});
}

inline void fresh(Cards& deck, Words& words) {
  std::ranges::shuffle(deck, words);
}

}  // namespace fairshuffle
