// Packets thrown from one hand over those in the other.
#pragma once

#include <array>

#include "core/shuffle/deck.hpp"
#include "core/shuffle/info.hpp"

namespace fairshuffle {

struct Overhand {
  static constexpr std::array<std::int64_t, 9> suspected_passes{2, 3, 4, 5, 6, 7, 8, 9, 10};
  static constexpr std::array<std::int64_t, 6> suspected_lengths{2, 3, 4, 6, 8, 10};
  static constexpr std::array options{
      OptionInfo{.name = "passes",
                 .meaning = "how often the deck is thrown over",
                 .smallest = 1,
                 .largest = 100'000,
                 .standard = 1,
                 .counts_rounds = true,
                 .suspected = suspected_passes},
      // In fractions, and ten packets of 52 cards by the standard, as hands have it.
      OptionInfo{.name = "length",
                 .meaning = "mean length of a packet: each gap is cut with probability 1/length",
                 .smallest = 1,
                 .largest = 1000,
                 .standard = 5,
                 .suspected = suspected_lengths}};
  static constexpr ShuffleInfo info{
      .name = "overhand",
      .truth = Truth::biased,
      .sentence =
          "biased: packets change places and stay whole, so that neighbours part one gap at a time; about "
          "n^2 log n passes mix",
      .origin =
          "by hand; Pemantle 1989, Journal of Theoretical Probability 2; Jonasson 2006, Electronic "
          "Communications in Probability 11",
      .cost = "n passes draws, n passes moves, n extra cards",
      .options = options,
  };

  std::int64_t passes, length;

  explicit Overhand(OptionValues values)
      : passes(value_or_standard(values, 0, options)), length(value_or_standard(values, 1, options)) {}

  template <PacketDeck D>
  void operator()(D& deck) const {
    for (std::int64_t pass = 0; pass < passes; ++pass) {
      // Each gap by itself: 0 says that it is cut.
      for (int position = 1; position < deck.size(); ++position) {
        deck.label(position, deck.draw_below(length));
      }
      deck.throw_by_labels();
    }
  }
};

}  // namespace fairshuffle
