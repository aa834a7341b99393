#include "core/tally/order_reader.hpp"

namespace fairshuffle {

OrderReader::OrderReader(const OrderCounts& counts) : counts_(&counts) {
  if (counts.is_list()) sorted_.assign(counts.listed().begin(), counts.listed().end());
  if (counts.narrow()) sorted_.assign(counts.narrow()->carried().begin(), counts.narrow()->carried().end());
  std::ranges::sort(sorted_);
}

std::uint64_t OrderReader::next_rank(std::uint64_t rank) {
  if (!counts_->is_list()) return rank;
  while (next_ < sorted_.size() && sorted_[next_] < rank) ++next_;
  return next_ < sorted_.size() ? sorted_[next_] : counts_->orders();
}

void OrderReader::read(std::uint64_t first, std::span<std::uint64_t> counts) {
  if (const auto wide = counts_->wide(); !wide.empty()) {
    std::ranges::copy(wide.subspan(first, counts.size()), counts.begin());
    if (const auto low = counts_->low_digits(); !low.empty()) {
      for (std::size_t index = 0; index < counts.size(); ++index) counts[index] += low[first + index];
    }
    return;
  }
  if (counts_->narrow()) {
    std::ranges::copy(counts_->narrow()->low().subspan(first, counts.size()), counts.begin());
  } else {
    std::ranges::fill(counts, std::uint64_t{0});
  }
  const std::uint64_t worth = counts_->narrow() ? std::uint64_t{1} << 32 : 1;
  while (next_ < sorted_.size() && sorted_[next_] < first) ++next_;
  for (; next_ < sorted_.size() && sorted_[next_] < first + counts.size(); ++next_) {
    counts[sorted_[next_] - first] += worth;
  }
}

}  // namespace fairshuffle
