// The run record: plain data, everything that any report may say.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/record/evidence.hpp"
#include "core/record/findings.hpp"
#include "core/record/plan.hpp"

namespace fairshuffle {

/// One target: what was planned, what was counted, and what follows from that.
struct TargetRecord : PlannedTarget, Findings {
  Evidence evidence;
};

/// What may differ between two runs of the same command.
struct Environment {
  std::string started;  ///< UTC, ISO 8601
  double seconds = 0;
  std::vector<double> target_seconds;  ///< of each result, then of each control; empty where not measured
  int threads = 0;
  std::string host;
  std::string compiler;
  std::string vectors;  ///< the best vector instructions that the lanes found: "AVX-512", "plain"
  std::string system;
  std::string interrupted = {};  ///< the signal that ended the run early: "SIGINT"; empty for none
};

struct RunRecord : RunSettings {
  std::string tool_version;
  std::string command;             ///< how the run was asked for: an echo, which nothing is read from
  std::optional<Verdict> verdict;  ///< the worst of the results; absent when incomplete or a control is wrong
  std::string note;                ///< why there is no verdict; empty otherwise
  std::vector<TargetRecord> results;
  std::vector<TargetRecord> controls;  ///< targets whose truth is known, run beside the others
  Environment environment;
};

/// The plan that a record carries.
Plan plan_of(const RunRecord& run);

/// The record of a target by its index in the plan, where the controls come last. Precondition: there is one.
template <class Run>
auto& target_at(Run& run, std::size_t index) {
  return index < run.results.size() ? run.results[index] : run.controls[index - run.results.size()];
}
/// Results and controls.
inline std::size_t targets_of(const RunRecord& run) {
  return run.results.size() + run.controls.size();
}

}  // namespace fairshuffle
