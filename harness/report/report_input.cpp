#include "harness/report/report_input.hpp"

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "harness/input_error.hpp"
#include "harness/json_input/report_schema.hpp"
#include "harness/json_input/schema_check.hpp"
#include "harness/json_input/strict_json.hpp"
#include "reports/json_reader.hpp"
#include "reports/json_report.hpp"

namespace fairshuffle {

namespace {

constexpr std::size_t longest_string = 1'000'000;  // the schema's limit for the command
constexpr std::size_t longest_seed = 20;

// What a report of another version lacks or holds besides would say nothing of why it can't be read.
void refuse_other_version(const nlohmann::json& report, const std::string& file) {
  if (!report.is_object() || !report.contains("schema_version")) return;
  const nlohmann::json& version = report["schema_version"];
  if (!version.is_number_integer() || version == schema_version) return;
  throw InputError(fmt::format(
      "{} is a report of version {}, which this program does not read; run its command again for one of "
      "version {}",
      file, version.dump(), schema_version));
}

// The schema's pattern runs as std::regex, whose recursion would exhaust the stack on a very long string.
void refuse_long_seed(const nlohmann::json& report, const std::string& file) {
  const nlohmann::json::json_pointer seed("/plan/seed");
  if (!report.contains(seed) || !report[seed].is_string()) return;
  const std::size_t length = report[seed].get_ref<const std::string&>().size();
  if (length > longest_seed) {
    throw InputError(
        detail::json_error(file, seed.to_string(), "at most 20 digits", fmt::format("{} bytes", length)));
  }
}

}  // namespace

RunRecord report_in(std::string_view text, const std::string& file) {
  {
    const nlohmann::json report = detail::parse_strictly(text, file, "report", longest_string);
    refuse_other_version(report, file);
    refuse_long_seed(report, file);
    detail::check_schema(report, detail::report_schema_text, file);
  }
  try {
    return run_from_json(text);
  } catch (const std::invalid_argument& error) {
    throw InputError(file + ": " + error.what());
  }
}

ReportFile read_report_file(const std::filesystem::path& path) {
  std::string text = detail::read_text(path, "report", largest_report_file);
  RunRecord run = report_in(text, path.string());
  return {std::move(text), std::move(run)};
}

RunRecord read_report(const std::filesystem::path& path) {
  return read_report_file(path).run;
}

}  // namespace fairshuffle
