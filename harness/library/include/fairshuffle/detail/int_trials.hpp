// Trials on decks of the numbers 0..n-1: the fast way.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include <fairshuffle/detail/trials.hpp>

namespace fairshuffle::detail {

/// The decks of a batch are set, shuffled and read each in a loop of its own. Set and read are then loops
/// that a compiler makes vectors of, and no card is read right after it was written: a load of several cards
/// that were stored one by one has to wait for all those stores.
template <class Shuffle>
class IntTrials final : public Trials {
 public:
  IntTrials(int deck_size, Shuffle& shuffle)
      : deck_size_(static_cast<std::size_t>(deck_size)),
        shuffle_(&shuffle),
        // A shuffle that reaches one card too far meets a deck beside its own, or one of two kept for this.
        decks_((most_in_batch + 2) * deck_size_) {
    sort(decks_.size() / deck_size_);
  }

  void run_fresh(std::span<std::uint8_t> rows, std::vector<UnreadableDeck>& unreadable) override {
    const std::size_t trials = rows.size() / deck_size_;
    sort(trials + 2);
    int* const first = decks_.data() + deck_size_;
    for (std::size_t trial = 0; trial < trials; ++trial) {
      std::span<int> deck(first + trial * deck_size_, deck_size_);
      (*shuffle_)(deck);
    }
    read(rows, unreadable);
  }

  void start_fresh() override { sort(3); }

  void run_on(std::span<std::uint8_t> row, std::vector<UnreadableDeck>& unreadable) override {
    std::span<int> deck(decks_.data() + deck_size_, deck_size_);
    (*shuffle_)(deck);
    read(row, unreadable);
  }

 private:
  void sort(std::size_t decks) {
    int* card = decks_.data();
    for (std::size_t position = 0; position < deck_size_; ++position)
      card[position] = static_cast<int>(position);
    // Each copy doubles the sorted part: few calls, and long ones.
    for (std::size_t sorted = 1; sorted < decks; sorted *= 2) {
      std::copy_n(card, std::min(sorted, decks - sorted) * deck_size_, card + sorted * deck_size_);
    }
  }

  void read(std::span<std::uint8_t> rows, std::vector<UnreadableDeck>& unreadable) {
    const int* const first = decks_.data() + deck_size_;
    unsigned all_bits = 0;
    for (std::size_t index = 0; index < rows.size(); ++index) {
      all_bits |= static_cast<unsigned>(first[index]);
      rows[index] = static_cast<std::uint8_t>(first[index]);
    }
    if (all_bits > 255) [[unlikely]]
      find_unreadable(rows.size() / deck_size_, unreadable);
  }

  // A card above 255 has no byte.
  void find_unreadable(std::size_t trials, std::vector<UnreadableDeck>& unreadable) {
    for (std::size_t trial = 0; trial < trials; ++trial) {
      const std::span<const int> deck(decks_.data() + (trial + 1) * deck_size_, deck_size_);
      if (std::all_of(deck.begin(), deck.end(), [](int card) { return card >= 0 && card < 256; })) continue;
      std::vector<std::string> cards;
      for (const int card : deck) cards.push_back(std::to_string(card));
      unreadable.push_back({trial, deck_text(cards, deck_size_)});
    }
  }

  std::size_t deck_size_;
  std::remove_reference_t<Shuffle>* shuffle_;
  std::vector<int> decks_;
};

}  // namespace fairshuffle::detail
