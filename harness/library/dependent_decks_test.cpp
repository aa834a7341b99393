// Decks that hang together, from inside a C++ test: called so, and how. Sources have fixed seeds; over the
// choice of one each case would fail a correct program with a probability far below 1e-6.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fairshuffle/certify.hpp>

using fairshuffle::certify;
using fairshuffle::Result;

namespace {

using Deck = std::vector<int>;

/// Writes the next deck over the one before; `game` from 1.
using Next = std::function<void(Deck& deck, std::uint32_t game)>;

// The shuffle under test forgets to begin with the deck that it is given.
Result carried(int deck_size, std::uint64_t most, const Next& next) {
  Deck deck(static_cast<std::size_t>(deck_size));
  std::iota(deck.begin(), deck.end(), 0);
  std::uint32_t game = 0;
  return certify(deck_size,
                 [&](std::span<int> out) {
                   next(deck, ++game);
                   std::ranges::copy(deck, out.begin());
                 },
                 {.tolerance = 0.05, .max_trials = most});
}

bool says(const Result& result, const std::string& words) {
  return result.sentence().find(words) != std::string::npos;
}

void check_dependent(const Result& result) {
  CHECK(result.biased());
  CHECK(result.dependent());
  CHECK(says(result, "the trials are not independent draws from one distribution"));
  CHECK_FALSE(result.tv_upper().has_value());
  CHECK_FALSE(result.tv_lower().has_value());
}

void check_dependent(const Result& result, const std::string& words) {
  check_dependent(result);
  CHECK_MESSAGE(says(result, words), result.sentence());
}

using Words = std::mt19937;

// The distribution that is true fits poorly, and is then not named, in a hundredth of the runs: in all of
// four with probability 1e-8.
template <class Shuffle>
void check_named(int deck_size, std::uint64_t most, Shuffle shuffle, const std::string& name) {
  CAPTURE(name);
  bool named = false;
  for (std::uint32_t seed = 1; seed <= 4; ++seed) {
    Words words(seed);
    const Result result = carried(deck_size, most, [&](Deck& deck, std::uint32_t) { shuffle(deck, words); });
    check_dependent(result);
    named = named || says(result, "ach deck looks like the one before, shuffled by " + name);
  }
  CHECK(named);
}

}  // namespace

TEST_CASE(
    "a deck that is not put back in order is dependent within 16,384 trials of 5 and 4,096 of 52 cards") {
  const auto naive_swap = [](Deck& deck, Words& words) {
    std::uniform_int_distribution<std::size_t> any(0, deck.size() - 1);
    for (int& card : deck) std::swap(card, deck[any(words)]);
  };
  const auto sattolo = [](Deck& deck, Words& words) {
    for (std::size_t last = deck.size() - 1; last > 0; --last) {
      std::swap(deck[last], deck[std::uniform_int_distribution<std::size_t>(0, last - 1)(words)]);
    }
  };
  check_named(5, 16'384, naive_swap, "naive-swap:n=5");
  check_named(52, 4'096, naive_swap, "naive-swap:n=52");
  check_named(52, 4'096, sattolo, "sattolo:n=52");
}

TEST_CASE("decks of seeds 1, 2, 3 ... are dependent where the source does not mix its seeds") {
  const auto shuffled_by_rand = [](Deck& deck, std::uint32_t game) {
    std::iota(deck.begin(), deck.end(), 0);
    std::uint32_t state = 1'700'000'000 + game;
    for (std::size_t last = deck.size() - 1; last > 0; --last) {
      state = state * 214013U + 2531011U;  // rand() of Microsoft's C library
      std::swap(deck[last], deck[(state >> 16 & 0x7fff) % (last + 1)]);
    }
  };
  for (const int deck_size : {8, 12, 52}) {
    CAPTURE(deck_size);
    check_dependent(carried(deck_size, 16'384, shuffled_by_rand), "seed follows from the one before");
  }
}

TEST_CASE("uniform decks that are tied to the one before are dependent") {
  std::mt19937 source(2);
  const auto tied = [&source](Deck& deck, std::uint32_t) {
    const int bottom = deck.back();
    std::ranges::shuffle(deck, source);
    std::iter_swap(deck.begin(), std::ranges::find(deck, bottom));
  };
  const auto turned = [&source](Deck& deck, std::uint32_t game) {
    if (game % 2 == 1) {
      std::ranges::shuffle(deck, source);
    } else {
      std::ranges::reverse(deck);
    }
  };
  for (const int deck_size : {5, 52}) {
    CAPTURE(deck_size);
    check_dependent(carried(deck_size, 16'384, tied),
                    " of a deck lies at position 0 of the next one in 100 % of the pairs");
    check_dependent(carried(deck_size, 16'384, turned), "rearranged in one and the same way");
  }
}

TEST_CASE("every order of eight cards in turn is dependent, and a card that never moves is told") {
  const Result swept =
      carried(8, 16'384, [](Deck& deck, std::uint32_t) { std::ranges::next_permutation(deck); });
  check_dependent(swept, "rearranged in one and the same way");
  std::mt19937 source(3);
  const Result constant = carried(52, 2'399, [&source](Deck& deck, std::uint32_t) {
    std::shuffle(deck.begin(), deck.end() - 1, source);
  });
  CHECK(constant.biased());
  CHECK(constant.sentence().find("card 51 is always last") != std::string::npos);
}
