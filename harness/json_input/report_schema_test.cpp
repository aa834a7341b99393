// Does the schema say what the report is, and does it refuse what is no report? Here, where schemas are read,
// and not beside it.
#include <fstream>
#include <functional>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/cases_for_tests.hpp"
#include "harness/json_input/strict_json.hpp"
#include "harness/whole_file.hpp"
#include "reports/goldens/example_run.hpp"
#include "reports/json_report.hpp"

using namespace fairshuffle;
using Json = nlohmann::json;

namespace {

constexpr auto schema_path = "reports/schema/report.schema.json";

Json json_of_file(const char* path) {
  std::ifstream file(path);
  REQUIRE_MESSAGE(file, std::string(path));
  return Json::parse(file);
}

class ReportSchema {
 public:
  bool accepts(const Json& report) const {
    try {
      detail::check_schema(report, schema_, "report");
    } catch (const InputError&) {
      return false;
    }
    return true;
  }

 private:
  Json schema_ = json_of_file(schema_path);
};

// Calls `visit` with every subschema below `schema` and the path to it.
void for_each_subschema(const Json& schema, const std::string& path,
                        const std::function<void(const Json&, const std::string&)>& visit) {
  for (const char* group : {"properties", "patternProperties", "$defs"}) {
    if (!schema.contains(group)) continue;
    for (const auto& [name, subschema] : schema[group].items()) {
      visit(subschema, path + "/" + name);
      for_each_subschema(subschema, path + "/" + name, visit);
    }
  }
  for (const char* single : {"items", "additionalProperties"}) {
    if (!schema.contains(single) || !schema[single].is_object()) continue;
    visit(schema[single], path + "/" + single);
    for_each_subschema(schema[single], path + "/" + single, visit);
  }
}

}  // namespace

TEST_CASE("the golden report and an empty run satisfy the report's schema") {
  const ReportSchema schema;
  CHECK(schema.accepts(json_of_file("reports/goldens/report.json")));
  CHECK(schema.accepts(Json::parse(json_report(example_run()))));
  RunRecord empty;
  empty.tool_version = "0.1.0";
  CHECK(schema.accepts(Json::parse(json_report(empty))));
}

TEST_CASE("a report that lacks any one of its members does not satisfy the schema") {
  const ReportSchema schema;
  const Json report = Json::parse(json_report(example_run()));
  const std::vector<const char*> objects{
      "",
      "/tool",
      "/plan",
      "/plan/budget",
      "/plan/targets/1",
      "/plan/targets/1/target",
      "/plan/targets/1/facts",
      "/environment",
      "/results/1/tests/0",
      "/results/1/bias",
      "/results/1/components/0",
      "/results/1/evidence",
      "/results/1/evidence/repeats",
      "/results/1/evidence/bet",
      "/results/1/worst/0",
      "/results/1/diagnosis",
      "/results/1/diagnosis/fits/0",
      "/results/1/diagnosis/fits/0/mistakes/0",
      "/results/3/evidence/invalid",
      "/results/3/evidence/invalid/witnesses/0",
  };
  for (const char* object : cases(objects)) {
    const Json::json_pointer at(object);
    for (const auto& [name, value] : report.at(at).items()) {
      Json broken = report;
      broken.at(at).erase(name);
      const std::string missing = std::string(object) + '/' + name;
      CHECK_FALSE_MESSAGE(schema.accepts(broken), missing);
    }
  }
  for (const auto& [name, value] : report["results"][2].items()) {
    // Of larger decks the first two stand in the evidence, and the last beside a forecast only.
    if (name == "positions" || name == "subsets" || name == "decided_if") continue;
    Json broken = report;
    broken["results"][2].erase(name);
    const std::string missing = "/results/2/" + name;
    CHECK_FALSE_MESSAGE(schema.accepts(broken), missing);
  }
}

TEST_CASE("wrong values, wrong types and foreign members do not satisfy the schema") {
  const ReportSchema schema;
  const Json report = Json::parse(json_report(example_run()));
  const std::pair<const char*, Json> changes[] = {
      {"/verdict", "maybe"},
      {"/results/0/verdict", "maybe"},
      {"/results/0/verdict", "Fair"},
      {"/results/0/expected", nullptr},
      {"/results/4/evidence/error", ""},
      {"/schema_version", 1},
      {"/schema_version", "4"},
      {"/plan/seed", 17},
      {"/plan/seed", "-1"},
      {"/plan/seed", "017"},
      {"/plan/budget/alpha", 0},
      {"/plan/budget/alpha", "1e-6"},
      {"/plan/budget/tolerance", 1.5},
      {"/plan/budget/max_trials", -1},
      {"/plan/looks", Json::array()},
      {"/plan/tests/0", 1},
      {"/plan/targets/0/label", ""},
      {"/plan/targets/0/group", ""},
      {"/plan/targets/0/caveat", ""},
      {"/plan/targets/0/expected", "Fair"},
      {"/plan/targets/0/facts/recorded", "no"},
      {"/plan/targets/0/facts/colour", "red"},
      {"/plan/colour", "red"},
      {"/results", Json::object()},
      {"/results/0/evidence/trials", 0.5},
      {"/plan/targets/0/target/n", 1025},
      {"/plan/targets/0/target/reset", "sometimes"},
      {"/plan/targets/1/target/options/k", 2},
      {"/results/1/tests/0/p_value", 1.01},
      {"/results/1/tests/0/log10_p", 1},
      {"/results/1/tests/0/tail", "both"},
      {"/results/1/tests/0/same_as", ""},
      {"/results/1/bias/tv_upper", -0.1},
      {"/results/1/bias/covers", "every bet"},
      {"/results/1/bias/covers", "cards,"},
      {"/results/1/bias_of_whole_deck", Json::object()},
      {"/results/2/decided_if", "invalid"},
      {"/results/1/families", nullptr},
      {"/results/1/power", true},
      {"/plan/certify", Json::array()},
      {"/results/1/components/0/partition/0", 0},
      {"/results/1/components/0/p_value", 2},
      {"/results/1/components/0/share", "half"},
      {"/results/1/evidence/permutations/0", -3628801},
      {"/results/1/positions/0", 3},
      {"/results/1/evidence/bet/share", 1.5},
      {"/results/1/evidence/permutation_histogram/0", Json::array({1, 2, 3})},
      {"/results/1/evidence/colour", "red"},
      {"/results/1/worst/0/card", 1024},
      {"/results/1/diagnosis", "swap-pairs"},
      {"/results/1/diagnosis/distributions_fitting", nullptr},
      {"/results/1/diagnosis/colour", "red"},
      {"/results/1/diagnosis/fits/0/p_value", 1.01},
      {"/results/1/diagnosis/fits/1/log10_over_best", 0.5},
      {"/results/1/diagnosis/fits/0/mistakes", Json::array()},
      {"/results/1/diagnosis/fits/0/mistakes/0/target", ""},
      {"/results/3/evidence/invalid/witnesses/0/permutation", "2 0 0"},
      {"/environment/threads", "8"},
      {"/colour", "red"},
      {"/results/0/colour", "red"},
      {"/plan/targets/0/target/colour", "red"},
      {"/environment/colour", "red"},
  };
  for (const auto& [pointer, value] : changes) {
    Json broken = report;
    broken[Json::json_pointer(pointer)] = value;
    const std::string change = pointer + (" = " + value.dump());
    CHECK_FALSE_MESSAGE(schema.accepts(broken), change);
  }
}

TEST_CASE("every member that the schemas know is described") {
  for (const char* path : {schema_path, "reports/schema/job.schema.json"}) {
    const Json schema = json_of_file(path);
    CHECK(schema.contains("description"));
    for_each_subschema(schema, "", [&](const Json& subschema, const std::string& where) {
      const bool described = subschema.contains("description") ||
                             (subschema.contains("$ref") &&
                              schema.at(Json::json_pointer(subschema["$ref"].get<std::string>().substr(1)))
                                  .contains("description"));
      CHECK_MESSAGE(described, std::string(path), where);
    });
  }
}
