#include "core/interpret/lanes/lane_tally.hpp"

namespace fairshuffle {

void LaneTally::add_deck(std::uint64_t deck, std::uint64_t index, std::size_t lane,
                         std::array<std::uint64_t, lanes_per_block>& previous) {
  if (!held_.empty()) {
    held_[index] = deck;
    return;
  }
  std::array<Card, largest_lane_deck> cards;
  const auto deck_size = static_cast<std::size_t>(deck_size_);
  for (std::size_t position = 0; position < deck_size; ++position) {
    cards[position] = static_cast<Card>(deck >> (4 * position) & 15);
  }
  const std::span<const Card> order(cards.data(), deck_size);
  const bool valid = tally_->add_unlinked(order, first_trial_ + index);
  const std::uint64_t stands_for = !valid ? no_order : linked_by_rank_ ? rank_of(order) : deck;
  if (valid && previous[lane] != no_order) tally_->add_pairs(1, stands_for == previous[lane]);
  previous[lane] = stands_for;
}

}  // namespace fairshuffle
