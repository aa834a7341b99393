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

// Of one permutation.
struct EqualSteps {
  std::uint64_t distance, steps;
};

void find_commonest(std::vector<EqualSteps> all, BirthdayCounts& counts) {
  std::ranges::sort(all, {}, &EqualSteps::distance);
  for (auto first = all.begin(); first != all.end();) {
    const auto end = std::find_if(
        first, all.end(), [first](const EqualSteps& each) { return each.distance != first->distance; });
    const auto permutations = static_cast<std::uint64_t>(end - first);
    if (permutations > counts.at_distance) {
      counts.distance = first->distance;
      counts.at_distance = permutations;
      counts.repeats_at_distance = 0;
      for (auto permutation = first; permutation != end; ++permutation)
        counts.repeats_at_distance += permutation->steps;
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
std::vector<KeptPermutations::KeptPermutation> KeptPermutations::sorted_by_order(
    std::span<const KeptPermutation> entries) {
  constexpr std::size_t of_part = 8;
  const auto bits = static_cast<int>(std::bit_width(entries.size() / of_part));
  // Of small decks they have no upper half.
  const bool has_upper =
      std::ranges::any_of(entries, [](const auto& entry) { return entry.permutation.high != 0; });
  const auto part_of = [=](const KeptPermutation& entry) {
    return bits == 0 ? 0
                     : static_cast<std::size_t>(
                           (has_upper ? entry.permutation.high : entry.permutation.low) >> (64 - bits));
  };
  std::vector<std::size_t> ends(std::size_t{1} << bits);
  for (const KeptPermutation& entry : entries) ++ends[part_of(entry)];
  std::partial_sum(ends.begin(), ends.end(), ends.begin());
  std::vector<KeptPermutation> sorted(entries.size());
  for (const KeptPermutation& entry : entries) sorted[--ends[part_of(entry)]] = entry;
  for (std::size_t part = 0; part < ends.size(); ++part) {
    const std::size_t end = part + 1 < ends.size() ? ends[part + 1] : sorted.size();
    std::sort(
        sorted.begin() + static_cast<std::ptrdiff_t>(ends[part]),
        sorted.begin() + static_cast<std::ptrdiff_t>(end),
        [](const KeptPermutation& a, const KeptPermutation& b) { return a.permutation < b.permutation; });
  }
  return sorted;
}

void KeptPermutations::add(PermutationPlanes& permutations,
                           std::span<const std::uint64_t, decks_of_planes> trials) {
  if (permutations.deck_size() <= largest_deck_of_nibbles) {
    const DeckWords words = nibble_fingerprints_of(permutations.cards());
    trials_ += trials.size();
    for (std::size_t deck = 0; deck < trials.size(); ++deck) {
      if ((words[deck] & (one_in_ - 1)) == 0) keep({0, words[deck]}, trials[deck]);
    }
    return;
  }
  if (permutations.deck_size() < smallest_sieved_deck || one_in_ == 1) {
    for (std::size_t deck = 0; deck < trials.size(); ++deck)
      add(permutations.permutation(deck), trials[deck]);
    return;
  }
  const std::span<const Plane> planes = permutations.cards();
  const DeckNumbers sieves = sieves_of(planes);
  std::array<Card, largest_byte_deck> cards;
  for (std::size_t deck = 0; deck < trials.size(); ++deck) {
    if (!passes(sieves[deck])) {
      ++trials_;
      continue;
    }
    // Few of many: not worth it to lay out all decks.
    for (std::size_t position = 0; position < planes.size(); ++position)
      cards[position] = planes[position][deck];
    add(fingerprint_of(std::span(cards).first(planes.size())), trials[deck]);
  }
}

KeptPermutations KeptPermutations::beside() const {
  KeptPermutations other(slots_);
  other.one_in_ = one_in_;
  return other;
}

void KeptPermutations::bring_together() {
  // Of trials whose number is not known beforehand there are at least those that came.
  expect(trials_);
  const auto is_dropped = [this](const KeptPermutation& entry) {
    return (entry.permutation.low & (one_in_ - 1)) != 0;
  };
  const auto middle = entries_.begin() + static_cast<std::ptrdiff_t>(sorted_);
  const auto kept = static_cast<std::size_t>(std::remove_if(middle, entries_.end(), is_dropped) - middle);
  const std::vector<KeptPermutation> added = sorted_by_order(std::span(entries_).subspan(sorted_, kept));
  if (sorted_one_in_ < one_in_) {
    sorted_ =
        static_cast<std::size_t>(std::remove_if(entries_.begin(), middle, is_dropped) - entries_.begin());
    sorted_one_in_ = one_in_;
  }
  // From the last one on, so that those that are there make room by moving once.
  entries_.resize(sorted_ + added.size());
  std::size_t left = sorted_, to = entries_.size();
  for (std::size_t index = added.size(); index-- > 0;) {
    const KeptPermutation& next = added[index];
    while (left > 0 && next.permutation < entries_[left - 1].permutation) entries_[--to] = entries_[--left];
    if (left > 0 && entries_[left - 1].permutation == next.permutation) {
      take(entries_[left - 1], next);
    } else if (to < entries_.size() && entries_[to].permutation == next.permutation) {
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

void KeptPermutations::merge(const KeptPermutations& other) {
  if (slots_ != other.slots_) {
    throw std::invalid_argument("KeptPermutations::merge: permutations kept by other rules do not add up");
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

std::uint64_t KeptPermutations::first_repeat() const {
  std::uint64_t earliest = 0;
  for (auto zeros = static_cast<std::size_t>(std::countr_zero(one_in_)); zeros <= 64; ++zeros) {
    const std::uint64_t first = first_repeats_[zeros];
    if (first > 0 && (earliest == 0 || first < earliest)) earliest = first;
  }
  return earliest;
}

BirthdayCounts KeptPermutations::counts_of(const KeptPermutations& first, const KeptPermutations& second,
                                           std::uint64_t trials) {
  KeptPermutations both = first;
  both.expect(trials);
  both.merge(second);
  BirthdayCounts counts{.one_in = both.one_in_, .distinct = both.entries_.size()};
  counts.first_repeat = both.first_repeat();
  std::vector<EqualSteps> all_steps;
  for (const KeptPermutation& entry : both.entries_) {
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
