// Can these counts come from the shuffle that they are attributed to?
#pragma once

#include <cstdint>
#include <optional>

#include "core/record/evidence_tally.hpp"
#include "core/record/run_record.hpp"

namespace fairshuffle {

/// Below it, counts are called impossible: a thousand honest reports of a thousand targets each hold one such
/// target with a chance of 0.1 %.
inline constexpr double impossible_p = 1e-9;

/// The counts of orders against the exact law of a built-in target, by Pearson's test (goodness_of_fit).
/// Nothing where they fit, and where there is no such law: other kinds, more than seven cards, orders that
/// were not counted, too few trials, a law that takes too long, and sources whose trials need not follow it:
/// those that are not known to be good, and those that are seeded more often than once a block. run_seed: of
/// the run. The record's evidence adds up.
std::optional<Contradiction> contradiction_of_law(const TargetRecord& record, std::uint64_t run_seed);

}  // namespace fairshuffle
