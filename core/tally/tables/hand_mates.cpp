#include "core/tally/tables/hand_mates.hpp"

#include <vector>

#include <fmt/format.h>

#include "core/order/number_text.hpp"

namespace fairshuffle::detail {

namespace {

using Plane = OrderPlanes::Plane;

// The hand of each card. Beyond the last deck no two cards share one.
std::vector<Plane> hands_by_card(const OrderPlanes& orders) {
  const int hands = hands_of(orders.deck_size()), width = orders.deck_size() / hands;
  std::vector<Plane> by_card(orders.places().size());
  for (std::size_t card = 0; card < by_card.size(); ++card) {
    const Plane& place = orders.places()[card];
    Plane& hand = by_card[card];
    for (int first = width; first < orders.deck_size(); first += width) {
      for (std::size_t deck = 0; deck < hand.size(); ++deck) {
        hand[deck] = static_cast<Card>(hand[deck] + (place[deck] >= first));
      }
    }
    for (std::size_t deck = orders.size(); deck < hand.size(); ++deck) hand[deck] = static_cast<Card>(card);
  }
  return by_card;
}

}  // namespace

void add_hand_mates(const OrderPlanes& orders, std::span<std::uint64_t> cells) {
  const std::vector<Plane> hands = hands_by_card(orders);
  auto cell = cells.begin();
  for (std::size_t card = 0; card < hands.size(); ++card) {
    for (std::size_t other = card + 1; other < hands.size(); ++other, ++cell) {
      std::uint8_t together = 0;
      static_assert(OrderPlanes::most < 256);
      for (std::size_t deck = 0; deck < OrderPlanes::most; ++deck) {
        together = static_cast<std::uint8_t>(together + (hands[card][deck] == hands[other][deck]));
      }
      *cell += together;
    }
  }
}

std::string check_hand_mates(int deck_size, std::uint64_t trials, std::span<const std::uint64_t> cells) {
  const auto cards = static_cast<std::size_t>(deck_size);
  const std::uint64_t mates = trials * (static_cast<std::uint64_t>(deck_size / hands_of(deck_size)) - 1);
  std::vector<std::uint64_t> of_card(cards);
  auto cell = cells.begin();
  for (std::size_t card = 0; card < cards; ++card) {
    for (std::size_t other = card + 1; other < cards; ++other, ++cell) {
      if (*cell > trials) {
        return fmt::format("has cards {} and {} in one hand in {} of {} trials", card, other,
                           with_commas(*cell), with_commas(trials));
      }
      of_card[card] += *cell;
      of_card[other] += *cell;
    }
    if (of_card[card] != mates) {
      return fmt::format("has {} cards beside card {}, where {} trials have {}", with_commas(of_card[card]),
                         card, with_commas(trials), with_commas(mates));
    }
  }
  return "";
}

}  // namespace fairshuffle::detail
