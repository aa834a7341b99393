// What pair positions can and cannot say of trials.
#include <cstdint>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/record/evidence_check.hpp"
#include "core/tally/tables/permutations_for_tests.hpp"

using namespace fairshuffle;

namespace {

constexpr int cards_of_deck = 13, trials_of_all = 501;
constexpr CountedDeck deck_with_pairs{
    .size = cards_of_deck, .marked = 0, .permutations_counted = false, .pairs_counted = true};

Evidence honest() {
  Evidence evidence;
  evidence.trials = trials_of_all;
  evidence.positions.assign(cards_of_deck, std::vector<std::uint64_t>(cards_of_deck));
  PairPositionCounts counts(cards_of_deck);
  for (const std::vector<Card>& permutation : random_permutations(cards_of_deck, trials_of_all, 3)) {
    counts.add(permutation);
    for (std::size_t place = 0; place < permutation.size(); ++place)
      ++evidence.positions[place][permutation[place]];
  }
  evidence.pair_positions = counts.sums();
  return evidence;
}

// The places of all contradictions.
std::string wrong_in(const Evidence& evidence, const CountedDeck& deck = deck_with_pairs) {
  std::vector<Contradiction> contradictions;
  check_pair_positions(deck, evidence.trials, evidence, contradictions);
  std::string places;
  for (const Contradiction& wrong : contradictions) places += wrong.where + " ";
  return places;
}

}  // namespace

TEST_CASE("pair positions of real trials contradict nothing") {
  CHECK(wrong_in(honest()).empty());
  Evidence without = honest();
  without.pair_positions.reset();
  CHECK(wrong_in(without) == "/evidence/pair_positions ");
  CHECK(wrong_in(without, {.size = cards_of_deck, .marked = 0, .permutations_counted = false}).empty());
  CHECK(wrong_in(honest(), {.size = cards_of_deck, .marked = 0, .permutations_counted = false}) ==
        "/evidence/pair_positions ");
}

TEST_CASE("a constant deck has the largest sums that there are") {
  std::vector<Card> deck;
  for (int card = 0; card < cards_of_deck; ++card) deck.push_back(static_cast<Card>(card));
  PairPositionCounts counts(cards_of_deck);
  Evidence evidence;
  evidence.trials = trials_of_all;
  evidence.positions.assign(cards_of_deck, std::vector<std::uint64_t>(cards_of_deck));
  for (int trial = 0; trial < trials_of_all; ++trial) counts.add(deck);
  for (std::size_t place = 0; place < deck.size(); ++place) evidence.positions[place][place] = trials_of_all;
  evidence.pair_positions = counts.sums();
  CHECK(wrong_in(evidence).empty());
  evidence.pair_positions->cards[7].squares += 2;
  CHECK(wrong_in(evidence) == "/evidence/pair_positions/cards/7 ");
}

TEST_CASE("sums that no trials can have made are found, each where it stands") {
  const auto changed = [](auto change) {
    Evidence evidence = honest();
    change(*evidence.pair_positions);
    return wrong_in(evidence);
  };
  const std::string at_5 = "/evidence/pair_positions/cards/5 ", places = "/evidence/pair_positions/places ";
  CHECK(changed([](PairPositions& pairs) { pairs.cards.pop_back(); }) == "/evidence/pair_positions/cards ");
  CHECK(changed([](PairPositions& pairs) { pairs.places.emplace_back(); }) == places);
  CHECK(changed([](PairPositions& pairs) { ++pairs.cards[5].squares; }) == at_5);
  CHECK(changed([](PairPositions& pairs) { pairs.cards[5].squares = 1; }) == at_5);
  CHECK(changed([](PairPositions& pairs) { pairs.cards[5].squares = trials_of_all * trials_of_all + 2; }) ==
        at_5);
  CHECK(changed([](PairPositions& pairs) { ++pairs.cards[5].unordered_squares; }) == at_5);
  CHECK(changed([](PairPositions& pairs) { pairs.cards[5].unordered_squares = 3; }) == at_5);
  CHECK(changed([](PairPositions& pairs) { pairs.cards[5].unordered_squares *= 3; }) == at_5);
  CHECK(changed([](PairPositions& pairs) { pairs.cards[5].above = 0; }) == at_5);
  CHECK(changed([](PairPositions& pairs) { pairs.cards[5].above *= 3; }) == at_5);
  CHECK(changed([](PairPositions& pairs) { pairs.cards[5].above = ~std::uint64_t{0}; }) == at_5);
  // Possible by themselves, but not of the trials that the other list is of.
  CHECK(changed([](PairPositions& pairs) { pairs.cards[5].squares -= 2; }) == places);
  CHECK(changed([](PairPositions& pairs) { pairs.places[5].unordered_squares += 2; }) == places);
  CHECK(changed([](PairPositions& pairs) { ++pairs.places[5].above; }) == places);
}

TEST_CASE("two cards never show less than each alone") {
  Evidence evidence = honest();
  evidence.positions[0].assign(cards_of_deck, 0);
  evidence.positions[0][0] = trials_of_all * cards_of_deck;
  CHECK(wrong_in(evidence) == "/evidence/pair_positions ");
}

TEST_CASE("more trials than counters hold cannot have been counted") {
  Evidence evidence = honest();
  evidence.trials = PairPositions::max_trials + 1;
  CHECK(wrong_in(evidence) == "/evidence/pair_positions ");
}
