#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <random>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include "core/permutation/representatives_for_tests.hpp"
#include "core/statistics/dependent_trials.hpp"
#include "core/tally/tally.hpp"
#include "core/verdict/certificate.hpp"
#include "core/verdict/judging_for_tests.hpp"

using namespace fairshuffle;

TEST_CASE("parity alone shows within sixty trials that a large deck's permutations are all even") {
  // All sixty judged are even: Clopper and Pearson's limit is 0.001^(1/60) = 0.891, less a half. The cycles,
  // of which there are even numbers only, are spread over too many numbers to tell.
  constexpr int deck_size = 64, trials = 60;
  std::mt19937_64 words(1);
  std::vector<Card> permutation(deck_size);
  std::iota(permutation.begin(), permutation.end(), Card{0});
  const auto even_permutations = [&] {
    RunningTally tally(deck_size, 0);
    for (std::uint64_t trial = 0; trial < trials; ++trial) {
      std::ranges::shuffle(permutation, words);
      if ((deck_size - cycle_count(permutation)) % 2 == 1) std::swap(permutation[0], permutation[1]);
      tally.add_permutation(permutation);
    }
    return tally.complete();
  };
  const Tally choosing = even_permutations(), judging = even_permutations();
  CHECK(tv_lower_bound(chosen_bet(choosing, judging), 0.999) == doctest::Approx(0.391251).epsilon(1e-5));
}

TEST_CASE("a bet is made on the first card alone where it is one of the lower half, and wins every time") {
  // Of each other view a cell is off by a twentieth at most; of the first card ten of twenty cells have all.
  constexpr int deck_size = 20, trials = 400;
  std::mt19937_64 words(2);
  std::vector<Card> permutation(deck_size);
  std::iota(permutation.begin(), permutation.end(), Card{0});
  const auto low_first = [&] {
    RunningTally tally(deck_size, 0);
    for (std::uint64_t trial = 0; trial < trials; ++trial) {
      std::ranges::shuffle(permutation, words);
      std::iter_swap(permutation.begin(), std::ranges::find(permutation, static_cast<Card>(words() % 10)));
      tally.add_permutation(permutation);
    }
    tally.settle();
    return tally.complete();
  };
  const Tally choosing = low_first(), judging = low_first();
  const Bet bet = chosen_bet(choosing, judging);
  CHECK(bet.judged == 400);
  CHECK(bet.hits == 400);
  CHECK(bet.share == doctest::Approx(0.5));
}

TEST_CASE("a bet is made on what follows card 0 where that is one of ten, and wins every time") {
  constexpr int deck_size = 20, trials = 400;
  std::mt19937_64 words(3);
  std::vector<Card> permutation(deck_size);
  std::iota(permutation.begin(), permutation.end(), Card{0});
  const auto low_after_first_card = [&] {
    RunningTally tally(deck_size, 0);
    for (std::uint64_t trial = 0; trial < trials; ++trial) {
      std::ranges::shuffle(permutation, words);
      if (permutation.back() == 0) std::swap(permutation.front(), permutation.back());
      const auto after = std::ranges::find(permutation, Card{0}) + 1;
      std::iter_swap(after, std::ranges::find(permutation, static_cast<Card>(1 + words() % 10)));
      tally.add_permutation(permutation);
    }
    tally.settle();
    return tally.complete();
  };
  const Tally choosing = low_after_first_card(), judging = low_after_first_card();
  const Bet bet = chosen_bet(choosing, judging);
  CHECK(bet.hits == 400);
  CHECK(bet.share == doctest::Approx(0.5));
}

TEST_CASE("without trials to choose a bet or to judge it there is none") {
  RunningTally tally(5, 0);
  tally.add_rank(0, 7);
  tally.settle();
  const Tally some = tally.complete(), none(5, 0);
  for (const Bet& bet : {chosen_bet(none, some), chosen_bet(some, none), chosen_bet(none, none)}) {
    CHECK(bet.hits == 0);
    CHECK(bet.share == Bet{}.share);
  }
  CHECK(chosen_bet(none, some).judged == 7);
  CHECK(chosen_bet(some, none).judged == 0);
}

namespace {

// There are four looks. The trials between two looks are halved, and the decks of second halves are kept.
TallyHalves halves_in_pieces(int deck_size, std::uint64_t trials,
                             const std::function<std::vector<Card>(std::uint64_t)>& deal) {
  TallyHalves halves(deck_size, 0, standard_permutation_counting(deck_size), fewest_slots_told,
                     {.tables = {}, .bets = {}, .first_decks = true});
  TrialStream stream(deck_size);
  std::uint64_t trial = 0;
  for (const std::uint64_t look : {trials / 8, trials / 4, trials / 2, trials}) {
    for (const std::uint64_t middle = (trial + look) / 2; trial < look; ++trial)
      stream.add(deal(trial), trial, trial < middle ? halves.first : halves.second);
  }
  halves.settle();
  return halves;
}

std::vector<Card> fair_deck_of_number(int deck_size, std::uint64_t number) {
  std::mt19937_64 words(number);
  std::vector<Card> permutation(static_cast<std::size_t>(deck_size));
  std::iota(permutation.begin(), permutation.end(), Card{0});
  std::ranges::shuffle(permutation, words);
  return permutation;
}

BiasRecord bias_in_pieces(const TallyHalves& halves) {
  return judged_by_all(halves, {}, {.number = 1, .is_last = true, .share = 1}).bias;
}

}  // namespace

TEST_CASE("five tables that deal the same fair decks, some rounds behind each other, have no lower bound") {
  // Each deck comes five times, 186 trials apart. Each single deck is fair. But a bet on decks that came in a
  // first half often wins, since they come again in the second half.
  for (const int deck_size : {6, 7, 8}) {
    CAPTURE(deck_size);
    const TallyHalves halves = halves_in_pieces(deck_size, 12'000, [=](std::uint64_t trial) {
      return fair_deck_of_number(deck_size, 1'000 + trial / 5 - trial % 5 * 37);
    });
    const Bet bet =
        chosen_bet(halves.first.complete(), halves.second.complete(), halves.second.first_decks());
    CHECK(tv_lower_bound(bet, 0.999) > 0);
    REQUIRE(bet.places);
    CHECK(hit_fault(*bet.places) == HitFault::clinging);
    if (const BiasRecord bias = bias_in_pieces(halves); bias.tv_upper) {
      CHECK(bias.withheld == HitFault::clinging);
      CHECK_FALSE(bias.tv_lower);
    }
  }
}

TEST_CASE("a shuffle that is biased and independent keeps its lower bound, whatever the bet is on") {
  // The chosen bet is on the order, on a card's position, or on what follows a card.
  const auto naive = [](int deck_size, std::uint64_t trial) {
    std::mt19937_64 words(trial);
    std::vector<Card> permutation(static_cast<std::size_t>(deck_size));
    std::iota(permutation.begin(), permutation.end(), Card{0});
    for (Card& card : permutation) std::swap(card, permutation[words() % permutation.size()]);
    return permutation;
  };
  for (const int deck_size : {5, 8, 20}) {
    CAPTURE(deck_size);
    const TallyHalves halves =
        halves_in_pieces(deck_size, 12'000, [&](std::uint64_t trial) { return naive(deck_size, trial); });
    const Tally first = halves.first.complete(), second = halves.second.complete();
    const Bet bet = chosen_bet(first, second, halves.second.first_decks());
    REQUIRE(bet.places);
    // All judged decks are kept, so their hits are those of the counts.
    std::uint64_t hits = 0;
    for (const HitPlaces::Trials& part : bet.places->by_distance) hits += part.hits;
    CHECK(hits == bet.hits);
    CHECK_FALSE(hit_fault(*bet.places));
    CHECK(bias_in_pieces(halves).tv_lower.value_or(0) > 0);
    CHECK_FALSE(bias_in_pieces(halves).withheld);
  }
}

TEST_CASE("a deck lies in the cell of each view that it is counted in, equal cards and deals as well") {
  for (const Multiset& multiset : {Multiset{}, Multiset{.kinds = {3, 2, 2}}, Multiset{.dealt = 3},
                                   Multiset{.dealt = 3, .unordered = true}}) {
    for (std::uint64_t number = 0; number < 20; ++number) {
      std::vector<Card> permutation = fair_deck_of_number(7, number);
      if (!multiset.is_plain()) to_representative(multiset, std::span(permutation));
      Tally tally(7, 0, {.tables = {}, .bets = {}, .pairs = false, .multiset = multiset});
      tally.trials = 1;
      if (tally.multiset) {
        tally.multiset->add(std::span<const Card>(permutation));
      } else {
        tally.add_to_derived(std::span<const Card>(permutation));
      }
      const std::vector<WideCard> deck(permutation.begin(), permutation.end());
      ViewReader reader(multiset, 7);
      const std::vector<BetView> views = bet_views(tally);
      for (std::size_t view = 0; view < views.size(); ++view) {
        CAPTURE(view);
        CHECK(views[view].counts[reader.cell(view, deck)] == 1);
      }
    }
  }
}
