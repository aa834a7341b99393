// Is a report what its evidence says?
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/record/evidence.hpp"
#include "core/record/findings.hpp"
#include "harness/report/report_input.hpp"

namespace fairshuffle {

// Does a report say what its own plan and evidence say?

struct TargetCheck {
  std::string name;
  bool has_verdict = false;
  bool recomputed = false;                   ///< judged again: false where the evidence does not add up
  bool bounded = false;                      ///< there are bounds, and they were recomputed
  std::size_t tests = 0;                     ///< recomputed from the counts, as counted_tests has them
  std::vector<std::string> kept{};           ///< what is taken on trust
  std::vector<Contradiction> differences{};  ///< by JSON pointers into the report
};

struct ReportCheck {
  std::vector<TargetCheck> targets;        ///< results, then controls
  std::vector<Contradiction> differences;  ///< elsewhere in the report
  std::size_t difference_count() const;
  bool keeps_anything() const;  ///< something of a target is taken on trust
};

/// Holds the evidence of every target to its plan and to itself, judges the run again, writes the report that
/// then would have been written, and compares every member of it with `report`, environment and command left
/// out. Numbers that are not whole may differ by 1e-9 of their size, as on another machine; estimates around
/// zero (chi-square distance, shares, logarithms) by 1e-12 as well. The plan's targets are looked up anew:
/// names, settings, facts and caveats have to be those of such targets, of which none is opened, loaded or
/// run. Counts of a built-in target have to fit what is known of its decks: below p = 1e-9 they are called
/// impossible (contradiction_of_distribution).
ReportCheck check_report(const ReportFile& report);

/// The places where the report's plan is not the one of its job, `due`, as JSON pointers into the report.
std::vector<Contradiction> differences_from_plan(const RunRecord& report, const RunRecord& due);

// Two JSON documents, member by member.

/// Adds where `reported` is not `due`: members in the order of `reported`, then those that it lacks. Whole
/// numbers are equal or not; others may differ by 1e-9 of their size, and those that are differences of
/// others' sums by 1e-12 as well. truth: what `due` follows from, as in "its evidence says". where: the
/// pointer of both.
void add_differences(const nlohmann::ordered_json& reported, const nlohmann::ordered_json& due,
                     const std::string& where, std::string_view truth,
                     std::vector<Contradiction>& differences);

// Can these counts come from the shuffle that they are attributed to?

/// Below it, counts are called impossible: a thousand honest reports of a thousand targets each hold one such
/// target with a chance of 0.1 %.
inline constexpr double impossible_p = 1e-9;

/// The counts of a built-in target against what is known of its decks: invalid trials; permutations, fixed
/// points and cycles by Pearson's test, and the likelihood ratio of fair decks over the distribution, where
/// the distribution of permutations is at hand; the cards at each position, and the positions of each card,
/// by Pearson's test where the distribution of single cards is; and where the distribution is fair every
/// p-value of the record's tests. Nothing where the smallest p, times the number of tests, is impossible_p or
/// more. run_seed: of the run. The record's evidence adds up to `tally`.
///
/// A Pearson p counts as its square root: where few cells expect few trials, a chi-square tail far out is too
/// small, yet by far less than that (distribution_check_test.cpp). The likelihood ratio has a mean of 1 by
/// the distribution, so by Markov's inequality its inverse is a p-value.
std::optional<Contradiction> contradiction_of_distribution(const TargetRecord& record, const Tally& tally,
                                                           std::uint64_t run_seed);

}  // namespace fairshuffle
