// How often fair decks bring a statistic so far out that no simulation would see it.
#pragma once

#include <cstdint>

#include "core/statistics/counted_statistics_for_tests.hpp"
#include "core/statistics/promise_checks_for_tests.hpp"

namespace fairshuffle {

struct SplittingPlan {
  CountedStatistic statistic;
  int deck_size;
  double level;
  int particles;
  std::uint64_t runs;  ///< at least two, each with particles of its own
  std::uint64_t seed;
  int threads = 1;
};

/// Checks that, of the fewest trials that the test takes, the upper tail of the chi-square is at most `level`
/// no more often than that, by splitting (Au and Beck 2001, subset simulation): of particles, each so many
/// fair decks, the fifth with the largest statistics is kept and copied, and every copy goes on by redrawing
/// or rearranging one deck at a time, a step being taken where the statistic stays above what the kept ones
/// had in common; until that is the level. The product of the shares kept is the rate. The check's z is that
/// of the logarithm, in standard errors over the runs, and its p takes it for normal, which of few runs it is
/// only roughly.
PromiseCheck check_far_tail(const SplittingPlan& plan);

}  // namespace fairshuffle
