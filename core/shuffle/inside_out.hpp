// Builds the order in a second array while reading the first one.
#pragma once

#include "core/shuffle/deck.hpp"
#include "core/shuffle/info.hpp"

namespace fairshuffle {

struct InsideOut {
  static constexpr ShuffleInfo info{
      .name = "inside-out",
      .truth = Truth::uniform,
      .sentence = "uniform: each new card takes a random place and its holder moves to the end",
      .origin = "the inside-out form of algorithm P, as in the C++ card-game article",
      .cost = "n draws, n moves, n extra cards",
  };

  explicit InsideOut(OptionValues) {}

  template <InsideOutDeck D>
  void operator()(D& deck) const {
    for (int i = 0; i < deck.size(); ++i) deck.place_inside_out(i, deck.draw_below(i + 1));
  }
};

}  // namespace fairshuffle
