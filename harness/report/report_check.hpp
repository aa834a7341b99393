// Does a report say what its own counts say?
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/report/report_input.hpp"

namespace fairshuffle {

/// A place where a report is wrong.
struct Difference {
  std::string pointer;   ///< JSON pointer into the report
  std::string sentence;  ///< what it says there and what the counts say; no full stop
};

struct TargetCheck {
  std::string name;
  bool has_verdict = false;
  bool recomputed = false;             ///< the verdict and all that goes with it, as far as nothing is kept
  bool upper_bound = false;            ///< is there and was recomputed
  bool lower_bound = false;            ///< likewise
  bool verdict_rests_on_kept = false;  ///< kept tests could have brought another verdict
  std::size_t tests = 0;               ///< hypotheses recomputed from the counts
  std::vector<std::string> kept;       ///< what is taken on trust
  std::vector<Difference> differences;
};

struct ReportCheck {
  std::vector<TargetCheck> targets;     ///< results, then controls
  std::vector<Difference> differences;  ///< elsewhere in the report
  std::size_t difference_count() const;
  bool keeps_anything() const;  ///< something of a target is taken on trust
};

/// Recomputes the report from its counts (core/verdict/recount.hpp) and compares every member with what then
/// would have been written, the environment left out. Numbers that are not whole may differ by 1e-9 of their
/// size, as on another machine; estimates around zero (phi2, shares, logarithms) by 1e-12 as well.
ReportCheck check_report(const ReportFile& report);

}  // namespace fairshuffle
