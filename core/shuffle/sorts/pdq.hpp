// Pattern-defeating quicksort by a coin: the sort of Go.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>

#include "core/shuffle/deck.hpp"
#include "core/shuffle/sorts/plain.hpp"

namespace fairshuffle {

struct PdqSort : PlainSorts {
  template <CoinDeck D>
  void operator()(D& deck) const {
    pdq_sort(deck);
  }

 private:
  // sort.Slice of Go 1.19 and later: Peters 2021, Pattern-defeating Quicksort.
  template <CoinDeck D>
  void pdq_sort(D& deck) const {
    int most_unbalanced = 0;
    for (int size = deck.size(); size > 0; size /= 2) ++most_unbalanced;
    pdq_sort(deck, 0, deck.size(), most_unbalanced);
  }

  template <CoinDeck D>
  void pdq_sort(D& deck, int begin, int end, int most_unbalanced) const {
    bool was_balanced = true, was_partitioned = true;
    while (end - begin > 12) {
      const int size = end - begin;
      if (most_unbalanced == 0) return heap_sort(deck, begin, end);
      if (!was_balanced) {
        pdq_break_patterns(deck, begin, end);
        --most_unbalanced;
      }
      PdqPivot pivot = pdq_pivot(deck, begin, end);
      if (pivot.falls) {
        for (int left = begin, right = end - 1; left < right; ++left, --right) deck.swap(left, right);
        pivot = {.place = end - 1 - (pivot.place - begin), .rises = true};
      }
      if (was_balanced && was_partitioned && pivot.rises && pdq_seems_sorted(deck, begin, end)) return;
      if (begin > 0 && !deck.compare_by_coin(begin - 1, pivot.place, coin)) {
        begin = pdq_part_equals(deck, begin, end, pivot.place);
        continue;
      }
      const int middle = pdq_partition(deck, begin, end, pivot.place, was_partitioned);
      was_balanced = std::min(middle - begin, end - middle) >= size / 8;
      if (middle - begin < end - middle) {
        pdq_sort(deck, begin, middle, most_unbalanced);
        begin = middle + 1;
      } else {
        pdq_sort(deck, middle + 1, end, most_unbalanced);
        end = middle;
      }
    }
    insertion_sort(deck, begin, end);
  }

  struct PdqPivot {
    int place;
    bool rises = false, falls = false;
  };

  // The middle one of three; where cards are many, each of the three is the middle one of it and its
  // neighbours.
  template <CoinDeck D>
  PdqPivot pdq_pivot(D& deck, int begin, int end) const {
    const int quarter = (end - begin) / 4;
    std::array<int, 3> places{begin + quarter, begin + 2 * quarter, begin + 3 * quarter};
    constexpr int most_swaps = 12;
    int swaps = 0;
    if (end - begin >= 50) {
      for (int& place : places) place = pdq_median(deck, place - 1, place, place + 1, swaps);
    }
    const int place = pdq_median(deck, places[0], places[1], places[2], swaps);
    return {.place = place, .rises = swaps == 0, .falls = swaps == most_swaps};
  }

  template <CoinDeck D>
  int pdq_median(D& deck, int a, int b, int c, int& swaps) const {
    const auto order = [&](int& first, int& second) {
      if (!deck.compare_by_coin(second, first, coin)) return;
      std::swap(first, second);
      ++swaps;
    };
    order(a, b);
    order(b, c);
    order(a, b);
    return b;
  }

  // Where the pivot comes to stand.
  template <CoinDeck D>
  int pdq_partition(D& deck, int begin, int end, int pivot, bool& was_partitioned) const {
    deck.swap(begin, pivot);
    int left = begin + 1, right = end - 1;
    was_partitioned = true;
    while (true) {
      while (left <= right && deck.compare_by_coin(left, begin, coin)) ++left;
      while (left <= right && !deck.compare_by_coin(right, begin, coin)) --right;
      if (left > right) break;
      deck.swap(left++, right--);
      was_partitioned = false;
    }
    deck.swap(right, begin);
    return right;
  }

  // Where the cards begin that are after the pivot.
  template <CoinDeck D>
  int pdq_part_equals(D& deck, int begin, int end, int pivot) const {
    deck.swap(begin, pivot);
    int left = begin + 1, right = end - 1;
    while (true) {
      while (left <= right && !deck.compare_by_coin(begin, left, coin)) ++left;
      while (left <= right && deck.compare_by_coin(begin, right, coin)) --right;
      if (left > right) return left;
      deck.swap(left++, right--);
    }
  }

  template <CoinDeck D>
  bool pdq_seems_sorted(D& deck, int begin, int end) const {
    int place = begin + 1;
    for (int repairs = 0; repairs < 5; ++repairs) {
      while (place < end && !deck.compare_by_coin(place, place - 1, coin)) ++place;
      if (place == end) return true;
      if (end - begin < 50) return false;
      deck.swap(place, place - 1);
      if (place - begin >= 2) {
        for (int j = place - 1; j >= 1 && deck.compare_by_coin(j, j - 1, coin); --j) deck.swap(j, j - 1);
      }
      if (end - place >= 2) {
        for (int j = place + 1; j < end && deck.compare_by_coin(j, j - 1, coin); ++j) deck.swap(j, j - 1);
      }
    }
    return false;
  }

  // Three cards around the middle change places with others that the size alone decides.
  template <CoinDeck D>
  void pdq_break_patterns(D& deck, int begin, int end) const {
    const int size = end - begin, middle = begin + size / 4 * 2;
    auto random = static_cast<std::uint64_t>(size);
    const std::uint64_t mask = std::bit_ceil(random + 1) - 1;
    for (int place = middle - 1; place <= middle + 1; ++place) {
      random ^= random << 13;
      random ^= random >> 17;
      random ^= random << 5;
      int other = static_cast<int>(random & mask);
      if (other >= size) other -= size;
      deck.swap(place, begin + other);
    }
  }
};

}  // namespace fairshuffle
