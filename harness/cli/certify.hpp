// certify: options, files, endings, what it keeps and what it runs of a shard.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/App.hpp>

#include "core/record/findings.hpp"
#include "harness/counts/checkpoint.hpp"
#include "harness/counts/counts_file.hpp"
#include "harness/engine/run.hpp"
#include "harness/job/certify_plan.hpp"
#include "harness/job/plan_options.hpp"
#include "harness/targets/target.hpp"

namespace fairshuffle {

// The options of `certify`.

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

// The files that a run is written to: the JSON report, and what is drawn beside it.

struct CertifyFile {
  std::string_view what;  ///< said before its path when it is written
  std::filesystem::path path;
  std::string (*draw)(const RunRecord& run);
};

struct CertifyFiles {
  std::vector<CertifyFile> all;  ///< the JSON report first
  bool replace = false;          ///< what is there

  std::vector<std::filesystem::path> paths() const;
};

/// What a run reads, and does not replace even where it is told to replace files.
struct RunInputs {
  std::vector<std::filesystem::path> files = {};
  const RunPlan* plan = nullptr;  ///< whose targets from outside name more, and words of their commands may
  bool goes_on = false;           ///< with a run that was kept before
};

/// What --json, --out and --html ask for. What a run left that was killed while it wrote the same files may
/// be replaced. Throws InputError where they contradict each other, where one is read by the run, and, as
/// check_report_path does with overwrite, where one could not be written: all that before a run of days, and
/// before a folder is made. `next`, what the next round of shards starts from, is held to the same.
CertifyFiles certify_files(const CertifyArguments& options, bool overwrite, const RunInputs& inputs,
                           const std::optional<std::string>& next = {});

/// The file that has the plan of the run for a job: its JSON report, or `other` where none is written.
std::string job_in(std::span<const CertifyFile> files, const std::filesystem::path& other);

/// Throws InputError where one of the files is `other`, which `what` names, or is to lie in a folder of that
/// name.
void refuse_clash(std::span<const CertifyFile> files, const std::filesystem::path& other,
                  std::string_view what);

/// Throws InputError where a file that is written is one that is read: one of the inputs, the job, or what a
/// shell opened for standard input.
void refuse_inputs(const CertifyArguments& options, const RunInputs& inputs,
                   const std::vector<std::filesystem::path>& written);

// A step of GitHub Actions: its summary, its annotations and its output.

class GithubStep {
 public:
  /// Finds out before a run that what the step leaves can be written. Throws InputError where
  /// GITHUB_STEP_SUMMARY names no file, or it or GITHUB_OUTPUT one that can't be appended to.
  GithubStep();

  /// Prints the annotations, appends the run in Markdown to the summary and, where the run has a verdict and
  /// GITHUB_OUTPUT names a file, the output `verdict` to that. Throws InputError.
  void show(const RunRecord& record) const;

 private:
  std::string summary_file_;
  std::string output_file_;  // empty where there is none
};

// How a run ends: what is told of it, what is written, and the exit code.

/// Prints the record or its JSON report, writes the files, and gives the exit code. `kept`: the checkpoint
/// from which what is inconclusive can go on; empty for none. Nothing of the record is lost where one way to
/// tell it fails: throws InputError or std::runtime_error with the code that the run would have ended with.
int end_of_run(const CertifyArguments& options, const CertifyFiles& files,
               const std::optional<GithubStep>& github, const RunRecord& record,
               const std::filesystem::path& kept = {});

/// "a, b, c": the first of them.
std::string few_of(const std::vector<std::string>& names);

/// Tells which targets are undecided after a look that was the last one for this run, and what is next: the
/// round that starts from what is `kept`, or where that is empty, what to do. Gives the exit code.
int undecided_end(const std::vector<std::string>& targets, int look, const std::filesystem::path& kept,
                  const std::string& else_do = "");

/// The seconds between two writings of what is counted.
double seconds_between_keeping(const CertifyArguments& options);
/// Tells it of a target in sequence, and nothing of others.
void tell_if_it_begins_again(const Target& target);

class KeptCounts {
 public:
  /// Looks for counts that are there already. Throws InputError where the options contradict each other, and
  /// where the file that they name is no checkpoint.
  explicit KeptCounts(const CertifyArguments& options);

  /// What is to be run: of the file with --resume, and else with its seed where none is given.
  PlanOptions plan_options() const;
  /// Whether a run that this one goes on with was judged as it was ended early, or came to its limit, and so
  /// has a report.
  bool has_written_report() const {
    return file_ && (file_->head().early_end_spent || options_.plan.max_trials);
  }
  /// The counts that it goes on from; null for none.
  const std::shared_ptr<CountsFile>& file() const { return file_; }
  /// Where the run is kept.
  const std::filesystem::path& path() const { return path_; }
  /// Sets where the plan begins. Throws InputError where the counts are of another plan.
  void go_on(RunPlan& plan) const;
  /// The same, and sets its keeper. Throws InputError where what is asked for can't be kept, or the file
  /// can't be written or is one of the `files` of the report, too.
  void begin(RunPlan& plan, std::span<const CertifyFile> files);
  /// Whether the run is kept as it was left.
  bool is_kept() const { return checkpoint_ && checkpoint_->is_kept(); }
  /// So many seconds are to come.
  void expect(double seconds);
  /// Says so where the run was ended early and is kept.
  void tell_how_to_go_on() const;
  /// Throws std::runtime_error: what it means to who asked for the run that it ended once more, or that a
  /// target was disturbed, of which what is kept is better than that.
  [[noreturn]] void refuse(const NotJudged& why_not) const;
  /// Whether a run that came to its limit is kept, so that what is inconclusive may go on beyond it.
  bool can_go_beyond(const RunRecord& record) const;
  /// The report is written.
  void end(const RunRecord& record);

 private:
  // The limits of the kept run, and this one. Throws InputError where it can't go on so far.
  std::string limits_beyond(const std::string& limit) const;
  void tell_where_it_goes_on(const RunPlan& plan) const;

  const CertifyArguments& options_;
  bool is_asked_for_;           // else it is only kept where it takes long
  std::filesystem::path path_;  // empty where there is none to keep it at
  std::shared_ptr<CountsFile> file_;
  std::unique_ptr<Checkpoint> checkpoint_;
};

// certify --shard: a part of a run, counted for a judge elsewhere.

/// Runs the shard, from where another run of it was left if its file is there, and writes its counts. Gives
/// the exit code. Throws InputError where options contradict each other, the plan has no seed of its own, or
/// a target can't be run in shards, and std::runtime_error where it is interrupted.
int run_shard_of(const CertifyArguments& options, const KeptCounts& kept, RunPlan& plan);

}  // namespace fairshuffle
