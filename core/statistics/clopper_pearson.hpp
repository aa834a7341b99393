// The interval of a probability, from how often it came true.
#pragma once

#include <cstdint>

namespace fairshuffle {

struct Interval {
  double lower = 0;
  double upper = 1;
};

/// Clopper and Pearson's interval (1934): each end is left out with probability `error` / 2 at most, at every
/// number of trials. 0..1 without trials. Above 1e12 trials Hoeffding's interval, which is wider and holds
/// too, takes its place (Boost's search fails near 1e15). successes <= trials, 0 < error < 1; throws
/// std::invalid_argument. Oracle: the binomial tails at the ends.
Interval clopper_pearson(std::uint64_t successes, std::uint64_t trials, double error);

}  // namespace fairshuffle
