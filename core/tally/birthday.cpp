#include "core/tally/birthday.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace fairshuffle {

namespace {

// Of one order.
struct EqualSteps {
  std::uint64_t distance, steps;
};

void find_commonest(std::vector<EqualSteps> all, BirthdayCounts& counts) {
  std::ranges::sort(all, {}, &EqualSteps::distance);
  for (auto first = all.begin(); first != all.end();) {
    const auto end = std::find_if(
        first, all.end(), [first](const EqualSteps& each) { return each.distance != first->distance; });
    const auto orders = static_cast<std::uint64_t>(end - first);
    if (orders > counts.at_distance) {
      counts.distance = first->distance;
      counts.at_distance = orders;
      counts.repeats_at_distance = 0;
      for (auto order = first; order != end; ++order) counts.repeats_at_distance += order->steps;
    }
    first = end;
  }
}

}  // namespace

std::uint64_t birthday_slots(std::size_t targets) {
  constexpr std::uint64_t room = 100 << 20;
  std::uint64_t slots = most_birthday_slots;
  while (slots > fewest_slots_told && slots * bytes_of_birthday_slot * targets > room) slots /= 2;
  return slots;
}

std::uint64_t kept_one_in(std::uint64_t trials, std::uint64_t slots) {
  if (slots < 2) throw std::invalid_argument("kept_one_in: slots must be at least 2");
  std::uint64_t one_in = 1;
  // At most 2^53 trials, and slots / 2 is 2^11 at least.
  while (slots / 2 * one_in < trials) one_in *= 2;
  return one_in;
}

KeptOrders KeptOrders::beside() const {
  KeptOrders other(slots_);
  other.one_in_ = one_in_;
  return other;
}

void KeptOrders::bring_together() {
  const auto is_before = [](const KeptOrder& a, const KeptOrder& b) { return a.order < b.order; };
  // Of trials whose number is not known beforehand there are at least those that came.
  expect(trials_);
  const auto middle = entries_.begin() + static_cast<std::ptrdiff_t>(sorted_);
  std::sort(middle, entries_.end(), is_before);
  std::inplace_merge(entries_.begin(), middle, entries_.end(), is_before);
  std::size_t last = 0;  // one past the last entry that stays
  for (const KeptOrder& entry : entries_) {
    if ((entry.order.low & (one_in_ - 1)) != 0) continue;
    if (last > 0 && entries_[last - 1].order == entry.order) {
      KeptOrder& same = entries_[last - 1];
      same.first = std::min(same.first, entry.first);
      same.last = std::max(same.last, entry.last);
      same.count += entry.count;
    } else {
      entries_[last++] = entry;
    }
  }
  entries_.resize(last);
  sorted_ = last;
}

void KeptOrders::merge(const KeptOrders& other) {
  if (slots_ != other.slots_) {
    throw std::invalid_argument("KeptOrders::merge: orders kept by other rules do not add up");
  }
  one_in_ = std::max(one_in_, other.one_in_);
  trials_ += other.trials_;
  entries_.insert(entries_.end(), other.entries_.begin(), other.entries_.end());
  bring_together();
}

BirthdayCounts KeptOrders::counts_of(const KeptOrders& first, const KeptOrders& second,
                                     std::uint64_t trials) {
  KeptOrders both = first;
  both.expect(trials);
  both.merge(second);
  BirthdayCounts counts{.one_in = both.one_in_, .distinct = both.entries_.size()};
  std::vector<EqualSteps> all_steps;
  for (const KeptOrder& entry : both.entries_) {
    counts.kept += entry.count;
    if (entry.count == 1) continue;
    ++counts.again;
    const std::uint64_t stretch = entry.last - entry.first, steps = entry.count - 1;
    if (stretch % steps == 0) all_steps.push_back({stretch / steps, steps});
  }
  find_commonest(std::move(all_steps), counts);
  return counts;
}

}  // namespace fairshuffle
