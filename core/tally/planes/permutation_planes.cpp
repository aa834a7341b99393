#include <algorithm>

#include "core/tally/planes/planes.hpp"

namespace fairshuffle {

void PermutationPlanes::take(std::span<const Plane> cards, std::span<const Plane> places,
                             std::span<const Plane> digits) {
  cards_.assign(cards.begin(), cards.end());
  places_.assign(places.begin(), places.end());
  size_ = most;
  is_laid_out_ = true;
  has_rows_ = false;
  digits_.assign(digits.begin(), digits.end());
}

bool PermutationPlanes::take(std::span<const Card> decks) {
  make_room_for_rows();
  Card* row = rows_.front().data();
  for (; !decks.empty(); decks = decks.subspan(deck_size_), row += stride()) {
    copy_cards(decks.first(deck_size_), row);
  }
  size_ = most;
  has_rows_ = true;
  is_laid_out_ = lay_out();
  if (!is_laid_out_) clear();
  digits_.clear();
  return is_laid_out_;
}

bool PermutationPlanes::lay_out() {
  cards_.resize(deck_size_);
  places_.resize(deck_size_);
  if (rows_.empty()) return true;
  Card* const rows = rows_.front().data();
  std::fill_n(rows + size_ * stride(), (most - size_) * stride(), Card{0});
  lay_out_rows(rows, stride(), cards_);
  Card highest = 0;
  for (const Plane& plane : cards_) {
    for (const Card card : plane) highest = std::max(highest, card);
  }
  return highest < deck_size_ && lay_out_places(cards_, places_);
}

void PermutationPlanes::lay_out_decks() {
  rows_.resize(most);
  fairshuffle::lay_out_decks(cards_, std::span<Plane, most>(rows_.data(), most));
  has_rows_ = true;
}

void PermutationBatches::add(PermutationPlanes& permutations) {
  const std::span<const Plane> digits = permutations.known_digits();
  known_digits_[batches()].assign(digits.begin(), digits.end());
  cards_.add(permutations.cards(), permutations.size());
  places_.add(permutations.places(), permutations.size());
  found_.forget();
}

void PermutationBatches::clear() {
  cards_.clear();
  places_.clear();
  found_.forget();
}

PlaneBatches& PermutationBatches::digits() {
  auto& [found, is_there] = found_.digits;
  if (is_there) return *found;
  if (!found) found.emplace(cards_.planes());
  found->clear();
  for (std::size_t batch = 0; batch < batches(); ++batch) {
    const std::size_t decks = cards_.decks_of(batch);
    if (!known_digits_[batch].empty()) {
      found->add(known_digits_[batch], decks);
      continue;
    }
    const std::span<Plane> digits = found->add(decks);
    read_digits(cards_.batch(batch), digits);
    for (Plane& plane : digits) {
      std::fill(plane.begin() + static_cast<std::ptrdiff_t>(decks), plane.end(), Card{0});
    }
  }
  is_there = true;
  return *found;
}

const PermutationNumbers& PermutationBatches::numbers(std::size_t batch) {
  return found_.numbers.once([this](auto& found) {
    found.resize(batches());
    for (std::size_t of = 0; of < batches(); ++of) found[of] = numbers_of(cards_.batch(of));
  })[batch];
}

const Descents& PermutationBatches::inverse_descents(std::size_t batch) {
  return found_.inverse_descents.once([this](auto& found) {
    found.resize(batches());
    for (std::size_t of = 0; of < batches(); ++of) found[of] = descents_of(places_.batch(of));
  })[batch];
}

void PermutationBatches::count_pairs() {
  auto& [found, is_there] = found_.pairs_in_order;
  if (is_there) return;
  const std::size_t pairs = cards_.planes() * (cards_.planes() - 1) / 2;
  found.resize(pairs);
  found_.inversions.resize(batches());
  count_ascending_pairs(places_, found, found_.inversions);
  // What is not in order is out of it.
  for (DeckNumbers& of_batch : found_.inversions) {
    for (std::uint16_t& number : of_batch) number = static_cast<std::uint16_t>(pairs - number);
  }
  is_there = true;
}

std::span<const PairCount> PermutationBatches::pairs_in_order() {
  count_pairs();
  return found_.pairs_in_order.all;
}

const DeckNumbers& PermutationBatches::inversions(std::size_t batch) {
  count_pairs();
  return found_.inversions[batch];
}

std::span<const PairCount> PermutationBatches::neighbours() {
  return found_.neighbours.once([this](auto& found) {
    found.resize((cards_.planes() + 1) * (cards_.planes() + 1));
    count_neighbours(cards_, places_, found);
  });
}

std::span<const PairCount> PermutationBatches::inverse_neighbours() {
  return found_.inverse_neighbours.once([this](auto& found) {
    found.resize((cards_.planes() + 1) * (cards_.planes() + 1));
    count_neighbours(places_, cards_, found);
  });
}

}  // namespace fairshuffle
