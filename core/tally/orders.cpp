#include "core/tally/orders.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "core/tally/merge.hpp"
#include "core/tally/order_reader.hpp"

namespace fairshuffle {

OrderCounts::OrderCounts(int deck_size, OrderCounting counting) : deck_size_(deck_size), counting_(counting) {
  if (deck_size < 1 || deck_size > largest_countable_deck_size) {
    throw std::invalid_argument("OrderCounts: deck_size must be in 1..12, was " + std::to_string(deck_size));
  }
  orders_ = order_count(deck_size);
  if (counting_.most_listed == 0) make_table();
}

bool OrderCounts::fits_list(std::uint64_t trials) const {
  return trials <= counting_.most_listed && listed_.size() <= counting_.most_listed - trials;
}

void OrderCounts::add_to_other_form(std::uint64_t rank, std::uint64_t trials) {
  if (narrow_) return narrow_->add(rank, trials);
  if (fits_list(trials)) {
    listed_.insert(listed_.end(), trials, static_cast<std::uint32_t>(rank));
  } else {
    make_table();
    add(rank, trials);
  }
}

void OrderCounts::add_ranks_to_other_form(std::span<const std::uint32_t> ranks) {
  if (narrow_) return narrow_->add_ones(ranks);
  if (fits_list(ranks.size())) {
    listed_.insert(listed_.end(), ranks.begin(), ranks.end());
  } else {
    make_table();
    add_ranks(ranks);
  }
}

void OrderCounts::add_ranks_to_other_form(std::span<const std::uint16_t> ranks) {
  const std::vector<std::uint32_t> wider(ranks.begin(), ranks.end());
  add_ranks_to_other_form(std::span<const std::uint32_t>(wider));
}

void OrderCounts::make_table() {
  if (counting_.width == CounterWidth::wide) {
    wide_.resize(orders_);
  } else {
    narrow_.emplace(orders_);
  }
  if (!listed_.empty()) add_ranks(std::exchange(listed_, {}));
}

void OrderCounts::make_room(std::uint64_t trials) {
  if (is_list() && trials > counting_.most_listed) make_table();
}

OrderCounts OrderCounts::beside() const {
  OrderCounting counting = counting_;
  if (!is_list() && counting.width == CounterWidth::wide) counting.most_listed = 0;
  if (!narrow_) return OrderCounts(deck_size_, counting);
  // Begun as a list, so that no table is made only to be thrown away.
  counting.most_listed = 1;
  OrderCounts another(deck_size_, counting);
  another.narrow_ = narrow_->beside();
  return another;
}

void OrderCounts::merge(const OrderCounts& other) {
  if (deck_size_ != other.deck_size_) {
    throw std::invalid_argument("merge: tallies of different deck sizes do not add up");
  }
  if (narrow_ && other.narrow_ && narrow_->shares_table_with(*other.narrow_)) {
    narrow_->merge_carries(*other.narrow_);
  } else if (!wide_.empty() && !other.wide_.empty()) {
    detail::add_counts(wide_, other.wide_);
    for (std::size_t rank = 0; rank < other.low_.size(); ++rank) wide_[rank] += other.low_[rank];
  } else if (other.is_list()) {
    add_ranks(other.listed_);
  } else {
    make_room(counting_.most_listed + 1);
    for_each_order(other, nullptr,
                   [this](std::uint64_t rank, std::uint64_t trials, std::uint64_t) { add(rank, trials); });
  }
}

}  // namespace fairshuffle
