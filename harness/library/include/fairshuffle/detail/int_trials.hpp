// Trials on decks of the numbers 0..n-1: the fast way.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
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
    shuffle_fresh(rows, unreadable);
  }
  void run_fresh_wide(std::span<std::uint16_t> rows, std::vector<UnreadableDeck>& unreadable) override {
    shuffle_fresh(rows, unreadable);
  }

  void start_fresh() override { sort(3); }

  void run_on(std::span<std::uint8_t> row, std::vector<UnreadableDeck>& unreadable) override {
    shuffle_on(row, unreadable);
  }
  void run_on_wide(std::span<std::uint16_t> row, std::vector<UnreadableDeck>& unreadable) override {
    shuffle_on(row, unreadable);
  }

 private:
  template <class Number>
  void shuffle_fresh(std::span<Number> rows, std::vector<UnreadableDeck>& unreadable) {
    const std::size_t trials = rows.size() / deck_size_;
    sort(trials + 2);
    int* const first = decks_.data() + deck_size_;
    for (std::size_t trial = 0; trial < trials; ++trial) {
      std::span<int> deck(first + trial * deck_size_, deck_size_);
      (*shuffle_)(deck);
    }
    read(rows, unreadable);
  }

  template <class Number>
  void shuffle_on(std::span<Number> row, std::vector<UnreadableDeck>& unreadable) {
    std::span<int> deck(decks_.data() + deck_size_, deck_size_);
    (*shuffle_)(deck);
    read(row, unreadable);
  }

  void sort(std::size_t decks) {
    int* card = decks_.data();
    for (std::size_t position = 0; position < deck_size_; ++position)
      card[position] = static_cast<int>(position);
    // Each copy doubles the sorted part: few calls, and long ones.
    for (std::size_t sorted = 1; sorted < decks; sorted *= 2) {
      std::copy_n(card, std::min(sorted, decks - sorted) * deck_size_, card + sorted * deck_size_);
    }
  }

  template <class Number>
  void read(std::span<Number> rows, std::vector<UnreadableDeck>& unreadable) {
    constexpr int highest = std::numeric_limits<Number>::max();
    const int* const first = decks_.data() + deck_size_;
    unsigned all_bits = 0;
    for (std::size_t index = 0; index < rows.size(); ++index) {
      all_bits |= static_cast<unsigned>(first[index]);
      rows[index] = static_cast<Number>(first[index]);
    }
    if (all_bits > unsigned{highest}) [[unlikely]]
      find_unreadable(rows.size() / deck_size_, highest, unreadable);
  }

  // A card above the highest number has none.
  void find_unreadable(std::size_t trials, int highest, std::vector<UnreadableDeck>& unreadable) {
    for (std::size_t trial = 0; trial < trials; ++trial) {
      const std::span<const int> deck(decks_.data() + (trial + 1) * deck_size_, deck_size_);
      const auto has_number = [highest](int card) { return card >= 0 && card <= highest; };
      if (std::all_of(deck.begin(), deck.end(), has_number)) continue;
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
