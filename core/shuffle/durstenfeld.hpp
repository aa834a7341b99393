// The in-place shuffle: from the back, each position swaps with one at or before it. And its slips.
#pragma once

#include <algorithm>
#include <array>

#include "core/shuffle/deck.hpp"
#include "core/shuffle/info.hpp"

namespace fairshuffle {

struct Durstenfeld {
  static constexpr std::array<std::string_view, 5> slips{"none", "first-below-last", "always-below-n-1",
                                                         "always-below-n-2", "last-below-n"};
  static constexpr std::int64_t none = 0, first_below_last = 1, always_below_n_1 = 2, always_below_n_2 = 3,
                                last_below_n = 4;
  static constexpr std::array options{
      OptionInfo{.name = "slip",
                 .meaning = "a wrong bound: below(last) in the first step, below(n-1) or below(n-2) in every "
                            "step, below(n) in the last one",
                 .smallest = 0,
                 .largest = 4,
                 .standard = none,
                 .choices = slips,
                 .is_tacit = true}};
  static constexpr ShuffleInfo info{
      .name = "durstenfeld",
      .truth = Truth::uniform,
      .sentence = "uniform: n! equally likely sequences of draws, one for each order",
      .origin = "Durstenfeld 1964, CACM 7(7), algorithm 235; Knuth, TAOCP 2, 3.4.2, algorithm P",
      .cost = "n draws, n moves, in place",
      .options = options,
  };

  std::int64_t slip;

  explicit Durstenfeld(OptionValues values) : slip(value_or_standard(values, 0, options)) {}

  template <SwapDeck D>
  void operator()(D& deck) const {
    switch (slip) {
      case first_below_last:
        return first_draw_below_last(deck);
      case always_below_n_1:
        return every_draw_below(deck, deck.size() - 1);
      case always_below_n_2:
        return every_draw_below(deck, std::max(1, deck.size() - 2));
      case last_below_n:
        return last_draw_below_n(deck);
      default:
        for (int last = deck.size() - 1; last > 0; --last) deck.swap(last, deck.draw_below(last + 1));
    }
  }

 private:
  // rand() % last is Sattolo's bound; here the first step alone has it.
  template <SwapDeck D>
  static void first_draw_below_last(D& deck) {
    for (int last = deck.size() - 1; last > 0; --last) {
      const bool is_first = last == deck.size() - 1;
      deck.swap(last, deck.draw_below(is_first ? last : last + 1));
    }
  }

  // rand() % 51 in a loop over 52 cards.
  template <SwapDeck D>
  static void every_draw_below(D& deck, int bound) {
    for (int last = deck.size() - 1; last > 0; --last) deck.swap(last, deck.draw_below(bound));
  }

  // The last step draws over the whole deck, as each of a naive swap does.
  template <SwapDeck D>
  static void last_draw_below_n(D& deck) {
    for (int last = deck.size() - 1; last > 0; --last) {
      deck.swap(last, deck.draw_below(last == 1 ? deck.size() : last + 1));
    }
  }
};

}  // namespace fairshuffle
