// A file that is written anew from time to time, whole each time.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "harness/locked_file.hpp"
#include "harness/whole_file.hpp"

namespace fairshuffle {

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

}  // namespace fairshuffle
