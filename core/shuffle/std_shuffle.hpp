// The standard library's std::shuffle, which draws from the source its own way.
#pragma once

#include <algorithm>

#include "core/shuffle/deck.hpp"
#include "core/shuffle/info.hpp"

namespace fairshuffle {

struct StdShuffle {
  static constexpr ShuffleInfo info{
      .name = "std-shuffle",
      .truth = Truth::uniform,
      .sentence = "uniform with a good source; makes its own draws of the words",
      .origin = "ISO C++ 2011, 25.3.12; the library this program was built with",
      .cost = "n draws, n moves, in place",
  };

  explicit StdShuffle(OptionValues) {}

  template <WordDeck D>
  void operator()(D& deck) const {
    std::shuffle(deck.cards().begin(), deck.cards().end(), deck.words());
  }
};

}  // namespace fairshuffle
