// The tracer: one shuffle, told step by step.
//
// Prefer it to a sampler where one trial is to be looked at: what was drawn, what moved, the deck after each
// step. It runs the samplers' own deck, so a story and a trial of the same seed are the same shuffle.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/interpret/sample.hpp"
#include "core/order/order.hpp"

namespace fairshuffle {

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

}  // namespace fairshuffle
