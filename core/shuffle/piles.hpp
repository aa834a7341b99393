// Cards dealt into piles, which are gathered.
#pragma once

#include <array>
#include <string_view>

#include "core/shuffle/deck.hpp"
#include "core/shuffle/info.hpp"

namespace fairshuffle {

struct Piles {
  static constexpr std::array<std::int64_t, 5> suspected_piles{3, 4, 5, 6, 7};
  static constexpr std::array<std::int64_t, 2> suspected_passes{2, 3};
  static constexpr std::array<std::string_view, 2> gathers{"random", "in-order"};
  static constexpr std::array options{OptionInfo{.name = "piles",
                                                 .meaning = "how many piles",
                                                 .smallest = 1,
                                                 .largest = 12,
                                                 .standard = 2,
                                                 .suspected = suspected_piles},
                                      OptionInfo{.name = "passes",
                                                 .meaning = "how often the deck is dealt and gathered",
                                                 .smallest = 1,
                                                 .largest = 1000,
                                                 .standard = 1,
                                                 .counts_rounds = true,
                                                 .suspected = suspected_passes},
                                      OptionInfo{.name = "gather",
                                                 .meaning = "in which order the piles are put together",
                                                 .smallest = 0,
                                                 .largest = 1,
                                                 .choices = gathers,
                                                 .is_tacit = true}};
  static constexpr ShuffleInfo info{
      .name = "piles",
      .truth = Truth::biased,
      .sentence =
          "biased: dealing leaves nothing to chance; k piles gathered at random make k! orders, in order "
          "one",
      .origin = "by hand: pile shuffles and the deal-out count of trading card games",
      .cost = "random: passes draws; n passes moves, n extra cards",
      .options = options,
  };

  std::int64_t piles, passes;
  bool in_order;

  explicit Piles(OptionValues values)
      : piles(value_or_standard(values, 0, options)),
        passes(value_or_standard(values, 1, options)),
        in_order(value_or_standard(values, 2, options) == 1) {}

  template <PileDeck D>
  void operator()(D& deck) const {
    const int count = static_cast<int>(piles);
    std::int64_t orders = 1;
    for (int pile = 2; pile <= count; ++pile) orders *= pile;
    for (std::int64_t pass = 0; pass < passes; ++pass) {
      if (in_order) {
        deck.deal_into_piles(count, 0);
      } else {
        deck.deal_into_piles(count, deck.draw_below(orders));
      }
    }
  }
};

}  // namespace fairshuffle
