// The trials of one target while they run, in two halves: a bet is chosen on one and judged on the other.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "core/tally/tally.hpp"

namespace fairshuffle {

struct TallyHalves {
  TallyHalves(int deck_size, int marked) : first(deck_size, marked), second(deck_size, marked) {}
  TallyHalves(int deck_size, int marked, std::optional<OrderCounting> counting,
              std::uint64_t slots = most_birthday_slots, const OnRequest& asked = {})
      : first(deck_size, marked, counting, slots, asked), second(deck_size, marked, counting, slots, asked) {}
  TallyHalves(RunningTally first_half, RunningTally second_half)
      : first(std::move(first_half)), second(std::move(second_half)) {}

  /// Empty halves for another thread to count into at the same time; `merge` then brings both together.
  TallyHalves beside() const { return {first.beside(), second.beside()}; }
  void merge(const TallyHalves& other) {
    first.merge(other.first);
    second.merge(other.second);
  }
  /// There will be so many trials of both at the next look.
  void expect(std::uint64_t trials) {
    first.expect(trials);
    second.expect(trials);
  }
  /// As RunningTally does.
  void write(CountsWriter& writer) const {
    first.write(writer);
    second.write(writer);
  }
  void merge(CountsReader& reader) {
    first.merge(reader);
    second.merge(reader);
  }
  void settle() {
    first.settle();
    second.settle();
  }

  /// Of both halves.
  std::uint64_t invalid_trials() const { return first.invalid_trials() + second.invalid_trials(); }

  RunningTally first;
  RunningTally second;
};

}  // namespace fairshuffle
