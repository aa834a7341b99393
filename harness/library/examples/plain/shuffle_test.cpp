#include <algorithm>
#include <iostream>
#include <random>
#include <span>

#include <fairshuffle/certify.hpp>

// Swaps every card with any card, where Fisher and Yates swap it with one that is not yet in its place.
void naive_shuffle(std::span<int> deck, std::mt19937& source) {
  std::uniform_int_distribution<std::size_t> any_position(0, deck.size() - 1);
  for (int& card : deck) std::swap(card, deck[any_position(source)]);
}

int main() {
  std::mt19937 source(1);
  const auto fair =
      fairshuffle::certify(5, [&](std::span<int> deck) { std::shuffle(deck.begin(), deck.end(), source); });
  const auto naive = fairshuffle::certify(5, [&](std::span<int> deck) { naive_shuffle(deck, source); });
  std::cout << "std::shuffle: " << fair << "\nnaive: " << naive << '\n';
  return fair.fair() && naive.biased() ? 0 : 1;
}
