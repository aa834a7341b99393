#include <algorithm>
#include <numeric>
#include <random>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

#include "core/tally/tally.hpp"

using namespace fairshuffle;

namespace {

constexpr PermutationCounting list_then_narrow{CounterWidth::narrow, 3000};

// Random decks end to end, many of them twice in a row; of these, one in 97 is spoilt.
std::vector<Card> some_decks(std::size_t deck_size, std::size_t decks, bool spoilt) {
  std::mt19937 words(deck_size);
  std::vector<Card> deck(deck_size), all;
  std::iota(deck.begin(), deck.end(), Card{0});
  for (std::size_t count = 0; count < decks; ++count) {
    if (words() % 4 != 0) std::ranges::shuffle(deck, words);
    all.insert(all.end(), deck.begin(), deck.end());
    if (spoilt && count % 97 == 3) {
      const Card wrong[] = {static_cast<Card>(deck_size), 255, 16, deck.front()};
      all[all.size() - 1] = wrong[count / 97 % (deck_size > 1 ? 4 : 3)];
    }
  }
  return all;
}

void check_same(const RunningTally& blocks, const RunningTally& singles) {
  const Tally a = blocks.complete(), b = singles.complete();
  CHECK(a.trials == b.trials);
  CHECK(a.repeats.pairs == b.repeats.pairs);
  CHECK(a.repeats.equal == b.repeats.equal);
  CHECK(a.successive.pairs == b.successive.pairs);
  CHECK(a.successive.permutations == b.successive.permutations);
  if (a.permutations) CHECK(a.permutations->by_rank() == b.permutations->by_rank());
  CHECK(std::ranges::equal(a.fixed_points.by_value(), b.fixed_points.by_value()));
  CHECK(a.positions.at(0, 0) == b.positions.at(0, 0));
  CHECK(blocks.invalid_trials() == singles.invalid_trials());
  REQUIRE(blocks.witnesses().size() == singles.witnesses().size());
  for (std::size_t index = 0; index < blocks.witnesses().size(); ++index) {
    CHECK(blocks.witnesses()[index].trial == singles.witnesses()[index].trial);
    CHECK(blocks.witnesses()[index].permutation == singles.witnesses()[index].permutation);
  }
}

void check_blocks_against_singles(std::size_t deck_size, std::optional<PermutationCounting> counting,
                                  bool spoilt) {
  CAPTURE(deck_size);
  const std::size_t decks = 5000;
  const std::vector<Card> cards = some_decks(deck_size, decks, spoilt);
  RunningTally blocks(static_cast<int>(deck_size), 0, counting);
  RunningTally singles(static_cast<int>(deck_size), 0, counting);
  TrialStream of_blocks(static_cast<int>(deck_size)), of_singles(static_cast<int>(deck_size));
  for (std::size_t trial = 0; trial < decks; ++trial) {
    of_singles.add(std::span(cards).subspan(trial * deck_size, deck_size), 7 + trial, singles);
  }
  // Blocks of all lengths, some of them none and some longer than what is ranked at once.
  std::size_t next = 0;
  for (const std::size_t length : {0U, 1U, 2U, 1U, 97U, 0U, 1300U, 1024U, 1U, 2574U}) {
    of_blocks.add_decks(std::span(cards).subspan(next * deck_size, length * deck_size), 7 + next, blocks);
    next += length;
  }
  REQUIRE(next == decks);
  check_same(blocks, singles);
  CHECK((blocks.invalid_trials() > 0) == spoilt);
}

}  // namespace

TEST_CASE("decks counted in blocks are counted as they are one by one") {
  for (const std::size_t deck_size : {1U, 2U, 3U, 4U, 5U, 6U, 7U, 8U, 9U}) {
    for (const bool spoilt : {false, true}) {
      check_blocks_against_singles(deck_size, standard_permutation_counting(static_cast<int>(deck_size)),
                                   spoilt);
    }
  }
}

TEST_CASE(
    "decks counted in blocks are counted as they are one by one, as a list and without their permutations") {
  for (const bool spoilt : {false, true}) {
    check_blocks_against_singles(8, list_then_narrow, spoilt);
    check_blocks_against_singles(5, std::nullopt, spoilt);
    check_blocks_against_singles(52, std::nullopt, spoilt);
    check_blocks_against_singles(64, std::nullopt, spoilt);
    check_blocks_against_singles(128, std::nullopt, spoilt);
  }
}

TEST_CASE(
    "the first deck of a block is a repeat of the last one of the block before, unless a stream begins") {
  RunningTally tally(3, 0);
  const std::vector<Card> twice{2, 0, 1, 2, 0, 1};
  TrialStream stream(3);
  stream.add_decks(twice, 0, tally);
  stream.add_decks(twice, 2, tally);
  CHECK(tally.counted().repeats.pairs == 3);
  CHECK(tally.counted().repeats.equal == 3);
  stream.begin();
  stream.add_decks(twice, 4, tally);
  CHECK(tally.counted().repeats.pairs == 4);
}

TEST_CASE("decks that are not whole are refused") {
  RunningTally tally(3, 0);
  TrialStream stream(3);
  CHECK_THROWS_AS(stream.add_decks(std::vector<Card>{0, 1, 2, 0}, 0, tally), std::invalid_argument);
  CHECK(tally.trials() == 0);
}
