#include <algorithm>
#include <random>
#include <span>

#include <fairshuffle/certify.hpp>
#include <fairshuffle/exact.hpp>
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

TEST(Shuffle, StdShuffleIsFair) {
  std::mt19937 source(1);
  const auto result =
      fairshuffle::certify(5, [&](std::span<int> deck) { std::shuffle(deck.begin(), deck.end(), source); });
  EXPECT_TRUE(result.fair());
}

TEST(Shuffle, StdShuffleIsFairOnAllItsPaths) {
  const auto result = fairshuffle::exact(
      5, [](auto& deck, auto& generator) { std::shuffle(deck.begin(), deck.end(), generator); });
  EXPECT_TRUE(result.fair());
}

// Swaps every card with any card, where Fisher and Yates swap it with one that is not yet in its place.
void naive_shuffle(std::span<int> deck, std::mt19937& source) {
  std::uniform_int_distribution<std::size_t> any_position(0, deck.size() - 1);
  for (int& card : deck) std::swap(card, deck[any_position(source)]);
}

// A failure says what the bias looks like, where it is and how large: here one is expected.
TEST(Shuffle, NaiveShuffleIsBiased) {
  std::mt19937 source(1);
  const auto result = fairshuffle::certify(5, [&](std::span<int> deck) { naive_shuffle(deck, source); });
  EXPECT_NONFATAL_FAILURE(EXPECT_TRUE(result.fair()), result.headline());
}
