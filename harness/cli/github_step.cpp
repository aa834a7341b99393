#include "harness/cli/github_step.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "harness/input_error.hpp"
#include "reports/github_annotations.hpp"
#include "reports/run/run_reports.hpp"

namespace fairshuffle {

namespace {

constexpr const char* summary_variable = "GITHUB_STEP_SUMMARY";
constexpr const char* output_variable = "GITHUB_OUTPUT";

std::string file_named_by(const char* variable) {
  const char* file = std::getenv(variable);
  return file == nullptr ? "" : file;
}

void append(const std::string& path, const char* variable, std::string_view text) {
  const auto refuse = [&] {
    throw InputError(fmt::format("--github: cannot append to {}, which {} names: {}", path, variable,
                                 std::generic_category().message(errno)));
  };
  std::FILE* file = std::fopen(path.c_str(), "ab");
  if (file == nullptr) refuse();
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  const bool closed = std::fclose(file) == 0;  // writes what is still held back
  if (!written || !closed) refuse();
}

}  // namespace

GithubStep::GithubStep()
    : summary_file_(file_named_by(summary_variable)), output_file_(file_named_by(output_variable)) {
  if (summary_file_.empty()) {
    throw InputError("--github: GITHUB_STEP_SUMMARY names no file; it does in a step of GitHub Actions");
  }
  append(summary_file_, summary_variable, "");
  if (!output_file_.empty()) append(output_file_, output_variable, "");
}

void GithubStep::show(const RunRecord& record) const {
  fmt::print("{}", github_annotations(record));
  std::fflush(stdout);
  append(summary_file_, summary_variable, run_markdown(record) + "\n");
  if (record.verdict && !output_file_.empty()) {
    append(output_file_, output_variable, fmt::format("verdict={}\n", to_text(*record.verdict)));
  }
}

}  // namespace fairshuffle
