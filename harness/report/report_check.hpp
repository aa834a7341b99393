// Does a report say what its own plan and evidence say?
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "harness/report/report_input.hpp"

namespace fairshuffle {

/// A place where a report is wrong.
struct Difference {
  std::string pointer;   ///< JSON pointer into the report
  std::string sentence;  ///< what it says there and what its evidence says; no full stop
};

struct TargetCheck {
  std::string name;
  bool has_verdict = false;
  bool recomputed = false;          ///< judged again: false where the evidence does not add up
  bool bounded = false;             ///< there are bounds, and they were recomputed
  std::size_t tests = 0;            ///< hypotheses recomputed from the counts
  std::vector<std::string> kept{};  ///< what is taken on trust
  std::vector<Difference> differences{};
};

struct ReportCheck {
  std::vector<TargetCheck> targets;     ///< results, then controls
  std::vector<Difference> differences;  ///< elsewhere in the report
  std::size_t difference_count() const;
  bool keeps_anything() const;  ///< something of a target is taken on trust
};

/// Holds the evidence of every target to its plan and to itself, judges the run again, writes the report that
/// then would have been written, and compares every member of it with `report`, environment and command left
/// out. Numbers that are not whole may differ by 1e-9 of their size, as on another machine; estimates around
/// zero (phi2, shares, logarithms) by 1e-12 as well. The plan's targets are looked up anew: names, settings,
/// facts and caveats have to be those of such targets, of which none is opened, loaded or run. Counts of a
/// built-in target have to fit what is known of its decks: below p = 1e-9 they are called impossible
/// (contradiction_of_law).
ReportCheck check_report(const ReportFile& report);

/// The places where the report's plan is not the one of its job, `due`, as JSON pointers into the report.
std::vector<Difference> differences_from_plan(const RunRecord& report, const RunRecord& due);

}  // namespace fairshuffle
