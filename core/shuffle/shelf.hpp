// The shelf machine of casinos.
#pragma once

#include <array>

#include "core/shuffle/deck.hpp"
#include "core/shuffle/info.hpp"

namespace fairshuffle {

struct Shelf {
  static constexpr std::array<std::int64_t, 9> suspected_shelves{1, 2, 3, 4, 5, 6, 7, 8, 9};
  static constexpr std::array<std::int64_t, 2> suspected_passes{2, 3};
  static constexpr std::array options{OptionInfo{.name = "shelves",
                                                 .meaning = "how many shelves",
                                                 .smallest = 1,
                                                 .largest = 1'000'000,
                                                 .standard = 10,
                                                 .suspected = suspected_shelves},
                                      OptionInfo{.name = "passes",
                                                 .meaning = "how often the deck goes through",
                                                 .smallest = 1,
                                                 .largest = 1000,
                                                 .standard = 1,
                                                 .counts_rounds = true,
                                                 .suspected = suspected_passes}};
  static constexpr ShuffleInfo info{
      .name = "shelf",
      .truth = Truth::biased,
      .sentence =
          "biased, shrinking with shelves and passes: one pass over s shelves reaches only orders of fewer "
          "than "
          "s peaks",
      .origin =
          "shelf machines of casinos; Diaconis, Fulman and Holmes 2013, Annals of Applied Probability 23",
      .cost = "n passes draws, n passes moves, n extra cards",
      .options = options,
  };

  std::int64_t shelves, passes;

  explicit Shelf(OptionValues values)
      : shelves(value_or_standard(values, 0, options)), passes(value_or_standard(values, 1, options)) {}

  template <ShelfDeck D>
  void operator()(D& deck) const {
    for (std::int64_t pass = 0; pass < passes; ++pass) {
      // Of each shelf one key for on top of its cards and one for below them.
      for (int position = 0; position < deck.size(); ++position) {
        deck.label(position, deck.draw_below(2 * shelves));
      }
      deck.shelve_by_labels();
    }
  }
};

}  // namespace fairshuffle
