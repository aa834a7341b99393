// A step of GitHub Actions: its summary, its annotations and its output.
#pragma once

#include <string>

#include "core/record/run_record.hpp"

namespace fairshuffle {

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

}  // namespace fairshuffle
