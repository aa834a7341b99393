// The deck context: what a shuffle may do with a deck, whatever the deck really is.
//
// A shuffle is written once against these operations and the verbs of core/shuffle/verbs.hpp, and run,
// unchanged, by every interpreter: on an array of cards, on packed decks in vector lanes, on a script of
// choices, on the whole distribution over n! permutations. So an index that was drawn has the deck's own type
// and is never looked into; what an interpreter cannot do, its deck does not offer, and the shuffle that asks
// for it is refused at compile time.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace fairshuffle {

/// Every deck: `size()` is the deck size n, `draw_below(bound)` an index drawn from 0..bound-1, bound >= 1.
/// The draws are a shuffle's only source of chance.
template <class D>
concept Deck = requires(D& deck, std::int64_t bound) {
  { deck.size() } -> std::same_as<int>;
  deck.draw_below(bound);
};

/// The type of a drawn index: a number, a vector of numbers, or a symbol.
template <Deck D>
using DrawnIndex = std::remove_cvref_t<decltype(std::declval<D&>().draw_below(2))>;

/// `draw_sum(k, bound)`: the sum of k draws below bound; a drawn index may have a number added to it.
template <class D>
concept SumDeck = Deck<D> && requires(D& deck, int terms, std::int64_t bound) {
  { deck.draw_sum(terms, bound) + 1 } -> std::convertible_to<DrawnIndex<D>>;
};

/// What a comparator tosses: `yes` of its faces, which come equally often, say yes.
struct Coin {
  int yes = 1;
  int faces = 2;
};

/// `cards()` is the array itself, for library functions that draw through the deck.
template <class D>
concept ArrayDeck = Deck<D> && requires(D& deck) {
  deck.cards().begin();
  deck.cards().end();
  { deck.draw_below(2) } -> std::convertible_to<std::ptrdiff_t>;
};

/// `words()` is the typed source itself, for library functions that draw their own way.
template <class D>
concept WordDeck = ArrayDeck<D> && requires(D& deck) {
  deck.words()();
  std::remove_cvref_t<decltype(deck.words())>::min();
  std::remove_cvref_t<decltype(deck.words())>::max();
};

}  // namespace fairshuffle
