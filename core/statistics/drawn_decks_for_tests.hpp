// Sequences of decks, drawn independently from distributions that are easily said, and counted.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "core/tally/tally.hpp"

namespace fairshuffle::drawn_for_tests {

using OneDeck = std::vector<Card>;
using Words = std::mt19937_64;
using Draw = std::function<void(OneDeck& sorted, Words& words)>;

inline std::vector<OneDeck> independent(int deck_size, std::size_t trials, const Draw& draw, Words& words) {
  OneDeck sorted(static_cast<std::size_t>(deck_size));
  std::iota(sorted.begin(), sorted.end(), Card{0});
  std::vector<OneDeck> decks(trials, sorted);
  for (OneDeck& deck : decks) draw(deck, words);
  return decks;
}

inline Tally counted(const std::vector<OneDeck>& decks) {
  const auto deck_size = static_cast<int>(decks.front().size());
  RunningTally tally(deck_size, 0);
  TrialStream stream(deck_size);
  for (std::size_t trial = 0; trial < decks.size(); ++trial) stream.add(decks[trial], trial, tally);
  return tally.complete();
}

inline void uniform(OneDeck& deck, Words& words) {
  std::ranges::shuffle(deck, words);
}

inline void cut(OneDeck& deck, Words& words) {
  std::rotate(deck.begin(), deck.begin() + static_cast<std::ptrdiff_t>(words() % deck.size()), deck.end());
}

inline void swapped_once(OneDeck& deck, Words& words) {
  std::swap(deck[words() % deck.size()], deck[words() % deck.size()]);
}

inline void reversed_or_not(OneDeck& deck, Words& words) {
  if (words() % 2 == 0) std::ranges::reverse(deck);
}

inline void seldom_sorted(OneDeck& deck, Words& words) {
  if (words() % 20 != 0) uniform(deck, words);
}

struct NamedDraw {
  std::string name;
  Draw draw;
};

inline std::vector<NamedDraw> all_draws_of_decks() {
  return {{"uniform", uniform},
          {"cut", cut},
          {"swapped once", swapped_once},
          {"reversed or not", reversed_or_not},
          {"seldom sorted", seldom_sorted}};
}

}  // namespace fairshuffle::drawn_for_tests
