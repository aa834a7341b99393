// A tally that counts over planes, against one that counts one permutation after another.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/cases_for_tests.hpp"
#include "core/permutation/vector_targets.hpp"
#include "core/tally/planes/planes.hpp"
#include "core/tally/planes/planes_for_tests.hpp"
#include "core/tally/tables/tables.hpp"
#include "core/tally/tally.hpp"

using namespace fairshuffle;

TEST_CASE("large decks are counted alike on every vector target, however many at a time") {
  const TargetsRestored restored;
  for (const int deck_size : deck_sizes_in_planes) {
    CAPTURE(deck_size);
    const Permutations permutations = random_permutations(deck_size, 700, static_cast<unsigned>(deck_size));
    Tally one_by_one(deck_size, 2);
    for (const auto& permutation : permutations) one_by_one.add_to_derived(permutation);
    for (const std::string_view target : vector_targets()) {
      CAPTURE(target);
      use_vector_target(target);
      Tally together(deck_size, 2);
      for (const auto& permutation : permutations) together.add_to_tables(permutation);
      CHECK_FALSE(together.is_settled());
      together.settle();
      CHECK(together.is_settled());
      CHECK(std::ranges::equal(together.positions.cells(), one_by_one.positions.cells()));
      CHECK(std::ranges::equal(together.neighbours.cells(), one_by_one.neighbours.cells()));
      CHECK(std::ranges::equal(together.fixed_points.by_value(), one_by_one.fixed_points.by_value()));
      CHECK(std::ranges::equal(together.cycles.by_value(), one_by_one.cycles.by_value()));
      CHECK(std::ranges::equal(together.parity.by_value(), one_by_one.parity.by_value()));
      CHECK(std::ranges::equal(together.subsets->by_rank(), one_by_one.subsets->by_rank()));
    }
  }
}

namespace {

// All that it counted and kept.
std::string coded(RunningTally& tally) {
  tally.settle();
  std::string bytes;
  CountsWriter writer([&bytes](std::string_view piece) { bytes += piece; });
  tally.write(writer);
  writer.end();
  return bytes;
}

// Of 128 cards the sets of five on top take two gigabytes.
RunningTally tally_of_all(int deck_size, const std::vector<NamedBet>& bets) {
  const TableInfo* const on_top = deck_size <= 52 ? &top_five_table : &top_three_table;
  return RunningTally(deck_size, 2, std::nullopt, most_birthday_slots,
                      {.tables = {on_top}, .bets = bets, .pairs = true, .multiset = {}});
}

const std::vector<NamedBet> low_on_top{{.name = "low on top", .cards = {0, 1, 2}, .places = {0, 1, 7}}};

}  // namespace

TEST_CASE("trials that are taken in planes are counted and kept as one by one") {
  for (const int n : {11, 13, 16, 17, 52, 64}) {
    CAPTURE(n);
    RunningTally one_by_one = tally_of_all(n, low_on_top), together = tally_of_all(n, low_on_top);
    REQUIRE(together.takes_planes());
    const auto add = [](RunningTally& tally, const std::vector<Card>& permutation, std::uint64_t trial) {
      tally.add_permutation(permutation, trial);
    };
    std::vector<Plane> cards(static_cast<std::size_t>(n)), places(cards.size());
    for (unsigned batch = 0; batch < 6; ++batch) {
      // Hardly any of those that come now is kept.
      if (batch == 3) one_by_one.expect(most_birthday_slots * 4), together.expect(most_birthday_slots * 4);
      // Some that wait when planes come.
      for (const auto& permutation : random_permutations(n, 3, 7 + batch)) {
        add(one_by_one, permutation, batch);
        add(together, permutation, batch);
      }
      const Permutations permutations = random_permutations(n, 64, batch);
      std::array<std::uint64_t, decks_of_planes> trials;
      for (std::size_t deck = 0; deck < trials.size(); ++deck) {
        trials[deck] = 1000 * batch + 7 * deck;
        for (std::size_t p = 0; p < cards.size(); ++p) cards[p][deck] = permutations[deck][p];
        add(one_by_one, permutations[deck], trials[deck]);
      }
      REQUIRE(lay_out_places(cards, places));
      together.add_planes({.cards = cards, .places = places, .digits = {}, .trials = trials});
    }
    CHECK(together.trials() == 6 * 67);
    CHECK(coded(together) == coded(one_by_one));
  }
}

TEST_CASE("decks that lie end to end are counted and kept as one by one") {
  for (const int n : cases({11, 13, 16, 17, 52, 65, 128, 64})) {
    CAPTURE(n);
    RunningTally one_by_one = tally_of_all(n, low_on_top), together = tally_of_all(n, low_on_top);
    for (unsigned batch = 0; batch < 12; ++batch) {
      if (batch == 6) one_by_one.expect(most_birthday_slots * 4), together.expect(most_birthday_slots * 4);
      std::vector<Card> decks = end_to_end(random_permutations(n, 64, batch));
      REQUIRE(together.takes_decks());
      if (batch % 3 == 1) {
        const Card good = std::exchange(decks[70], Card{255});
        CHECK_FALSE(together.add_decks(decks, 1));
        decks[70] = good;
      }
      REQUIRE(together.add_decks(decks, 1000 * batch));
      const auto deck_size = static_cast<std::size_t>(n);
      for (std::size_t deck = 0; deck < decks_of_planes; ++deck) {
        const std::span<const Card> permutation = std::span(decks).subspan(deck * deck_size, deck_size);
        one_by_one.add_permutation(permutation, 1000 * batch + deck);
      }
    }
    CHECK(together.trials() == 12 * 64);
    CHECK(coded(together) == coded(one_by_one));
  }
}

TEST_CASE("decks are not taken together while others wait, nor where they are counted otherwise") {
  RunningTally tally(52, 0);
  CHECK(tally.takes_decks());
  const Permutations permutations = random_permutations(52, 64, 1);
  for (const auto& permutation : permutations) {
    tally.add_permutation(permutation);
    CHECK(tally.takes_decks() == (&permutation == &permutations.back()));
  }
  CHECK_FALSE(RunningTally(10, 0).takes_decks());
  CHECK_FALSE(RunningTally(11, 0, PermutationCounting{.most_listed = 1000}).takes_decks());
  CHECK_FALSE(RunningTally(129, 0).takes_decks());
  OnRequest dealt;
  dealt.multiset.dealt = 2;
  CHECK_FALSE(RunningTally(20, 0, std::nullopt, most_birthday_slots, dealt).takes_decks());
}

TEST_CASE("what is counted otherwise than over planes takes none") {
  CHECK_FALSE(RunningTally(10, 0).takes_planes());
  CHECK_FALSE(RunningTally(11, 0, PermutationCounting{.most_listed = 1000}).takes_planes());
  CHECK(RunningTally(11, 0).takes_planes());
  CHECK_FALSE(RunningTally(65, 0).takes_planes());
  OnRequest dealt;
  dealt.multiset.dealt = 2;
  CHECK_FALSE(RunningTally(20, 0, std::nullopt, most_birthday_slots, dealt).takes_planes());
}
