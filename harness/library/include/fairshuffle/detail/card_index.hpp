// Which card of the sorted deck is this?
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <fairshuffle/detail/trials.hpp>

namespace fairshuffle::detail {

/// What CardIndex gives for a foreign card: the highest number, of one byte too.
inline constexpr std::uint16_t no_card = 65535;

template <class Card>
concept HashableCard = requires(const Card& card) {
  { std::hash<Card>()(card) } -> std::convertible_to<std::size_t>;
};

/// A card that is told from others by a copy of it.
template <class Card>
concept TellableCard = std::copyable<Card> && std::equality_comparable<Card>;

/// The cards of a deck by their value, at most most_cards.
template <TellableCard Card>
class CardIndex {
 public:
  std::size_t size() const { return cards_.size(); }

  /// Throws std::invalid_argument when the card is already there, or is one too many.
  void add(const Card& card) {
    if (cards_.size() == most_cards) {
      throw std::invalid_argument("certify: a deck has at most " + std::to_string(most_cards) + " cards");
    }
    if (of(card) != no_card) {
      throw std::invalid_argument("certify: cards " + std::to_string(of(card)) + " and " +
                                  std::to_string(cards_.size()) +
                                  " of the deck are equal; no test could tell them apart");
    }
    cards_.push_back(card);
    if (2 * cards_.size() > slots_.size()) {
      --shift_;
      slots_.assign(2 * slots_.size(), 0);
      for (std::size_t index = 0; index < cards_.size(); ++index) take_slot(index);
    } else {
      take_slot(cards_.size() - 1);
    }
  }

  /// Its index in the sorted deck, or no_card.
  std::uint16_t of(const Card& card) const {
    // At most half of the slots are taken, so that a free one ends the search.
    for (std::size_t slot = first_slot(card); slots_[slot] != 0; slot = next_slot(slot)) {
      const auto index = static_cast<std::uint16_t>(slots_[slot] - 1);
      if (cards_[index] == card) return index;
    }
    return no_card;
  }

  /// The card in words: its text or number where it has one, else its index.
  std::string text_of(const Card& card) const {
    if constexpr (std::convertible_to<const Card&, std::string_view>) {
      return std::string(std::string_view(card));
    } else if constexpr (std::same_as<Card, char>) {
      return std::string(1, card);
    } else if constexpr (std::integral<Card>) {
      return std::to_string(card);
    } else {
      const std::uint16_t index = of(card);
      return index == no_card ? "foreign" : std::to_string(index);
    }
  }

 private:
  std::size_t first_slot(const Card& card) const {
    if constexpr (HashableCard<Card>) {
      // The product's upper bits depend on all bits of the hash: std::hash of a number is that number.
      return static_cast<std::size_t>(std::uint64_t{std::hash<Card>()(card)} * 0x9e3779b97f4a7c15 >> shift_);
    } else {
      return 0;
    }
  }

  std::size_t next_slot(std::size_t slot) const { return (slot + 1) & (slots_.size() - 1); }

  void take_slot(std::size_t index) {
    std::size_t slot = first_slot(cards_[index]);
    while (slots_[slot] != 0) slot = next_slot(slot);
    slots_[slot] = static_cast<std::uint16_t>(index + 1);
  }

  std::vector<Card> cards_;
  // A card's index + 1; 0 for a free slot. As many slots as the bits that the shift leaves tell apart.
  std::vector<std::uint16_t> slots_ = std::vector<std::uint16_t>(2 * most_byte_cards);
  int shift_ = 56;
};

}  // namespace fairshuffle::detail
