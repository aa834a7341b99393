// Checkpoints: a run kept in a file of counts from time to time, and gone on with from there.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "harness/counts/counts_file.hpp"
#include "harness/counts/rewritten_file.hpp"
#include "harness/engine/keeping.hpp"

namespace fairshuffle {

/// Keeps a run in a file.
class Checkpoint final : public RunKeeper {
 public:
  /// `planned`: all that is known of the run beforehand, targets without findings. `every` and `tell` as of
  /// RewrittenFile: where the file can't be written the run goes on. `contents` as start_from has them.
  Checkpoint(RunRecord planned, std::filesystem::path path, double every,
             std::function<void(const std::string&)> tell, std::string contents = {});

  bool is_due() override { return is_on_ && file_.is_due(); }
  /// Throws EarlyEndNotKept.
  void keep(const KeptRun& run) override;
  bool has_counts() const override;

  /// What is kept says nothing of how fast it is run: it is not run here.
  void leave_pace_out() { tells_pace_ = false; }
  /// Until it is switched on nothing is kept.
  void switch_on() {
    is_on_ = true;
    file_.make_due();
  }
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
  bool tells_pace_ = true;
  bool is_ending_ = false;  // the run, as it was to be kept last
};

/// A run is ended early, and an older file can't be replaced by one that knows of it: who went on from there
/// could spend again what is kept for one such end.
class EarlyEndNotKept : public std::runtime_error {
 public:
  using runtime_error::runtime_error;
};

/// Where a run of this plan goes on. Throws InputError where the file holds the counts of another plan, or of
/// targets whose files had other `contents` (CountsHead). The file is read while the run begins.
std::shared_ptr<const RunStart> start_from(std::shared_ptr<CountsFile> file, const RunRecord& planned,
                                           const std::string& contents = {});

/// Why another run can't go on with one of these targets, since one of them gives other trials then: a
/// sentence, of the option that asks for it; empty where it can.
std::string why_it_cannot_go_on(std::span<const std::unique_ptr<Target>> targets,
                                std::string_view option = "--checkpoint");

}  // namespace fairshuffle
