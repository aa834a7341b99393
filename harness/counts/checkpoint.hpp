// Checkpoints and shards.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/record/findings.hpp"
#include "harness/counts/counts_file.hpp"
#include "harness/engine/run.hpp"
#include "harness/whole_file.hpp"

namespace fairshuffle {

// Checkpoints: a run kept in a file of counts from time to time, and gone on with from there.

/// Keeps a run in a file.
class Checkpoint final : public RunKeeper {
 public:
  /// `planned`: all that is known of the run beforehand, targets without findings. `every` and `tell` as of
  /// RewrittenFile: where the file can't be written the run goes on. `contents` as start_from has them.
  Checkpoint(RunRecord planned, std::filesystem::path path, double every,
             std::function<void(const std::string&)> tell, std::string contents = {});

  bool is_due() override { return is_on_ && !is_for_end_ && file_.is_due(); }
  /// Throws std::runtime_error where the run is ended early and an older file can't be replaced by one that
  /// knows of it: who went on from there could spend again what is kept for one such end.
  void keep(const KeptRun& run) override;
  bool has_counts() const override;

  /// Until it is switched on nothing is kept.
  void switch_on() {
    is_on_ = true;
    file_.make_due();
  }
  /// Kept is the run as it is left, and at no other time. How fast it is run is not told: it is not run here.
  void switch_on_for_end() { is_on_ = is_for_end_ = true; }
  /// Whether the file holds the run as it was when it was to be kept last.
  bool is_kept() const { return file_.is_written(); }
  /// Whether the run was ended before its time, and kept then.
  bool holds_ended_run() const { return is_ending_ && is_kept(); }
  /// The run has come to its end, and its report is written: there is nothing to go on with.
  void remove();
  const std::filesystem::path& path() const { return file_.path(); }

 private:
  const RunRecord planned_;
  const std::string digest_;
  const std::string contents_;
  RewrittenFile file_;
  bool is_on_ = false;
  bool is_for_end_ = false;
  bool is_ending_ = false;  // the run, as it was to be kept last
};

/// Where a run of this plan goes on. Throws InputError where the file holds the counts of another plan, or of
/// targets whose files had other `contents` (CountsHead). The file is read while the run begins.
std::shared_ptr<const RunStart> start_from(std::shared_ptr<CountsFile> file, const RunRecord& planned,
                                           const std::string& contents = {});

/// Why another run can't go on with one of these targets, since one of them gives other trials then: a
/// sentence, of the option that asks for it; empty where it can.
std::string why_it_cannot_go_on(std::span<const TargetOfRun> targets,
                                std::string_view option = "--checkpoint");

// Shards of a run in files: written by one run each, and read together.

/// The file of a shard at that path, whole or begun; null where there is none. Throws InputError where it is
/// damaged.
std::unique_ptr<CountsFile> shard_at(const std::filesystem::path& path);

/// Of the targets that failed in a shard their names and what they failed by. Its counts are read to the end.
std::vector<std::string> failures_in(CountsFile& shard);

/// Which shard is written, and of what.
struct ShardOfRun {
  RunRecord planned;                  ///< as of Checkpoint
  std::string contents;               ///< likewise
  std::shared_ptr<CountsFile> start;  ///< what all shards start from; null for the beginning of a run
  BlockShare share;
  int last_look = 1;         ///< that it runs
  std::uint64_t trials = 0;  ///< that it has then
};

/// Writes what a shard counts. The file is there from the first time that the shard is kept on, and then as
/// it was kept, whole; a process that is killed goes on from there.
class ShardFileWriter final : public RunKeeper {
 public:
  /// `every` and `tell` as of RewrittenFile; `overwrite` whether a file that is there may be replaced. Throws
  /// InputError where it can't be written.
  ShardFileWriter(std::filesystem::path path, const ShardOfRun& shard, bool overwrite, double every,
                  std::function<void(const std::string&)> tell);

  /// Throws InputError where the file is of another shard or run.
  void check_is_this(const CountsFile& file) const;
  /// Takes over what another process counted of this shard and did not end. The file must outlive the start.
  /// Throws CodedCountsError. Precondition: check_is_this.
  ShardStart go_on_from(CountsFile& begun, const RunPlan& plan);

  void add(int look, std::size_t target, const ShardPart& part, const TallyHalves& counts);
  bool is_due() override { return kept_.is_due(); }
  void keep(const KeptRun& shard) override;
  /// As failures_in, of what was added.
  const std::vector<std::string>& failures() const { return failures_; }
  /// Whether the file holds the shard as it was when it was to be kept last.
  bool is_kept() const { return kept_.is_written(); }
  const std::filesystem::path& path() const { return kept_.path(); }
  /// It is counted to its end.
  void publish();

 private:
  const CountsHead head_;
  RewrittenFile kept_;
  bool overwrite_;
  WholeFile file_;  // what is counted to its end, and has its name at the end of all
  CountsFileWriter writer_;
  std::vector<std::string> failures_;
};

/// All shards of a run.
class ShardFiles final : public LookSource {
 public:
  /// Files of the same plan and number of shards, each shard once, counted to its end or not, and the
  /// checkpoint that they start from where they start from one. Throws InputError where one is missing or
  /// there twice, and where they are not of one run.
  explicit ShardFiles(std::span<const std::filesystem::path> paths);

  /// The checkpoint that they start from; null where they start from the beginning.
  const std::shared_ptr<CountsFile>& start() const { return start_; }
  /// The plan.
  const CountsHead& head() const { return files_.front()->head(); }
  /// The last look that all have.
  int last_look() const { return last_look_; }
  /// Whether all are counted to their end.
  bool are_whole() const { return last_look_ == head().shard->last_look; }
  /// As failures_in, of what was asked for, and in which file.
  const std::vector<std::string>& failures() const { return failures_; }

  ShardPart count(RunningTarget& target, const AskedTrials& asked, const Waiting& waiting) override;
  ShardPart finish(RunningTarget& target, std::size_t index) override;

 private:
  std::shared_ptr<CountsFile> start_;
  std::vector<std::unique_ptr<CountsFile>> files_;  // by shard
  int last_look_ = 0;
  std::vector<std::string> failures_;
  std::map<std::size_t, std::string> faults_at_end_;  // of each target by what was asked for last
};

}  // namespace fairshuffle
