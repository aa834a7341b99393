// The bounds of a large deck's bet families, as the record tells them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/record/findings.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

/// The bound of every family whose counts there are, that of the named bets last where there are any; none
/// for decks of fewer than smallest_large_deck cards. All of them hold together at `confidence`, that of the
/// look: the families that are asked share nine tenths of its error evenly, and the others the last tenth, so
/// that what was not asked for costs little. linked: the trials are not independent, and nothing is bounded.
/// asked: names of families, one at least.
std::vector<FamilyRecord> family_records(const Tally& whole, const std::vector<std::string>& asked,
                                         bool linked, double confidence, double tolerance);

/// The largest bound of the families that are asked; nothing where one of them has none, or none is asked.
std::optional<double> bound_of_asked(std::span<const FamilyRecord> families);

/// About how many trials bring the bounds of all families that are asked down to the tolerance, 0 where they
/// are there; or, where that takes fewer, a test that looks at one of them to reject. A family is taken for
/// fair while chance makes the largest statistic of as many members as large in one of a thousand fair runs
/// and more and a fair deck takes more than the `trials` that there are; else it is taken to go on as it did.
/// Infinite where the counts are such that neither comes. alpha_per_test: the level at which one hypothesis
/// is rejected.
double trials_for_asked(std::span<const FamilyRecord> families, std::uint64_t trials, double tolerance,
                        double alpha_per_test);

/// About how many trials bring the bounds of these families on a fair deck down to the tolerance, told before
/// any is run. Nothing where named bets are among them: their answers are not looked at here. deck_size from
/// smallest_large_deck on, 0 < tolerance <= 1, 0 < confidence < 1.
std::optional<double> trials_for_fair_families(int deck_size, const Makeup& makeup,
                                               std::span<const std::string> asked, double tolerance,
                                               double confidence);

}  // namespace fairshuffle
