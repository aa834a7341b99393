// The job file: targets, budget and expected verdicts, as reports/schema/job.schema.json describes them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/record/run_record.hpp"
#include "harness/target/spec.hpp"

namespace fairshuffle {

struct JobTarget {
  /// The settings in this order, only those given: what names the target, lists of words, the shuffle's own
  /// options by name, then as all_target_settings has them.
  TargetText text;
  std::optional<Verdict> expected;
  std::string label;  ///< what reports call it; empty for nothing. Each stands once
  std::string where;  ///< JSON pointer to the target it was expanded from, for later errors
};

struct Job {
  std::string name;  ///< the file's name without its extension where the job has none
  std::optional<double> alpha, confidence, tolerance;
  std::optional<std::uint64_t> max_trials, trials, seed;  ///< never both max_trials and trials
  std::vector<JobTarget> targets;                         ///< 1 to most_targets
  std::optional<std::string> tests;                       ///< of a report: as --tests takes them
  std::optional<std::string> certify;                     ///< as --certify takes them
  std::vector<std::string> bets;                          ///< as --bet takes them, or ready lists by name
  std::optional<std::uint64_t> slots;                     ///< as --slots
  bool pairs = false;                                     ///< as --pairs
  bool controls = false;                                  ///< of a report: whether it had some
};

/// The most targets that a job may expand to, and the largest job file.
inline constexpr std::size_t most_targets = 100'000;
inline constexpr std::size_t largest_job_file = 16 * 1024 * 1024;

/// Reads a job file, or the plan of a report, which is one: then with the seed, limits, tests and controls of
/// that run, and without opening what it names. Expands lists of deck sizes and option values to one target
/// for each combination, the deck size varying fastest and the first option by name slowest; a label then
/// goes on with those values. Names are not looked up here. Throws InputError, one sentence with the file,
/// the JSON pointer (or the line) and what was expected.
Job read_job_file(const std::filesystem::path& path);

}  // namespace fairshuffle
