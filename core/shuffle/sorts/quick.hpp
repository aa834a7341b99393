// Quicksort by a coin, as in textbooks.
#pragma once

#include "core/shuffle/deck.hpp"

namespace fairshuffle {

struct QuickSort {
  Coin coin;

  template <CoinDeck D>
  void operator()(D& deck) const {
    quick_sort(deck, 0, deck.size());
  }

 private:
  // Lomuto's partition around the last card; Bentley 1986, Programming Pearls, column 10, has it around the
  // first.
  template <CoinDeck D>
  void quick_sort(D& deck, int begin, int end) const {
    if (end - begin < 2) return;
    int boundary = begin;
    for (int place = begin; place < end - 1; ++place) {
      if (deck.compare_by_coin(place, end - 1, coin)) deck.swap(boundary++, place);
    }
    deck.swap(boundary, end - 1);
    quick_sort(deck, begin, boundary);
    quick_sort(deck, boundary + 1, end);
  }
};

}  // namespace fairshuffle
