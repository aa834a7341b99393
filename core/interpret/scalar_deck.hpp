// A deck as an array of cards: the deck context of the interpreters that run one trial at a time.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

#include "core/interpret/steps.hpp"
#include "core/permutation/permutation.hpp"
#include "core/shuffle/verbs.hpp"

namespace fairshuffle {

/// Cards in an array, choices from `Draws`, which offers `std::uint64_t below(std::uint64_t bound)`. Offers
/// every verb and every operation of core/shuffle/deck.hpp; `words()` only where `Draws` has it. AnyCard:
/// Card, or WideCard for decks of up to most_cards.
template <class Draws, class AnyCard = Card,
          int most_cards = std::is_same_v<AnyCard, Card> ? largest_byte_deck : largest_deck_size>
class ScalarDeck : public VerbsOf<ScalarDeck<Draws, AnyCard, most_cards>> {
 public:
  using Index = std::int64_t;
  static constexpr int largest_deck = most_cards;
  using Cards = std::array<AnyCard, largest_deck>;

  /// deck_size in 1..largest_deck.
  ScalarDeck(int deck_size, Draws& draws) : size_(deck_size), draws_(&draws) { start_sorted(); }

  /// The next trials start from the sorted deck.
  void start_sorted() {
    for (std::size_t card = 0; card < start_.size(); ++card) start_[card] = static_cast<AnyCard>(card);
    starts_sorted_ = true;
  }
  /// The next trial starts from the deck as the last one left it.
  void start_from_here() {
    start_ = cards_;
    starts_sorted_ = false;
  }
  std::span<const AnyCard> start() const { return {start_.data(), static_cast<std::size_t>(size_)}; }

  /// Takes up the deck for a new trial.
  void begin_trial() {
    copy_cards(start_.data(), cards_.data());
    piled_ = 0;
  }

  /// The deck after a trial.
  std::span<const AnyCard> end_trial() {
    if (piled_ > 0) std::copy_n(pile_.begin(), piled_, cards_.begin());
    return {cards_.data(), static_cast<std::size_t>(size_)};
  }
  /// The same, copied to where there is room for largest_deck cards.
  void end_trial(AnyCard* to) { copy_cards(end_trial().data(), to); }

  int size() const { return size_; }

  Index draw_below(Index bound) {
    return static_cast<Index>(draws_->below(static_cast<std::uint64_t>(bound)));
  }

  Index draw_sum(int terms, Index bound) {
    Index sum = 0;
    for (int term = 0; term < terms; ++term) sum += draw_below(bound);
    return sum;
  }

  Index permutation_count() const { return static_cast<Index>(fairshuffle::permutation_count(size_)); }

  void label(Index position, Index key) { labels_[static_cast<std::size_t>(position)] = key; }

  template <class V, class... Number>
  void perform(V, Number... numbers) {
    if constexpr (V::info.piles) {
      pile_up(V{}, static_cast<Index>(numbers)...);
    } else {
      V::apply(*this, static_cast<Index>(numbers)...);
    }
  }

  // What verbs are done with.

  /// Indices are drawn below a bound that is at most the deck size, which the target checked.
  AnyCard& at(Index i) { return cards_[static_cast<std::size_t>(i)]; }
  Cards copy() const { return cards_; }
  std::span<const Index> labels() const { return {labels_.data(), static_cast<std::size_t>(size_)}; }
  /// Which position of the deck that the trial began with each card comes from, in `room`.
  std::span<const AnyCard> order_so_far(Cards&& room) const {
    const std::span<AnyCard> order(room.data(), static_cast<std::size_t>(size_));
    if (starts_sorted_) {
      std::ranges::copy(cards(), order.begin());
    } else {
      relative_order(start(), cards(), order);
    }
    return order;
  }

  /// Position i gets the card of position positions[i].
  template <class Position>
  void reorder(std::span<Position> positions) {
    const Cards before = cards_;
    for (std::size_t i = 0; i < positions.size(); ++i) {
      cards_[i] = before[static_cast<std::size_t>(positions[i])];
    }
  }

  bool compare_by_coin(Index, Index, Coin coin) {
    if constexpr (requires { draws_->toss(coin); }) {
      return draws_->toss(coin);
    } else {
      return draw_below(coin.faces) >= coin.faces - coin.yes;
    }
  }

  bool came_before(Index i, Index j) {
    if (starts_sorted_) return at(i) < at(j);
    return std::ranges::find(start_, at(i)) < std::ranges::find(start_, at(j));
  }

  std::span<AnyCard> cards() { return {cards_.data(), static_cast<std::size_t>(size_)}; }
  std::span<const AnyCard> cards() const { return {cards_.data(), static_cast<std::size_t>(size_)}; }
  /// The pile's places, as many as the deck has; what no operation has filled means nothing.
  std::span<const AnyCard> pile() const { return {pile_.data(), static_cast<std::size_t>(size_)}; }

  auto& words() requires requires(Draws& draws) { draws.words(); }
  { return draws_->words(); }

 private:
  // Three fixed sizes copy in few moves; the cards beyond the deck are never looked at.
  void copy_cards(const AnyCard* from, AnyCard* to) const {
    if (size_ <= 8) {
      std::memcpy(to, from, 8 * sizeof(AnyCard));
    } else if (size_ <= 64) {
      std::memcpy(to, from, 64 * sizeof(AnyCard));
    } else {
      std::memcpy(to, from, largest_deck * sizeof(AnyCard));
    }
  }

  void pile_up(HandOut, Index i) { pile_[static_cast<std::size_t>(piled_++)] = at(i); }

  void pile_up(Deal, Index i) {
    pile_up(HandOut{}, i);
    // Of the n - piled_ + 1 cards that lay there, those behind the dealt one close up.
    std::copy(&at(i) + 1, cards_.data() + (size_ - piled_ + 1), &at(i));
  }

  void pile_up(PlaceInsideOut, Index i, Index k) {
    pile_[static_cast<std::size_t>(i)] = pile_[static_cast<std::size_t>(k)];
    pile_[static_cast<std::size_t>(k)] = at(i);
    piled_ = size_;
  }

  Cards cards_{};
  int size_;
  int piled_ = 0;
  Draws* draws_;
  Cards start_;
  bool starts_sorted_ = true;
  Cards pile_{};
  std::array<Index, largest_deck> labels_{};
};

/// For decks whose every step is given.
struct NoDraws {
  std::uint64_t below(std::uint64_t) { return 0; }
};

/// Does a recorded step to a deck; `number(index)` is what an index stands for.
template <class Deck, class NumberOf>
void replay(const Step& step, const NumberOf& number, Deck& deck) {
  const auto index = [&number](const StepIndex& of) { return static_cast<std::int64_t>(number(of)); };
  for (std::size_t position = 0; position < step.labels.size(); ++position) {
    deck.label(static_cast<std::int64_t>(position), index(step.labels[position]));
  }
  if (step.verb == nullptr) return deck.reorder(std::span<const int>(step.sources));
  Verbs::visit(*step.verb, [&]<class V>(V verb) {
    if constexpr (V::info.numbers == 0) {
      deck.perform(verb);
    } else if constexpr (V::info.numbers == 1) {
      deck.perform(verb, index(step.first));
    } else {
      deck.perform(verb, index(step.first), index(step.second));
    }
  });
}

/// Where the cards of a deck of so many come from in a step that is not by labels: position i gets that of
/// sources[i]. `number` as above.
template <class NumberOf>
std::vector<Card> sources_of(const Step& step, int deck_size, const NumberOf& number) {
  NoDraws none;
  ScalarDeck<NoDraws> deck(deck_size, none);
  deck.begin_trial();
  replay(step, number, deck);
  const std::span<const Card> cards = deck.end_trial();
  return {cards.begin(), cards.end()};
}

}  // namespace fairshuffle
