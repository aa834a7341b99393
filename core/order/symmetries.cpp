#include "core/order/symmetries.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace fairshuffle {

std::string_view to_text(const Symmetry& symmetry) {
  static constexpr std::array<std::string_view, 8> texts{
      "",
      "cards reversed",
      "positions reversed",
      "positions and cards reversed",
      "positions and cards exchanged",
      "positions and cards exchanged, then cards reversed",
      "positions and cards exchanged, then positions reversed",
      "positions and cards exchanged, then both reversed",
  };
  return texts[static_cast<std::size_t>(4 * symmetry.exchanged + 2 * symmetry.positions_reversed +
                                        symmetry.cards_reversed)];
}

namespace {

template <class AnyCard>
void write_image(const Symmetry& symmetry, std::span<const AnyCard> order, std::span<AnyCard> image) {
  const auto size = static_cast<int>(order.size());
  for (int at = 0; at < size; ++at) {
    const Place place = place_of(symmetry, {at, order[static_cast<std::size_t>(at)]}, size);
    image[static_cast<std::size_t>(place.position)] = static_cast<AnyCard>(place.card);
  }
}

}  // namespace

void apply(const Symmetry& symmetry, std::span<const Card> order, std::span<Card> image) {
  write_image(symmetry, order, image);
}
void apply(const Symmetry& symmetry, std::span<const WideCard> order, std::span<WideCard> image) {
  write_image(symmetry, order, image);
}

std::vector<std::uint32_t> image_ranks(const Symmetry& symmetry, int deck_size) {
  if (deck_size < 1 || deck_size > largest_countable_deck_size) {
    throw std::invalid_argument("image_ranks: deck_size must be in 1..12, was " + std::to_string(deck_size));
  }
  std::vector<std::uint32_t> ranks;
  ranks.reserve(order_count(deck_size));
  std::vector<Card> order = order_of_rank(0, deck_size);
  std::vector<Card> image(order.size());
  do {
    apply(symmetry, order, image);
    ranks.push_back(static_cast<std::uint32_t>(rank_of(image)));
  } while (to_next_order(order));
  return ranks;
}

}  // namespace fairshuffle
