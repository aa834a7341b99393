#include "core/tally/birthday.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "core/tally/planes/planes.hpp"

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

// Fingerprints are as good as random, so sorted by their highest bits they are nearly sorted.
std::vector<KeptOrders::KeptOrder> KeptOrders::sorted_by_order(std::span<const KeptOrder> entries) {
  constexpr std::size_t of_part = 8;
  const auto bits = static_cast<int>(std::bit_width(entries.size() / of_part));
  // Of small decks they have no upper half.
  const bool has_upper =
      std::ranges::any_of(entries, [](const auto& entry) { return entry.order.high != 0; });
  const auto part_of = [=](const KeptOrder& entry) {
    return bits == 0
               ? 0
               : static_cast<std::size_t>((has_upper ? entry.order.high : entry.order.low) >> (64 - bits));
  };
  std::vector<std::size_t> ends(std::size_t{1} << bits);
  for (const KeptOrder& entry : entries) ++ends[part_of(entry)];
  std::partial_sum(ends.begin(), ends.end(), ends.begin());
  std::vector<KeptOrder> sorted(entries.size());
  for (const KeptOrder& entry : entries) sorted[--ends[part_of(entry)]] = entry;
  for (std::size_t part = 0; part < ends.size(); ++part) {
    const std::size_t end = part + 1 < ends.size() ? ends[part + 1] : sorted.size();
    std::sort(sorted.begin() + static_cast<std::ptrdiff_t>(ends[part]),
              sorted.begin() + static_cast<std::ptrdiff_t>(end),
              [](const KeptOrder& a, const KeptOrder& b) { return a.order < b.order; });
  }
  return sorted;
}

void KeptOrders::add(OrderPlanes& orders, std::span<const std::uint64_t, decks_of_planes> trials) {
  if (orders.deck_size() <= largest_deck_of_nibbles) {
    const DeckWords words = nibble_fingerprints_of(orders.cards());
    trials_ += trials.size();
    for (std::uint64_t kept = decks_without(one_in_ - 1, words); kept != 0; kept &= kept - 1) {
      const auto deck = static_cast<std::size_t>(std::countr_zero(kept));
      keep({0, words[deck]}, trials[deck]);
    }
    return;
  }
  if (orders.deck_size() < smallest_sieved_deck || one_in_ == 1) {
    for (std::size_t deck = 0; deck < trials.size(); ++deck) add(orders.order(deck), trials[deck]);
    return;
  }
  const std::span<const Plane> planes = orders.cards();
  const DeckNumbers sieves = sieves_of(planes);
  std::array<Card, largest_byte_deck> cards;
  for (std::size_t deck = 0; deck < trials.size(); ++deck) {
    if (!passes(sieves[deck])) {
      ++trials_;
      continue;
    }
    if (orders.has_rows()) {
      add(fingerprint_of(orders.order(deck)), trials[deck]);
      continue;
    }
    // Few of many: not worth it to lay out all decks.
    for (std::size_t position = 0; position < planes.size(); ++position)
      cards[position] = planes[position][deck];
    add(fingerprint_of(std::span(cards).first(planes.size())), trials[deck]);
  }
}

KeptOrders KeptOrders::beside() const {
  KeptOrders other(slots_);
  other.one_in_ = one_in_;
  return other;
}

void KeptOrders::bring_together() {
  // Of trials whose number is not known beforehand there are at least those that came.
  expect(trials_);
  const auto is_dropped = [this](const KeptOrder& entry) { return (entry.order.low & (one_in_ - 1)) != 0; };
  const auto middle = entries_.begin() + static_cast<std::ptrdiff_t>(sorted_);
  const auto kept = static_cast<std::size_t>(std::remove_if(middle, entries_.end(), is_dropped) - middle);
  const std::vector<KeptOrder> added = sorted_by_order(std::span(entries_).subspan(sorted_, kept));
  if (sorted_one_in_ < one_in_) {
    sorted_ =
        static_cast<std::size_t>(std::remove_if(entries_.begin(), middle, is_dropped) - entries_.begin());
    sorted_one_in_ = one_in_;
  }
  // From the last one on, so that those that are there make room by moving once.
  entries_.resize(sorted_ + added.size());
  std::size_t left = sorted_, to = entries_.size();
  for (std::size_t index = added.size(); index-- > 0;) {
    const KeptOrder& next = added[index];
    while (left > 0 && next.order < entries_[left - 1].order) entries_[--to] = entries_[--left];
    if (left > 0 && entries_[left - 1].order == next.order) {
      take(entries_[left - 1], next);
    } else if (to < entries_.size() && entries_[to].order == next.order) {
      take(entries_[to], next);
    } else {
      entries_[--to] = next;
    }
  }
  // As many as were equal left a gap.
  entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(left),
                 entries_.begin() + static_cast<std::ptrdiff_t>(to));
  sorted_ = entries_.size();
}

void KeptOrders::merge(const KeptOrders& other) {
  if (slots_ != other.slots_) {
    throw std::invalid_argument("KeptOrders::merge: orders kept by other rules do not add up");
  }
  one_in_ = std::max(one_in_, other.one_in_);
  trials_ += other.trials_;
  for (int zeros = 0; zeros <= 64; ++zeros) {
    const std::uint64_t first = other.first_repeats_[static_cast<std::size_t>(zeros)];
    if (first > 0) repeat_at(zeros, first);
  }
  entries_.insert(entries_.end(), other.entries_.begin(), other.entries_.end());
  bring_together();
}

std::uint64_t KeptOrders::first_repeat() const {
  std::uint64_t earliest = 0;
  for (auto zeros = static_cast<std::size_t>(std::countr_zero(one_in_)); zeros <= 64; ++zeros) {
    const std::uint64_t first = first_repeats_[zeros];
    if (first > 0 && (earliest == 0 || first < earliest)) earliest = first;
  }
  return earliest;
}

BirthdayCounts KeptOrders::counts_of(const KeptOrders& first, const KeptOrders& second,
                                     std::uint64_t trials) {
  KeptOrders both = first;
  both.expect(trials);
  both.merge(second);
  BirthdayCounts counts{.one_in = both.one_in_, .distinct = both.entries_.size()};
  counts.first_repeat = both.first_repeat();
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
