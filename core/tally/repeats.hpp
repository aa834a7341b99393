// Repeats: successive trials of one stream that came out in the same order.
#pragma once

#include <cstdint>

namespace fairshuffle {

struct RepeatCounts {
  std::uint64_t pairs = 0;  ///< successive pairs of trials seen
  std::uint64_t equal = 0;  ///< of these, the pairs whose two orders are equal

  void add(std::uint64_t more_pairs, std::uint64_t more_equal) {
    pairs += more_pairs;
    equal += more_equal;
  }
  void merge(const RepeatCounts& other) { add(other.pairs, other.equal); }
};

}  // namespace fairshuffle
