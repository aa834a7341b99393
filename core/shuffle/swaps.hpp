// Shuffles that swap or insert one card for each draw.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "core/shuffle/info.hpp"
#include "core/shuffle/verbs.hpp"

namespace fairshuffle {

// The in-place shuffle: from the back, each position swaps with one at or before it. And its slips.

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
      .sentence = "uniform: n! equally likely sequences of draws, one for each permutation",
      .origin = "Durstenfeld 1964, CACM 7(7), algorithm 235; Knuth, TAOCP 2, 3.4.2, algorithm P",
      .cost = "n draws, n moves, in place",
      .options = options,
  };

  std::int64_t slip;

  explicit Durstenfeld(OptionValues values) : slip(value_or_standard(values, 0, options)) {}

  template <Does<Swap> D>
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
  template <Does<Swap> D>
  static void first_draw_below_last(D& deck) {
    for (int last = deck.size() - 1; last > 0; --last) {
      const bool is_first = last == deck.size() - 1;
      deck.swap(last, deck.draw_below(is_first ? last : last + 1));
    }
  }

  // rand() % 51 in a loop over 52 cards.
  template <Does<Swap> D>
  static void every_draw_below(D& deck, int bound) {
    for (int last = deck.size() - 1; last > 0; --last) deck.swap(last, deck.draw_below(bound));
  }

  // The last step draws over the whole deck, as each of a naive swap does.
  template <Does<Swap> D>
  static void last_draw_below_n(D& deck) {
    for (int last = deck.size() - 1; last > 0; --last) {
      deck.swap(last, deck.draw_below(last == 1 ? deck.size() : last + 1));
    }
  }
};

// Durstenfeld from the front, in place; often sold as inside-out.

struct DurstenfeldUp : WithoutOptions {
  static constexpr ShuffleInfo info{
      .name = "durstenfeld-up",
      .truth = Truth::uniform,
      .sentence = "uniform: after step i the first i+1 cards are in uniform order",
      .origin = "the upward form of Durstenfeld 1964, as in the card-game articles",
      .cost = "n draws, n moves, in place",
  };

  template <Does<Swap> D>
  void operator()(D& deck) const {
    for (int i = 0; i < deck.size(); ++i) deck.swap(i, deck.draw_below(i + 1));
  }
};

// Two lists: a card drawn from the first goes to the end of the second.

struct FisherYates : WithoutOptions {
  static constexpr ShuffleInfo info{
      .name = "fisher-yates",
      .truth = Truth::uniform,
      .sentence = "uniform: each of the remaining cards is equally likely to be dealt next",
      .origin = "Fisher and Yates 1938, Statistical Tables, example 12",
      .cost = "n draws, n^2 moves, n extra cards",
  };

  template <Does<Deal> D>
  void operator()(D& deck) const {
    for (int remaining = deck.size(); remaining > 0; --remaining) deck.deal(deck.draw_below(remaining));
  }
};

// Nothing: the shuffle that leaves the deck as it was.

struct Identity : WithoutOptions {
  static constexpr ShuffleInfo info{
      .name = "identity",
      .truth = Truth::biased,
      .sentence = "biased: nothing moves, every deck comes out as it went in",
      .origin = "a shuffle of a copy; sort(() => Math.random() > .5) where only numbers below 0 move a card",
      .cost = "0 draws, 0 moves, in place",
  };

  template <Deck D>
  void operator()(D&) const {
    // Nothing is drawn, and the deck stays as it is.
  }
};

// Builds the order in a second array while reading the first one.

struct InsideOut : WithoutOptions {
  static constexpr ShuffleInfo info{
      .name = "inside-out",
      .truth = Truth::uniform,
      .sentence = "uniform: each new card takes a random place and its holder moves to the end",
      .origin = "the inside-out form of algorithm P, as in the C++ card-game article",
      .cost = "n draws, n moves, n extra cards",
  };

  template <Does<PlaceInsideOut> D>
  void operator()(D& deck) const {
    for (int i = 0; i < deck.size(); ++i) deck.place_inside_out(i, deck.draw_below(i + 1));
  }
};

// Every position swaps with any position.

struct NaiveSwap : WithoutOptions {
  static constexpr ShuffleInfo info{
      .name = "naive-swap",
      .truth = Truth::biased,
      .sentence = "biased: n^n equally likely paths cannot be spread evenly over n! permutations (n > 2)",
      .origin = "the usual slip in algorithm P; Robbins and Bolker 1981, Aequationes Mathematicae 22",
      .cost = "n draws, n moves, in place",
  };

  template <Does<Swap> D>
  void operator()(D& deck) const {
    for (int i = 0; i < deck.size(); ++i) deck.swap(i, deck.draw_below(deck.size()));
  }
};

// All n! permutations in a list, one of them picked.

struct PickFromAll : WithoutOptions {
  static constexpr ShuffleInfo info{
      .name = "pick-from-all",
      .truth = Truth::uniform,
      .sentence = "uniform by definition: one draw among all n! permutations",
      .origin = "the article On shuffling",
      .cost = "1 draw, n! permutations listed",
      .largest_deck = 12,
  };

  template <ListedDeck D>
  void operator()(D& deck) const {
    deck.arrange(deck.draw_below(deck.permutation_count()));
  }
};

// Durstenfeld that never lets a card swap with itself.

struct Sattolo : WithoutOptions {
  static constexpr ShuffleInfo info{
      .name = "sattolo",
      .truth = Truth::biased,
      .sentence =
          "biased: only the (n-1)! cyclic permutations, no card ever stays; Knuth's loop with rand() % i",
      .origin = "Sattolo 1986, Information Processing Letters 22(6)",
      .cost = "n draws, n moves, in place",
  };

  template <Does<Swap> D>
  void operator()(D& deck) const {
    for (int last = deck.size() - 1; last > 0; --last) deck.swap(last, deck.draw_below(last));
  }
};

// Durstenfeld one step short, at either end of its loop.

struct SkipLast {
  static constexpr std::array<std::string_view, 2> ends{"last", "first"};
  static constexpr std::int64_t stops_early = 0;
  static constexpr std::array options{
      OptionInfo{.name = "end",
                 .meaning = "the step left out: the last one, or the first one",
                 .smallest = 0,
                 .largest = 1,
                 .standard = 0,
                 .choices = ends}};
  static constexpr ShuffleInfo info{
      .name = "skip-last",
      .truth = Truth::biased,
      .sentence =
          "biased: one step is missing, so half of the permutations (end=last) or all that move the last "
          "card (end=first) never come",
      .origin = "off-by-one slips in the loop of algorithm P",
      .cost = "n draws, n moves, in place",
      .options = options,
  };

  std::int64_t end;

  explicit SkipLast(OptionValues values) : end(values[0]) {}

  template <Does<Swap> D>
  void operator()(D& deck) const {
    const int first_step = end == stops_early ? deck.size() - 1 : deck.size() - 2;
    const int last_step = end == stops_early ? 2 : 1;
    for (int last = first_step; last >= last_step; --last) deck.swap(last, deck.draw_below(last + 1));
  }
};

// The standard library's std::random_shuffle, given our draw.

struct StdRandomShuffle : WithoutOptions {
  static constexpr ShuffleInfo info{
      .name = "std-random-shuffle",
      .truth = Truth::uniform,
      .sentence = "uniform with a good source and draw",
      .origin = "ISO C++ 1998, 25.2.11, removed in 2017; the library this program was built with",
      .cost = "n draws, n moves, in place",
  };

  template <ArrayDeck D>
  void operator()(D& deck) const {
    const auto draw = [&deck](std::ptrdiff_t bound) {
      return static_cast<std::ptrdiff_t>(deck.draw_below(bound));
    };
// Deprecated in C++14 and removed in C++17, yet still run by the programs that are to be tested.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    std::random_shuffle(deck.cards().begin(), deck.cards().end(), draw);
#pragma GCC diagnostic pop
  }
};

// The standard library's std::shuffle, which draws from the source its own way.

struct StdShuffle : WithoutOptions {
  static constexpr ShuffleInfo info{
      .name = "std-shuffle",
      .truth = Truth::uniform,
      .sentence = "uniform with a good source; makes its own draws of the words",
      .origin = "ISO C++ 2011, 25.3.12; the library this program was built with",
      .cost = "n draws, n moves, in place",
  };

  template <WordDeck D>
  void operator()(D& deck) const {
    std::shuffle(deck.cards().begin(), deck.cards().end(), deck.words());
  }
};

// k times: two positions, drawn independently, swap.

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
      .sentence = "biased for every k: n^(2k) is never a multiple of n! (n > 2); the bias only falls with k",
      .origin = "the interview shuffle of the article On shuffling; Diaconis and Shahshahani 1981",
      .cost = "2k draws, k moves, in place",
      .options = options,
  };

  std::int64_t k;

  explicit SwapPairs(OptionValues values) : k(values[0]) {}

  template <Does<Swap> D>
  void operator()(D& deck) const {
    for (std::int64_t swaps = 0; swaps < k; ++swaps) {
      const auto first = deck.draw_below(deck.size());
      const auto second = deck.draw_below(deck.size());
      deck.swap(first, second);
    }
  }
};

// The deck is cut once.

struct RandomCut : WithoutOptions {
  static constexpr ShuffleInfo info{
      .name = "random-cut",
      .truth = Truth::biased,
      .sentence = "biased: every card equally likely at every position, yet only n permutations",
      .origin = "the counterexample to: equal at every position means fair",
      .cost = "1 draw, n moves, in place",
  };

  template <Does<Cut> D>
  void operator()(D& deck) const {
    deck.cut(deck.draw_below(deck.size()));
  }
};

// The last card is taken out and put in anywhere, again and again: "just like a real deck".

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

  template <Does<Move> D>
  void operator()(D& deck) const {
    for (std::int64_t round = 0; round < rounds; ++round) {
      deck.move(deck.size() - 1, deck.draw_below(deck.size()));
    }
  }
};

// A shuffled order dealt through its own indices.

struct AppliedTwice : WithoutOptions {
  static constexpr ShuffleInfo info{
      .name = "applied-twice",
      .truth = Truth::biased,
      .sentence =
          "biased: the square of a permutation is always even, so half of the permutations never come",
      .origin = "the C# landlord article: hand[i] = deck[index[i]] of a deck arranged by the same index",
      .cost = "n draws, 2n moves, n extra cards",
  };

  template <Does<Swap, DealByItself> D>
  void operator()(D& deck) const {
    for (int last = deck.size() - 1; last > 0; --last) deck.swap(last, deck.draw_below(last + 1));
    deck.deal_by_itself();
  }
};

// In the order in which they are listed, where sorts by keys come between the two.

using ShufflesCardByCard = ShuffleList<  //
    FisherYates,                         //
    Durstenfeld,                         //
    DurstenfeldUp,                       //
    InsideOut,                           //
    PickFromAll,                         //
    StdShuffle,                          //
    StdRandomShuffle,                    //
    Identity>;

using ShufflesBySwaps = ShuffleList<  //
    SwapPairs,                        //
    NaiveSwap,                        //
    Sattolo,                          //
    SkipLast,                         //
    DrawInsert,                       //
    AppliedTwice,                     //
    RandomCut>;

}  // namespace fairshuffle
