// From the options of `certify` to a plan that can be run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <CLI/App.hpp>

#include "harness/cli/foreign_targets.hpp"
#include "harness/engine/run.hpp"
#include "harness/input_error.hpp"
#include "harness/target/kinds.hpp"

namespace fairshuffle {

/// The options as typed; nothing for one that was not given.
struct CertifyArguments {
  std::vector<std::string> targets;
  std::optional<std::string> job, deck_sizes, trials, max_trials, seed, alpha, tolerance, confidence, threads,
      tests;
  ForeignOptions foreign;
  std::optional<std::string> out, json, html, color;
  bool controls = false;
  bool quiet = false;
  bool force = false;
  bool github = false;
};

struct CertifyPlan {
  RunPlan run;                                   ///< the targets, then the controls
  std::size_t controls = 0;                      ///< how many of the targets are controls: the last ones
  std::vector<std::optional<Verdict>> expected;  ///< one for each target, controls included
  std::string command;                           ///< reproduces the report on any number of threads
};

/// The plan as data, with what is expected of its targets.
Plan planned(const CertifyPlan& plan);

/// The options that decide what a report says, and so stand in its command: all but where it goes and how.
/// `options` must outlive the parsing.
void add_plan_options(CLI::App& command, CertifyArguments& options);

/// Checks every option, reads the job file and looks every target up. Throws InputError.
CertifyPlan plan_of(const CertifyArguments& options);

/// What a job file says is wrong.
class JobFileError : public InputError {
 public:
  using InputError::InputError;
};

/// The same with targets made by `make`, and without asking whether this machine has the memory. The job is
/// read from job_file, wherever the options say that it stood. Throws JobFileError where that is at fault.
CertifyPlan plan_with(const CertifyArguments& options, decltype(&make_target) make,
                      const std::optional<std::string>& job_file);

}  // namespace fairshuffle
