// Introsort by a coin: the sort of C#.
#pragma once

#include "core/shuffle/deck.hpp"
#include "core/shuffle/sorts/plain.hpp"

namespace fairshuffle {

struct IntroSort : PlainSorts {
  template <CoinDeck D>
  void operator()(D& deck) const {
    intro_sort(deck);
  }

 private:
  // Array.Sort and List.Sort of .NET and Mono.
  template <CoinDeck D>
  void intro_sort(D& deck) const {
    int most_partitions = 0;
    for (int size = deck.size(); size > 0; size /= 2) most_partitions += 2;
    intro_sort(deck, 0, deck.size(), most_partitions);
  }

  // False where a partition ran off the deck: .NET throws then, and the deck stays as it is.
  template <CoinDeck D>
  bool intro_sort(D& deck, int begin, int end, int most_partitions) const {
    while (end - begin > 16) {
      if (most_partitions-- == 0) {
        heap_sort(deck, begin, end);
        return true;
      }
      const int pivot = intro_partition(deck, begin, end);
      if (pivot < 0 || !intro_sort(deck, pivot + 1, end, most_partitions)) return false;
      end = pivot;
    }
    if (end - begin == 2 || end - begin == 3) {
      const int last = end - 1;
      if (end - begin == 3) {
        swap_if_after(deck, begin, last - 1);
        swap_if_after(deck, begin, last);
      }
      swap_if_after(deck, last - 1, last);
    } else {
      insertion_sort(deck, begin, end);
    }
    return true;
  }

  // Where the pivot comes to stand; -1 beyond the deck.
  template <CoinDeck D>
  int intro_partition(D& deck, int begin, int end) const {
    const int middle = begin + (end - 1 - begin) / 2, pivot = end - 2;
    swap_if_after(deck, begin, middle);
    swap_if_after(deck, begin, end - 1);
    swap_if_after(deck, middle, end - 1);
    deck.swap(middle, pivot);
    int left = begin, right = pivot;
    while (left < right) {
      do {
        if (++left == deck.size()) return -1;
      } while (deck.compare_by_coin(left, pivot, coin));
      do {
        if (--right < 0) return -1;
      } while (deck.compare_by_coin(pivot, right, coin));
      if (left >= right) break;
      deck.swap(left, right);
    }
    deck.swap(left, pivot);
    return left;
  }

  template <CoinDeck D>
  void swap_if_after(D& deck, int i, int j) const {
    if (deck.compare_by_coin(j, i, coin)) deck.swap(i, j);
  }
};

}  // namespace fairshuffle
