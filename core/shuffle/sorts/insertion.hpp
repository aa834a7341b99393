// Insertion sort by a coin.
#pragma once

#include "core/shuffle/deck.hpp"
#include "core/shuffle/sorts/plain.hpp"

namespace fairshuffle {

struct InsertionSort : PlainSorts {
  template <CoinDeck D>
  void operator()(D& deck) const {
    insertion_sort(deck, 0, deck.size());
  }
};

}  // namespace fairshuffle
