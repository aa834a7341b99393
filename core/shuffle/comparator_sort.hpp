// Sorts whose comparator tosses a coin.
#pragma once

#include <array>

#include "core/shuffle/deck.hpp"
#include "core/shuffle/info.hpp"

namespace fairshuffle {

struct ComparatorSort {
  static constexpr std::array<std::string_view, 4> sorts{"insertion", "merge", "quick", "tim"};
  static constexpr std::int64_t insertion = 0, merge = 1, quick = 2;
  static constexpr std::array options{OptionInfo{.name = "sort",
                                                 .meaning = "the algorithm that asks the coin",
                                                 .smallest = 0,
                                                 .largest = 3,
                                                 .standard = 0,
                                                 .choices = sorts}};
  static constexpr ShuffleInfo info{
      .name = "comparator-sort",
      .truth = Truth::biased,
      .sentence =
          "biased, differently for each sort: every order gets a sum of powers of 1/2, and 1/n! is none (n > "
          "2)",
      .origin = "array.sort(() => Math.random() - 0.5), and the browser ballot of 2010",
      .cost =
          "insertion: n draws and moves; merge: n log n draws, n^2 moves; quick: n log n draws and moves; "
          "tim: n log n draws, n^2 moves; in place",
      .options = options,
  };

  std::int64_t sort;

  explicit ComparatorSort(OptionValues values) : sort(values[0]) {}

  template <CoinDeck D>
  void operator()(D& deck) const {
    switch (sort) {
      case insertion:
        return insertion_sort(deck);
      case merge:
        return merge_sort(deck, 0, deck.size());
      case quick:
        return quick_sort(deck, 0, deck.size());
      default:
        return tim_sort(deck);
    }
  }

 private:
  template <CoinDeck D>
  static void insertion_sort(D& deck) {
    for (int sorted = 1; sorted < deck.size(); ++sorted) {
      for (int place = sorted; place > 0 && deck.compare_by_coin(place, place - 1); --place) {
        deck.swap(place, place - 1);
      }
    }
  }

  // Top down; the two sorted halves [begin, middle) and [middle, end) are merged in place.
  template <CoinDeck D>
  static void merge_sort(D& deck, int begin, int end) {
    if (end - begin < 2) return;
    int middle = begin + (end - begin) / 2;
    merge_sort(deck, begin, middle);
    merge_sort(deck, middle, end);
    for (int place = begin; place < middle && middle < end; ++place) {
      if (deck.compare_by_coin(middle, place)) deck.move(middle++, place);
    }
  }

  // What Timsort does with less than 32 cards, in JavaScript (V8), Python and Java alike: the run that the
  // deck begins with, turned round if it falls, then every other card into its place by bisection. Peters
  // 2002, listsort.txt. Larger decks are sorted as if they were one run, too.
  template <CoinDeck D>
  static void tim_sort(D& deck) {
    if (deck.size() < 2) return;
    const bool falls = deck.compare_by_coin(1, 0);
    int sorted = 2;
    while (sorted < deck.size() && deck.compare_by_coin(sorted, sorted - 1) == falls) ++sorted;
    if (falls) {
      for (int left = 0, right = sorted - 1; left < right; ++left, --right) deck.swap(left, right);
    }
    for (; sorted < deck.size(); ++sorted) {
      int begin = 0;
      for (int end = sorted; begin < end;) {
        const int middle = begin + (end - begin) / 2;
        if (deck.compare_by_coin(sorted, middle)) {
          end = middle;
        } else {
          begin = middle + 1;
        }
      }
      deck.move(sorted, begin);
    }
  }

  // Lomuto's partition around the last card; Bentley 1986, Programming Pearls, column 10, has it around the
  // first.
  template <CoinDeck D>
  static void quick_sort(D& deck, int begin, int end) {
    if (end - begin < 2) return;
    int boundary = begin;
    for (int place = begin; place < end - 1; ++place) {
      if (deck.compare_by_coin(place, end - 1)) deck.swap(boundary++, place);
    }
    deck.swap(boundary, end - 1);
    quick_sort(deck, begin, boundary);
    quick_sort(deck, boundary + 1, end);
  }
};

}  // namespace fairshuffle
