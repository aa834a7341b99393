// What `certify` keeps of a run and goes on from: --checkpoint, --resume, and what is standard without them.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "harness/cli/certify_files.hpp"
#include "harness/cli/certify_options.hpp"
#include "harness/counts/checkpoint.hpp"
#include "harness/counts/counts_file.hpp"
#include "harness/job/certify_plan.hpp"
#include "harness/target/target_error.hpp"

namespace fairshuffle {

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
  /// Whether a run that this one goes on with was judged as it was ended early, and so has a report.
  bool has_written_report() const { return file_ && file_->head().early_end_spent; }
  /// The counts that it goes on from; null for none.
  const std::shared_ptr<CountsFile>& file() const { return file_; }
  /// Where the run is kept.
  const std::filesystem::path& path() const { return path_; }
  /// Sets where the plan begins. Throws InputError where the counts are of another plan.
  void go_on(CertifyPlan& plan) const;
  /// The same, and sets its keeper. Throws InputError where what is asked for can't be kept, or the file
  /// can't be written or is one of the `files` of the report, too.
  void begin(CertifyPlan& plan, std::span<const CertifyFile> files);
  /// Whether the run is kept as it was left.
  bool is_kept() const { return checkpoint_ && checkpoint_->is_kept(); }
  /// So many seconds are to come.
  void expect(double seconds);
  /// Says so where the run was ended early and is kept.
  void tell_how_to_go_on() const;
  /// Throws std::runtime_error: what EndedAgain means to who asked for it.
  [[noreturn]] void refuse_second_end() const;
  /// Throws std::runtime_error: a target was disturbed, and what is kept of it is better than that.
  [[noreturn]] void refuse_disturbed(const TargetDisturbed& error) const;
  /// The report is written.
  void end();

 private:
  void tell_where_it_goes_on(const CertifyPlan& plan) const;

  const CertifyArguments& options_;
  bool is_asked_for_;           // else it is only kept where it takes long
  std::filesystem::path path_;  // empty where there is none to keep it at
  std::shared_ptr<CountsFile> file_;
  std::unique_ptr<Checkpoint> checkpoint_;
};

}  // namespace fairshuffle
