#include <fstream>
#include <iterator>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "harness/job/certify_plan.hpp"
#include "harness/targets/kinds.hpp"

using namespace fairshuffle;
using Json = nlohmann::json;

namespace {

constexpr auto schema_path = "reports/schema/job.schema.json";

std::string file_text(const char* path) {
  std::ifstream file(path, std::ios::binary);
  REQUIRE(file);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

TEST_CASE("the schema for readers is the one that jobs are held to") {
  CHECK(file_text(schema_path) == job_schema());
}

TEST_CASE("the schema for readers is written anew" * doctest::skip()) {
  std::ofstream(schema_path, std::ios::binary) << job_schema();
  CHECK(file_text(schema_path) == job_schema());
}

TEST_CASE("a report may hold as many results as a job has targets") {
  const Json report = Json::parse(file_text("reports/schema/report.schema.json"))["properties"];
  for (const Json& list : {report["results"], report["plan"]["properties"]["targets"]}) {
    CHECK(list["maxItems"] == most_targets);
  }
  CHECK(Json::parse(job_schema())["properties"]["targets"]["maxItems"] == most_targets);
}

TEST_CASE("a target in a job has a member for each kind and setting, and leaves their names to no option") {
  const Json target = Json::parse(job_schema())["$defs"]["target"];
  const std::string pattern = target["properties"]["options"]["patternProperties"].begin().key();
  for (const TargetKind* kind : all_target_kinds()) {
    if (kind->naming.member.empty()) continue;
    CHECK(target["properties"].contains(std::string(kind->naming.member)));
    const std::string quoted = '"' + std::string(kind->naming.member) + '"';
    CHECK(target["description"].get<std::string>().find(quoted) != std::string::npos);
  }
  for (const TargetSetting* setting : all_target_settings()) {
    CHECK(target["properties"].contains(std::string(setting->name)));
  }
  CHECK(pattern.find("|format|") != std::string::npos);
  CHECK(pattern.find("bits") == std::string::npos);  // of random-key-sort
  // What two kinds use is described for both.
  CHECK(target["properties"]["shuffle"]["description"].get<std::string>().find("\"plugin\"") !=
        std::string::npos);
}
