#include "harness/cli/certify_files.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <system_error>

#include <fmt/format.h>

#include "harness/input_error.hpp"
#include "harness/report/begun_reports.hpp"
#include "harness/report/report_file.hpp"
#include "harness/target/kinds.hpp"
#include "reports/formats.hpp"
#include "reports/json_report.hpp"
#include "reports/run/run_reports.hpp"

namespace fairshuffle {

namespace {

namespace fs = std::filesystem;

void add_folder(std::vector<CertifyFile>& files, const fs::path& folder) {
  files.push_back({"Report", folder / "report.json", json_report});
  for (const ReportFormat& format : all_report_formats()) {
    if (!format.goes_with_report) continue;
    files.push_back({"Drawn", folder / fmt::format("report{}", format.ending), format.draw});
  }
}

std::vector<fs::path> files_named_in(const RunPlan& plan) {
  // All of a text, what is quoted in it, and its words, as a shell would part them or nearly so.
  static constexpr std::array<std::string_view, 3> partings{"", "'\"", "'\"`|&;<>(){}= \t\r\n"};
  std::set<std::string> names;
  const auto add = [&names](std::string_view text) {
    for (const std::string_view parting : partings) {
      for (std::size_t end = 0, begin = 0; end != std::string_view::npos; begin = end + 1) {
        end = text.find_first_of(parting, begin);
        names.emplace(text.substr(begin, end - begin));
      }
    }
  };
  for (const auto& target : plan.targets) {
    const TargetDescription& description = target->description();
    if (description.kind == kind_of_shuffles().name) continue;
    add(description.shuffle);
    for (const auto& [name, value] : description.options) add(value);
  }
  return {names.begin(), names.end()};
}

}  // namespace

void refuse_clash(std::span<const CertifyFile> files, const fs::path& other, std::string_view what) {
  const auto whole = [](const fs::path& path) { return fs::absolute(path).lexically_normal(); };
  for (const CertifyFile& file : files) {
    std::error_code missing;
    if (whole(file.path) == whole(other) || fs::equivalent(file.path, other, missing)) {
      throw InputError(
          fmt::format("{} and a report name the same file {}; give each its own", what, other.string()));
    }
    const fs::path between = whole(file.path).lexically_relative(whole(other));
    if (!between.empty() && *between.begin() != "..") {
      throw InputError(
          fmt::format("{} names {}, which is to be a report's folder; give a file", what, other.string()));
    }
  }
}

std::vector<fs::path> CertifyFiles::paths() const {
  std::vector<fs::path> paths;
  for (const CertifyFile& file : all) paths.push_back(file.path);
  return paths;
}

void refuse_inputs(const CertifyArguments& options, const RunInputs& inputs,
                   const std::vector<fs::path>& written) {
  std::error_code missing;
  if (std::ranges::none_of(written, [&](const fs::path& path) { return fs::exists(path, missing); })) return;
  std::vector<fs::path> read =
      inputs.plan == nullptr ? std::vector<fs::path>() : files_named_in(*inputs.plan);
  read.insert(read.end(), inputs.files.begin(), inputs.files.end());
  // What a shell opens for standard input may be a file that --json names, too.
  if (fs::is_regular_file("/dev/stdin", missing)) read.emplace_back("/dev/stdin");
  if (options.plan.job) read.emplace_back(*options.plan.job);
  for (const fs::path& path : written) {
    for (const fs::path& input : read) {
      if (!fs::equivalent(path, input, missing)) continue;
      throw InputError(
          fmt::format("{} is read by this run and would be replaced by it; write elsewhere", path.string()));
    }
  }
}

CertifyFiles certify_files(const CertifyArguments& options, bool overwrite, const RunInputs& inputs,
                           const std::optional<std::string>& next) {
  if (options.json && options.out)
    throw InputError("--json and --out both say where the report goes; give one of them");
  if (options.out && options.out->empty()) throw InputError("--out: expected a folder, found ''");
  if (options.html && (options.html->empty() || options.html == "-"))
    throw InputError("--html: expected the name of a file");
  CertifyFiles files;
  if (options.out) add_folder(files.all, *options.out);
  if (options.json && options.json != "-") files.all.push_back({"Report", *options.json, json_report});
  if (options.html) {
    refuse_clash(files.all, *options.html, "--html");
    files.all.push_back({"Page", *options.html, run_page});
  }
  refuse_inputs(options, inputs, files.paths());
  if (next) {
    if (next->empty() || next == "-") throw InputError("--next: expected the name of a file");
    refuse_inputs(options, inputs, {*next});
    refuse_report_path(*next, overwrite, "checkpoint");
    refuse_clash(files.all, *next, "--next");
  }
  files.replace = overwrite || are_of_killed_run(files.paths(), inputs.goes_on);
  for (const fs::path& path : files.paths()) refuse_report_path(path, files.replace);
  if (next) check_report_path(*next, overwrite, "checkpoint");
  for (const fs::path& path : files.paths()) check_report_path(path, files.replace);
  return files;
}

}  // namespace fairshuffle
