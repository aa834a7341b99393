// A step of GitHub Actions: its summary and its annotations.
#pragma once

#include <string>

#include "core/record/run_record.hpp"

namespace fairshuffle {

class GithubStep {
 public:
  /// Finds out before a run that the step's summary can be written. Throws InputError where
  /// GITHUB_STEP_SUMMARY names no file, or one that can't be appended to.
  GithubStep();

  /// Prints the annotations and appends the run in Markdown to the summary. Throws InputError.
  void show(const RunRecord& record) const;

 private:
  std::string summary_file_;
};

}  // namespace fairshuffle
