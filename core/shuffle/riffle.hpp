// The Gilbert-Shannon-Reeds riffle, m times.
#pragma once

#include <array>

#include "core/shuffle/deck.hpp"
#include "core/shuffle/info.hpp"

namespace fairshuffle {

struct Riffle {
  static constexpr std::array options{OptionInfo{.name = "m",
                                                 .meaning = "how many riffles",
                                                 .smallest = 0,
                                                 .largest = 1000,
                                                 .standard = 3,
                                                 .counts_rounds = true}};
  static constexpr ShuffleInfo info{
      .name = "riffle",
      .truth = Truth::biased,
      .sentence = "biased, shrinking with m: m riffles reach only orders of at most 2^m rising sequences",
      .origin = "Gilbert 1955, Shannon, Reeds 1981; Bayer and Diaconis 1992, Annals of Applied Probability 2",
      .cost = "n m draws, n m moves, n extra cards",
      .options = options,
  };

  std::int64_t m;

  explicit Riffle(OptionValues values) : m(values[0]) {}

  template <MergeDeck D>
  void operator()(D& deck) const {
    for (std::int64_t riffle = 0; riffle < m; ++riffle) {
      // One fair coin a position says which packet its card drops from: then the first packet has a binomial
      // number of cards and every interleaving of the two packets is equally likely, which is the GSR law.
      for (int position = 0; position < deck.size(); ++position) deck.label(position, deck.draw_below(2));
      deck.merge_by_labels();
    }
  }
};

}  // namespace fairshuffle
