#include "reports/json_report.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

#include "reports/json/plan.hpp"
#include "reports/json/result.hpp"
#include "reports/json/values.hpp"
#include "reports/visible_text.hpp"

namespace fairshuffle {

namespace {

Json seconds_json(const std::vector<double>& seconds) {
  Json array = Json::array();
  for (const double each : seconds) array.push_back(finite("target_seconds", each));
  return array;
}

Json environment_json(const Environment& environment) {
  Json json = {
      {"started", environment.started},
      {"seconds", finite("seconds", environment.seconds)},
      {"target_seconds", seconds_json(environment.target_seconds)},
      {"threads", environment.threads},
      {"host", environment.host},
      {"compiler", environment.compiler},
      {"vectors", environment.vectors},
      {"system", environment.system},
  };
  if (!environment.interrupted.empty()) json["interrupted"] = environment.interrupted;
  return json;
}

Json run_json(const RunRecord& run) {
  return {
      {"schema_version", schema_version},
      {"tool", {{"name", "fairshuffle"}, {"version", run.tool_version}}},
      {"command", run.command},
      {"plan", plan_json(run)},
      {"verdict", verdict_or_null(run.verdict)},
      {"note", run.note},
      {"results", array_of(run.results, result_json)},
      {"controls", array_of(run.controls, result_json)},
      {"environment", environment_json(run.environment)},
  };
}

// Appends the array of numbers that opens at text[open], without its line breaks, and returns the index after
// it. Where anything but numbers stands in it, appends the bracket alone.
std::size_t append_array(std::string& out, std::string_view text, std::size_t open) {
  const std::size_t close = text.find_first_not_of("0123456789+-.e,\n ", open + 1);
  if (close == std::string_view::npos || text[close] != ']') {
    out += '[';
    return open + 1;
  }
  for (std::size_t i = open; i <= close; ++i) {
    if (text[i] != '\n' && text[i] != ' ') out += text[i];
    if (text[i] == ',') out += ' ';
  }
  return close + 1;
}

// The same JSON with every innermost array of numbers on one line. White space outside strings means nothing
// in JSON, so only strings have to be told apart.
std::string with_numbers_on_one_line(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  bool in_string = false;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (!in_string && c == '[') {
      i = append_array(out, text, i);
      continue;
    }
    if (c == '"') in_string = !in_string;
    out += c;
    ++i;
    if (in_string && c == '\\') out += text[i++];
  }
  return out;
}

// After what is not UTF-8 was replaced.
Json as_read(const Json& json) {
  return Json::parse(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace

std::string json_report(const RunRecord& run) {
  const std::string text = run_json(run).dump(2, ' ', false, Json::error_handler_t::replace);
  return inert_json(with_numbers_on_one_line(text)) + '\n';
}

Json json_of_result(const TargetRecord& result) {
  return as_read(result_json(result));
}

Json json_of_planned(const PlannedTarget& planned) {
  return as_read(planned_json(planned));
}

}  // namespace fairshuffle
