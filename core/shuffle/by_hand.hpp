// Shuffles of hands and machines: cards move in packets.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "core/shuffle/info.hpp"
#include "core/shuffle/verbs.hpp"

namespace fairshuffle {

// Packets thrown from one hand over those in the other.

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

  template <Does<ThrowByLabels> D>
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

// Cards dealt into piles, which are gathered.

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
          "biased: dealing leaves nothing to chance; k piles gathered at random make k! permutations, in "
          "order one",
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

  template <Does<DealIntoPiles> D>
  void operator()(D& deck) const {
    const int count = static_cast<int>(piles);
    std::int64_t permutations = 1;
    for (int pile = 2; pile <= count; ++pile) permutations *= pile;
    for (std::int64_t pass = 0; pass < passes; ++pass) {
      if (in_order) {
        deck.deal_into_piles(count, 0);
      } else {
        deck.deal_into_piles(count, deck.draw_below(permutations));
      }
    }
  }
};

// The Gilbert-Shannon-Reeds riffle, m times.

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
      .sentence =
          "biased, shrinking with m: m riffles reach only permutations of at most 2^m rising sequences",
      .origin = "Gilbert 1955, Shannon, Reeds 1981; Bayer and Diaconis 1992, Annals of Applied Probability 2",
      .cost = "n m draws, n m moves, n extra cards",
      .options = options,
  };

  std::int64_t m;

  explicit Riffle(OptionValues values) : m(values[0]) {}

  template <Does<MergeByLabels> D>
  void operator()(D& deck) const {
    for (std::int64_t riffle = 0; riffle < m; ++riffle) {
      // One fair coin a position says which packet its card drops from: then the first packet has a binomial
      // number of cards and every interleaving of the two packets is equally likely, which is the GSR
      // distribution.
      for (int position = 0; position < deck.size(); ++position) deck.label(position, deck.draw_below(2));
      deck.merge_by_labels();
    }
  }
};

// The shelf machine of casinos.

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
          "biased, shrinking with shelves and passes: one pass over s shelves reaches only permutations of "
          "fewer than s peaks",
      .origin =
          "shelf machines of casinos; Diaconis, Fulman and Holmes 2013, Annals of Applied Probability 23",
      .cost = "n passes draws, n passes moves, n extra cards",
      .options = options,
  };

  std::int64_t shelves, passes;

  explicit Shelf(OptionValues values)
      : shelves(value_or_standard(values, 0, options)), passes(value_or_standard(values, 1, options)) {}

  template <Does<ShelveByLabels> D>
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

// Cards smeared over the table and swept up: a sort by place and noise.

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
  /// and so a standard deviation of b/2, but for a 2 b^2-th of it. Its distribution is a bell of three
  /// parabolas, whose distribution function is within 0.01 of the normal one, and which ends at three
  /// standard deviations.
  static constexpr int terms = 3;

  std::int64_t sigma;

  explicit Smoosh(OptionValues values) : sigma(values[0]) {}

  template <class D>
  requires Does<D, SortByLabels> && SumDeck<D>
  void operator()(D& deck) const {
    const std::int64_t bound = 2 * sigma * steps_per_card;
    for (int position = 0; position < deck.size(); ++position) {
      deck.label(position, deck.draw_sum(terms, bound) + steps_per_card * position);
    }
    deck.sort_by_labels();
  }
};

// Durstenfeld, then three hands and the rest dealt by index: the landlord game.

struct DealHands {
  static constexpr std::array options{OptionInfo{.name = "slip",
                                                 .meaning = "how many cards too early the third hand starts",
                                                 .smallest = 0,
                                                 .largest = 64,
                                                 .standard = 0}};
  static constexpr ShuffleInfo info{
      .name = "deal-hands",
      .truth = Truth::uniform,
      .sentence =
          "uniform with slip=0; with a slip the third hand gets cards that others hold: cards dealt twice",
      .origin = "the C# landlord article deals deck[i + 24] where i + 34 was meant: slip=10 at n=54",
      .cost = "n draws, 2n moves, n extra cards",
      .options = options,
  };

  std::int64_t slip;

  explicit DealHands(OptionValues values) : slip(values[0]) {}

  template <Does<Swap, HandOut> D>
  void operator()(D& deck) const {
    for (int last = deck.size() - 1; last > 0; --last) deck.swap(last, deck.draw_below(last + 1));
    const int hand = (deck.size() - 1) / 3;  // 17 of 54 cards, with 3 over
    for (int i = 0; i < hand; ++i) deck.hand_out(i);
    for (int i = 0; i < hand; ++i) deck.hand_out(i + hand);
    const int start_of_third = std::max(0, 2 * hand - static_cast<int>(slip));
    for (int i = 0; i < hand; ++i) deck.hand_out(i + start_of_third);
    for (int i = 3 * hand; i < deck.size(); ++i) deck.hand_out(i);
  }
};

using ShufflesByHand = ShuffleList<Riffle, Shelf, Overhand, Piles, Smoosh>;
using ShufflesDealt = ShuffleList<DealHands>;

}  // namespace fairshuffle
