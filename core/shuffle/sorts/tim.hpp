// Timsort by a coin: the sort of JavaScript, Python and Java.
#pragma once

#include "core/shuffle/deck.hpp"
#include "core/shuffle/sorts/plain.hpp"

namespace fairshuffle {

struct TimSort : PlainSorts {
  template <CoinDeck D>
  void operator()(D& deck) const {
    tim_sort(deck);
  }

 private:
  // What Timsort does with less than 32 cards, in JavaScript (node 20), Python and Java alike: the run that
  // the deck begins with, turned round if it falls, then every other card into its place by bisection. Peters
  // 2002, listsort.txt. Larger decks are sorted as if they were one run, too.
  template <CoinDeck D>
  void tim_sort(D& deck) const {
    if (deck.size() < 2) return;
    const bool falls = deck.compare_by_coin(1, 0, coin);
    int sorted = 2;
    while (sorted < deck.size() && deck.compare_by_coin(sorted, sorted - 1, coin) == falls) ++sorted;
    if (falls) {
      for (int left = 0, right = sorted - 1; left < right; ++left, --right) deck.swap(left, right);
    }
    binary_sort(deck, sorted);
  }
};

}  // namespace fairshuffle
