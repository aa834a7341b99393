// The options of `certify`.
#pragma once

#include <optional>
#include <string>

#include <CLI/App.hpp>

#include "harness/job/plan_options.hpp"

namespace fairshuffle {

/// The options as typed; nothing for one that was not given.
struct CertifyArguments {
  PlanOptions plan;
  std::optional<std::string> out, json, html, color;
  std::optional<std::string> checkpoint, checkpoint_every, resume, shard, until;
  bool quiet = false;
  bool verbose = false;
  bool force = false;
  bool github = false;
};

inline constexpr const char* threads_meaning = "threads; the counts do not depend on them (all cores)";

/// The options of where a report goes and how. `options` must outlive the parsing.
void add_output_options(CLI::App& command, CertifyArguments& options);

/// The options that decide what a report says, and so stand in its command: all but where it goes and how.
/// `options` must outlive the parsing.
void add_plan_options(CLI::App& command, PlanOptions& options);

}  // namespace fairshuffle
