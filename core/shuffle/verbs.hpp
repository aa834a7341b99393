// The verbs: the ways in which a shuffle moves cards, each in a struct of its own.
//
// The struct says all that is known of a verb: its name in a shuffle, what it does to an array of cards, what
// that costs, and what a lesson says of it. VerbsOf gives a deck all verbs by their names. Interpreters read
// them from the one table, Verbs. A new verb is a struct and a line in that table. Lanes need no kernel for
// it, unless they are to be quick with it.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

#include "core/permutation/permutation.hpp"
#include "core/shuffle/deck.hpp"

namespace fairshuffle {

/// A verb as it was used once.
struct VerbUse {
  std::uint64_t cards;          ///< of the deck
  std::uint64_t first, second;  ///< its numbers
  std::uint64_t piled, labels;  ///< how many there are then, each outside the deck
};

/// What one use costs: so many cards written, while so many cards or keys lie outside the deck.
struct VerbCost {
  std::uint64_t moves, extra;
};

/// What a verb reads the labels of the positions for.
enum class LabelUse {
  none,
  sort,     ///< the positions come in stable order of their labels
  packets,  ///< a packet begins wherever the label is 0, and the last packet comes first
};

struct VerbInfo {
  int numbers;  ///< how many it takes
  /// What a lesson says of one use. {first} and {second} are the numbers, and {card} is the card that lay at
  /// the first. {permutation} is of so many piles as the first number says, and its rank is the second.
  std::string_view told;
  std::string_view told_if_equal{};  ///< where both numbers are equal; empty: as otherwise
  VerbCost (*cost)(const VerbUse& use);
  bool takes_positions = false;  ///< its numbers are positions of the deck
  bool piles = false;            ///< the deck is built up beside the cards
  bool takes_out = false;        ///< the card leaves them for the pile, and the rest close up
  LabelUse labels = LabelUse::none;
  bool turns_even = false;      ///< cards of one even label come in reverse
  bool is_inverse = false;      ///< of what the labels say: position i is where the card comes from
  bool applies_itself = false;  ///< it applies the order made so far once more, and so depends on it
};

/// Whether sorting by labels puts the later of two positions first: its label must be below this bound of the
/// earlier's.
template <class Label>
constexpr Label bound_of_later_first(const VerbInfo& verb, Label earlier) {
  return verb.turns_even ? earlier | Label{1} : earlier;
}

// What a verb's struct has: `info`; `cost`; `On`, which gives a deck the verb by its name; and `apply`, which
// does it to a deck that is an array, but for those that pile cards up: where these go is each deck's own
// affair.

/// `swap(i, j)`: the cards at i and j change places; i = j is allowed.
struct Swap {
  static VerbCost cost(const VerbUse&) { return {2, 0}; }
  static constexpr VerbInfo info{.numbers = 2,
                                 .told = "swap positions {first} and {second}",
                                 .told_if_equal = "card {card} stays at {first}",
                                 .cost = &cost,
                                 .takes_positions = true};
  template <class D>
  struct On {
    void swap(auto i, auto j) { static_cast<D&>(*this).perform(Swap{}, i, j); }
  };
  static void apply(auto& deck, std::int64_t i, std::int64_t j) { std::swap(deck.at(i), deck.at(j)); }
};

/// `move(from, to)`: the card at `from` is taken out, the others close up, and it is put in so that it then
/// stands at `to`.
struct Move {
  // The card is held in the hand, which is no memory, while those between close up.
  static VerbCost cost(const VerbUse& use) {
    return {std::max(use.first, use.second) - std::min(use.first, use.second) + 1, 0};
  }
  static constexpr VerbInfo info{
      .numbers = 2, .told = "card {card} from {first} to {second}", .cost = &cost, .takes_positions = true};
  template <class D>
  struct On {
    void move(auto from, auto to) { static_cast<D&>(*this).perform(Move{}, from, to); }
  };
  static void apply(auto& deck, std::int64_t from, std::int64_t to) {
    const auto card = deck.at(from);
    if (from < to) {
      std::copy(&deck.at(from) + 1, &deck.at(to) + 1, &deck.at(from));
    } else {
      std::copy_backward(&deck.at(to), &deck.at(from), &deck.at(from) + 1);
    }
    deck.at(to) = card;
  }
};

/// `deal(i)`: the i-th of the cards not yet dealt goes to the end of the pile, the rest close up. After n
/// deals the pile is the deck.
struct Deal {
  static VerbCost cost(const VerbUse& use) { return {use.cards - (use.piled - 1) - use.first, use.piled}; }
  static constexpr VerbInfo info{
      .numbers = 1, .told = "card {card} to the pile", .cost = &cost, .piles = true, .takes_out = true};
  template <class D>
  struct On {
    void deal(auto i) { static_cast<D&>(*this).perform(Deal{}, i); }
  };
};

/// `place_inside_out(i, k)`: one step of building the order in a second array: out[i] = out[k]; out[k] =
/// in[i]. i runs from 0, 0 <= k <= i. After n steps `out` is the deck.
struct PlaceInsideOut {
  static VerbCost cost(const VerbUse& use) { return {2, use.piled}; }
  static constexpr VerbInfo info{.numbers = 2,
                                 .told = "card {card} takes place {second}, its holder goes to the end",
                                 .told_if_equal = "card {card} to the end of the pile",
                                 .cost = &cost,
                                 .piles = true};
  template <class D>
  struct On {
    void place_inside_out(auto i, auto k) { static_cast<D&>(*this).perform(PlaceInsideOut{}, i, k); }
  };
};

/// `hand_out(i)`: a copy of the card at i goes to the end of the pile: what a deal with a wrong index does.
struct HandOut {
  static VerbCost cost(const VerbUse& use) { return {1, use.piled}; }
  static constexpr VerbInfo info{
      .numbers = 1, .told = "card {card} is handed out", .cost = &cost, .piles = true};
  template <class D>
  struct On {
    void hand_out(auto i) { static_cast<D&>(*this).perform(HandOut{}, i); }
  };
};

/// `cut(k)`: the first k cards go below the others.
struct Cut {
  // By three reversals, in place.
  static VerbCost cost(const VerbUse& use) {
    return {2 * (use.first / 2 + (use.cards - use.first) / 2 + use.cards / 2), 0};
  }
  static constexpr VerbInfo info{
      .numbers = 1, .told = "the first {first} go below the others", .cost = &cost, .takes_positions = true};
  template <class D>
  struct On {
    void cut(auto k) { static_cast<D&>(*this).perform(Cut{}, k); }
  };
  static void apply(auto& deck, std::int64_t k) {
    std::rotate(&deck.at(0), &deck.at(k), &deck.at(0) + deck.size());
  }
};

/// `arrange(rank)` puts the cards into the order of that rank; the deck has `permutation_count()`, n!.
struct Arrange {
  // Of all permutations, listed one after the other.
  static VerbCost cost(const VerbUse& use) {
    const std::uint64_t listed = permutation_count(static_cast<int>(use.cards)) * use.cards;
    return {listed + use.cards, listed};
  }
  static constexpr VerbInfo info{
      .numbers = 1, .told = "permutation number {first} of the list", .cost = &cost};
  template <class D>
  struct On {
    void arrange(auto rank) { static_cast<D&>(*this).perform(Arrange{}, rank); }
  };
  static void apply(auto& deck, std::int64_t rank) {
    std::array<Card, largest_byte_deck> room;
    const std::span<Card> positions(room.data(), static_cast<std::size_t>(deck.size()));
    permutation_of_rank(static_cast<std::uint64_t>(rank), positions);
    deck.reorder(positions);
  }
};

/// `deal_by_itself()`: the order made so far is applied once more: hand[i] = deck[order[i]].
struct DealByItself {
  static VerbCost cost(const VerbUse& use) { return {use.cards, use.cards}; }
  static constexpr VerbInfo info{
      .numbers = 0, .told = "dealt through its own indices", .cost = &cost, .applies_itself = true};
  template <class D>
  struct On {
    void deal_by_itself() { static_cast<D&>(*this).perform(DealByItself{}); }
  };
  static void apply(auto& deck) { deck.reorder(deck.order_so_far(deck.copy())); }
};

// By labels: `label(i, key)` notes a key for position i.

namespace detail {

/// Fills `permutation` with 0, 1 ... in stable order of their labels, without comparing them: a counting sort
/// by each digit of 8 bits, from the lowest to the highest that any label has (Knuth, The Art of Computer
/// Programming 3, 5.2.5). Labels of decks are mostly below 256, so that one go over them is enough, where a
/// sort by comparisons takes ten. As many labels as positions, none below 0; as much room.
inline void permutation_by_labels(std::span<const std::int64_t> labels, std::span<WideCard> permutation,
                                  std::span<WideCard> room) {
  constexpr int bits_of_digit = 8;
  constexpr std::size_t digits = std::size_t{1} << bits_of_digit;
  std::uint64_t bits_used = 0;
  for (const std::int64_t label : labels) bits_used |= static_cast<std::uint64_t>(label);
  std::iota(permutation.begin(), permutation.end(), WideCard{0});
  for (int shift = 0; shift < 64 && bits_used >> shift != 0; shift += bits_of_digit) {
    const auto digit_of = [&](WideCard position) {
      return (static_cast<std::uint64_t>(labels[position]) >> shift) % digits;
    };
    std::array<std::uint16_t, digits + 1> first{};
    for (const WideCard position : permutation) ++first[digit_of(position) + 1];
    for (std::size_t digit = 1; digit < digits; ++digit) {
      first[digit] = static_cast<std::uint16_t>(first[digit] + first[digit - 1]);
    }
    for (const WideCard position : permutation) room[first[digit_of(position)]++] = position;
    std::ranges::copy(room, permutation.begin());
  }
}

/// Fills `positions` with the positions in the order of their labels; as much room.
template <class AnyCard>
void order_by_labels(const VerbInfo& verb, std::span<const std::int64_t> labels, std::span<AnyCard> positions,
                     std::span<AnyCard> room) {
  const auto later_comes_first = [&](AnyCard later, AnyCard earlier) {
    return labels[later] < bound_of_later_first(verb, labels[earlier]);
  };
  if constexpr (std::is_same_v<AnyCard, WideCard>) {
    permutation_by_labels(labels, positions, room);
    // What has one label either stays as it came or is turned as a whole.
    for (auto begin = positions.begin(); verb.turns_even && begin != positions.end();) {
      const auto end = std::find_if(begin, positions.end(),
                                    [&](AnyCard position) { return labels[position] != labels[*begin]; });
      if (later_comes_first(*begin, *begin)) std::reverse(begin, end);
      begin = end;
    }
  } else {
    std::iota(positions.begin(), positions.end(), AnyCard{0});
    // Insertion sort: stable, in place, and quick for the few cards of a deck.
    for (std::size_t sorted = 1; sorted < positions.size(); ++sorted) {
      const AnyCard position = positions[sorted];
      std::size_t place = sorted;
      for (; place > 0 && later_comes_first(position, positions[place - 1]); --place) {
        positions[place] = positions[place - 1];
      }
      positions[place] = position;
    }
  }
}

template <class D>
void move_by_labels(const VerbInfo& verb, D& deck) {
  typename D::Cards ordered, room;
  const auto positions = std::span(ordered).first(deck.cards().size());
  order_by_labels(verb, deck.labels(), positions, std::span(room).first(positions.size()));
  if (!verb.is_inverse) return deck.reorder(positions);
  const typename D::Cards packets = deck.copy();
  for (std::size_t next = 0; next < positions.size(); ++next) deck.cards()[positions[next]] = packets[next];
}

}  // namespace detail

/// `sort_by_labels()` sorts the cards by the keys of their positions, stably.
struct SortByLabels {
  // By merging runs of doubling length into a second array, and the two change roles.
  static VerbCost cost(const VerbUse& use) {
    return {use.cards * static_cast<std::uint64_t>(std::bit_width(use.cards - 1)), use.labels + use.cards};
  }
  static constexpr VerbInfo info{
      .numbers = 0, .told = "sort by the keys", .cost = &cost, .labels = LabelUse::sort};
  template <class D>
  struct On {
    void sort_by_labels() { static_cast<D&>(*this).perform(SortByLabels{}); }
  };
  static void apply(auto& deck) { detail::move_by_labels(info, deck); }
};

/// `merge_by_labels()` is the inverse of sorting: the cards are cut into packets as large as the keys'
/// counts, and position i takes the next card of packet key(i).
struct MergeByLabels {
  static VerbCost cost(const VerbUse& use) { return {use.cards, use.labels + use.cards}; }
  static constexpr VerbInfo info{.numbers = 0,
                                 .told = "merge the packets by the keys",
                                 .cost = &cost,
                                 .labels = LabelUse::sort,
                                 .is_inverse = true};
  template <class D>
  struct On {
    void merge_by_labels() { static_cast<D&>(*this).perform(MergeByLabels{}); }
  };
  static void apply(auto& deck) { detail::move_by_labels(info, deck); }
};

/// `shelve_by_labels()` sorts like `sort_by_labels()`, but puts the cards of each even key in reverse: card
/// after card goes on top of what has an even key, and below what has an odd one.
struct ShelveByLabels {
  // Each card goes to one end of the cards that have its key, and these are gathered.
  static VerbCost cost(const VerbUse& use) { return {2 * use.cards, use.labels + use.cards}; }
  static constexpr VerbInfo info{.numbers = 0,
                                 .told = "empty the shelves, the first one first",
                                 .cost = &cost,
                                 .labels = LabelUse::sort,
                                 .turns_even = true};
  template <class D>
  struct On {
    void shelve_by_labels() { static_cast<D&>(*this).perform(ShelveByLabels{}); }
  };
  static void apply(auto& deck) { detail::move_by_labels(info, deck); }
};

/// `throw_by_labels()`: a packet begins at the first card and wherever the key is 0, and each packet goes on
/// top of those before it, so that the last one comes first; within a packet the cards keep their order.
struct ThrowByLabels {
  // To a second deck, packet by packet from the last, and back.
  static VerbCost cost(const VerbUse& use) { return {2 * use.cards, use.labels + use.cards}; }
  static constexpr VerbInfo info{.numbers = 0,
                                 .told = "throw over the packets, which begin where the key is 0",
                                 .cost = &cost,
                                 .labels = LabelUse::packets};
  template <class D>
  struct On {
    void throw_by_labels() { static_cast<D&>(*this).perform(ThrowByLabels{}); }
  };
  static void apply(auto& deck) {
    const auto before = deck.copy();
    auto next = deck.cards().begin();
    for (int begin = deck.size(), end = begin; begin-- > 0;) {
      if (begin > 0 && deck.labels()[static_cast<std::size_t>(begin)] != 0) continue;
      next = std::copy(before.data() + begin, before.data() + end, next);
      end = begin;
    }
  }
};

/// A permutation of piles has a rank of 64 bits.
inline constexpr std::size_t most_piles = 20;

/// `deal_into_piles(k, rank)`: the cards go one by one to k piles in turn, each on top of its pile, and the
/// piles are put together in the order of that rank, the first on top.
struct DealIntoPiles {
  static VerbCost cost(const VerbUse& use) { return {2 * use.cards, use.cards}; }
  static constexpr VerbInfo info{
      .numbers = 2,
      .told = "deal into {first} piles, and put them together in the order {permutation}",
      .cost = &cost};
  template <class D>
  struct On {
    void deal_into_piles(auto piles, auto rank) {
      static_cast<D&>(*this).perform(DealIntoPiles{}, piles, rank);
    }
  };
  static void apply(auto& deck, std::int64_t piles, std::int64_t rank) {
    const auto dealt = deck.copy();
    std::array<Card, most_piles> room;
    const auto step = static_cast<std::size_t>(piles), cards = deck.cards().size();
    const auto permutation = std::span(room).first(step);
    permutation_of_rank(static_cast<std::uint64_t>(rank), permutation);
    auto next = deck.cards().begin();
    for (const std::size_t pile : permutation) {
      // The last card of a pile lies on top.
      const std::size_t cards_of_pile = (cards + step - 1 - pile) / step;
      for (std::size_t card = cards_of_pile; card-- > 0;) *next++ = dealt[card * step + pile];
    }
  }
};

// The one table of verbs.

template <class... V>
struct VerbList {
  template <class D>
  struct Of : V::template On<D>... {};

  /// Which of them it is, from 1; 0 for none.
  static std::int64_t number_of(const VerbInfo* verb) {
    std::int64_t number = 0, found = 0;
    static_cast<void>(((++number, &V::info == verb && (found = number, true)) || ...));
    return found;
  }

  /// visitor(V{}) with the verb that this is.
  template <class Visitor>
  static void visit(const VerbInfo& verb, const Visitor& visitor) {
    static_cast<void>(((&V::info == &verb && (visitor(V{}), true)) || ...));
  }
};

using Verbs = VerbList<Swap, Move, Deal, PlaceInsideOut, HandOut, Cut, Arrange, DealByItself, SortByLabels,
                       MergeByLabels, ShelveByLabels, ThrowByLabels, DealIntoPiles>;

/// Gives the deck D all verbs by their names: `perform(verb, numbers...)` of D does each.
template <class D>
using VerbsOf = Verbs::Of<D>;

/// A deck on which a shuffle can use all these verbs.
template <class D, class... V>
concept Does = Deck<D> &&(std::derived_from<D, typename V::template On<D>>&&...);

/// A deck whose permutations are listed: `permutation_count()` is n!.
template <class D>
concept ListedDeck = Does<D, Arrange> && requires(D& deck) {
  { deck.permutation_count() } -> std::same_as<std::int64_t>;
};

/// `compare_by_coin(i, j, coin)`: the coin says whether the card at i is to stand before the card at j.
/// `came_before(i, j)`: whether it stood before that one when the shuffle began. The shuffle branches on
/// both, so a deck that is many decks at once cannot offer them.
template <class D>
concept CoinDeck = Does<D, Swap, Move> && requires(D& deck, int i, int j, Coin coin) {
  { deck.compare_by_coin(i, j, coin) } -> std::same_as<bool>;
  { deck.came_before(i, j) } -> std::same_as<bool>;
};

}  // namespace fairshuffle
