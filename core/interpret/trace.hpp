// A shuffle step by step.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "core/interpret/sample.hpp"
#include "core/interpret/scalar_deck.hpp"
#include "core/permutation/permutation.hpp"

namespace fairshuffle {

// The tracer: one shuffle, told step by step.
//
// Prefer it to a sampler where one trial is to be looked at: what was drawn, what moved, the deck after each
// step. It runs the samplers' own deck, so a story and a trial of the same seed are the same shuffle.

/// What happened, and what TraceEvent::first and ::second then are. Positions count from 0.
enum class EventKind {
  draw,        ///< a draw below `first` gave `second`
  word,        ///< the library took a word of 0..first from the source, and it was `second`
  swap,        ///< the cards at `first` and `second` changed places
  move,        ///< the card at `first` was taken out and put in at `second`
  deal,        ///< the card at `first` of those not yet dealt went to the end of the pile
  place,       ///< inside-out: pile[first] = pile[second]; pile[second] = deck[first]
  cut,         ///< the first `first` cards went below the others
  arrange,     ///< the deck was put into the order of rank `first`
  reapply,     ///< the order made so far was applied once more
  label,       ///< position `first` got the key `second`
  sort,        ///< the cards were sorted by their keys, stably
  merge,       ///< the packets that the keys cut were merged
  compare,     ///< the coin was asked whether the card at `first` stands before the one at `second`
  hand_out,    ///< a copy of the card at `first` went to the end of the pile
  shelve,      ///< the cards were put on shelves by their keys, and these emptied
  throw_over,  ///< the packets that begin at key 0 were put on top of each other, the last one last
  gather,      ///< the cards were dealt to `first` piles, put together in their order of rank `second`
};

struct TraceEvent {
  EventKind kind;
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  bool before = false;     ///< the coin's answer to a `compare`
  std::vector<Card> deck;  ///< after the event: the cards in place, after a `deal` those not yet dealt
  std::vector<Card> pile;  ///< after the event: the cards piled up, or built inside out
};

struct Trace {
  std::vector<TraceEvent> events;
  std::vector<Card> deck;  ///< after the shuffle; no order of the deck where the target is invalid
};

/// Trial 0 of the stream that `seed` starts: the deck is the first one that a scalar sampler makes after
/// begin_block(seed). Throws std::invalid_argument where why_not_followed has something to say.
Trace trace(const SampleSetup& setup, std::uint64_t seed);

/// The shuffle with its draws given, whatever the setup's source. Throws std::invalid_argument unless they
/// are as many as it takes, each below its bound; and for a shuffle that draws its own way.
Trace trace(const SampleSetup& setup, std::span<const std::uint64_t> draws);

/// The same with every draw decided as it comes: `choose(bound)` gives 0..bound-1, else
/// std::invalid_argument.
Trace trace(const SampleSetup& setup, const std::function<std::uint64_t(std::uint64_t bound)>& choose);

// A deck that notes what is done to it: the samplers' deck with a listener around it.

/// What was done, and what TraceEvent::first and ::second are.
struct Noted {
  EventKind kind;
  std::uint64_t first = 0, second = 0;
  bool before = false;  ///< as in TraceEvent
};

/// Draws that tell `note` of every value and word they give. `Note` takes what was noted.
template <class Draws, class Note>
class NotedDraws {
 public:
  NotedDraws(Draws& draws, Note note) : draws_(&draws), note_(note) {}

  std::uint64_t below(std::uint64_t bound) {
    const std::uint64_t value = draws_->below(bound);
    note_({EventKind::draw, bound, value});
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
    note_({EventKind::word, max(), word});
    return word;
  }

 private:
  Draws* draws_;
  Note note_;
};

/// One trial on the sorted deck. Offers every operation of core/shuffle/deck.hpp that ScalarDeck offers over
/// the same draws; the deck underneath does the work. `Listener` is called with what was noted and the deck
/// as it is then.
template <class Draws, class Listener, class AnyCard = Card, int most_cards = largest_byte_deck>
class NotedDeck {
  struct Teller {
    NotedDeck* deck;
    void operator()(const Noted& noted) const { deck->listener_(noted, std::as_const(deck->deck_)); }
  };
  using NotedBy = NotedDraws<Draws, Teller>;

 public:
  using Index = std::int64_t;
  using Deck = ScalarDeck<NotedBy, AnyCard, most_cards>;

  NotedDeck(int deck_size, Draws& draws, Listener listener)
      : listener_(std::move(listener)), draws_(draws, Teller{this}), deck_(deck_size, draws_) {
    deck_.begin_trial();
  }
  NotedDeck(const NotedDeck&) = delete;
  NotedDeck& operator=(const NotedDeck&) = delete;

  /// The deck after the trial.
  std::span<const AnyCard> end_trial() { return deck_.end_trial(); }
  Listener& listener() { return listener_; }

  int size() const { return deck_.size(); }
  Index draw_below(Index bound) { return deck_.draw_below(bound); }
  Index draw_sum(int terms, Index bound) { return deck_.draw_sum(terms, bound); }
  Index permutation_count() const { return deck_.permutation_count(); }
  bool came_before(Index i, Index j) { return deck_.came_before(i, j); }

  void swap(Index i, Index j) { did(EventKind::swap, &Deck::swap, i, j); }
  void move(Index from, Index to) { did(EventKind::move, &Deck::move, from, to); }
  void deal(Index i) { did(EventKind::deal, &Deck::deal, i); }
  void place_inside_out(Index i, Index k) { did(EventKind::place, &Deck::place_inside_out, i, k); }
  void cut(Index k) { did(EventKind::cut, &Deck::cut, k); }
  void arrange(Index rank) { did(EventKind::arrange, &Deck::arrange, rank); }
  void deal_by_itself() { did(EventKind::reapply, &Deck::deal_by_itself); }
  void label(Index position, Index key) { did(EventKind::label, &Deck::label, position, key); }
  void sort_by_labels() { did(EventKind::sort, &Deck::sort_by_labels); }
  void merge_by_labels() { did(EventKind::merge, &Deck::merge_by_labels); }
  void shelve_by_labels() { did(EventKind::shelve, &Deck::shelve_by_labels); }
  void throw_by_labels() { did(EventKind::throw_over, &Deck::throw_by_labels); }
  void deal_into_piles(int piles, Index permutation) {
    did(EventKind::gather, &Deck::deal_into_piles, piles, permutation);
  }
  void hand_out(Index i) { did(EventKind::hand_out, &Deck::hand_out, i); }
  bool compare_by_coin(Index i, Index j, Coin coin) {
    const bool before = deck_.compare_by_coin(i, j, coin);
    note({EventKind::compare, static_cast<std::uint64_t>(i), static_cast<std::uint64_t>(j), before});
    return before;
  }

  /// A place of the deck that the library may only swap, which is how it shuffles: through the deck, and so
  /// noted. Swaps are found by argument-dependent lookup.
  struct Place {
    Place() = default;
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;
    friend void swap(Place& a, Place& b) { a.deck->swap(a.position, b.position); }
    NotedDeck* deck = nullptr;
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
  void note(const Noted& noted) { listener_(noted, std::as_const(deck_)); }
  template <class Verb, class... Numbers>
  void did(EventKind kind, Verb verb, Numbers... numbers) {
    (deck_.*verb)(numbers...);
    note({kind, static_cast<std::uint64_t>(numbers)...});
  }

  Listener listener_;
  NotedBy draws_;
  Deck deck_;
  std::array<Place, most_cards> places_{};
};

}  // namespace fairshuffle
