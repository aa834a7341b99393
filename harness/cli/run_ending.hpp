// How a run ends: what is told of it, what is written, and the exit code.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/record/run_record.hpp"
#include "harness/cli/certify_files.hpp"
#include "harness/cli/certify_options.hpp"
#include "harness/cli/github_step.hpp"

namespace fairshuffle {

/// Prints the record or its JSON report, writes the files, and gives the exit code. Nothing of the record is
/// lost where one way to tell it fails: throws InputError or std::runtime_error with the code that the run
/// would have ended with.
int end_of_run(const CertifyArguments& options, const CertifyFiles& files,
               const std::optional<GithubStep>& github, const RunRecord& record);

/// "a, b, c": the first of them.
std::string few_of(const std::vector<std::string>& names);

/// Tells which targets are undecided after a look that was the last one for this run, and what is next: the
/// round that starts from what is `kept`, or where that is empty, what to do. Gives the exit code.
int undecided_end(const std::vector<std::string>& targets, int look, const std::filesystem::path& kept,
                  const std::string& else_do = "");

}  // namespace fairshuffle
