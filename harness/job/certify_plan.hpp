// From what was asked to a plan that can be run.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/engine/run.hpp"
#include "harness/job/plan_options.hpp"
#include "harness/target/kinds.hpp"

namespace fairshuffle {

struct CertifyPlan {
  RunPlan run;                                   ///< the targets, then the controls
  std::size_t controls = 0;                      ///< how many of the targets are controls: the last ones
  std::vector<std::optional<Verdict>> expected;  ///< one for each target, controls included
  std::vector<std::string> labels;               ///< likewise; empty for none
  int children = 16;                             ///< child programs that may live at once
  std::optional<double> max_seconds;             ///< of running; nothing for as long as it takes
  std::string command;                           ///< reproduces the report on any number of threads
};

/// As make_target.
using MakeTarget = std::function<std::unique_ptr<Target>(const TargetText& text, const TargetRun& run)>;

/// The plan as data, with what is expected of its targets.
Plan planned(const CertifyPlan& plan);

/// The record of a run of which nothing has run: settings, targets and controls without findings.
RunRecord planned_record(const CertifyPlan& plan);

/// A digest of what the files of its targets hold; empty where none has one (Target::contents).
std::string contents_of(const CertifyPlan& plan);

/// The plan of a record, of whose targets nothing need exist: they can be judged and not run. Throws
/// InputError where it has a test that this program does not know.
CertifyPlan plan_of_record(const RunRecord& record);

/// Checks every option, reads the job file, looks every target up, and asks whether this machine has the
/// memory. The run is to end as soon as it is asked to, and so is the look at a target's first row; both take
/// no longer than --max-time says. Throws InputError.
CertifyPlan plan_of(const PlanOptions& options, const IsToEnd& is_asked_to_end = {});

/// The same with targets made by `make`, and without asking for memory. The job is read from job_file,
/// wherever the options say that it stood. Throws InputError.
CertifyPlan plan_with(const PlanOptions& options, const MakeTarget& make,
                      const std::optional<std::string>& job_file, const IsToEnd& is_asked_to_end = {});

}  // namespace fairshuffle
