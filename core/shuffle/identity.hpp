// Nothing: the shuffle that leaves the deck as it was.
#pragma once

#include "core/shuffle/deck.hpp"
#include "core/shuffle/info.hpp"

namespace fairshuffle {

struct Identity {
  static constexpr ShuffleInfo info{
      .name = "identity",
      .truth = Truth::biased,
      .sentence = "biased: nothing moves, every deck comes out as it went in",
      .origin = "a shuffle of a copy; sort(() => Math.random() > .5) where only numbers below 0 move a card",
      .cost = "0 draws, 0 moves, in place",
  };

  explicit Identity(OptionValues) {}

  template <Deck D>
  void operator()(D&) const {
    // Nothing is drawn, and the deck stays as it is.
  }
};

}  // namespace fairshuffle
