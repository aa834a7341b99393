// A deck as an array of cards: the deck context of the interpreters that run one trial at a time.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <span>
#include <type_traits>
#include <vector>

#include "core/interpret/steps.hpp"
#include "core/permutation/permutation.hpp"
#include "core/shuffle/deck.hpp"

namespace fairshuffle {

/// Fills `permutation` with 0, 1 ... in stable order of their labels, without comparing them: a counting sort
/// by each digit of 8 bits, from the lowest to the highest that any label has (Knuth, The Art of Computer
/// Programming 3, 5.2.5). Labels of decks are mostly below 256, so that one goes over them is enough, where a
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

/// Cards in an array, choices from `Draws`, which offers `std::uint64_t below(std::uint64_t bound)`. Offers
/// every operation of core/shuffle/deck.hpp; `words()` only where `Draws` has it. AnyCard: Card, or WideCard
/// for decks of up to most_cards.
template <class Draws, class AnyCard = Card,
          int most_cards = std::is_same_v<AnyCard, Card> ? largest_byte_deck : largest_deck_size>
class ScalarDeck {
 public:
  using Index = std::int64_t;
  static constexpr int largest_deck = most_cards;

  /// deck_size in 1..largest_deck.
  ScalarDeck(int deck_size, Draws& draws) : size_(deck_size), draws_(&draws) { start_sorted(); }

  /// The next trials start from the sorted deck.
  void start_sorted() {
    for (std::size_t card = 0; card < start_.size(); ++card) start_[card] = static_cast<AnyCard>(card);
    starts_sorted_ = true;
  }
  /// The next trial starts from the deck as the last one left it.
  void start_from_here() {
    start_ = cards_;
    starts_sorted_ = false;
  }
  std::span<const AnyCard> start() const { return {start_.data(), static_cast<std::size_t>(size_)}; }

  /// Takes up the deck for a new trial.
  void begin_trial() {
    copy_cards(start_.data(), cards_.data());
    piled_ = 0;
  }

  /// The deck after a trial.
  std::span<const AnyCard> end_trial() {
    if (piled_ > 0) std::copy_n(pile_.begin(), piled_, cards_.begin());
    return {cards_.data(), static_cast<std::size_t>(size_)};
  }
  /// The same, copied to where there is room for largest_deck cards.
  void end_trial(AnyCard* to) { copy_cards(end_trial().data(), to); }

  int size() const { return size_; }

  Index draw_below(Index bound) {
    return static_cast<Index>(draws_->below(static_cast<std::uint64_t>(bound)));
  }

  Index draw_sum(int terms, Index bound) {
    Index sum = 0;
    for (int term = 0; term < terms; ++term) sum += draw_below(bound);
    return sum;
  }

  void swap(Index i, Index j) { std::swap(at(i), at(j)); }

  void move(Index from, Index to) {
    const AnyCard card = at(from);
    if (from < to) {
      std::copy(&at(from) + 1, &at(to) + 1, &at(from));
    } else {
      std::copy_backward(&at(to), &at(from), &at(from) + 1);
    }
    at(to) = card;
  }

  void deal(Index i) {
    pile_[static_cast<std::size_t>(piled_)] = at(i);
    ++piled_;
    // Of the n - piled_ + 1 cards that lay there, those behind the dealt one close up.
    std::copy(&at(i) + 1, cards_.data() + (size_ - piled_ + 1), &at(i));
  }

  void place_inside_out(Index i, Index k) {
    pile_[static_cast<std::size_t>(i)] = pile_[static_cast<std::size_t>(k)];
    pile_[static_cast<std::size_t>(k)] = at(i);
    piled_ = size_;
  }

  void cut(Index k) { std::rotate(cards_.begin(), cards_.begin() + k, cards_.begin() + size_); }

  Index permutation_count() const { return static_cast<Index>(fairshuffle::permutation_count(size_)); }

  void arrange(Index rank) {
    std::array<Card, largest_byte_deck> permutation;
    const std::span<Card> positions(permutation.data(), static_cast<std::size_t>(size_));
    permutation_of_rank(static_cast<std::uint64_t>(rank), positions);
    reorder(std::span<const Card>(positions));
  }

  void deal_by_itself() {
    if (starts_sorted_) return reorder(std::span<const AnyCard>(std::array(cards_)).first(count()));
    std::array<AnyCard, largest_deck> permutation;
    relative_order(start(), cards(), std::span(permutation).first(count()));
    reorder(std::span<const AnyCard>(permutation).first(count()));
  }

  void label(Index position, Index key) { labels_[static_cast<std::size_t>(position)] = key; }

  void sort_by_labels() { move_by_labels(StepKind::sort_by_labels); }
  void shelve_by_labels() { move_by_labels(StepKind::shelve_by_labels); }
  void merge_by_labels() { move_by_labels(StepKind::merge_by_labels); }

  void throw_by_labels() {
    const auto before = cards_;
    AnyCard* next = cards_.data();
    for (int begin = size_, end = size_; begin-- > 0;) {
      if (begin > 0 && labels_[static_cast<std::size_t>(begin)] != 0) continue;
      next = std::copy(before.data() + begin, before.data() + end, next);
      end = begin;
    }
  }

  void deal_into_piles(int piles, Index rank) {
    const auto dealt = cards_;
    std::array<Card, most_piles> permutation;
    const auto step = static_cast<std::size_t>(piles);
    permutation_of_rank(static_cast<std::uint64_t>(rank), std::span(permutation).first(step));
    auto next = cards_.begin();
    for (const std::size_t pile : std::span(permutation).first(step)) {
      // The last card of a pile lies on top.
      const std::size_t cards_of_pile = (count() + step - 1 - pile) / step;
      for (std::size_t card = cards_of_pile; card-- > 0;) *next++ = dealt[card * step + pile];
    }
  }

  /// Position i gets the card of position positions[i].
  template <class Position>
  void reorder(std::span<const Position> positions) {
    const auto before = cards_;
    for (std::size_t i = 0; i < positions.size(); ++i) {
      cards_[i] = before[static_cast<std::size_t>(positions[i])];
    }
  }

  bool compare_by_coin(Index, Index, Coin coin) {
    if constexpr (requires { draws_->toss(coin); }) {
      return draws_->toss(coin);
    } else {
      return draw_below(coin.faces) >= coin.faces - coin.yes;
    }
  }

  bool came_before(Index i, Index j) {
    if (starts_sorted_) return at(i) < at(j);
    return std::ranges::find(start_, at(i)) < std::ranges::find(start_, at(j));
  }

  void hand_out(Index i) {
    pile_[static_cast<std::size_t>(piled_)] = at(i);
    ++piled_;
  }

  std::span<AnyCard> cards() { return {cards_.data(), static_cast<std::size_t>(size_)}; }
  std::span<const AnyCard> cards() const { return {cards_.data(), static_cast<std::size_t>(size_)}; }
  /// The pile's places, as many as the deck has; what no operation has filled means nothing.
  std::span<const AnyCard> pile() const { return {pile_.data(), static_cast<std::size_t>(size_)}; }

  auto& words() requires requires(Draws& draws) { draws.words(); }
  { return draws_->words(); }

 private:
  // Three fixed sizes copy in few moves; the cards beyond the deck are never looked at.
  void copy_cards(const AnyCard* from, AnyCard* to) const {
    if (size_ <= 8) {
      std::memcpy(to, from, 8 * sizeof(AnyCard));
    } else if (size_ <= 64) {
      std::memcpy(to, from, 64 * sizeof(AnyCard));
    } else {
      std::memcpy(to, from, largest_deck * sizeof(AnyCard));
    }
  }

  // Indices are drawn below a bound that is at most the deck size, which the target checked.
  AnyCard& at(Index i) { return cards_[static_cast<std::size_t>(i)]; }

  std::size_t count() const { return static_cast<std::size_t>(size_); }

  void move_by_labels(StepKind kind) {
    std::array<AnyCard, largest_deck> permutation;
    const std::span<const AnyCard> positions = positions_by_label(kind, permutation);
    if (kind != StepKind::merge_by_labels) return reorder(positions);
    const auto packets = cards_;
    for (std::size_t next = 0; next < positions.size(); ++next) cards_[positions[next]] = packets[next];
  }

  // The positions in stable order of their labels.
  std::span<const AnyCard> positions_by_label(StepKind kind,
                                              std::array<AnyCard, largest_deck>& permutation) const {
    const std::span<AnyCard> positions(permutation.data(), static_cast<std::size_t>(size_));
    const auto later_comes_first = [&](AnyCard later, AnyCard earlier) {
      return labels_[later] < bound_of_later_first(kind, labels_[earlier]);
    };
    if constexpr (std::is_same_v<AnyCard, WideCard>) {
      std::array<AnyCard, largest_deck> room;
      permutation_by_labels(std::span(labels_).first(count()), positions, std::span(room).first(count()));
      // What has one label either stays as it came or is turned as a whole.
      for (auto begin = positions.begin(); kind == StepKind::shelve_by_labels && begin != positions.end();) {
        const auto end = std::find_if(begin, positions.end(),
                                      [&](AnyCard position) { return labels_[position] != labels_[*begin]; });
        if (later_comes_first(*begin, *begin)) std::reverse(begin, end);
        begin = end;
      }
    } else {
      for (std::size_t i = 0; i < positions.size(); ++i) positions[i] = static_cast<AnyCard>(i);
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
    return positions;
  }

  std::array<AnyCard, largest_deck> cards_{};
  int size_;
  int piled_ = 0;
  Draws* draws_;
  std::array<AnyCard, largest_deck> start_;
  bool starts_sorted_ = true;
  std::array<AnyCard, largest_deck> pile_{};
  std::array<Index, largest_deck> labels_{};
};

/// For decks whose every step is given.
struct NoDraws {
  std::uint64_t below(std::uint64_t) { return 0; }
};

/// Does a recorded step to a deck; `number(index)` is what an index stands for.
template <class Deck, class NumberOf>
void replay(const Step& step, const NumberOf& number, Deck& deck) {
  const auto index = [&number](const StepIndex& of) { return static_cast<std::int64_t>(number(of)); };
  for (std::size_t position = 0; position < step.labels.size(); ++position) {
    deck.label(static_cast<std::int64_t>(position), index(step.labels[position]));
  }
  switch (step.kind) {
    case StepKind::swap:
      return deck.swap(index(step.first), index(step.second));
    case StepKind::move:
      return deck.move(index(step.first), index(step.second));
    case StepKind::cut:
      return deck.cut(index(step.first));
    case StepKind::copy:
      return deck.reorder(std::span<const int>(step.sources));
    case StepKind::deal_by_itself:
      return deck.deal_by_itself();
    case StepKind::sort_by_labels:
      return deck.sort_by_labels();
    case StepKind::merge_by_labels:
      return deck.merge_by_labels();
    case StepKind::shelve_by_labels:
      return deck.shelve_by_labels();
    case StepKind::throw_by_labels:
      return deck.throw_by_labels();
    case StepKind::gather_piles:
      return deck.deal_into_piles(step.second.fixed, index(step.first));
  }
}

/// Where the cards of a deck of so many come from in a step that is not by labels: position i gets that of
/// sources[i]. `number` as above.
template <class NumberOf>
std::vector<Card> sources_of(const Step& step, int deck_size, const NumberOf& number) {
  NoDraws none;
  ScalarDeck<NoDraws> deck(deck_size, none);
  deck.begin_trial();
  replay(step, number, deck);
  const std::span<const Card> cards = deck.end_trial();
  return {cards.begin(), cards.end()};
}

}  // namespace fairshuffle
