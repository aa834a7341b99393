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

// The records of a list, each with what was planned for it.
std::vector<TargetRecord> records_of(const Json& results, const Json& planned, const RunSettings& settings,
                                     const char* list, const char* in_plan) {
  if (results.size() != planned.size()) {
    throw std::invalid_argument(std::string("/") + list + ": expected one for each of the " +
                                std::to_string(planned.size()) + " targets in /plan/" + in_plan + ", found " +
                                std::to_string(results.size()));
  }
  std::vector<TargetRecord> records = list_of(results, result_of);
  for (std::size_t index = 0; index < records.size(); ++index) {
    static_cast<PlannedTarget&>(records[index]) = planned_of(planned[index]);
    plan_on_deck(settings, records[index]);
  }
  return records;
}

RunRecord run_of(const Json& json) {
  RunRecord run;
  run.tool_version = json.at("tool").at("version");
  run.command = json.at("command");
  const Json& plan = json.at("plan");
  read_plan(plan, run);
  run.verdict = verdict_of(json.at("verdict"));
  run.note = json.at("note");
  run.results = records_of(json.at("results"), plan.at("targets"), run, "results", "targets");
  run.controls = records_of(json.at("controls"), plan.at("controls"), run, "controls", "controls");
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

}  // namespace

RunRecord run_from_json(std::string_view text) {
  try {
    return run_of(Json::parse(text));
  } catch (const Json::exception& error) {
    throw std::invalid_argument(std::string("the report breaks its schema: ").append(error.what()));
  }
}

}  // namespace fairshuffle
