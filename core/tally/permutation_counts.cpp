#include "core/tally/permutation_counts.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>

#include "core/tally/positions.hpp"

namespace fairshuffle {

void NarrowCounts::add_ones(std::span<const std::uint32_t> cells) {
  // An atomic addition waits for its cache line, and nearly every line of a table of gigabytes is out of
  // cache: fetched this far ahead, many lines are on their way at once.
  constexpr std::size_t ahead = 32;
  const std::uint32_t* table = low_->data();
  const std::size_t fetched = cells.size() > ahead ? cells.size() - ahead : 0;
  for (std::size_t index = 0; index < fetched; ++index) {
    __builtin_prefetch(table + cells[index + ahead], 1);
    add_low(cells[index], 1);
  }
  for (const std::uint32_t cell : cells.subspan(fetched)) add_low(cell, 1);
}

namespace {

// for_each calls its argument with each count. Half a billion permutations come a few times each: small
// counts are read in the pace of the counters.
template <class ForEach>
PermutationHistogram histogram_over(ForEach for_each) {
  std::vector<std::uint64_t> by_count(1 << 14);
  std::map<std::uint64_t, std::uint64_t> of_larger;
  for_each([&](std::uint64_t count) { ++(count < by_count.size() ? by_count[count] : of_larger[count]); });
  PermutationHistogram histogram;
  for (std::uint64_t count = 1; count < by_count.size(); ++count) {
    if (by_count[count] > 0) histogram.push_back({count, by_count[count]});
  }
  for (const auto& [count, of_count] : of_larger) histogram.push_back({count, of_count});
  return histogram;
}

}  // namespace

PermutationHistogram permutation_histogram(const CountedPermutations& permutations) {
  return histogram_over([&permutations](auto add) {
    permutations.for_each([&add](std::uint64_t, std::uint64_t count) { add(count); });
  });
}

PermutationHistogram histogram_of(std::span<const std::uint64_t> cells) {
  return histogram_over([cells](auto add) { std::ranges::for_each(cells, add); });
}

void TupleCounts::hand_over(std::size_t tuple, std::uint64_t times, PermutationCounts& permutations) {
  permutations.add(tuple % (1U << rank_bits), times);
  permutations.add(tuple >> rank_bits, times);
}

void TupleCounts::empty_into(PermutationCounts& permutations) {
  for (std::size_t tuple = 0; tuple < counters_.size(); ++tuple) {
    if (counters_[tuple] != 0) hand_over(tuple, counters_[tuple], permutations);
  }
  std::ranges::fill(counters_, std::uint8_t{0});
}

PermutationCounts::PermutationCounts(int deck_size, PermutationCounting counting)
    : deck_size_(deck_size), counting_(counting) {
  if (deck_size < 1 || deck_size > largest_countable_deck_size) {
    throw std::invalid_argument("PermutationCounts: deck_size must be in 1..12, was " +
                                std::to_string(deck_size));
  }
  permutations_ = permutation_count(deck_size);
  if (counting_.most_listed == 0) make_table();
}

bool PermutationCounts::fits_list(std::uint64_t trials) const {
  return trials <= counting_.most_listed && listed_.size() <= counting_.most_listed - trials;
}

void PermutationCounts::add_to_other_form(std::uint64_t rank, std::uint64_t trials) {
  if (narrow_) return narrow_->add(rank, trials);
  if (fits_list(trials)) {
    listed_.insert(listed_.end(), trials, static_cast<std::uint32_t>(rank));
  } else {
    make_table();
    add(rank, trials);
  }
}

void PermutationCounts::add_ranks_to_other_form(std::span<const std::uint32_t> ranks) {
  if (narrow_) return narrow_->add_ones(ranks);
  if (fits_list(ranks.size())) {
    listed_.insert(listed_.end(), ranks.begin(), ranks.end());
  } else {
    make_table();
    add_ranks(ranks);
  }
}

void PermutationCounts::add_ranks_to_other_form(std::span<const std::uint16_t> ranks) {
  const std::vector<std::uint32_t> wider(ranks.begin(), ranks.end());
  add_ranks_to_other_form(std::span<const std::uint32_t>(wider));
}

void PermutationCounts::make_table() {
  if (counting_.width == CounterWidth::wide) {
    wide_.resize(permutations_);
  } else {
    narrow_.emplace(permutations_);
  }
  if (!listed_.empty()) add_ranks(std::exchange(listed_, {}));
}

void PermutationCounts::make_room(std::uint64_t trials) {
  if (is_list() && trials > counting_.most_listed) make_table();
}

PermutationCounts PermutationCounts::beside() const {
  PermutationCounting counting = counting_;
  if (!is_list() && counting.width == CounterWidth::wide) counting.most_listed = 0;
  if (!narrow_) return PermutationCounts(deck_size_, counting);
  // Begun as a list, so that no table is made only to be thrown away.
  counting.most_listed = 1;
  PermutationCounts another(deck_size_, counting);
  another.narrow_ = narrow_->beside();
  return another;
}

void PermutationCounts::merge(const PermutationCounts& other) {
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
    for_each_permutation(other, nullptr, [this](std::uint64_t rank, std::uint64_t trials, std::uint64_t) {
      add(rank, trials);
    });
  }
}

PermutationReader::PermutationReader(const PermutationCounts& counts) : counts_(&counts) {
  if (counts.is_list()) sorted_.assign(counts.listed().begin(), counts.listed().end());
  if (counts.narrow()) sorted_.assign(counts.narrow()->carried().begin(), counts.narrow()->carried().end());
  std::ranges::sort(sorted_);
}

std::uint64_t PermutationReader::next_rank(std::uint64_t rank) {
  if (!counts_->is_list()) return rank;
  while (next_ < sorted_.size() && sorted_[next_] < rank) ++next_;
  return next_ < sorted_.size() ? sorted_[next_] : counts_->permutations();
}

void PermutationReader::read(std::uint64_t first, std::span<std::uint64_t> counts) {
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
