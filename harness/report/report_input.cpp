#include "harness/report/report_input.hpp"

#include <iterator>
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

using nlohmann::json;

constexpr const char* parts_of_schema[] = {"planned", "result"};

// The schema by parts: the frame, in which these parts are objects without members, and each of them.
struct ReportSchema {
  json whole = json::parse(detail::report_schema_text);
  detail::SchemaCheck frame{frame_schema(whole).dump()};
  detail::SchemaCheck planned{schema_of("planned", whole).dump()};
  detail::SchemaCheck result{schema_of("result", whole).dump()};

  static json frame_schema(json schema) {
    for (const char* part : parts_of_schema) {
      json& of_part = schema["definitions"][part];
      of_part = {{"description", of_part["description"]}, {"type", "object"}};
    }
    return schema;
  }

  static json schema_of(const char* part, const json& schema) {
    json of_part = schema["definitions"][part];
    of_part["definitions"] = schema["definitions"];
    return of_part;
  }
};

// Of the plan, and of what came out: the controls after all others.
constexpr std::string_view lists_of_parts[] = {"/plan/targets", "/plan/controls", "/results", "/controls"};
constexpr std::size_t lists_of_plan = 2;

}  // namespace

ReportFile::ReportFile(std::string text, std::string file) : text_(std::move(text)), file_(std::move(file)) {
  static const ReportSchema schema;
  detail::TakenApart parts =
      detail::take_apart_strictly(text_, file_, "report", longest_string, lists_of_parts);
  refuse_other_version(parts.frame, file_);
  refuse_long_seed(parts.frame, file_);
  schema.frame.check(parts.frame, file_);
  for (std::size_t list = 0; list < std::size(lists_of_parts); ++list) {
    const bool is_planned = list < lists_of_plan;
    for (std::size_t index = 0; index < parts.items[list].size(); ++index) {
      const std::string_view item = parts.items[list][index];
      const std::string where = fmt::format("{}/{}", lists_of_parts[list], index);
      (is_planned ? schema.planned : schema.result)
          .check(detail::parse_strictly(item, file_, is_planned ? "target" : "result", longest_string), file_,
                 where);
      (is_planned ? planned_ : results_).push_back(item);
    }
  }
  frame_text_ = std::move(parts.frame_text);
  try {
    outline_ = outline_from_json(frame_text_);
    for (std::size_t index = 0; index < size(); ++index) read_planned(index);
  } catch (const std::invalid_argument& error) {
    throw InputError(file_ + ": " + error.what());
  }
}

void ReportFile::read_planned(std::size_t index) {
  PlannedTarget& planned = target_at(outline_, index);
  planned = planned_from_json(nlohmann::ordered_json::parse(planned_[index]), outline_);
}

TargetRecord ReportFile::result_of(std::size_t index, const nlohmann::ordered_json& json) const {
  try {
    TargetRecord record = result_from_json(json);
    static_cast<PlannedTarget&>(record) = planned(index);
    return record;
  } catch (const std::invalid_argument& error) {
    throw InputError(file_ + ": " + error.what());
  }
}

TargetRecord ReportFile::result(std::size_t index) const {
  return result_of(index, nlohmann::ordered_json::parse(results_[index]));
}

RunRecord ReportFile::run() const {
  RunRecord run = outline_;
  for (std::size_t index = 0; index < size(); ++index) target_at(run, index) = result(index);
  return run;
}

ReportFile read_report_file(const std::filesystem::path& path) {
  return {detail::read_text(path, "report", largest_report_file), path.string()};
}

namespace {

// A schema can't say that a table is square, and who draws it counts on that. What else may contradict itself
// is for report_check.
RunRecord checked_for_drawing(RunRecord run, const std::string& file) {
  for (const auto& [list, records] :
       {std::pair("results", &run.results), std::pair("controls", &run.controls)}) {
    for (std::size_t index = 0; index < records->size(); ++index) {
      const TargetRecord& record = (*records)[index];
      const auto& rows = record.position_counts;
      for (std::size_t row = 0; row < rows.size(); ++row) {
        if (rows[row].size() == rows.size()) continue;
        const char* in = record.evidence.positions.empty() ? "" : "evidence/";
        throw InputError(detail::json_error(file, fmt::format("/{}/{}/{}positions/{}", list, index, in, row),
                                            fmt::format("{} counts, for {} rows", rows.size(), rows.size()),
                                            fmt::format("{}", rows[row].size())));
      }
    }
  }
  return run;
}

}  // namespace

RunRecord read_report(const std::filesystem::path& path) {
  return checked_for_drawing(read_report_file(path).run(), path.string());
}

RunRecord report_in(std::string_view text, const std::string& file) {
  return checked_for_drawing(ReportFile(std::string(text), file).run(), file);
}

}  // namespace fairshuffle
