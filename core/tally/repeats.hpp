// Repeats: successive trials of one stream that came out in the same order.
#pragma once

#include <cstdint>

namespace fairshuffle {

struct RepeatCounts {
  std::uint64_t pairs = 0;  ///< successive pairs of trials seen
  std::uint64_t equal = 0;  ///< of these, the pairs whose two orders are equal

  void merge(const RepeatCounts& other) {
    pairs += other.pairs;
    equal += other.equal;
  }
};

}  // namespace fairshuffle
