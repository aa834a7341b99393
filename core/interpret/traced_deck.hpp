// A deck that notes what is done to it: the samplers' deck with a listener around it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/interpret/scalar_deck.hpp"
#include "core/interpret/trace.hpp"

namespace fairshuffle {

/// Draws that tell `note` of every value and word they give. `Note` takes an EventKind and two numbers.
template <class Draws, class Note>
class NotedDraws {
 public:
  NotedDraws(Draws& draws, Note note) : draws_(&draws), note_(note) {}

  std::uint64_t below(std::uint64_t bound) {
    const std::uint64_t value = draws_->below(bound);
    note_(EventKind::draw, bound, value);
    return value;
  }

  NotedDraws& words() requires requires(Draws& draws) { draws.words(); }
  { return *this; }

  // As a UniformRandomBitGenerator, where the draws underneath have one.
  using result_type = std::uint64_t;
  static constexpr result_type min() { return 0; }
  static constexpr result_type max() requires requires { Draws::Words::max(); }
  { return Draws::Words::max(); }
  result_type operator()() requires requires(Draws& draws) { draws.words(); }
  {
    const std::uint64_t word = draws_->words()();
    note_(EventKind::word, max(), word);
    return word;
  }

 private:
  Draws* draws_;
  Note note_;
};

/// One trial on the sorted deck. Offers every operation of core/shuffle/deck.hpp that ScalarDeck offers over
/// the same draws; the deck underneath does the work.
template <class Draws>
class TracedDeck {
  struct Listener {
    TracedDeck* deck;
    void operator()(EventKind kind, std::uint64_t first, std::uint64_t second) const {
      deck->note(kind, first, second);
    }
  };
  using Noted = NotedDraws<Draws, Listener>;

 public:
  using Index = std::int64_t;

  TracedDeck(int deck_size, Draws& draws) : draws_(draws, Listener{this}), deck_(deck_size, draws_) {
    deck_.begin_trial();
  }
  TracedDeck(const TracedDeck&) = delete;
  TracedDeck& operator=(const TracedDeck&) = delete;

  Trace finish() && {
    const std::span<const Card> cards = deck_.end_trial();
    return {.events = std::move(events_), .deck = {cards.begin(), cards.end()}};
  }

  int size() const { return deck_.size(); }
  Index draw_below(Index bound) { return deck_.draw_below(bound); }
  Index draw_sum(int terms, Index bound) { return deck_.draw_sum(terms, bound); }
  Index order_count() const { return deck_.order_count(); }

  void swap(Index i, Index j) {
    deck_.swap(i, j);
    note(EventKind::swap, i, j);
  }
  void move(Index from, Index to) {
    deck_.move(from, to);
    note(EventKind::move, from, to);
  }
  void deal(Index i) {
    deck_.deal(i);
    ++piled_;
    --in_place_;
    note(EventKind::deal, i);
  }
  void place_inside_out(Index i, Index k) {
    deck_.place_inside_out(i, k);
    ++piled_;
    note(EventKind::place, i, k);
  }
  void cut(Index k) {
    deck_.cut(k);
    note(EventKind::cut, k);
  }
  void arrange(Index rank) {
    deck_.arrange(rank);
    note(EventKind::arrange, rank);
  }
  void deal_by_itself() {
    deck_.deal_by_itself();
    note(EventKind::reapply);
  }
  void label(Index position, Index key) {
    deck_.label(position, key);
    note(EventKind::label, position, key);
  }
  void sort_by_labels() {
    deck_.sort_by_labels();
    note(EventKind::sort);
  }
  void merge_by_labels() {
    deck_.merge_by_labels();
    note(EventKind::merge);
  }
  void shelve_by_labels() {
    deck_.shelve_by_labels();
    note(EventKind::shelve);
  }
  void throw_by_labels() {
    deck_.throw_by_labels();
    note(EventKind::throw_over);
  }
  void deal_into_piles(int piles, Index order) {
    deck_.deal_into_piles(piles, order);
    note(EventKind::gather, piles, order);
  }
  bool compare_by_coin(Index i, Index j, Coin coin) {
    const bool before = deck_.compare_by_coin(i, j, coin);
    note(EventKind::compare, i, j);
    events_.back().before = before;
    return before;
  }
  bool came_before(Index i, Index j) { return deck_.came_before(i, j); }
  void hand_out(Index i) {
    deck_.hand_out(i);
    ++piled_;
    note(EventKind::hand_out, i);
  }

  /// A place of the deck that the library may only swap, which is how it shuffles: through the deck, and so
  /// noted. Swaps are found by argument-dependent lookup.
  struct Place {
    Place() = default;
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;
    friend void swap(Place& a, Place& b) { a.deck->swap(a.position, b.position); }
    TracedDeck* deck = nullptr;
    Index position = 0;
  };

  std::span<Place> cards() {
    Index position = 0;
    for (Place& place : places_) {
      place.deck = this;
      place.position = position++;
    }
    return {places_.data(), static_cast<std::size_t>(size())};
  }

  auto& words() requires requires(Draws& draws) { draws.words(); }
  { return draws_.words(); }

 private:
  template <class First = int, class Second = int>
  void note(EventKind kind, First first = 0, Second second = 0) {
    const std::span<const Card> cards = std::as_const(deck_).cards();
    const std::span<const Card> pile = deck_.pile();
    events_.push_back({.kind = kind,
                       .first = static_cast<std::uint64_t>(first),
                       .second = static_cast<std::uint64_t>(second),
                       .deck = {cards.begin(), cards.begin() + in_place_},
                       .pile = {pile.begin(), pile.begin() + piled_}});
  }

  Noted draws_;
  ScalarDeck<Noted> deck_;
  std::vector<TraceEvent> events_;
  std::array<Place, largest_byte_deck> places_{};
  int in_place_ = deck_.size();
  int piled_ = 0;
};

}  // namespace fairshuffle
