// The sort that JavaScript had until 2018 in V8, by a coin.
#pragma once

#include <array>

#include "core/shuffle/deck.hpp"
#include "core/shuffle/sorts/plain.hpp"

namespace fairshuffle {

struct OldV8Sort : PlainSorts {
  template <CoinDeck D>
  void operator()(D& deck) const {
    old_v8_sort(deck, 0, deck.size());
  }

 private:
  // V8 until 2018, for decks of up to 1000 cards: up to 10 cards are inserted, more are parted in three
  // around the middle one of three.
  template <CoinDeck D>
  void old_v8_sort(D& deck, int begin, int end) const {
    while (end - begin > 10) {
      const auto [equal, after] = old_v8_partition(deck, begin, end);
      if (end - after < equal - begin) {
        old_v8_sort(deck, after, end);
        end = equal;
      } else {
        old_v8_sort(deck, begin, equal);
        begin = after;
      }
    }
    insertion_sort(deck, begin, end);
  }

  // Where the cards begin that are equal to the pivot, and those after it.
  template <CoinDeck D>
  std::array<int, 2> old_v8_partition(D& deck, int begin, int end) const {
    const int middle = begin + (end - begin) / 2;
    old_v8_sort_three(deck, begin, middle, end - 1);
    int equal = begin + 1, after = end - 1;
    deck.swap(middle, equal);
    for (int place = equal + 1; place < after; ++place) {
      if (deck.compare_by_coin(place, equal, coin)) {
        deck.swap(place, equal++);
      } else if (is_after_if_not_before(deck, place, equal)) {
        bool before = false;
        while (true) {
          if (--after == place) return {equal, after};
          before = deck.compare_by_coin(after, equal, coin);
          if (before || !is_after_if_not_before(deck, after, equal)) break;
        }
        deck.swap(place, after);
        if (before) deck.swap(place, equal++);
      }
    }
    return {equal, after};
  }

  // The middle card of the three comes to stand at `middle`.
  template <CoinDeck D>
  void old_v8_sort_three(D& deck, int begin, int middle, int last) const {
    if (deck.compare_by_coin(last, begin, coin)) deck.swap(begin, last);
    const Coin not_after{.yes = coin.faces - 1, .faces = coin.faces};
    if (deck.compare_by_coin(middle, begin, not_after)) {
      deck.swap(begin, middle);
    } else if (!deck.compare_by_coin(middle, last, coin)) {
      deck.swap(middle, last);
    }
  }

  // What is left of the answer when it is known not to be "before".
  template <CoinDeck D>
  bool is_after_if_not_before(D& deck, int i, int j) const {
    return coin.faces == 2 || deck.compare_by_coin(j, i, {.yes = 1, .faces = 2});
  }
};

}  // namespace fairshuffle
