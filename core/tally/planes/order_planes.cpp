#include "core/tally/planes/order_planes.hpp"

#include "core/tally/planes/plane_counts.hpp"
#include "core/tally/planes/plane_layout.hpp"

namespace fairshuffle {

void OrderPlanes::take(std::span<const Plane> cards, std::span<const Plane> places,
                       std::span<const Plane> digits) {
  cards_.assign(cards.begin(), cards.end());
  places_.assign(places.begin(), places.end());
  size_ = most;
  is_laid_out_ = true;
  has_rows_ = false;
  digits_.assign(digits.begin(), digits.end());
}

bool OrderPlanes::take(std::span<const Card> decks) {
  make_room_for_rows();
  Card* row = rows_.front().data();
  for (; !decks.empty(); decks = decks.subspan(deck_size_), row += stride()) {
    copy_cards(decks.first(deck_size_), row);
  }
  cards_.resize(deck_size_);
  places_.resize(deck_size_);
  lay_out_rows(rows_.front().data(), stride(), cards_);
  Card highest = 0;
  for (const Plane& plane : cards_) {
    for (const Card card : plane) highest = std::max(highest, card);
  }
  has_rows_ = true;
  is_laid_out_ = highest < deck_size_ && lay_out_places(cards_, places_);
  size_ = is_laid_out_ ? most : 0;
  digits_.clear();
  return is_laid_out_;
}

void OrderPlanes::lay_out_decks() {
  rows_.resize(most);
  fairshuffle::lay_out_decks(cards_, std::span<Plane, most>(rows_.data(), most));
  has_rows_ = true;
}

void OrderPlanes::lay_out() {
  cards_.resize(deck_size_);
  places_.resize(deck_size_);
  is_laid_out_ = true;
  if (rows_.empty()) return;
  const Card* const rows = rows_.front().data();
  lay_out_rows(rows, stride(), cards_);
  std::array<Plane, 2 * most> inverse_rows;
  Card* const inverse = inverse_rows.front().data();
  std::fill_n(inverse + size_ * stride(), (most - size_) * stride(), Card{0});
  for (std::size_t deck = 0; deck < size_; ++deck) {
    const Card* const row = rows + deck * stride();
    Card* const to = inverse + deck * stride();
#pragma GCC unroll 8
    for (std::size_t position = 0; position < deck_size_; ++position) {
      to[row[position]] = static_cast<Card>(position);
    }
  }
  lay_out_rows(inverse, stride(), places_);
}

}  // namespace fairshuffle
