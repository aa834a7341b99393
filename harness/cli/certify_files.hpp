// The files that a run is written to: the JSON report, and what is drawn beside it.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/record/run_record.hpp"
#include "harness/cli/certify_options.hpp"
#include "harness/engine/run.hpp"

namespace fairshuffle {

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

/// Throws InputError where one of the files is `other`, which `what` names, or is to lie in a folder of that
/// name.
void refuse_clash(std::span<const CertifyFile> files, const std::filesystem::path& other,
                  std::string_view what);

/// Throws InputError where a file that is written is one that is read: one of the inputs, the job, or what a
/// shell opened for standard input.
void refuse_inputs(const CertifyArguments& options, const RunInputs& inputs,
                   const std::vector<std::filesystem::path>& written);

}  // namespace fairshuffle
