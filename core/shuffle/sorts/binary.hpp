// Binary insertion sort by a coin: the sort of Chromium where cards are few.
#pragma once

#include "core/shuffle/deck.hpp"
#include "core/shuffle/sorts/plain.hpp"

namespace fairshuffle {

struct BinarySort : PlainSorts {
  // Array.sort of Chromium with less than 16 cards. More it sorts as Timsort does, and up to 16 by insertion
  // once its compiler has seen the call some thousand times. Larger decks are sorted like small ones here.
  template <CoinDeck D>
  void operator()(D& deck) const {
    binary_sort(deck, 1);
  }
};

}  // namespace fairshuffle
