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

void append(const std::string& path, std::string_view text) {
  const auto refuse = [&path] {
    throw InputError(fmt::format("--github: cannot append to {}, which GITHUB_STEP_SUMMARY names: {}", path,
                                 std::generic_category().message(errno)));
  };
  std::FILE* file = std::fopen(path.c_str(), "ab");
  if (file == nullptr) refuse();
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  const bool closed = std::fclose(file) == 0;  // writes what is still held back
  if (!written || !closed) refuse();
}

}  // namespace

GithubStep::GithubStep() {
  const char* file = std::getenv("GITHUB_STEP_SUMMARY");
  if (file == nullptr || *file == '\0') {
    throw InputError("--github: GITHUB_STEP_SUMMARY names no file; it does in a step of GitHub Actions");
  }
  summary_file_ = file;
  append(summary_file_, "");
}

void GithubStep::show(const RunRecord& record) const {
  fmt::print("{}", github_annotations(record));
  std::fflush(stdout);
  append(summary_file_, run_markdown(record) + "\n");
}

}  // namespace fairshuffle
