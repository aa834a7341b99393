// The eight ways in which two programs may mean the same shuffle and write down different orders.
//
// One lists the card at each position, the other the position of each card; one counts positions, or cards,
// from the other end. Together these changes form a group of eight: the dihedral group.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/order/order.hpp"

namespace fairshuffle {

/// What is done to an order, in this order of steps.
struct Symmetry {
  bool exchanged = false;           ///< positions and cards change roles: the inverse order
  bool positions_reversed = false;  ///< the deck is read from its other end
  bool cards_reversed = false;      ///< card c is called n-1-c

  friend bool operator==(const Symmetry&, const Symmetry&) = default;
};

/// All eight, the plainest first: as it is, the inverse, a loop run from the other end ...
inline constexpr std::array<Symmetry, 8> all_symmetries{{
    {},
    {.exchanged = true},
    {.positions_reversed = true, .cards_reversed = true},
    {.positions_reversed = true},
    {.cards_reversed = true},
    {.exchanged = true, .positions_reversed = true, .cards_reversed = true},
    {.exchanged = true, .positions_reversed = true},
    {.exchanged = true, .cards_reversed = true},
}};

/// "positions and cards exchanged, then positions reversed"; empty for the order as it is.
std::string_view to_text(const Symmetry& symmetry);

/// A card at a position.
struct Place {
  int position, card;
};

/// Where the symmetry puts it, in a deck of that size.
constexpr Place place_of(const Symmetry& symmetry, Place plain, int deck_size) {
  if (symmetry.exchanged) plain = {plain.card, plain.position};
  return {symmetry.positions_reversed ? deck_size - 1 - plain.position : plain.position,
          symmetry.cards_reversed ? deck_size - 1 - plain.card : plain.card};
}

/// image[position] = card. Precondition: is_order(order), image as large.
void apply(const Symmetry& symmetry, std::span<const Card> order, std::span<Card> image);
void apply(const Symmetry& symmetry, std::span<const WideCard> order, std::span<WideCard> image);

/// table[rank of an order] = rank of its image. deck_size in 1..12; throws std::invalid_argument.
std::vector<std::uint32_t> image_ranks(const Symmetry& symmetry, int deck_size);

}  // namespace fairshuffle
