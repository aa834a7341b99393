// Does read_report give back the run of a report, and refuse what is no report in one clear sentence?
#include "harness/report/report_input.hpp"

#include <functional>
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "harness/test_folder.hpp"
#include "harness/whole_file.hpp"
#include "reports/json_report.hpp"

using namespace fairshuffle;
using Json = nlohmann::ordered_json;

namespace {

std::string golden_text() {
  std::ifstream file("reports/goldens/report.json", std::ios::binary);
  REQUIRE(file);
  return (std::ostringstream() << file.rdbuf()).str();
}

// The complaint about a file of that text, without the file's path; empty where there is none.
std::string complaint_about(const std::string& text) {
  const TestFolder folder;
  const auto path = folder.write("report.json", text);
  try {
    read_report(path);
  } catch (const InputError& error) {
    std::string sentence = error.what();
    if (const auto at = sentence.find(path.string()); at != std::string::npos) {
      sentence.replace(at, path.string().size(), "FILE");
    }
    return sentence;
  }
  return "";
}

std::string complaint_about_golden_with(const std::string& pointer, const Json& value) {
  Json report = Json::parse(golden_text());
  report[Json::json_pointer(pointer)] = value;
  return complaint_about(report.dump());
}

}  // namespace

TEST_CASE("the golden report read from its file gives the same bytes again") {
  const TestFolder folder;
  const std::string text = golden_text();
  CHECK(json_report(read_report(folder.write("report.json", text))) == text);
}

TEST_CASE("a report is taken apart into what came out of each target, and all else") {
  const std::string text = golden_text();
  const Json whole = Json::parse(text);
  const std::size_t results = whole["results"].size(), controls = whole["controls"].size();
  REQUIRE(controls > 0);
  std::string escaped = text;
  escaped.replace(escaped.find("\"results\""), 9, "\"r\\u0065sults\"");
  for (const std::string& written : {text, whole.dump(), escaped}) {
    const ReportFile report(written, "FILE");
    REQUIRE(report.size() == results + controls);
    Json joined = report.frame();
    for (std::size_t index = 0; index < report.size(); ++index) {
      const bool is_control = index >= results;
      const std::size_t in_list = is_control ? index - results : index;
      Json& result = joined[is_control ? "controls" : "results"][in_list];
      CHECK(result == Json::object());
      result = report.result_json(index);
      CHECK(report.result(index).name == report.planned(index).name);
    }
    CHECK(joined == whole);
    CHECK(json_report(report.run()) == text);
    CHECK(report.outline().results.front().evidence.trials == 0);
  }
}

TEST_CASE("a long list of what does not belong there is refused in no time") {
  std::string objects;
  for (int object = 0; object < 500'000; ++object) objects += "{},";
  objects += "{}";
  CHECK(complaint_about("[" + objects + "]").find("FILE: found a list of 500001, ") == 0);
  CHECK(complaint_about("{\"results\": [" + objects + "]}") ==
        "FILE: /results/100000: expected at most 100000 objects, found more");
}

TEST_CASE("what is no report is refused with the file and the place") {
  CHECK(complaint_about("").find("FILE: expected a report, found an empty file") == 0);
  CHECK(complaint_about("{\"seed\": }").find("FILE: parse error at line 1, column 10") == 0);
  CHECK(complaint_about("[]").find(
            "FILE: found an empty list, which breaks the schema: The record of one run") == 0);
  CHECK(complaint_about("{}").find(
            "FILE: /schema_version: found nothing, which breaks the schema: The version of this schema.") ==
        0);
  CHECK(complaint_about("{\"seed\": \"1\", \"seed\": \"2\"}") ==
        "FILE: /seed: expected each member once, found this one twice");
  const TestFolder folder;
  CHECK_THROWS_AS(read_report(folder / "none.json"), InputError);
  CHECK_THROWS_WITH_AS(read_report(folder / "none.json"), doctest::Contains("cannot read the report "),
                       InputError);
}

TEST_CASE("a value that breaks the schema is named, wherever it stands") {
  CHECK(complaint_about_golden_with("/schema_version", "3") ==
        "FILE: /schema_version: found \"3\", which breaks the schema: The version of this schema.");
  CHECK(complaint_about_golden_with("/results/1/evidence/permutations/3", -3628801)
            .find("FILE: /results/1/evidence/permutations/3: found -3628801, which breaks the schema: ") ==
        0);
  CHECK(complaint_about_golden_with("/plan/targets/1/target/options/colour", 7)
            .find("FILE: /plan/targets/1/target/options/colour: found 7, which breaks the schema: An "
                  "option's value.") == 0);
  CHECK(complaint_about_golden_with("/controls/0/evidence/permutations/3", -3628801)
            .find("FILE: /controls/0/evidence/permutations/3: found -3628801, which breaks the schema: ") ==
        0);
  for (const char* result : {"/results/1", "/controls/0"}) {
    for (const auto& [value, found] :
         {std::pair(Json(7), "7"), std::pair(Json::array({Json::object()}), "a list of 1")}) {
      CHECK(complaint_about_golden_with(result, value) ==
            fmt::format("FILE: {}: found {}, which breaks the schema: One target and what came out.", result,
                        found));
    }
    CHECK(complaint_about_golden_with(result, Json::object())
              .find(fmt::format("FILE: {}/name: found nothing, which breaks the schema: ", result)) == 0);
  }
  CHECK(complaint_about_golden_with("/results/0/colour", 7)
            .find("FILE: /results/0/colour: expected one of the members ") == 0);
  for (const char* pointer : {"/results/1/diagnosis", "/results/1/diagnosis/fits/0/p_value",
                              "/results/1/diagnosis/fits/0/mistakes/0/target", "/results/1/tests/0/df",
                              "/results/1/components/0/partition/0"}) {
    const std::string complaint = complaint_about_golden_with(pointer, false);
    CAPTURE(complaint);
    CHECK(complaint.find("FILE: /results/1/") == 0);
  }
}

TEST_CASE("a report of another version is refused with a sentence that says so, whatever it holds") {
  for (const char* rest : {"", ", \"seed\": \"1\", \"results\": []"}) {
    CHECK(complaint_about(fmt::format("{{\"schema_version\": 3{}}}", rest)) ==
          "FILE is a report of version 3, which this program does not read; run its command again for one of "
          "version 4");
  }
  CHECK(complaint_about_golden_with("/schema_version", 5).find("FILE is a report of version 5, ") == 0);
}

TEST_CASE("counts of positions that are no square are refused: they are drawn") {
  const Json golden = Json::parse(golden_text());
  for (const char* result : {"/results/0", "/results/1", "/controls/0"}) {
    const std::string at = fmt::format("{}/positions", result);
    const Json rows = golden.at(Json::json_pointer(at));
    CAPTURE(at);
    REQUIRE(rows.size() == 3);
    CHECK(complaint_about_golden_with(at, rows).empty());
    CHECK(complaint_about_golden_with(at, Json::array()).empty());
    CHECK(complaint_about_golden_with(at + "/1", Json::array()) ==
          fmt::format("FILE: {}/1: expected 3 counts, for 3 rows, found 0", at));
    CHECK(complaint_about_golden_with(at + "/2", Json::array({1, 2, 3, 4})) ==
          fmt::format("FILE: {}/2: expected 3 counts, for 3 rows, found 4", at));
    CHECK(complaint_about_golden_with(at, Json::array({rows[0], rows[1]})) ==
          fmt::format("FILE: {}/0: expected 2 counts, for 2 rows, found 3", at));
  }
}

TEST_CASE("a plan that has not one target for each result is refused") {
  const Json planned = Json::parse(golden_text())["plan"]["targets"];
  CHECK(complaint_about_golden_with("/plan/controls", planned) ==
        "FILE: /controls: expected one for each of the 5 targets in /plan/controls, found 1");
}

TEST_CASE("a seed is refused when it takes more than 64 bits or exhausts what checks it") {
  CHECK(complaint_about_golden_with("/plan/seed", "18446744073709551615").empty());
  CHECK(complaint_about_golden_with("/plan/seed", "18446744073709551616").find("FILE: ") == 0);
  CHECK(complaint_about_golden_with("/plan/seed", std::string(900'000, '1')) ==
        "FILE: /plan/seed: found \"" + std::string(59, '1') +
            "..., which breaks the schema: The seed of the run, a whole number from 0 to 2^64 - 1 in decimal "
            "digits. A string, because many JSON readers lose the last digits of numbers above 2^53, and a "
            "seed with a wrong digit reproduces nothing.");
}
