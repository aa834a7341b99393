// Merge sort by a coin.
#pragma once

#include "core/shuffle/deck.hpp"

namespace fairshuffle {

struct MergeSort {
  Coin coin;

  template <CoinDeck D>
  void operator()(D& deck) const {
    merge_sort(deck, 0, deck.size());
  }

 private:
  // Top down; the two sorted halves [begin, middle) and [middle, end) are merged in place. glibc's qsort does
  // so with a second array.
  template <CoinDeck D>
  void merge_sort(D& deck, int begin, int end) const {
    if (end - begin < 2) return;
    int middle = begin + (end - begin) / 2;
    merge_sort(deck, begin, middle);
    merge_sort(deck, middle, end);
    for (int place = begin; place < middle && middle < end; ++place) {
      if (deck.compare_by_coin(middle, place, coin)) deck.move(middle++, place);
    }
  }
};

}  // namespace fairshuffle
