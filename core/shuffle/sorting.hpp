// Sorting by random keys or by a random comparator.
#pragma once

#include <array>
#include <cstdint>

#include "core/shuffle/info.hpp"
#include "core/shuffle/sorts.hpp"
#include "core/shuffle/verbs.hpp"

namespace fairshuffle {

// Sorts whose comparator tosses a coin: those of textbooks, and those that languages ship. Each has a header
// of its own in the folder sorts.

struct ComparatorSort {
  static constexpr std::array<std::string_view, 9> sorts{"insertion", "merge",  "quick", "tim",   "php",
                                                         "intro",     "old-v8", "pdq",   "binary"};
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
        return InsertionSort{coin}(deck);
      case merge:
        return MergeSort{coin}(deck);
      case quick:
        return QuickSort{coin}(deck);
      case tim:
        return TimSort{coin}(deck);
      case php:
        return PhpSort{coin}(deck);
      case intro:
        return IntroSort{coin}(deck);
      case old_v8:
        return OldV8Sort{coin}(deck);
      case binary:
        return BinarySort{coin}(deck);
      default:
        return PdqSort{coin}(deck);
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
