// The meter: what a shuffle costs as its deck grows, and whether the registry's claim of it holds.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/interpret/sample.hpp"

namespace fairshuffle {

/// What one shuffle of one deck cost.
struct MeterReading {
  std::uint64_t draws = 0;  ///< bounded draws; of a library function that draws its own way, words taken
  std::uint64_t moves = 0;  ///< cards written, into the deck or beside it; a swap writes two
  std::uint64_t extra = 0;  ///< the most cards and keys that lay outside the deck at once
  std::vector<int> deck;    ///< as the shuffle left it
};

/// One shuffle of the sorted deck of setup.deck_size cards, 1 or more, with ideal draws: the setup's source,
/// draw method and seeding have no part in it. Throws std::invalid_argument for an empty deck and for a
/// shuffle that lists all orders of more than largest_listed_deck cards.
MeterReading meter_once(const SampleSetup& setup, std::uint64_t seed);
inline constexpr int largest_listed_deck = 9;

/// The mean cost at one deck size.
struct CostPoint {
  int deck_size = 0;
  double draws = 0, moves = 0, extra = 0;
};

/// Seven deck sizes that double from 16, or from where the claims of its cost begin to hold; from 4 to 9 for
/// a shuffle that lists all orders.
std::vector<int> metered_sizes(const ShuffleInfo& shuffle);

/// The setup at another deck size: an option whose standard value is the deck size, and which has it, keeps
/// to it.
SampleSetup at_deck_size(const SampleSetup& setup, int deck_size);

/// The means over 32 shuffles, or over fewer, at least two, where they would take more than some ten million
/// moves; the seeds are fixed.
std::vector<CostPoint> meter(const SampleSetup& setup, std::span<const int> deck_sizes);

}  // namespace fairshuffle
