// Trials on decks of any cards.
#pragma once

#include <bitset>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <fairshuffle/detail/card_index.hpp>
#include <fairshuffle/detail/trials.hpp>

namespace fairshuffle::detail {

template <class T>
concept CardRange = requires(const T& cards) {
  { std::begin(cards) } -> std::random_access_iterator;
  { std::size(cards) } -> std::convertible_to<std::size_t>;
};

template <class T>
concept Deck = CardRange<T> || requires(const T& deck) {
  { deck.cards() } -> CardRange;
};

template <class MakeDeck>
using DeckOf = std::remove_cvref_t<std::invoke_result_t<MakeDeck&>>;

template <class MakeDeck>
concept DeckFactory =
    std::invocable<MakeDeck&> && Deck<DeckOf<MakeDeck>> && std::move_constructible<DeckOf<MakeDeck>>;

template <Deck D>
decltype(auto) cards_of(const D& deck) {
  if constexpr (CardRange<D>) {
    return (deck);
  } else {
    return deck.cards();
  }
}

template <Deck D>
using CardOf = std::iter_value_t<decltype(std::begin(cards_of(std::declval<const D&>())))>;

template <class D>
concept TellableCards = TellableCard<CardOf<D>>;

template <class MakeDeck, class Shuffle>
class DeckTrials final : public Trials {
  using Made = std::invoke_result_t<MakeDeck&>;
  using D = DeckOf<MakeDeck>;

 public:
  DeckTrials(MakeDeck& make_deck, Shuffle& shuffle)
      : make_deck_(&make_deck), shuffle_(&shuffle), deck_(make_deck()) {
    auto&& cards = cards_of(*deck_);
    for (std::size_t position = 0; position < std::size(cards); ++position) {
      index_.add(*(std::begin(cards) + static_cast<std::ptrdiff_t>(position)));
    }
    checked_deck_size(static_cast<std::intmax_t>(index_.size()));
  }

  int deck_size() const { return static_cast<int>(index_.size()); }

  void run_fresh(std::span<std::uint8_t> rows, std::vector<UnreadableDeck>& unreadable) override {
    shuffle_fresh(rows, unreadable);
  }
  void run_fresh_wide(std::span<std::uint16_t> rows, std::vector<UnreadableDeck>& unreadable) override {
    shuffle_fresh(rows, unreadable);
  }

  void start_fresh() override {
    renew();
    check_sorted();
  }

  void run_on(std::span<std::uint8_t> row, std::vector<UnreadableDeck>& unreadable) override {
    (*shuffle_)(*deck_);
    read(0, row, unreadable);
  }
  void run_on_wide(std::span<std::uint16_t> row, std::vector<UnreadableDeck>& unreadable) override {
    (*shuffle_)(*deck_);
    read(0, row, unreadable);
  }

 private:
  template <class Number>
  void shuffle_fresh(std::span<Number> rows, std::vector<UnreadableDeck>& unreadable) {
    const std::size_t trials = rows.size() / index_.size();
    for (std::size_t trial = 0; trial < trials; ++trial) {
      renew();
      // Once a batch is often enough to see a deck that shares its cards with the one before.
      if (trial == 0) check_sorted();
      (*shuffle_)(*deck_);
      read(trial, rows.subspan(trial * index_.size(), index_.size()), unreadable);
    }
  }

  void renew() {
    if constexpr (std::assignable_from<D&, Made>) {
      *deck_ = (*make_deck_)();
    } else {
      deck_.emplace((*make_deck_)());
    }
  }

  void check_sorted() const {
    auto&& cards = cards_of(*deck_);
    bool sorted = std::size(cards) == index_.size();
    for (std::size_t position = 0; sorted && position < index_.size(); ++position) {
      sorted = index_.of(*(std::begin(cards) + static_cast<std::ptrdiff_t>(position))) == position;
    }
    if (!sorted) {
      throw std::invalid_argument(
          "certify: a fresh deck differs from the first one; each must have the same cards in the same "
          "order, "
          "and cards of its own");
    }
  }

  template <class Number>
  void read(std::size_t trial, std::span<Number> row, std::vector<UnreadableDeck>& unreadable) const {
    constexpr std::size_t most = std::is_same_v<Number, std::uint8_t> ? most_byte_cards : most_cards;
    auto&& cards = cards_of(*deck_);
    std::bitset<most> seen;
    bool readable = std::size(cards) == row.size();
    if (readable) {
      auto card = std::begin(cards);
      for (std::size_t position = 0; position < row.size(); ++position, ++card) {
        const std::uint16_t index = index_.of(*card);
        row[position] = static_cast<Number>(index);
        readable = readable && index != no_card;
        seen.set(index % most);
      }
      // As many cards as positions and none twice: then none is lost.
      readable = readable && seen.count() == row.size();
    }
    if (!readable) [[unlikely]]
      keep_unreadable(trial, unreadable);
  }

  void keep_unreadable(std::size_t trial, std::vector<UnreadableDeck>& unreadable) const {
    auto&& cards = cards_of(*deck_);
    std::vector<std::string> texts;
    // One card more than a deck may have is enough to see that there are too many.
    for (std::size_t position = 0; position < std::size(cards) && position <= most_cards; ++position) {
      texts.push_back(index_.text_of(*(std::begin(cards) + static_cast<std::ptrdiff_t>(position))));
    }
    unreadable.push_back({trial, deck_text(texts, index_.size())});
  }

  std::remove_reference_t<MakeDeck>* make_deck_;
  std::remove_reference_t<Shuffle>* shuffle_;
  std::optional<D> deck_;
  CardIndex<CardOf<D>> index_;
};

}  // namespace fairshuffle::detail
