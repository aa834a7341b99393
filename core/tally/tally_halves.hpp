// The trials of one target while they run, in two halves: a bet is chosen on one and judged on the other.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "core/tally/tally.hpp"

namespace fairshuffle {

struct TallyHalves {
  TallyHalves(int deck_size, int marked) : first(deck_size, marked), second(deck_size, marked) {}
  TallyHalves(int deck_size, int marked, std::optional<OrderCounting> counting)
      : first(deck_size, marked, counting), second(deck_size, marked, counting) {}
  TallyHalves(RunningTally first_half, RunningTally second_half)
      : first(std::move(first_half)), second(std::move(second_half)) {}

  /// Empty halves for another thread to count into at the same time; `merge` then brings both together.
  TallyHalves beside() const { return {first.beside(), second.beside()}; }
  void merge(const TallyHalves& other) {
    first.merge(other.first);
    second.merge(other.second);
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
