// Shards of a run in files: written by one run each, and read together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/record/run_record.hpp"
#include "harness/counts/counts_file.hpp"
#include "harness/counts/rewritten_file.hpp"
#include "harness/engine/look_source.hpp"
#include "harness/engine/shard.hpp"
#include "harness/whole_file.hpp"

namespace fairshuffle {

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
class ShardFileWriter final : public ShardKeeper {
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
  void keep(const KeptShard& shard) override;
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

  Parts parts_of(const AskedTrials& asked) override;
  void finish(std::size_t target) override;

 private:
  std::shared_ptr<CountsFile> start_;
  std::vector<std::unique_ptr<CountsFile>> files_;  // by shard
  int last_look_ = 0;
  std::vector<std::string> failures_;
  std::map<std::size_t, std::string> faults_at_end_;  // of each target by what was asked for last
};

}  // namespace fairshuffle
