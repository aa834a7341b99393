#include "core/tally/planes/plane_layout.hpp"

#include <algorithm>
#include <array>

#include "core/order/compiled_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/tally/planes/plane_layout.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/tally/planes/transpose-inl.hpp"
#include "core/tally/planes/vectors-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace fairshuffle {
namespace HWY_NAMESPACE {

// What stands for a card that was found nowhere: no place, and the lowest signed byte there is.
inline constexpr std::size_t nowhere = 128;

// Each card is looked for at every position: n^2 comparisons for as many decks as a register holds.
HWY_INLINE void FindCards(std::span<const Plane> cards, std::span<Plane> places, std::size_t first) {
  constexpr std::size_t together = 4;
  for (std::size_t card = 0; card < cards.size(); card += together) {
    DeckBytes at[together], wanted[together];
    for (std::size_t k = 0; k < together; ++k) {
      at[k] = AllOf(nowhere);
      wanted[k] = AllOf(card + k);
    }
    DeckBytes position = AllOf(0);
    for (const Plane& plane : cards) {
      const DeckBytes here = LoadDecks(plane.data() + first);
      for (std::size_t k = 0; k < together; ++k) at[k] = Choose(AreEqual(here, wanted[k]), position, at[k]);
      position = Sum(position, AllOf(1));
    }
    for (std::size_t k = 0; k < together && card + k < cards.size(); ++k) {
      StoreDecks(at[k], places[card + k].data() + first);
    }
  }
}

// Each card is sent to its place: n bytes written for each deck.
HWY_INLINE void SendCards(std::span<const Plane> cards, std::span<Plane> places) {
  for (Plane& plane : places) plane.fill(static_cast<Card>(nowhere));
  Card* const to = places.front().data();
  for (std::size_t position = 0; position < cards.size(); ++position) {
    const Card* const from = cards[position].data();
#pragma GCC unroll 16
    for (std::size_t deck = 0; deck < decks_of_planes; ++deck) {
      to[from[deck] * decks_of_planes + deck] = static_cast<Card>(position);
    }
  }
}

bool LayOutPlaces(std::span<const Plane> cards, std::span<Plane> places) {
  // So many comparisons cost less than the bytes that are written otherwise, one at a time.
#if HWY_TARGET == HWY_SCALAR
  constexpr std::size_t most_compared = 0;
#else
  constexpr std::size_t most_compared = decks_of_vector > 16 ? 64 : 32;
#endif
  const bool by_comparing = cards.size() <= most_compared;
  if (!by_comparing) SendCards(cards, places);
  Plane lowest;
  for (std::size_t first = 0; first < decks_of_planes; first += decks_of_vector) {
    if (by_comparing) FindCards(cards, places, first);
    DeckBytes least = AllOf(0);
    for (const Plane& plane : places) least = LowerOf(least, LoadDecks(plane.data() + first));
    StoreDecks(least, lowest.data() + first);
  }
  return lowest == Plane{};
}

void LayOutDecks(std::span<const Plane> cards, std::span<Plane, decks_of_planes> decks) {
  std::array<Plane, tile_side> last{};
  for (std::size_t first = 0; first < cards.size(); first += tile_side) {
    const std::size_t left = cards.size() - first;
    // Beyond the last card there is no plane to read.
    if (left < tile_side) std::copy_n(cards.begin() + static_cast<std::ptrdiff_t>(first), left, last.begin());
    const Card* const rows = left < tile_side ? last.front().data() : cards[first].data();
    for (std::size_t deck = 0; deck < decks_of_planes; deck += tile_side) {
      LayOutTile(rows + deck, sizeof(Plane), tile_side, decks.data() + deck, first);
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace fairshuffle
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace fairshuffle {

HWY_EXPORT(LayOutPlaces);
HWY_EXPORT(LayOutDecks);

bool lay_out_places(std::span<const Plane> cards, std::span<Plane> places) {
  return HWY_DYNAMIC_DISPATCH(LayOutPlaces)(cards, places);
}

void lay_out_decks(std::span<const Plane> cards, std::span<Plane, decks_of_planes> decks) {
  HWY_DYNAMIC_DISPATCH(LayOutDecks)(cards, decks);
}

}  // namespace fairshuffle
#endif  // HWY_ONCE
