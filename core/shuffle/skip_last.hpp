// Durstenfeld one step short, at either end of its loop.
#pragma once

#include <array>

#include "core/shuffle/deck.hpp"
#include "core/shuffle/info.hpp"

namespace fairshuffle {

struct SkipLast {
  static constexpr std::array<std::string_view, 2> ends{"last", "first"};
  static constexpr std::int64_t stops_early = 0;
  static constexpr std::array options{
      OptionInfo{.name = "end",
                 .meaning = "the step left out: the last one, or the first one",
                 .smallest = 0,
                 .largest = 1,
                 .standard = 0,
                 .choices = ends}};
  static constexpr ShuffleInfo info{
      .name = "skip-last",
      .truth = Truth::biased,
      .sentence =
          "biased: one step is missing, so half of the orders (end=last) or all that move the last card "
          "(end=first) never come",
      .origin = "off-by-one slips in the loop of algorithm P",
      .cost = "n draws, n moves, in place",
      .options = options,
  };

  std::int64_t end;

  explicit SkipLast(OptionValues values) : end(values[0]) {}

  template <SwapDeck D>
  void operator()(D& deck) const {
    const int first_step = end == stops_early ? deck.size() - 1 : deck.size() - 2;
    const int last_step = end == stops_early ? 2 : 1;
    for (int last = first_step; last >= last_step; --last) deck.swap(last, deck.draw_below(last + 1));
  }
};

}  // namespace fairshuffle
