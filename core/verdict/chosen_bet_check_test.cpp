// Does every bet that was chosen pass for one, and none that no counts bring?
#include <numeric>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/permutation/permutation.hpp"
#include "core/verdict/certificate.hpp"
#include "core/verdict/judging_for_tests.hpp"

using namespace fairshuffle;

namespace {

std::string told(const Bet& bet, const Tally& whole) {
  const auto wrong = contradiction_of_chosen_bet(bet, whole);
  return wrong ? wrong->where + ": " + wrong->sentence : "";
}

Tally whole_of(const TallyHalves& halves, int deck_size) {
  return tally_of(target_of(deck_size), evidence_of(halves)).tally.value();
}

Bet bet_of(const TallyHalves& halves) {
  return chosen_bet(halves.first.complete(), halves.second.complete());
}

// Trials of fair decks, of which one in so many is left sorted.
TallyHalves some_sorted(int deck_size, int trials, unsigned one_in, unsigned seed) {
  TallyHalves halves(deck_size, 0);
  std::mt19937_64 words(seed);
  std::vector<Card> deck(static_cast<std::size_t>(deck_size));
  TrialStream stream(deck_size);
  for (int trial = 0; trial < trials; ++trial) {
    std::iota(deck.begin(), deck.end(), Card{0});
    if (words() % one_in != 0) std::ranges::shuffle(deck, words);
    stream.add(deck, static_cast<std::uint64_t>(trial), trial < trials / 2 ? halves.first : halves.second);
  }
  halves.first.settle();
  halves.second.settle();
  return halves;
}

}  // namespace

TEST_CASE("what is chosen is told nothing of, in decks small and large, of many trials and of one") {
  for (const int deck_size : {2, 3, 5, 10, 13, 52}) {
    for (const int trials : {1, 2, 7, 300}) {
      for (const unsigned one_in : {1U, 3U, 1'000U}) {
        CAPTURE(deck_size);
        CAPTURE(trials);
        CAPTURE(one_in);
        const TallyHalves halves = some_sorted(deck_size, trials, one_in, 1);
        CHECK(told(bet_of(halves), whole_of(halves, deck_size)).empty());
      }
    }
  }
}

TEST_CASE("a bet on what is too rare for a number may be hit at a share of nothing") {
  // That 200 cards all stay has the chance 1/200!, about 1e-375.
  constexpr int deck_size = 200;
  TallyHalves halves(deck_size, 0);
  std::vector<WideCard> deck(deck_size);
  std::iota(deck.begin(), deck.end(), WideCard{0});
  TrialStream stream(deck_size);
  for (std::uint64_t trial = 0; trial < 60; ++trial) {
    stream.add(std::span<const WideCard>(deck), trial, trial < 30 ? halves.first : halves.second);
  }
  halves.first.settle();
  halves.second.settle();
  const Bet bet = bet_of(halves);
  CHECK(bet.share == 0);
  CHECK(bet.hits == 30);
  CHECK(told(bet, whole_of(halves, deck_size)).empty());
}

TEST_CASE("a share is of a set of permutations, to twelve cards") {
  const TallyHalves halves = some_sorted(3, 600, 3, 2);
  const Tally whole = whole_of(halves, 3);
  Bet bet = bet_of(halves);
  CHECK(bet.share == doctest::Approx(1.0 / 6));
  bet.share = 0.17;
  CHECK(told(bet, whole) == "/evidence/bet/share: is 0.17, which no set of the 6 permutations has");
  CHECK(told({.share = 0.1234567891, .hits = 5, .judged = 300}, whole_of(some_sorted(12, 600, 3, 2), 12)) ==
        "/evidence/bet/share: is 0.1234567891, which no set of the 479,001,600 permutations has");
  const TallyHalves large = some_sorted(13, 600, 3, 2);
  Bet of_large = bet_of(large);
  of_large.share += 1e-4;
  CHECK(told(of_large, whole_of(large, 13)).empty());
}

TEST_CASE("hits are at most what the commonest cells have beside what chose them") {
  // Of 600 trials, halved: the sorted order came 240 times, the others 72 times each.
  const std::vector<std::uint64_t> counts{240, 72, 72, 72, 72, 72};
  TallyHalves halves(3, 0);
  for (std::uint64_t rank = 0; rank < 6; ++rank) {
    for (RunningTally* half : {&halves.first, &halves.second}) {
      half->add_rank(rank, counts[rank] / 2);
    }
  }
  const Tally whole = whole_of(halves, 3);
  // A sixth of the 300 trials before, 50, chose it: 190 hits are left at most.
  const double sixth = 1.0 / 6;
  CHECK(told({.share = sixth, .hits = 120, .judged = 300}, whole).empty());
  CHECK(told({.share = sixth, .hits = 190, .judged = 300}, whole).empty());
  CHECK(told({.share = sixth, .hits = 191, .judged = 300}, whole) ==
        "/evidence/bet/hits: is 191 of 300, which by the counts no bet of its share can have");
  // Two permutations came 312 times, 100 trials of which chose them.
  CHECK(told({.share = 2 * sixth, .hits = 212, .judged = 300}, whole).empty());
  CHECK_FALSE(told({.share = 2 * sixth, .hits = 213, .judged = 300}, whole).empty());
  CHECK(told({.share = 0, .hits = 0, .judged = 300}, whole).empty());
  CHECK_FALSE(told({.share = 0, .hits = 1, .judged = 300}, whole).empty());
}

TEST_CASE(
    "a bet on one permutation is allowed what that order has, which no card and no number of permutations "
    "shows") {
  // Of four cards 0 2 3 1 keeps one of its cards and has two cycles, as many others do.
  const std::vector<Card> often{0, 2, 3, 1};
  TallyHalves halves(4, 0);
  for (std::uint64_t rank = 0; rank < 24; ++rank) halves.first.add_rank(rank, 40);
  halves.first.add_rank(rank_of(often), 200);
  const Tally whole = whole_of(halves, 4);
  // It came 240 times of 1,160; of the 580 trials before a twenty-fourth, 24.2, chose it.
  CHECK(told({.share = 1.0 / 24, .hits = 215, .judged = 580}, whole).empty());
  CHECK_FALSE(told({.share = 1.0 / 24, .hits = 216, .judged = 580}, whole).empty());
  // All others came 920 times.
  CHECK(told({.share = 23.0 / 24, .hits = 340, .judged = 580}, whole).empty());
  CHECK_FALSE(told({.share = 23.0 / 24, .hits = 339, .judged = 580}, whole).empty());
}

TEST_CASE("permutations that never came are in a bet as others are") {
  TallyHalves halves(4, 0);
  for (const auto& permutation : {std::vector<Card>{0, 2, 3, 1}, {1, 2, 3, 0}}) {
    halves.first.add_rank(rank_of(permutation), 300);
  }
  const Tally whole = whole_of(halves, 4);
  CHECK(told({.share = 22.0 / 24, .hits = 0, .judged = 600}, whole).empty());
  CHECK(told({.share = 23.0 / 24, .hits = 300, .judged = 600}, whole).empty());
  CHECK_FALSE(told({.share = 23.0 / 24, .hits = 299, .judged = 600}, whole).empty());
}

TEST_CASE("hits are at least what the rarest cells have but for all that chose them") {
  // Each permutation came 100 times of 600, and five of six have 500 of them, at most 100 where they were
  // chosen.
  TallyHalves halves(3, 0);
  for (std::uint64_t rank = 0; rank < 6; ++rank) halves.first.add_rank(rank, 100);
  const Tally whole = whole_of(halves, 3);
  const double five = 5.0 / 6;
  CHECK(told({.share = five, .hits = 400, .judged = 500}, whole).empty());
  CHECK(told({.share = five, .hits = 399, .judged = 500}, whole) ==
        "/evidence/bet/hits: is 399 of 500, which by the counts no bet of its share can have");
}
