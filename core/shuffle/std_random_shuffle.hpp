// The standard library's std::random_shuffle, given our draw.
#pragma once

#include <algorithm>
#include <cstddef>

#include "core/shuffle/deck.hpp"
#include "core/shuffle/info.hpp"

namespace fairshuffle {

struct StdRandomShuffle {
  static constexpr ShuffleInfo info{
      .name = "std-random-shuffle",
      .truth = Truth::uniform,
      .sentence = "uniform with a good source and draw",
      .origin = "ISO C++ 1998, 25.2.11, removed in 2017; the library this program was built with",
      .cost = "n draws, n moves, in place",
  };

  explicit StdRandomShuffle(OptionValues) {}

  template <ArrayDeck D>
  void operator()(D& deck) const {
    const auto draw = [&deck](std::ptrdiff_t bound) {
      return static_cast<std::ptrdiff_t>(deck.draw_below(bound));
    };
// Deprecated in C++14 and removed in C++17, yet still run by the programs that are to be tested.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    std::random_shuffle(deck.cards().begin(), deck.cards().end(), draw);
#pragma GCC diagnostic pop
  }
};

}  // namespace fairshuffle
