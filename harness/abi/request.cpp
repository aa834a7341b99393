#include "harness/abi/request.hpp"

#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/json_input/abi_request_schema.hpp"
#include "harness/json_input/schema_check.hpp"
#include "harness/json_input/strict_json.hpp"
#include "harness/report/report_input.hpp"

namespace fairshuffle {

namespace {

using nlohmann::json;

std::optional<std::string> typed(const json& request, const char* name) {
  if (!request.contains(name)) return std::nullopt;
  const json& value = request[name];
  if (value.is_array()) return fmt::format("{}", fmt::join(value.get<std::vector<std::string>>(), ","));
  return digits_of(value);
}

}  // namespace

std::string digits_of(const json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

json read_request(std::string_view function, std::string_view text) {
  const std::string where(function);
  const json all = json::parse(detail::abi_request_schema_text);
  json schema = all["definitions"][where];
  schema["definitions"] = all["definitions"];
  const bool holds_report = schema["properties"].contains("report");
  json request = detail::parse_strictly(text, where, "request",
                                        holds_report ? largest_report_file : longest_request_text);
  detail::check_schema(request, schema.dump(), where);
  return request;
}

PlanOptions plan_options_of(const json& request) {
  PlanOptions options;
  options.seed = typed(request, "seed");
  options.threads = typed(request, "threads");
  options.alpha = typed(request, "alpha");
  options.confidence = typed(request, "confidence");
  options.tolerance = typed(request, "tolerance");
  options.trials = typed(request, "trials");
  options.max_trials = typed(request, "max_trials");
  options.tests = typed(request, "tests");
  options.certify = typed(request, "certify");
  options.slots = typed(request, "slots");
  options.pairs = request.value("pairs", false);
  options.controls = request.value("controls", false);
  std::vector<std::string> ready;
  for (const std::string& bet : request.value("bets", std::vector<std::string>{})) {
    (bet.find('=') == std::string::npos ? ready : options.bets).push_back(bet);
  }
  if (!ready.empty()) options.ready_bets = fmt::format("{}", fmt::join(ready, ","));
  return options;
}

}  // namespace fairshuffle
