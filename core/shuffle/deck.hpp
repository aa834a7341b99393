// The deck context: what a shuffle may do with a deck, whatever the deck really is.
//
// A shuffle is written once against these operations and run, unchanged, by every interpreter: on an array of
// cards, on packed decks in vector lanes, on a script of choices, on the whole distribution over n!
// permutations. So an index that was drawn has the deck's own type and is never looked into; what an
// interpreter cannot do, its deck does not offer, and the shuffle that asks for it is refused at compile
// time.
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

/// `swap(i, j)`: the cards at i and j change places; i = j is allowed.
template <class D>
concept SwapDeck = Deck<D> && requires(D& deck, int fixed, DrawnIndex<D> drawn) {
  deck.swap(fixed, drawn);
  deck.swap(drawn, drawn);
  deck.swap(fixed, fixed);
};

/// `move(from, to)`: the card at `from` is taken out, the others close up, and it is put in so that it then
/// stands at `to`.
template <class D>
concept MoveDeck = Deck<D> && requires(D& deck, int fixed, DrawnIndex<D> drawn) {
  deck.move(fixed, drawn);
  deck.move(fixed, fixed);
};

/// `deal(i)`: the i-th of the cards not yet dealt goes to the end of the pile, the rest close up. After n
/// deals the pile is the deck.
template <class D>
concept DealDeck = Deck<D> && requires(D& deck, DrawnIndex<D> drawn) {
  deck.deal(drawn);
};

/// `place_inside_out(i, k)`: one step of building the order in a second array: out[i] = out[k]; out[k] =
/// in[i]. i runs from 0, 0 <= k <= i. After n steps `out` is the deck.
template <class D>
concept InsideOutDeck = Deck<D> && requires(D& deck, int fixed, DrawnIndex<D> drawn) {
  deck.place_inside_out(fixed, drawn);
};

/// `cut(k)`: the first k cards go below the others.
template <class D>
concept CutDeck = Deck<D> && requires(D& deck, DrawnIndex<D> drawn) {
  deck.cut(drawn);
};

/// `permutation_count()` is n!; `arrange(rank)` puts the cards into the order of that rank.
template <class D>
concept ArrangeDeck = Deck<D> && requires(D& deck, DrawnIndex<D> drawn) {
  { deck.permutation_count() } -> std::same_as<std::int64_t>;
  deck.arrange(drawn);
};

/// `deal_by_itself()`: the order made so far is applied once more: hand[i] = deck[order[i]].
template <class D>
concept ReapplyDeck = SwapDeck<D> && requires(D& deck) {
  deck.deal_by_itself();
};

/// `label(i, key)` notes a key for position i; `sort_by_labels()` sorts the cards by the keys of their
/// positions, stably.
template <class D>
concept SortDeck = Deck<D> && requires(D& deck, int fixed, DrawnIndex<D> drawn) {
  deck.label(fixed, drawn);
  deck.sort_by_labels();
};

/// `merge_by_labels()` is the inverse of sorting: the cards are cut into packets as large as the keys'
/// counts, and position i takes the next card of packet key(i).
template <class D>
concept MergeDeck = Deck<D> && requires(D& deck, int fixed, DrawnIndex<D> drawn) {
  deck.label(fixed, drawn);
  deck.merge_by_labels();
};

/// `shelve_by_labels()` sorts like `sort_by_labels()`, but puts the cards of each even key in reverse: card
/// after card goes on top of what has an even key, and below what has an odd one.
template <class D>
concept ShelfDeck = Deck<D> && requires(D& deck, int fixed, DrawnIndex<D> drawn) {
  deck.label(fixed, drawn);
  deck.shelve_by_labels();
};

/// `throw_by_labels()`: a packet begins at the first card and wherever the key is 0, and each packet goes on
/// top of those before it, so that the last one comes first; within a packet the cards keep their order.
template <class D>
concept PacketDeck = Deck<D> && requires(D& deck, int fixed, DrawnIndex<D> drawn) {
  deck.label(fixed, drawn);
  deck.throw_by_labels();
};

/// `deal_into_piles(k, rank)`: the cards go one by one to k piles in turn, each on top of its pile, and the
/// piles are put together in the order of that rank, the first on top.
template <class D>
concept PileDeck = Deck<D> && requires(D& deck, int fixed, DrawnIndex<D> drawn) {
  deck.deal_into_piles(fixed, drawn);
  deck.deal_into_piles(fixed, fixed);
};

/// What a comparator tosses: `yes` of its faces, which come equally often, say yes.
struct Coin {
  int yes = 1;
  int faces = 2;
};

/// `compare_by_coin(i, j, coin)`: the coin says whether the card at i is to stand before the card at j.
/// `came_before(i, j)`: whether it stood before that one when the shuffle began. The shuffle branches on
/// both, so a deck that is many decks at once cannot offer them.
template <class D>
concept CoinDeck = SwapDeck<D> && MoveDeck<D> && requires(D& deck, int i, int j, Coin coin) {
  { deck.compare_by_coin(i, j, coin) } -> std::same_as<bool>;
  { deck.came_before(i, j) } -> std::same_as<bool>;
};

/// `hand_out(i)`: a copy of the card at i goes to the end of the pile: what a deal with a wrong index does.
template <class D>
concept HandOutDeck = SwapDeck<D> && requires(D& deck, int fixed) {
  deck.hand_out(fixed);
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
