#include "core/tally/subsets.hpp"

#include <array>
#include <bit>
#include <limits>
#include <stdexcept>
#include <string>

#include "core/order/wide.hpp"
#include "core/tally/merge.hpp"

namespace fairshuffle {

std::uint64_t subset_count(int deck_size, int marked) {
  Wide count = 1;
  for (int taken = 1; taken <= marked; ++taken) {
    count = count * static_cast<unsigned>(deck_size - marked + taken) / static_cast<unsigned>(taken);
    if (count > std::numeric_limits<std::uint64_t>::max()) return std::numeric_limits<std::uint64_t>::max();
  }
  return static_cast<std::uint64_t>(count);
}

void to_next_subset(std::span<std::size_t> set) {
  // The lowest member that can go up does; those below it return to the start.
  std::size_t member = 0;
  while (member + 1 < set.size() && set[member] + 1 == set[member + 1]) {
    set[member] = member;
    ++member;
  }
  ++set[member];
}

SubsetCounts::SubsetCounts(int deck_size, int marked) : deck_size_(deck_size), marked_(marked) {
  if (deck_size > largest_deck_size || marked < 1 || marked >= deck_size ||
      subset_count(deck_size, marked) > most_subsets) {
    throw std::invalid_argument("SubsetCounts: no table for " + std::to_string(marked) + " marked cards of " +
                                std::to_string(deck_size));
  }
  by_rank_.resize(subset_count(deck_size, marked));
  for (int position = 0; position < deck_size; ++position) {
    for (int taken = 1; taken <= marked; ++taken) {
      choose_.push_back(taken > position ? 0 : subset_count(position, taken));
    }
  }
}

void SubsetCounts::add(OrderBatches& orders) {
  for (std::size_t batch = 0; batch < orders.batches(); ++batch) {
    const std::span<const Plane> marked =
        orders.places().batch(batch).first(static_cast<std::size_t>(marked_));
    for (std::size_t deck = 0; deck < orders.places().decks_of(batch); ++deck) {
      std::array<std::uint64_t, 2> taken_places{};
      for (const Plane& places : marked) {
        taken_places[places[deck] / 64] |= std::uint64_t{1} << places[deck] % 64;
      }
      std::uint64_t rank = 0;
      std::size_t taken = 0;
      for (std::size_t half = 0; half < taken_places.size(); ++half) {
        for (std::uint64_t left = taken_places[half]; left != 0; left &= left - 1) {
          rank += rank_step(64 * half + static_cast<std::size_t>(std::countr_zero(left)), taken++);
        }
      }
      ++by_rank_[rank];
    }
  }
}

void SubsetCounts::merge(const SubsetCounts& other) {
  detail::add_counts(by_rank_, other.by_rank_);
}

}  // namespace fairshuffle
