// Counts in a file.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/crc.hpp>

#include "core/record/findings.hpp"
#include "core/tally/coded.hpp"
#include "harness/whole_file.hpp"

namespace fairshuffle {

// A file that is written anew from time to time, whole each time.

/// What a run has counted, written again and again in place of what stood there. Two runs would write over
/// each other's: whoever writes a file has it locked from the time that it finds or first writes it.
class RewrittenFile {
 public:
  /// The run begins. `what` as of WholeFile; `every` in seconds between two writings, longer where they would
  /// take more than most_share of the time. `tell` is told why the file can't be written, once as long as the
  /// reason is the same. Throws InputError where another run writes it.
  RewrittenFile(std::filesystem::path path, std::string what, double every,
                std::function<void(const std::string&)> tell);

  static constexpr double most_share = 0.03;

  bool is_due() const { return Clock::now() >= due_; }
  /// It is to be written without waiting, so that others know of it.
  void make_due() { due_ = Clock::now(); }
  /// Writes it with `fill`. Where that throws InputError, the one before stays: why, and it is not yet told;
  /// empty where it was written. Throws InputError where another run has written it and this one never did.
  std::string write(const std::function<void(WholeFile&)>& fill, bool overwrite = true);
  void tell_why_not(const std::string& reason);
  /// Whether it was written when it was to be last.
  bool is_written() const { return is_written_; }
  /// The pace of a run that has had so many trials since it began.
  double a_second(std::uint64_t trials) const;

  /// Whether this run found or wrote one.
  bool is_own() const { return own_->is_open(); }
  /// Whether another run was found to write it.
  bool is_anothers() const { return is_anothers_; }
  /// Throws InputError where the file that is there is another run's.
  void refuse_anothers();
  /// There is nothing more to write. Another run's stays.
  void remove();

  const std::filesystem::path& path() const { return path_; }

 private:
  using Clock = std::chrono::steady_clock;

  const std::filesystem::path path_;
  const std::string what_;
  const std::chrono::duration<double> every_;
  const std::function<void(const std::string&)> tell_;
  const Clock::time_point begin_ = Clock::now();
  Clock::time_point due_;
  bool is_written_ = false;
  // What others see locked: the file that was there as the run began, or the one that was written last.
  std::unique_ptr<LockedFile> own_;
  bool is_anothers_ = false;
  std::string told_;  // why it could not be written; empty where it was
};

// Files of counts: what a run has counted so far, for another one to add to its own.

/// As the ECMA-182 standard has it, in the reflected form of the XZ format.
using CountsChecksum =
    boost::crc_optimal<64, 0x42F0'E1EB'A9EA'3693, ~std::uint64_t{0}, ~std::uint64_t{0}, true, true>;

/// How far a shard is that is not yet counted to its end.
struct ShardReached {
  int look = 1;              ///< the look that is running
  std::size_t target = 0;    ///< the target of the plan that it is at: those before it have that look
  std::uint64_t trials = 0;  ///< of ShardHead::trials
};

/// Which part of a run a file holds.
struct ShardHead {
  std::uint64_t index = 0;  ///< below `of`
  std::uint64_t of = 1;
  int last_look = 1;  ///< it has the counts of all looks from CountsHead::look to this one
  std::string from;   ///< the checkpoint that it starts from (CountsFile::checksum); empty for the beginning
  std::uint64_t trials = 0;  ///< that it has at its end
  /// Nothing where it is whole. Else the counts of the target that it is at may follow those of all others.
  std::optional<ShardReached> reached = {};

  /// The last look of which it has the counts of all targets.
  int counted_look() const { return reached ? reached->look - 1 : last_look; }
};

/// What stands before the counts.
struct CountsHead {
  std::string plan;                    ///< the digest of the plan (plan_digest)
  std::string contents;                ///< of the targets' files: Target::contents together (contents_of)
  int look = 1;                        ///< the look that is next
  bool early_end_spent = false;        ///< as of KeptRun
  std::vector<std::size_t> undecided;  ///< the targets of the plan without a verdict, ascending
  std::optional<ShardHead> shard;      ///< nothing for a checkpoint
  double trials_a_second = 0;          ///< of the process that wrote it, all targets together; 0 if unknown
  /// The plan, and the records of the targets that are decided; those of the others hold what is planned.
  RunRecord run;
};

/// A UUID made of what decides a report's counts and verdicts, and of nothing else: settings, targets, and
/// the layout of blocks. Not of the command, the environment or what was counted.
std::string plan_digest(const RunRecord& run);

/// The index of a target's counts in the file of a shard, whose head this is.
std::size_t shard_counts_index(const CountsHead& head, int look, std::size_t target);

/// Whether a file begins as files of counts do.
bool is_counts_file(const std::filesystem::path& path);

/// Writes a file of counts from its beginning to its end.
class CountsFileWriter {
 public:
  /// `file` must outlive it.
  CountsFileWriter(WholeFile& file, const CountsHead& head);

  /// The counts of a target, as `write` writes them. By ascending index: that of the target in the plan; of a
  /// shard (shard_counts_index).
  void add_counts(std::size_t index, const std::function<void(CountsWriter&)>& write);
  /// Has all counts that were added until now in another file, too, that has none yet.
  void copy_counts(CountsFileWriter& to);
  /// Nothing follows. The file is not yet published.
  void end();

 private:
  void put(std::string_view bytes);

  WholeFile& file_;
  CountsChecksum checksum_;
  CountsWriter writer_;
  std::uint64_t counts_begin_ = 0;  // the byte
};

/// A file of counts that is read. Every member throws InputError in one sentence that names the file, where
/// it can't be read, is damaged, of another version, or no file of counts at all.
class CountsFile {
 public:
  /// Reads it once, to hold it to its checksum, and then its head.
  explicit CountsFile(std::filesystem::path path);

  const std::filesystem::path& path() const { return path_; }
  const CountsHead& head() const { return head_; }

  /// What a checkpoint is known by: in hexadecimal digits.
  std::string checksum() const;

  /// The counts of that index (CountsFileWriter), asked for by ascending index; nothing where the file has
  /// none. What the reader throws is put in a sentence by `refuse`.
  std::optional<CountsReader> counts_of(std::size_t index);

  /// Throws InputError: the file, and the reason as the end of "the counts of FILE ...".
  [[noreturn]] void refuse(std::string_view reason) const;

 private:
  std::string_view take();
  void check_whole();
  void read_head();
  std::string_view next_piece();

  std::filesystem::path path_;
  std::ifstream file_;
  std::uint64_t left_ = 0;  // bytes before the checksum that were not taken yet
  std::vector<char> buffer_;
  CountsReader reader_;
  CountsHead head_;
  std::uint64_t checksum_ = 0;
  std::optional<std::size_t> section_;  // the index whose counts come next
  bool is_in_section_ = false;          // pieces of the one that was asked for last may be left
  std::string piece_;                   // of a section
};

}  // namespace fairshuffle
