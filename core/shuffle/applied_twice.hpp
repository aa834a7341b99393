// A shuffled order dealt through its own indices.
#pragma once

#include "core/shuffle/deck.hpp"
#include "core/shuffle/info.hpp"

namespace fairshuffle {

struct AppliedTwice {
  static constexpr ShuffleInfo info{
      .name = "applied-twice",
      .truth = Truth::biased,
      .sentence = "biased: the square of an order is always even, so half of the orders never come",
      .origin = "the C# landlord article: hand[i] = deck[index[i]] of a deck arranged by the same index",
      .cost = "n draws, 2n moves, n extra cards",
  };

  explicit AppliedTwice(OptionValues) {}

  template <ReapplyDeck D>
  void operator()(D& deck) const {
    for (int last = deck.size() - 1; last > 0; --last) deck.swap(last, deck.draw_below(last + 1));
    deck.deal_by_itself();
  }
};

}  // namespace fairshuffle
