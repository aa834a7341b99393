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

PlannedTarget planned_on_deck(const Json& json, const RunSettings& settings) {
  PlannedTarget planned = planned_of(json);
  plan_on_deck(settings, planned);
  return planned;
}

// From what came out of it, what was planned, and the settings of the run.
using ReadRecord = TargetRecord (*)(const Json&, const Json&, const RunSettings&);

TargetRecord record_of(const Json& result, const Json& planned, const RunSettings& settings) {
  TargetRecord record = result_of(result);
  static_cast<PlannedTarget&>(record) = planned_on_deck(planned, settings);
  return record;
}

TargetRecord nothing_of(const Json& /*result*/, const Json& /*planned*/, const RunSettings& /*settings*/) {
  return {};
}

std::vector<TargetRecord> records_of(const Json& results, const Json& planned, const RunSettings& settings,
                                     ReadRecord read, const char* list, const char* in_plan) {
  if (results.size() != planned.size()) {
    throw std::invalid_argument(std::string("/") + list + ": expected one for each of the " +
                                std::to_string(planned.size()) + " targets in /plan/" + in_plan + ", found " +
                                std::to_string(results.size()));
  }
  std::vector<TargetRecord> records;
  for (std::size_t index = 0; index < results.size(); ++index) {
    records.push_back(read(results[index], planned[index], settings));
  }
  return records;
}

RunRecord run_of(const Json& json, ReadRecord read) {
  RunRecord run;
  run.tool_version = json.at("tool").at("version");
  run.command = json.at("command");
  const Json& plan = json.at("plan");
  read_plan(plan, run);
  run.verdict = verdict_of(json.at("verdict"));
  run.note = json.at("note");
  run.results = records_of(json.at("results"), plan.at("targets"), run, read, "results", "targets");
  run.controls = records_of(json.at("controls"), plan.at("controls"), run, read, "controls", "controls");
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
  return read_or_refuse([text] { return run_of(Json::parse(text), record_of); });
}

RunRecord outline_from_json(std::string_view text) {
  return read_or_refuse([text] { return run_of(Json::parse(text), nothing_of); });
}

PlannedTarget planned_from_json(const Json& planned, const RunSettings& settings) {
  return read_or_refuse([&] { return planned_on_deck(planned, settings); });
}

TargetRecord result_from_json(const Json& result) {
  return read_or_refuse([&result] { return result_of(result); });
}

}  // namespace fairshuffle
