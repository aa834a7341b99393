#include "reports/json_reader.hpp"

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include "reports/json/plan.hpp"
#include "reports/json/result.hpp"
#include "reports/json/values.hpp"

namespace fairshuffle {

namespace {

using ReadResult = TargetRecord (*)(const Json&);

// The records of a list, each with what was planned for it.
std::vector<TargetRecord> records_of(const Json& results, ReadResult read_result, const Json& planned,
                                     const RunSettings& settings, const char* list, const char* in_plan) {
  if (results.size() != planned.size()) {
    throw std::invalid_argument(std::string("/") + list + ": expected one for each of the " +
                                std::to_string(planned.size()) + " targets in /plan/" + in_plan + ", found " +
                                std::to_string(results.size()));
  }
  std::vector<TargetRecord> records = list_of(results, read_result);
  for (std::size_t index = 0; index < records.size(); ++index) {
    static_cast<PlannedTarget&>(records[index]) = planned_of(planned[index]);
    plan_on_deck(settings, records[index]);
  }
  return records;
}

RunRecord run_of(const Json& json, ReadResult read_result) {
  RunRecord run;
  run.tool_version = json.at("tool").at("version");
  run.command = json.at("command");
  const Json& plan = json.at("plan");
  read_plan(plan, run);
  run.verdict = verdict_of(json.at("verdict"));
  run.note = json.at("note");
  run.results = records_of(json.at("results"), read_result, plan.at("targets"), run, "results", "targets");
  run.controls =
      records_of(json.at("controls"), read_result, plan.at("controls"), run, "controls", "controls");
  const Json& environment = json.at("environment");
  run.environment = {.started = environment.at("started"),
                     .seconds = environment.at("seconds"),
                     .target_seconds = environment.at("target_seconds"),
                     .threads = environment.at("threads"),
                     .host = environment.at("host"),
                     .compiler = environment.at("compiler"),
                     .vectors = environment.at("vectors"),
                     .system = environment.at("system"),
                     .interrupted = environment.value("interrupted", "")};
  return run;
}

template <class Read>
auto read_or_refuse(Read read) {
  try {
    return read();
  } catch (const Json::exception& error) {
    throw std::invalid_argument(std::string("the report breaks its schema: ").append(error.what()));
  }
}

}  // namespace

RunRecord run_from_json(std::string_view text) {
  return read_or_refuse([text] { return run_of(Json::parse(text), result_of); });
}

RunRecord outline_from_json(std::string_view text) {
  return read_or_refuse(
      [text] { return run_of(Json::parse(text), [](const Json&) { return TargetRecord{}; }); });
}

TargetRecord result_from_json(const Json& result) {
  return read_or_refuse([&result] { return result_of(result); });
}

}  // namespace fairshuffle
