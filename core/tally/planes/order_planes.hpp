// Orders of one deck lying beside each other, place by place.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>
#include <vector>

#include "core/tally/planes/plane.hpp"

namespace fairshuffle {

/// Larger decks come one by one.
inline constexpr int largest_deck_taken_in_planes = 64;

/// Up to 64 orders and their inverses, so laid out that what is asked of one place of all decks reads
/// neighbouring bytes. Orders are taken as they come, and laid out when the first plane is asked for.
class OrderPlanes {
 public:
  static constexpr std::size_t most = decks_of_planes;
  /// A card, or a place, of each deck. Beyond `size` decks it means nothing.
  using Plane = fairshuffle::Plane;

  /// deck_size in 0..128; with 0 nothing can be added.
  explicit OrderPlanes(int deck_size) : deck_size_(static_cast<std::size_t>(deck_size)) {}

  /// Preconditions: not full; is_order(order), of this deck.
  void add(std::span<const Card> order) {
    make_room_for_rows();
    copy_cards(order, rows_.front().data() + size_ * stride());
    ++size_;
    has_rows_ = true;
    is_laid_out_ = false;
    digits_.clear();
  }
  /// Takes as many as there can be at once, which lie in planes already: by position, by card and, where they
  /// are known, their digits; else that is empty. Preconditions: none is there; orders of this deck and their
  /// inverses; at most largest_deck_taken_in_planes cards.
  void take(std::span<const Plane> cards, std::span<const Plane> places, std::span<const Plane> digits = {});
  /// The same of decks that lie end to end. False, and none is there, where not all of them are orders.
  /// Preconditions: none is there; as many decks as there can be at once.
  bool take(std::span<const Card> decks);
  void clear() { size_ = 0; }

  std::size_t size() const { return size_; }
  bool full() const { return size_ == most; }
  int deck_size() const { return static_cast<int>(deck_size_); }
  /// One of them.
  std::span<const Card> order(std::size_t deck) {
    if (!has_rows_) lay_out_decks();
    return {rows_.front().data() + deck * stride(), deck_size_};
  }
  /// Whether orders were taken row by row, so that to ask for one lays out none.
  bool has_rows() const { return has_rows_; }
  /// By position: the card that lies there.
  std::span<const Plane> cards() {
    if (!is_laid_out_) lay_out();
    return cards_;
  }
  /// By card: the position where it lies. The cards of the inverse orders.
  std::span<const Plane> places() {
    if (!is_laid_out_) lay_out();
    return places_;
  }
  /// By position: the draw with which Durstenfeld's shuffle of a sorted deck would have brought its card.
  /// Empty where it came with none.
  std::span<const Plane> known_digits() const { return digits_; }

 private:
  // One line of a cache a row, or two.
  std::size_t stride() const { return deck_size_ <= 64 ? 64 : 128; }

  // A copy of a length that is not known is a call. Two of a length that is, which may overlap, are not.
  template <std::size_t half>
  static void copy_two(std::span<const Card> cards, Card* to) {
    std::memcpy(to, cards.data(), half);
    std::memcpy(to + (cards.size() - half), cards.data() + (cards.size() - half), half);
  }
  static void copy_cards(std::span<const Card> cards, Card* to) {
    if (cards.size() > 64) return copy_two<64>(cards, to);
    if (cards.size() >= 32) return copy_two<32>(cards, to);
    if (cards.size() >= 16) return copy_two<16>(cards, to);
    if (cards.size() >= 8) return copy_two<8>(cards, to);
    std::copy(cards.begin(), cards.end(), to);
  }

  void make_room_for_rows() {
    if (rows_.empty()) rows_.resize(most * stride() / sizeof(Plane));
  }
  void lay_out();
  void lay_out_decks();

  std::size_t deck_size_;
  std::size_t size_ = 0;
  // Of what came one of the two at least, the other one once it is asked for: the orders row by row, `stride`
  // bytes each, and laid out in planes.
  std::vector<Plane> rows_;
  std::vector<Plane> cards_, places_;
  bool has_rows_ = true, is_laid_out_ = false;
  std::vector<Plane> digits_;
};

}  // namespace fairshuffle
