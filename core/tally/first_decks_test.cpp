#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/tally/positions.hpp"
#include "core/tally/tally.hpp"

using namespace fairshuffle;

namespace {

constexpr int cards_of_widest = 1024;
constexpr std::size_t most_of_widest = FirstDecks::most_cards / cards_of_widest;

// Turned by the number of its trial.
std::vector<WideCard> turned_deck(std::uint64_t trial, int deck_size = cards_of_widest) {
  std::vector<WideCard> deck(static_cast<std::size_t>(deck_size));
  std::iota(deck.begin(), deck.end(), WideCard{0});
  std::rotate(deck.begin(), deck.begin() + static_cast<std::ptrdiff_t>(trial % deck.size()), deck.end());
  return deck;
}

void keep_one(FirstDecks& kept, std::uint64_t trial) {
  kept.add(std::span<const WideCard>(turned_deck(trial)), trial);
}

}  // namespace

TEST_CASE("the decks of the lowest indices are kept, whoever counts which trial") {
  // Blocks of a hundred in turn by three, of which the last is behind.
  std::vector<FirstDecks> counting(3, FirstDecks(cards_of_widest));
  for (std::uint64_t trial = 0; trial < 3 * most_of_widest; ++trial) {
    if (trial % 7 != 0) keep_one(counting[trial / 100 % 3], trial);
  }
  FirstDecks all(cards_of_widest);
  all.merge(counting[2]);
  all.merge(counting[0]);
  all.merge(counting[1]);
  REQUIRE(all.trials().size() == most_of_widest);
  std::uint64_t trial = 0;
  for (std::size_t index = 0; index < most_of_widest; ++index) {
    ++trial;
    if (trial % 7 == 0) ++trial;
    CHECK(all.trials()[index] == trial);
    CHECK(std::ranges::equal(all.deck(index), turned_deck(trial)));
  }
}

TEST_CASE("decks that are written come back, and bytes that are none are refused") {
  FirstDecks kept(5);
  for (const std::uint64_t trial : {3U, 4U, 9U})
    kept.add(std::span<const WideCard>(turned_deck(trial, 5)), trial);
  std::string bytes;
  CountsWriter writer([&bytes](std::string_view piece) { bytes += piece; });
  kept.write(writer);
  writer.end();
  const auto read = [](std::string_view from) {
    CountsReader reader([from]() mutable { return std::exchange(from, {}); });
    FirstDecks decks(5);
    decks.merge(reader);
    return decks;
  };
  const FirstDecks back = read(bytes);
  REQUIRE(std::ranges::equal(back.trials(), kept.trials()));
  for (std::size_t index = 0; index < 3; ++index)
    CHECK(std::ranges::equal(back.deck(index), kept.deck(index)));
  // A card twice; then the second trial before the first.
  std::string other = bytes;
  other[3] = other[2];
  CHECK_THROWS_AS(read(other), CodedCountsError);
  other = bytes;
  other[7] = 2;
  CHECK_THROWS_AS(read(other), CodedCountsError);
}

TEST_CASE("a stream's second halves are kept where that is asked for, of decks of any kind") {
  for (const int deck_size : {8, 12, 52, 200}) {
    CAPTURE(deck_size);
    for (const bool asked : {false, true}) {
      TallyHalves halves(deck_size, 0, standard_permutation_counting(deck_size), fewest_slots_told,
                         {.tables = {}, .bets = {}, .first_decks = asked});
      TrialStream stream(deck_size);
      for (std::uint64_t trial = 0; trial < 300; ++trial) {
        stream.add(std::span<const WideCard>(turned_deck(trial, deck_size)), trial,
                   trial / 100 == 1 ? halves.second : halves.first);
      }
      halves.settle();
      CHECK(halves.first.first_decks() == nullptr);
      REQUIRE((halves.second.first_decks() != nullptr) == asked);
      if (!asked) continue;
      TallyHalves beside = halves.beside();
      beside.merge(halves);
      const FirstDecks& kept = *beside.second.first_decks();
      REQUIRE(kept.trials().size() == 100);
      CHECK(kept.trials().front() == 100);
      CHECK(std::ranges::equal(kept.deck(99), turned_deck(199, deck_size)));
    }
  }
}
