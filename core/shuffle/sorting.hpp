// Sorting by random keys or by a random comparator.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>

#include "core/shuffle/info.hpp"
#include "core/shuffle/verbs.hpp"

namespace fairshuffle {

// Sorts whose comparator tosses a coin: those of textbooks, and those that languages ship.

struct ComparatorSort {
  static constexpr std::array<std::string_view, 9> sorts{"insertion", "merge",  "quick", "tim",   "php",
                                                         "intro",     "old-v8", "pdq",   "binary"};
  // binary is that of Chromium with less than 16 cards; larger decks are sorted like small ones here.
  static constexpr std::int64_t insertion = 0, merge = 1, quick = 2, tim = 3, php = 4, intro = 5, old_v8 = 6,
                                binary = 8;
  // The others do to decks that are diagnosed what insertion does; of three cards intro alone does not.
  static constexpr std::array<std::int64_t, 6> suspected_sorts{insertion, merge, quick, tim, php, binary};
  static constexpr std::array<std::string_view, 2> coins{"two", "three"};
  static constexpr std::int64_t three = 1;
  static constexpr std::array options{
      OptionInfo{.name = "sort",
                 .meaning = "the algorithm that asks the coin",
                 .smallest = 0,
                 .largest = 8,
                 .standard = 0,
                 .choices = sorts,
                 .suspected = suspected_sorts},
      OptionInfo{.name = "coin",
                 .meaning = "how many answers it has: before and after, or before, equal and after",
                 .smallest = 0,
                 .largest = 1,
                 .standard = 0,
                 .choices = coins,
                 .is_tacit = true}};
  static constexpr ShuffleInfo info{
      .name = "comparator-sort",
      .truth = Truth::biased,
      .sentence =
          "biased, differently for each sort: every permutation gets a sum of powers of 1/2, of 1/3 where "
          "the coin has three answers, and 1/n! is none (n > 2)",
      .origin =
          "array.sort(() => Math.random() - 0.5), and the browser ballot of 2010; with coin=three "
          "nextInt(3) - 1, rand(-1, 1); by language: tim is JavaScript's, Python's and Java's, merge glibc's "
          "qsort, php PHP's, intro C#'s, pdq Go's, old-v8 was JavaScript's until 2018, and binary is "
          "Chromium's up to 15 cards, before its compiler has seen the call often and made it insertion",
      .cost =
          "insertion: n draws and moves; merge: n log n draws, n^2 moves; quick: n log n draws and moves; "
          "tim: n log n draws, n^2 moves; php: n log n draws and moves; intro: n log n draws and moves; "
          "old-v8: n log n draws and moves; pdq: n draws and moves; binary: n log n draws, n^2 moves; in "
          "place; from 64 cards on",
      .options = options,
  };

  std::int64_t sort;
  Coin coin;

  explicit ComparatorSort(OptionValues values)
      : sort(values[0]), coin{.yes = 1, .faces = value_or_standard(values, 1, options) == three ? 3 : 2} {}

  template <CoinDeck D>
  void operator()(D& deck) const {
    switch (sort) {
      case insertion:
        return insertion_sort(deck, 0, deck.size());
      case merge:
        return merge_sort(deck, 0, deck.size());
      case quick:
        return quick_sort(deck, 0, deck.size());
      case tim:
        return tim_sort(deck);
      case php:
        return php_sort(deck, 0, deck.size());
      case intro:
        return intro_sort(deck);
      case old_v8:
        return old_v8_sort(deck, 0, deck.size());
      case binary:
        return binary_sort(deck, 1);
      default:
        return pdq_sort(deck);
    }
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
    const auto permutation = [&](int& first, int& second) {
      if (!deck.compare_by_coin(second, first, coin)) return;
      std::swap(first, second);
      ++swaps;
    };
    permutation(a, b);
    permutation(b, c);
    permutation(a, b);
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

  // usort of PHP 8: up to 16 cards are inserted, more are parted around the middle one of three.
  template <CoinDeck D>
  void php_sort(D& deck, int begin, int end) const {
    while (end - begin > 16) {
      const int pivot = php_partition(deck, begin, end);
      if (pivot - begin < end - pivot - 1) {
        php_sort(deck, begin, pivot);
        begin = pivot + 1;
      } else {
        php_sort(deck, pivot + 1, end);
        end = pivot;
      }
    }
    php_insertion_sort(deck, begin, end);
  }

  // Where the pivot comes to stand.
  template <CoinDeck D>
  int php_partition(D& deck, int begin, int end) const {
    const int middle = begin + (end - begin) / 2;
    php_sort_three(deck, begin, middle, end - 1);
    const int pivot = begin + 1;
    deck.swap(pivot, middle);
    int left = begin + 2, right = end - 1;
    while (true) {
      while (left != right && php_is_after(deck, pivot, left)) ++left;
      if (left == right || --right == left) break;
      while (left != right && php_is_after(deck, right, pivot)) --right;
      if (left == right) break;
      deck.swap(left, right);
      ++left;
    }
    deck.swap(pivot, left - 1);
    return left - 1;
  }

  // From the seventh card on its place is looked for in steps of two.
  template <CoinDeck D>
  void php_insertion_sort(D& deck, int begin, int end) const {
    const int size = end - begin;
    int sorted = 1;
    if (size >= 3 && size <= 5) {
      php_sort_three(deck, begin, begin + 1, begin + 2);
      sorted = 3;
    }
    for (; sorted < size && (size <= 5 || sorted < 6); ++sorted) {
      const int card = begin + sorted;
      int place = card;
      while (place > begin && php_is_after(deck, place - 1, card)) --place;
      deck.move(card, place);
    }
    for (; sorted < size; ++sorted) {
      const int card = begin + sorted;
      deck.move(card, php_place(deck, begin, card));
    }
  }

  template <CoinDeck D>
  int php_place(D& deck, int begin, int card) const {
    int place = card - 1;
    if (!php_is_after(deck, place, card)) return card;
    while (true) {
      place -= 2;
      if (!php_is_after(deck, place, card)) return place + (php_is_after(deck, place + 1, card) ? 1 : 2);
      if (place == begin) return begin;
      if (place == begin + 1) return begin + (php_is_after(deck, card, begin) ? 1 : 0);
    }
  }

  template <CoinDeck D>
  void php_sort_three(D& deck, int a, int b, int c) const {
    if (!php_is_after(deck, a, b)) {
      if (!php_is_after(deck, b, c)) return;
      deck.swap(b, c);
      if (php_is_after(deck, a, b)) deck.swap(a, b);
    } else if (!php_is_after(deck, c, b)) {
      deck.swap(a, c);
    } else {
      deck.swap(a, b);
      if (php_is_after(deck, b, c)) deck.swap(b, c);
    }
  }

  // usort keeps the order of equals: where the coin says equal, the card that came later is after the other.
  template <CoinDeck D>
  bool php_is_after(D& deck, int i, int j) const {
    const bool equal_is_after = coin.faces == 3 && deck.came_before(j, i);
    return deck.compare_by_coin(j, i, {.yes = equal_is_after ? 2 : 1, .faces = coin.faces});
  }

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

// A stable sort by random keys of so many bits, or of so many values.

struct RandomKeySort {
  // A stable sort by keys of b bits is b stable sorts by one bit each, the lowest bit first.
  static constexpr std::array<std::int64_t, 8> suspected_keys{3, 5, 6, 7, 10, 52, 100, 1000};
  static constexpr std::array options{OptionInfo{.name = "bits",
                                                 .meaning = "bits of a key",
                                                 .smallest = 1,
                                                 .largest = 32,
                                                 .standard = 4,
                                                 .counts_rounds = true},
                                      OptionInfo{.name = "keys",
                                                 .meaning = "how many keys there are",
                                                 .smallest = 1,
                                                 .largest = std::int64_t{1} << 32,
                                                 .standard = 0,
                                                 .is_tacit = true,
                                                 .instead_of = "bits",
                                                 .suspected = suspected_keys}};
  static constexpr ShuffleInfo info{
      .name = "random-key-sort",
      .truth = Truth::biased,
      .sentence =
          "biased, shrinking with bits: cards with equal keys keep their order; the inverse of that many "
          "riffles",
      .origin = "ORDER BY RAND(), sort by random key, in many programs; OrderBy(x => rnd.Next(100))",
      .cost = "n draws, n log n moves, n keys",
      .options = options,
  };

  std::int64_t keys;

  explicit RandomKeySort(OptionValues values)
      : keys(value_or_standard(values, 1, options) != 0 ? values[1] : std::int64_t{1} << values[0]) {}

  template <Does<SortByLabels> D>
  void operator()(D& deck) const {
    for (int position = 0; position < deck.size(); ++position) {
      deck.label(position, deck.draw_below(keys));
    }
    deck.sort_by_labels();
  }
};

using ShufflesByKeys = ShuffleList<RandomKeySort>;
using ShufflesByComparator = ShuffleList<ComparatorSort>;

}  // namespace fairshuffle
