// From typed options and jobs, which are JSON files, to a plan.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/record/findings.hpp"
#include "harness/engine/run.hpp"
#include "harness/job/plan_options.hpp"
#include "harness/targets/kinds.hpp"
#include "harness/targets/target.hpp"

namespace fairshuffle {

// The schema of job files: a frame, and in it what the kinds of targets have for members.

/// As JSON with an end of line. reports/schema/job.schema.json is the same text.
std::string job_schema();

// The job file: targets, budget and expected verdicts, as reports/schema/job.schema.json describes them.

struct JobTarget {
  /// The settings in this order, only those given: what names the target, lists of words, the shuffle's own
  /// options by name, then as all_target_settings has them.
  TargetText text;
  std::optional<Verdict> expected = {};
  std::string label = "";  ///< what reports call it; empty for nothing. Each stands once
  std::string group = "";  ///< the heading that reports put it under; empty for none
  std::string proof = "";  ///< as PlannedTarget has it
  std::string where = "";  ///< JSON pointer to the target it was expanded from, for later errors
};

struct Job {
  std::string file;                ///< that mistakes are blamed on
  PlanOptions options;             ///< what it asks for, as it is typed; the bets may be ready lists by name
  std::vector<JobTarget> targets;  ///< 1 to most_targets
};

/// The most targets that a job may expand to, and the largest job file.
inline constexpr std::size_t most_targets = 100'000;
inline constexpr std::size_t largest_job_file = 16 * 1024 * 1024;

/// The plan of a report, as it was, with its seed, limits, tests and controls.
Job job_of(const RunRecord& report, const std::string& file);

/// What sets one of several targets of a label apart, by a setting and its value: ", 5 cards", " k=6".
std::string told_in_label(std::string_view setting, std::string_view value);

/// Reads a job file, or the plan of a report, which is one (job_of): then without opening what it names.
/// Expands lists of deck sizes and option values to one target for each combination, the deck size varying
/// fastest and the first option by name slowest; a label then goes on with those values. Names are not looked
/// up here. Throws InputError, one sentence with the file, the JSON pointer (or the line) and what was
/// expected.
Job read_job_file(const std::filesystem::path& path);

// From what was asked to a plan that can be run.

/// As make_target.
using MakeTarget = std::function<std::unique_ptr<Target>(const TargetText& text, const TargetRun& run)>;

/// Checks every option, looks every target of them and of the job up, and asks whether this machine has the
/// memory. The run is to end as soon as it is asked to, and so is the look at a target's first row; both take
/// no longer than --max-time says. Throws InputError.
RunPlan plan_of(const PlanOptions& options, const Job& job, const IsToEnd& is_asked_to_end = {});
/// The same with the job that the options name.
RunPlan plan_of(const PlanOptions& options, const IsToEnd& is_asked_to_end = {});

/// The same with targets made by `make`, and without asking for memory. Throws InputError.
RunPlan plan_with(const PlanOptions& options, const MakeTarget& make, const Job& job = {},
                  const IsToEnd& is_asked_to_end = {});

/// The plan of a record, of whose targets nothing need exist: they can be judged and not run. Throws
/// InputError where it has a test that this program does not know.
RunPlan plan_of_record(const RunRecord& record);

/// The record of a run of which nothing has run: settings, targets and controls without findings.
RunRecord planned_record(const RunPlan& plan);

/// A digest of what the files of its targets hold; empty where none has one (Target::contents).
std::string contents_of(const RunPlan& plan);

/// Puts what `exact` found of its code beside the plan's one target (proof_in). where: what a mistake is
/// blamed on. Throws InputError.
void set_proof(RunPlan& plan, const std::string& text, const std::string& where);

// Whether a run fits the machine.

/// Throws InputError where the counters of the run need more memory than this machine has to give.
void check_memory(const RunPlan& run);

// A plan that is run here and now.

/// What came of a plan.
struct PlannedRun {
  RunRecord record;  ///< empty where it is not judged
  std::optional<NotJudged> not_judged = {};
};
/// Runs the plan and records what came of it, where, when and by which version.
PlannedRun run_planned(const RunPlan& plan, const std::function<void(const Progress&)>& on_progress);

}  // namespace fairshuffle
