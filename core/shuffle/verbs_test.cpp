#include "core/shuffle/verbs.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <span>

#include <doctest/doctest.h>

#include "core/interpret/scalar_deck.hpp"

using namespace fairshuffle;

namespace {

template <class AnyCard>
using DrawlessDeck = ScalarDeck<NoDraws, AnyCard>;

}  // namespace

TEST_CASE(
    "cards that are bytes and wide ones are put in order by labels alike, equal labels and reversed ones "
    "too") {
  std::mt19937_64 words(1);
  NoDraws draws;
  for (const int cards : {1, 2, 17, 128}) {
    for (const std::uint64_t labels : {1ULL, 2ULL, 20ULL, 1'000'000ULL, 1ULL << 40}) {
      for (int trial = 0; trial < 20; ++trial) {
        DrawlessDeck<Card> bytes(cards, draws);
        DrawlessDeck<WideCard> wide(cards, draws);
        bytes.begin_trial();
        wide.begin_trial();
        const auto by_labels = [&](auto order_by) {
          for (int position = 0; position < cards; ++position) {
            const auto label = static_cast<std::int64_t>(words() % labels);
            bytes.label(position, label);
            wide.label(position, label);
          }
          order_by(bytes);
          order_by(wide);
        };
        by_labels([](auto& deck) { deck.sort_by_labels(); });
        CHECK(std::ranges::equal(bytes.cards(), wide.cards()));
        by_labels([](auto& deck) { deck.shelve_by_labels(); });
        CHECK(std::ranges::equal(bytes.cards(), wide.cards()));
        by_labels([](auto& deck) { deck.merge_by_labels(); });
        CHECK(std::ranges::equal(bytes.cards(), wide.cards()));
      }
    }
  }
}

TEST_CASE("a card that is moved leaves the others as they lay, behind it and before it") {
  NoDraws draws;
  DrawlessDeck<Card> deck(6, draws);
  deck.begin_trial();
  deck.move(1, 4);
  CHECK(std::ranges::equal(deck.cards(), std::array{0, 2, 3, 4, 1, 5}));
  deck.move(4, 1);
  CHECK(std::ranges::equal(deck.cards(), std::array{0, 1, 2, 3, 4, 5}));
  deck.move(0, 5);
  deck.move(2, 2);
  CHECK(std::ranges::equal(deck.cards(), std::array{1, 2, 3, 4, 5, 0}));
}

TEST_CASE("a shelf of an even number holds its cards in reverse, of an odd one as they came") {
  NoDraws draws;
  const auto shelved = [&](auto deck) {
    deck.begin_trial();
    constexpr std::array<std::int64_t, 6> labels{1, 0, 3, 0, 1, 0};
    for (std::size_t position = 0; position < labels.size(); ++position) {
      deck.label(static_cast<std::int64_t>(position), labels[position]);
    }
    deck.shelve_by_labels();
    return std::array{deck.cards()[0], deck.cards()[1], deck.cards()[2],
                      deck.cards()[3], deck.cards()[4], deck.cards()[5]};
  };
  CHECK(shelved(DrawlessDeck<Card>(6, draws)) == std::array<Card, 6>{5, 3, 1, 0, 4, 2});
  CHECK(shelved(DrawlessDeck<WideCard>(6, draws)) == std::array<WideCard, 6>{5, 3, 1, 0, 4, 2});
}
