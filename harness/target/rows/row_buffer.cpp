#include "harness/target/rows/row_buffer.hpp"

#include <algorithm>
#include <limits>

namespace fairshuffle {

namespace {
constexpr WideCard no_card = std::numeric_limits<WideCard>::max();
}

std::span<const WideCard> RowBuffer::decks() const {
  return std::span(cards_).subspan((removed_ + 1 - first_) * deck_size_, rows() * deck_size_);
}

const WrongRow* RowBuffer::wrong(std::uint64_t number) const {
  const auto found = std::ranges::lower_bound(wrong_, number, {}, &WrongRow::number);
  return found != wrong_.end() && found->number == number ? &*found : nullptr;
}

void RowBuffer::remove(std::uint64_t rows) {
  removed_ += rows;
  while (!wrong_.empty() && wrong_.front().number <= removed_) wrong_.pop_front();
}

std::span<WideCard> RowBuffer::room(std::uint64_t rows) {
  // Rows that are gone make room only here, so that a queue that is emptied row by row moves its cards once.
  if (removed_ + 1 > first_) {
    const auto gone = static_cast<std::ptrdiff_t>((removed_ + 1 - first_) * deck_size_);
    cards_.erase(cards_.begin(), cards_.begin() + gone);
    first_ = removed_ + 1;
  }
  const std::size_t end = (added_ + 1 - first_) * deck_size_;
  const std::size_t needed = end + rows * deck_size_;
  if (cards_.size() < needed) cards_.resize(needed);
  return std::span(cards_).subspan(end, rows * deck_size_);
}

void RowBuffer::add(std::span<const WideCard> cards) {
  std::ranges::copy(cards, room(1).begin());
  commit(1);
}

void RowBuffer::add_wrong(std::vector<WideCard> cards, std::string text, std::uint64_t words) {
  std::ranges::fill(room(1), no_card);
  commit(1);
  wrong_.push_back({added_, std::move(cards), std::move(text), words});
}

void RowBuffer::remove_last(std::uint64_t rows) {
  added_ -= rows;
  while (!wrong_.empty() && wrong_.back().number > added_) wrong_.pop_back();
}

void RowBuffer::remove_last_wrong() {
  wrong_.pop_back();
  --added_;
}

}  // namespace fairshuffle
