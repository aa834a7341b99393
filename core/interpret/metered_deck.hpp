// A deck that counts what a shuffle costs: plain arrays of any size, whose every write is counted.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <limits>
#include <map>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "core/draw/exact.hpp"
#include "core/interpret/meter.hpp"
#include "core/order/order.hpp"
#include "core/random/xoshiro256pp.hpp"
#include "core/shuffle/deck.hpp"

namespace fairshuffle {

/// One trial on the sorted deck with ideal draws. Each operation is done the plain way that a program would
/// do it, so a cost is one of arrays, not of the interpreters here, which know shorter ways to a few of them.
class MeteredDeck {
 public:
  using Index = std::int64_t;

  /// deck_size at least 1.
  MeteredDeck(int deck_size, std::uint64_t seed) : cards_(count_of(deck_size)), source_(seed) {
    std::iota(cards_.begin(), cards_.end(), 0);
  }
  MeteredDeck(const MeteredDeck&) = delete;
  MeteredDeck& operator=(const MeteredDeck&) = delete;

  MeterReading finish() && {
    return {.draws = draws_, .moves = moves_, .extra = most_held_, .deck = pile_.empty() ? cards_ : pile_};
  }

  int size() const { return static_cast<int>(cards_.size() + dealt_); }

  Index draw_below(Index bound) {
    ++draws_;
    return static_cast<Index>(ExactDraw::below(source_, static_cast<std::uint64_t>(bound)));
  }

  Index draw_sum(int terms, Index bound) {
    Index sum = 0;
    for (int term = 0; term < terms; ++term) sum += draw_below(bound);
    return sum;
  }

  void swap(Index i, Index j) {
    std::swap(at(i), at(j));
    moves_ += 2;
  }

  /// The card is held in the hand, which is no memory, while those between close up.
  void move(Index from, Index to) {
    const int card = at(from);
    const Index step = from < to ? 1 : -1;
    for (Index place = from; place != to; place += step, ++moves_) at(place) = at(place + step);
    at(to) = card;
    ++moves_;
  }

  void deal(Index i) {
    pile(at(i));
    moves_ += cards_.size() - count_of(i) - 1;
    cards_.erase(cards_.begin() + i);
    ++dealt_;
  }

  void place_inside_out(Index i, Index k) {
    pile(0);
    pile_[count_of(i)] = pile_[count_of(k)];
    pile_[count_of(k)] = at(i);
    ++moves_;
  }

  /// By three reversals, in place.
  void cut(Index k) {
    reverse(0, k);
    reverse(k, size());
    reverse(0, size());
  }

  /// Lists all orders, in lexicographic order.
  Index order_count() {
    std::vector<int> order = cards_;
    do {
      listed_.insert(listed_.end(), order.begin(), order.end());
    } while (std::ranges::next_permutation(order).found);
    moves_ += listed_.size();
    hold(listed_.size());
    return static_cast<Index>(listed_.size() / cards_.size());
  }

  void arrange(Index rank) {
    std::copy_n(listed_.begin() + rank * size(), size(), cards_.begin());
    moves_ += cards_.size();
  }

  void deal_by_itself() {
    const std::vector<int> order = cards_;
    hold(order.size());
    for (int& card : cards_) card = order[count_of(card)];
    moves_ += cards_.size();
  }

  void label(Index position, Index key) {
    if (labels_.empty()) {
      labels_.resize(cards_.size());
      hold(labels_.size());
    }
    labels_[count_of(position)] = key;
  }

  /// By merging runs of doubling length into a second array, and the two change roles.
  void sort_by_labels() {
    std::vector<std::pair<Index, int>> from, to(cards_.size());
    for (std::size_t i = 0; i < cards_.size(); ++i) from.emplace_back(labels_[i], cards_[i]);
    hold(labels_.size() + to.size());
    const std::size_t n = from.size();
    const auto place = [](auto& cards, std::size_t i) {
      return cards.begin() + static_cast<std::ptrdiff_t>(i);
    };
    for (std::size_t run = 1; run < n; run *= 2, moves_ += n) {
      for (std::size_t begin = 0; begin < n; begin += 2 * run) {
        const std::size_t middle = std::min(begin + run, n), end = std::min(begin + 2 * run, n);
        const auto by_label = [](const auto& a, const auto& b) { return a.first < b.first; };
        std::merge(place(from, begin), place(from, middle), place(from, middle), place(from, end),
                   place(to, begin), by_label);
      }
      std::swap(from, to);
    }
    std::ranges::transform(from, cards_.begin(), &std::pair<Index, int>::second);
  }

  void merge_by_labels() {
    const std::vector<int> packets = cards_;
    hold(labels_.size() + packets.size());
    std::vector<std::size_t> positions(cards_.size());
    std::iota(positions.begin(), positions.end(), std::size_t{0});
    std::ranges::stable_sort(positions, {}, [this](std::size_t position) { return labels_[position]; });
    for (std::size_t next = 0; next < packets.size(); ++next) cards_[positions[next]] = packets[next];
    moves_ += cards_.size();
  }

  /// Each card goes to one end of the cards that have its key, and these are gathered in the order of the
  /// keys.
  void shelve_by_labels() {
    std::map<Index, std::deque<int>> by_key;
    for (std::size_t i = 0; i < cards_.size(); ++i) {
      std::deque<int>& cards = by_key[labels_[i]];
      labels_[i] % 2 == 0 ? cards.push_front(cards_[i]) : cards.push_back(cards_[i]);
    }
    hold(labels_.size() + cards_.size());
    moves_ += cards_.size();
    auto next = cards_.begin();
    for (const auto& [key, cards] : by_key) next = std::ranges::copy(cards, next).out;
    moves_ += cards_.size();
  }

  /// The deck's cards go to a second one, packet by packet from the last, and back.
  void throw_by_labels() {
    std::vector<int> thrown;
    for (std::size_t begin = cards_.size(), end = begin; begin-- > 0;) {
      if (begin > 0 && labels_[begin] != 0) continue;
      thrown.insert(thrown.end(), cards_.begin() + static_cast<std::ptrdiff_t>(begin),
                    cards_.begin() + static_cast<std::ptrdiff_t>(end));
      end = begin;
    }
    hold(labels_.size() + thrown.size());
    moves_ += 2 * cards_.size();
    cards_ = std::move(thrown);
  }

  /// Each card goes to its pile, and these are put together.
  void deal_into_piles(int piles, Index order) {
    std::vector<std::vector<int>> dealt(count_of(piles));
    for (std::size_t card = 0; card < cards_.size(); ++card) {
      dealt[card % dealt.size()].push_back(cards_[card]);
    }
    hold(cards_.size());
    auto next = cards_.begin();
    for (const Card pile : order_of_rank(static_cast<std::uint64_t>(order), piles)) {
      next = std::copy(dealt[pile].rbegin(), dealt[pile].rend(), next);
    }
    moves_ += 2 * cards_.size();
  }

  bool compare_by_coin(Index, Index, Coin coin) { return draw_below(coin.faces) >= coin.faces - coin.yes; }
  bool came_before(Index i, Index j) { return at(i) < at(j); }

  void hand_out(Index i) { pile(at(i)); }

  /// A place that the library may only swap: through the deck, and so counted.
  struct Place {
    MeteredDeck* deck = nullptr;
    Index position = 0;
    friend void swap(Place& a, Place& b) { a.deck->swap(a.position, b.position); }
  };

  std::span<Place> cards() {
    places_.resize(cards_.size());
    Index position = 0;
    for (Place& place : places_) place = {.deck = this, .position = position++};
    return places_;
  }

  /// The source as a UniformRandomBitGenerator; each word counts as a draw.
  class Words {
   public:
    using result_type = std::uint64_t;
    explicit Words(MeteredDeck& deck) : deck_(&deck) {}
    static constexpr result_type min() { return 0; }
    static constexpr result_type max() { return Xoshiro256PlusPlus::max_word(); }
    result_type operator()() {
      ++deck_->draws_;
      return deck_->source_.next_word();
    }

   private:
    MeteredDeck* deck_;
  };
  Words& words() { return words_; }

 private:
  static std::size_t count_of(Index index) { return static_cast<std::size_t>(index); }
  int& at(Index i) { return cards_[count_of(i)]; }

  void pile(int card) {
    pile_.push_back(card);
    ++moves_;
    hold(pile_.size());
  }

  void reverse(Index begin, Index end) {
    for (--end; begin < end; ++begin, --end) swap(begin, end);
  }

  // So many cards or keys lie outside the deck.
  void hold(std::size_t held) { most_held_ = std::max<std::uint64_t>(most_held_, held); }

  std::vector<int> cards_, pile_, listed_;
  std::vector<Index> labels_;
  std::vector<Place> places_;
  std::size_t dealt_ = 0;
  Xoshiro256PlusPlus source_;
  Words words_{*this};
  std::uint64_t draws_ = 0, moves_ = 0, most_held_ = 0;
};

}  // namespace fairshuffle
