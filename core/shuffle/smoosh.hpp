// Cards smeared over the table and swept up: a sort by place and noise.
#pragma once

#include <array>

#include "core/shuffle/deck.hpp"
#include "core/shuffle/info.hpp"

namespace fairshuffle {

struct Smoosh {
  static constexpr std::array<std::int64_t, 3> suspected_sigmas{2, 5, 20};
  static constexpr std::array options{OptionInfo{.name = "sigma",
                                                 .meaning = "standard deviation of the noise, in cards",
                                                 .smallest = 1,
                                                 .largest = 10'000,
                                                 .standard = 10,
                                                 .suspected = suspected_sigmas}};
  static constexpr ShuffleInfo info{
      .name = "smoosh",
      .truth = Truth::biased,
      .sentence =
          "biased, shrinking with sigma: cards are sorted by their place and normal noise, and stay near it",
      .origin = "by hand, cards smeared over a table; playlists that keep the mood: sort by index + noise",
      .cost = "3n draws, n log n moves, n keys",
      .options = options,
  };

  /// Steps of the noise from one card's place to the next.
  static constexpr int steps_per_card = 4;
  /// Whole numbers, so that all machines agree: three draws below b have a sum of variance 3 (b^2 - 1) / 12,
  /// and so a standard deviation of b/2, but for a 2 b^2-th of it. Its law is a bell of three parabolas,
  /// whose distribution function is within 0.01 of the normal one, and which ends at three standard
  /// deviations.
  static constexpr int terms = 3;

  std::int64_t sigma;

  explicit Smoosh(OptionValues values) : sigma(values[0]) {}

  template <class D>
  requires SortDeck<D> && SumDeck<D>
  void operator()(D& deck) const {
    const std::int64_t bound = 2 * sigma * steps_per_card;
    for (int position = 0; position < deck.size(); ++position) {
      deck.label(position, deck.draw_sum(terms, bound) + steps_per_card * position);
    }
    deck.sort_by_labels();
  }
};

}  // namespace fairshuffle
