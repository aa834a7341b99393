// What other sorts change over to: insertion where cards are few, by bisection where a run has ended, a heap
// where partitions go wrong.
#pragma once

#include "core/shuffle/deck.hpp"

namespace fairshuffle {

struct PlainSorts {
  Coin coin;

 protected:
  template <CoinDeck D>
  void heap_sort(D& deck, int begin, int end) const {
    for (int root = (end - begin) / 2 - 1; root >= 0; --root) sift_down(deck, begin, root, end - begin);
    for (int size = end - begin - 1; size > 0; --size) {
      deck.swap(begin, begin + size);
      sift_down(deck, begin, 0, size);
    }
  }

  template <CoinDeck D>
  void sift_down(D& deck, int begin, int root, int size) const {
    for (int child = 2 * root + 1; child < size; child = 2 * root + 1) {
      if (child + 1 < size && deck.compare_by_coin(begin + child, begin + child + 1, coin)) ++child;
      if (!deck.compare_by_coin(begin + root, begin + child, coin)) return;
      deck.swap(begin + root, begin + child);
      root = child;
    }
  }

  template <CoinDeck D>
  void insertion_sort(D& deck, int begin, int end) const {
    for (int sorted = begin + 1; sorted < end; ++sorted) {
      for (int place = sorted; place > begin && deck.compare_by_coin(place, place - 1, coin); --place) {
        deck.swap(place, place - 1);
      }
    }
  }

  // The first cards are sorted already; each other one goes into its place, which is looked for by halving.
  template <CoinDeck D>
  void binary_sort(D& deck, int sorted) const {
    for (; sorted < deck.size(); ++sorted) {
      int begin = 0;
      for (int end = sorted; begin < end;) {
        const int middle = begin + (end - begin) / 2;
        if (deck.compare_by_coin(sorted, middle, coin)) {
          end = middle;
        } else {
          begin = middle + 1;
        }
      }
      deck.move(sorted, begin);
    }
  }
};

}  // namespace fairshuffle
