// How large the bias is at most, and at least.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "core/record/findings.hpp"
#include "core/statistics/test_result.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

/// The estimated size of the bias and its upper bound at `confidence`, valid at the look it is taken at; the
/// lower bound is left to the bet. linked: the trials are not independent, and nothing bounds the bias.
/// `tests` are the records of this look, by which the size is taken from the orders where those were tested,
/// else from the positions, else from nothing. The bound is the smaller of that by the test's statistic and
/// that by the distance of the counts, which share the error. Source: core/README.md 4.1. `families`, the
/// records of a large deck at that confidence, bound it in their place: by the largest bound of those asked
/// (core/README.md 4.6).
BiasRecord bound_bias(const Tally& whole, std::span<const TestRecord> tests,
                      std::span<const FamilyRecord> families, bool linked, double confidence);

/// About how many trials, beyond the `trials` that there are, would bring the verdict: enough to reject, if
/// the bias is clearly above the tolerance, else enough for the certificate: of a large deck for the
/// families asked (trials_for_asked). Nothing where the tests chosen can't bring one, as where trials look
/// linked and the tests that see links were not chosen, or the counts are such
/// that no number can be told: never one of trials that there are already.
std::optional<double> trials_to_decide(const Findings& findings, const CountedDeck& deck,
                                       std::uint64_t trials, double tolerance);

/// About how many trials certify a fair deck at a look that may spend 1 - confidence, told before any is run:
/// a large deck for the families of `certify`. Nothing for a deck of one card, where the tolerance is 0, or
/// is asked of named bets.
std::optional<double> trials_if_fair(const CountedDeck& deck, std::span<const std::string> certify,
                                     double tolerance, double confidence);

/// True when the bounds of this look may certify: where orders are counted only the orders test bounds every
/// bet; elsewhere the bound of one card passes only beside every other test, because a random cut has
/// exactly flat positions.
bool may_certify(const Findings& findings, const CountedDeck& deck);

}  // namespace fairshuffle
