// Shards of a run in files: written by one run each, and read together.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "core/record/run_record.hpp"
#include "harness/counts/counts_file.hpp"
#include "harness/engine/look_source.hpp"
#include "harness/engine/shard.hpp"
#include "harness/whole_file.hpp"

namespace fairshuffle {

/// Writes what a shard counts. The file gets its name when all is counted.
class ShardFileWriter {
 public:
  /// `planned` and `contents` as of Checkpoint; `start` what the shard starts from, null for the beginning of
  /// a run; last_look the last one that it runs. Throws InputError where the file can't be written.
  ShardFileWriter(const std::filesystem::path& path, const RunRecord& planned, const std::string& contents,
                  const CountsFile* start, BlockShare share, int last_look);

  void add(int look, std::size_t target, const ShardPart& part, const TallyHalves& counts);
  void publish(bool overwrite);

 private:
  const CountsHead head_;
  WholeFile file_;
  CountsFileWriter writer_;
};

/// All shards of a run.
class ShardFiles final : public LookSource {
 public:
  /// Files of the same plan and number of shards, each shard once, and the checkpoint that they start from
  /// where they start from one. Throws InputError where one is missing or there twice, and where they are not
  /// of one run.
  explicit ShardFiles(std::span<const std::filesystem::path> paths);

  /// The checkpoint that they start from; null where they start from the beginning.
  const std::shared_ptr<CountsFile>& start() const { return start_; }
  /// The plan, and the last look that all have.
  const CountsHead& head() const { return files_.front()->head(); }
  int last_look() const { return head().shard->last_look; }

  Parts parts_of(const AskedTrials& asked) override;

 private:
  std::shared_ptr<CountsFile> start_;
  std::vector<std::unique_ptr<CountsFile>> files_;  // by shard
};

}  // namespace fairshuffle
