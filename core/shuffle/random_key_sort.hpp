// A stable sort by random keys of so many bits.
#pragma once

#include <array>

#include "core/shuffle/deck.hpp"
#include "core/shuffle/info.hpp"

namespace fairshuffle {

struct RandomKeySort {
  // A stable sort by keys of b bits is b stable sorts by one bit each, the lowest bit first.
  static constexpr std::array options{OptionInfo{.name = "bits",
                                                 .meaning = "bits of a key",
                                                 .smallest = 1,
                                                 .largest = 32,
                                                 .standard = 4,
                                                 .counts_rounds = true}};
  static constexpr ShuffleInfo info{
      .name = "random-key-sort",
      .truth = Truth::biased,
      .sentence =
          "biased, shrinking with bits: cards with equal keys keep their order; the inverse of that many "
          "riffles",
      .origin = "ORDER BY RAND(), sort by random key, in many programs",
      .cost = "n draws, n log n moves, n keys",
      .options = options,
  };

  std::int64_t bits;

  explicit RandomKeySort(OptionValues values) : bits(values[0]) {}

  template <SortDeck D>
  void operator()(D& deck) const {
    for (int position = 0; position < deck.size(); ++position) {
      deck.label(position, deck.draw_below(std::int64_t{1} << bits));
    }
    deck.sort_by_labels();
  }
};

}  // namespace fairshuffle
