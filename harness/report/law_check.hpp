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

/// The counts of a built-in target against what is known of its decks (claimed_law): invalid trials; orders,
/// fixed points and cycles by Pearson's test, and the likelihood ratio of fair decks over the law, where the
/// law of orders is at hand; the cards at each position, and the positions of each card, by Pearson's test
/// where the law of single cards is; and where the law is fair every p-value of the record's tests. Nothing
/// where the smallest p, times the number of tests, is impossible_p or more. run_seed: of the run. The
/// record's evidence adds up to `tally`.
///
/// A Pearson p counts as its square root: where few cells expect few trials, a chi-square tail far out is too
/// small, yet by far less than that (law_check_test.cpp). The likelihood ratio has a mean of 1 by the law, so
/// by Markov's inequality its inverse is a p-value.
std::optional<Contradiction> contradiction_of_law(const TargetRecord& record, const Tally& tally,
                                                  std::uint64_t run_seed);

}  // namespace fairshuffle
