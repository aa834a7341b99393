// A stable sort by random keys of so many bits, or of so many values.
#pragma once

#include <array>

#include "core/shuffle/deck.hpp"
#include "core/shuffle/info.hpp"

namespace fairshuffle {

struct RandomKeySort {
  // A stable sort by keys of b bits is b stable sorts by one bit each, the lowest bit first.
  static constexpr std::array<std::int64_t, 8> suspected_keys{3, 5, 6, 7, 10, 52, 100, 1000};
  static constexpr std::array options{OptionInfo{.name = "bits",
                                                 .meaning = "bits of a key",
                                                 .smallest = 1,
                                                 .largest = 32,
                                                 .standard = 4,
                                                 .counts_rounds = true},
                                      OptionInfo{.name = "keys",
                                                 .meaning = "how many keys there are",
                                                 .smallest = 1,
                                                 .largest = std::int64_t{1} << 32,
                                                 .standard = 0,
                                                 .is_tacit = true,
                                                 .instead_of = "bits",
                                                 .suspected = suspected_keys}};
  static constexpr ShuffleInfo info{
      .name = "random-key-sort",
      .truth = Truth::biased,
      .sentence =
          "biased, shrinking with bits: cards with equal keys keep their order; the inverse of that many "
          "riffles",
      .origin = "ORDER BY RAND(), sort by random key, in many programs; OrderBy(x => rnd.Next(100))",
      .cost = "n draws, n log n moves, n keys",
      .options = options,
  };

  std::int64_t keys;

  explicit RandomKeySort(OptionValues values)
      : keys(value_or_standard(values, 1, options) != 0 ? values[1] : std::int64_t{1} << values[0]) {}

  template <SortDeck D>
  void operator()(D& deck) const {
    for (int position = 0; position < deck.size(); ++position) {
      deck.label(position, deck.draw_below(keys));
    }
    deck.sort_by_labels();
  }
};

}  // namespace fairshuffle
