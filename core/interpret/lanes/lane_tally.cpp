#include "core/interpret/lanes/lane_tally.hpp"

namespace fairshuffle {

void LaneTally::add_decks(const std::uint64_t* decks, std::size_t rows, std::size_t lanes,
                          std::uint64_t first_row, std::size_t first_lane,
                          std::array<std::uint64_t, lanes_per_block>& previous) {
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const std::uint64_t deck = decks[row * lanes + lane];
      const std::uint64_t index = (first_row + row) * lanes_per_block + first_lane + lane;
      if (held_.empty()) {
        add_deck(deck, first_trial_ + index, previous[first_lane + lane]);
      } else {
        held_[index] = deck;
      }
    }
  }
}

void LaneTally::add_deck(std::uint64_t deck, std::uint64_t trial, std::uint64_t& previous) {
  std::array<Card, 16> cards;
  const int bits = card_bits(deck_size_);
  for (int position = 0; position < deck_size_; ++position) {
    cards[static_cast<std::size_t>(position)] =
        static_cast<Card>(deck >> (bits * position) & ((1U << bits) - 1));
  }
  const bool valid = tally_->add_unlinked({cards.data(), static_cast<std::size_t>(deck_size_)}, trial);
  if (valid && previous != no_deck) tally_->add_pairs(1, deck == previous);
  previous = valid ? deck : no_deck;
}

}  // namespace fairshuffle
