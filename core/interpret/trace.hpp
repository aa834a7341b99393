// A shuffle step by step, and what it costs: draws, moves, extra memory, and how they grow.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
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
  draw,     ///< a draw below `first` gave `second`
  word,     ///< the library took a word of 0..first from the source, and it was `second`
  label,    ///< position `first` got the key `second`
  compare,  ///< the coin was asked whether the card at `first` stands before the one at `second`
  verb,     ///< the deck did `verb` with these numbers
};

struct TraceEvent {
  EventKind kind;
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  bool before = false;  ///< the coin's answer to a `compare`
  const VerbInfo* verb = nullptr;
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
  bool before = false;             ///< as in TraceEvent
  const VerbInfo* verb = nullptr;  ///< likewise
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

/// One trial on the sorted deck. Offers every verb and every operation that ScalarDeck offers over the same
/// draws; the deck underneath does the work. `Listener` is called with what was noted and the deck
/// as it is then.
template <class Draws, class Listener, class AnyCard = Card, int most_cards = largest_byte_deck>
class NotedDeck : public VerbsOf<NotedDeck<Draws, Listener, AnyCard, most_cards>> {
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

  template <class V, class... Number>
  void perform(V verb, Number... numbers) {
    deck_.perform(verb, numbers...);
    const std::array<std::uint64_t, 2> told{static_cast<std::uint64_t>(numbers)...};
    note({.kind = EventKind::verb, .first = told[0], .second = told[1], .verb = &V::info});
  }
  void label(Index position, Index key) {
    deck_.label(position, key);
    note({EventKind::label, static_cast<std::uint64_t>(position), static_cast<std::uint64_t>(key)});
  }
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

  Listener listener_;
  NotedBy draws_;
  Deck deck_;
  std::array<Place, most_cards> places_{};
};

// The meter: what a shuffle costs as its deck grows, and whether the registry's claim of it holds.

/// What one shuffle of one deck cost.
struct MeterReading {
  std::uint64_t draws = 0;  ///< bounded draws; of a library function that draws its own way, words taken
  std::uint64_t moves = 0;  ///< cards written, into the deck or beside it; a swap writes two
  std::uint64_t extra = 0;  ///< the most cards and keys that lay outside the deck at once
  std::vector<int> deck;    ///< as the shuffle left it
};

/// One shuffle of the sorted deck of setup.deck_size cards, 1 or more, with ideal draws: the setup's source,
/// draw method and seeding have no part in it. Each operation costs what it does the plain way that a program
/// would do it, so a cost is one of arrays, not of the interpreters here, which know shorter ways to a few of
/// them. Throws std::invalid_argument for an empty deck, one of more than largest_metered_deck cards and for
/// a shuffle that lists all permutations of more than largest_listed_deck cards.
MeterReading meter_once(const SampleSetup& setup, std::uint64_t seed);
inline constexpr int largest_metered_deck = 4096;
inline constexpr int largest_listed_deck = 9;

/// The mean cost at one deck size.
struct CostPoint {
  int deck_size = 0;
  double draws = 0, moves = 0, extra = 0;
};

/// Seven deck sizes that double from 16, or from where the claims of its cost begin to hold; from 4 to 9 for
/// a shuffle that lists all permutations.
std::vector<int> metered_sizes(const ShuffleInfo& shuffle);

/// The setup at another deck size: an option whose standard value is the deck size, and which has it, keeps
/// to it.
SampleSetup at_deck_size(const SampleSetup& setup, int deck_size);

/// The means over 32 shuffles, or over fewer, at least two, where they would take more than some ten million
/// moves; the seeds are fixed.
std::vector<CostPoint> meter(const SampleSetup& setup, std::span<const int> deck_sizes);

// Growth: the distribution by which a measured cost grows with the deck, and the registry's claims held to
// it.

/// What was measured at one deck size.
struct Measured {
  int deck_size = 0;
  double cost = 0;
};

struct GrowthFit {
  std::string_view growth;  ///< "1", "log n", "n", "n log n", "n^2", "n^2 log n", "n^3", "n!", "n n!"; or "0"
  double factor = 0;        ///< cost is about factor times growth; logarithms are to base 2
  double slope = 0;         ///< of log cost over log n: the exponent, were it a power of n
};

/// The growth whose curve, scaled, lies closest: the smallest variance of log(cost / growth). "0" where
/// nothing was ever spent. The slope is that of least squares. At least two deck sizes, ascending, from 2;
/// costs all above 0 or all 0; throws std::invalid_argument.
GrowthFit fit_growth(std::span<const Measured> measured);

/// The costs of one kind.
std::vector<Measured> measured(std::span<const CostPoint> points, double CostPoint::*kind);

/// One claim of ShuffleInfo::cost, and how it fared.
struct CheckedClaim {
  std::string what;   ///< "draws", "moves" or "extra"
  std::string claim;  ///< as it is written: "n log n", "2k"; "in place"
  double drift = 0;   ///< slope of log(measured / claimed) over log n: 0 where both grow alike
  bool holds = false;
};

/// The claims of setup.shuffle->cost that speak of the setup's options, held against the points. A claim of a
/// class holds when measured / claimed drifts by less than largest_drift; a claim of none, or of no extra
/// memory, when there was none. A shuffle's claims are clauses between commas: a growth and what grows, a
/// growth being a product of numbers, n, n^2, n!, log n and options by name ("n log n draws and moves", "2k
/// draws", "n extra cards", "n! permutations listed", "in place"); where an option of words decides, parts
/// between semicolons, each led by its word ("merge: n^2 moves; quick: n log n moves"), and a last part where
/// all this holds of larger decks only ("from 64 cards on"). Throws std::invalid_argument for what cannot be
/// read so.
std::vector<CheckedClaim> check_claims(const SampleSetup& setup, std::span<const CostPoint> points);

/// A factor of log n is a drift of 0.17 over the metered sizes, one of n a drift of 1.
inline constexpr double largest_drift = 0.1;

}  // namespace fairshuffle
