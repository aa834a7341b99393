#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <algorithm>
#include <random>
#include <span>

#include <doctest/doctest.h>
#include <fairshuffle/certify.hpp>
#include <fairshuffle/exact.hpp>

TEST_CASE("std::shuffle is fair") {
  std::mt19937 source(1);
  const auto result =
      fairshuffle::certify(5, [&](std::span<int> deck) { std::shuffle(deck.begin(), deck.end(), source); });
  CHECK(result.fair());
}

TEST_CASE("std::shuffle is fair on all its paths") {
  const auto result = fairshuffle::exact(
      5, [](auto& deck, auto& generator) { std::shuffle(deck.begin(), deck.end(), generator); });
  CHECK(result.fair());
}

// Swaps every card with any card, where Fisher and Yates swap it with one that is not yet in its place.
void naive_shuffle(std::span<int> deck, std::mt19937& source) {
  std::uniform_int_distribution<std::size_t> any_position(0, deck.size() - 1);
  for (int& card : deck) std::swap(card, deck[any_position(source)]);
}

// Remove the decorator to see how a failure looks: the report stands where the values are.
TEST_CASE("the naive shuffle is fair" * doctest::should_fail()) {
  std::mt19937 source(1);
  const auto result = fairshuffle::certify(5, [&](std::span<int> deck) { naive_shuffle(deck, source); });
  CHECK(result.fair());
}
