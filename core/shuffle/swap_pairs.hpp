// k times: two positions, drawn independently, swap.
#pragma once

#include <array>

#include "core/shuffle/deck.hpp"
#include "core/shuffle/info.hpp"

namespace fairshuffle {

struct SwapPairs {
  static constexpr std::array options{OptionInfo{.name = "k",
                                                 .meaning = "how many pairs are swapped",
                                                 .smallest = 0,
                                                 .largest = 1000000,
                                                 .standard_is_deck_size = true,
                                                 .counts_rounds = true}};
  static constexpr ShuffleInfo info{
      .name = "swap-pairs",
      .truth = Truth::biased,
      .sentence = "biased for every k: n^(2k) paths never divide by n! (n > 2); the bias only falls with k",
      .origin = "the interview shuffle of the article On shuffling; Diaconis and Shahshahani 1981",
      .cost = "2k draws, k moves, in place",
      .options = options,
  };

  std::int64_t k;

  explicit SwapPairs(OptionValues values) : k(values[0]) {}

  template <SwapDeck D>
  void operator()(D& deck) const {
    for (std::int64_t swaps = 0; swaps < k; ++swaps) {
      const auto first = deck.draw_below(deck.size());
      const auto second = deck.draw_below(deck.size());
      deck.swap(first, second);
    }
  }
};

}  // namespace fairshuffle
