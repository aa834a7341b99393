// The last card is taken out and put in anywhere, again and again: "just like a real deck".
#pragma once

#include <array>

#include "core/shuffle/deck.hpp"
#include "core/shuffle/info.hpp"

namespace fairshuffle {

struct DrawInsert {
  static constexpr std::array options{OptionInfo{.name = "rounds",
                                                 .meaning = "how many cards are taken out and put in",
                                                 .smallest = 0,
                                                 .largest = 1000000,
                                                 .standard_is_deck_size = true,
                                                 .counts_rounds = true}};
  static constexpr ShuffleInfo info{
      .name = "draw-insert",
      .truth = Truth::biased,
      .sentence = "biased at n rounds: top-to-random needs about n log n rounds to mix",
      .origin = "the card-game articles; Aldous and Diaconis 1986, American Mathematical Monthly 93(5)",
      .cost = "rounds draws, n rounds moves, in place",
      .options = options,
  };

  std::int64_t rounds;

  explicit DrawInsert(OptionValues values) : rounds(values[0]) {}

  template <MoveDeck D>
  void operator()(D& deck) const {
    for (std::int64_t round = 0; round < rounds; ++round) {
      deck.move(deck.size() - 1, deck.draw_below(deck.size()));
    }
  }
};

}  // namespace fairshuffle
