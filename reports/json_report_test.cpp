#include "reports/json_report.hpp"

#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "reports/goldens/example_findings.hpp"
#include "reports/goldens/example_run.hpp"
#include "reports/goldens/golden_texts.hpp"

using namespace fairshuffle;
using Json = nlohmann::json;

namespace {

std::vector<GoldenText> goldens() {
  return {{"report.json", json_report(example_run())}, {"findings.json", json_report(example_findings())}};
}

Json example_json() {
  return Json::parse(json_report(example_run()));
}

}  // namespace

TEST_CASE("the reports of the example runs are the golden reports, byte for byte") {
  check_goldens(goldens());
}

// Run from the root of the repository, by name, when the report is meant to change.
TEST_CASE("the golden reports are written anew" * doctest::skip()) {
  write_goldens(goldens());
}

TEST_CASE("the record's texts and numbers come back from the report as they were") {
  const RunRecord run = example_run();
  const Json json = example_json();
  CHECK(json["command"] == run.command);
  CHECK(json["schema_version"] == 4);
  CHECK(json["plan"]["seed"] == "18446744073709551615");
  CHECK(json["note"] == run.note);
  CHECK(json["verdict"].is_null());
  CHECK(json["results"].size() == 5);
  CHECK(json["controls"][0] == json["results"][0]);
  const Json biased = json["results"][1];
  CHECK(biased["verdict"] == "biased");
  CHECK(biased["evidence"]["trials"] == 60'000);
  CHECK(biased["evidence"]["permutations"] == run.results[1].evidence.permutations);
  CHECK(biased["positions"] == run.results[1].position_counts);
  CHECK(biased["subsets"] == run.results[1].subset_counts);
  CHECK(biased["evidence"]["repeats"] == Json{{"pairs", 59'936}, {"equal", 11'111}});
  CHECK(biased["evidence"]["bet"] == Json{{"share", 0.5}, {"hits", 17'778}, {"judged", 30'000}});
  CHECK(biased["alpha_at_look"] == run.results[1].alpha_at_look);
  CHECK(biased["tests"][0]["p_value"] == 0);
  CHECK(biased["components"][0]["partition"] == Json{2, 1});
  CHECK(biased["components"][0]["share"] == run.results[1].components[0].share);
  CHECK(biased["diagnosis"]["distributions_fitting"] == 2);
  CHECK(biased["diagnosis"]["fits"][0]["mistakes"][1] ==
        Json{{"target", "inside-out:n=3,bits=2,draw=modulo"}, {"reading", "positions and cards exchanged"}});
  CHECK(biased["diagnosis"]["fits"][0]["tv_upper"] == 0.0125);
  CHECK(biased["tests"][0]["log10_p"] == -798.30103);
  const Json invalid = json["results"][3]["evidence"]["invalid"];
  CHECK(invalid["count"] == 600);
  CHECK(invalid["witnesses"][1] == Json{{"trial", 1}, {"permutation", {1, 255}}, {"row", nullptr}});
  CHECK(invalid["witnesses"][2]["row"] == "Q♠ \"x\" <b>");
}

TEST_CASE("the plan says what was to be run, one target for each result and control") {
  RunRecord run = example_run();
  run.max_trials = 40'000;
  run.results[1].label = "the usual mistake";
  const Json json = Json::parse(json_report(run)), plan = json["plan"];
  CHECK(plan["budget"] == Json{{"alpha", 1e-6},
                               {"confidence", 0.999},
                               {"tolerance", 0.001},
                               {"max_trials", 40'000},
                               {"fixed_trials", false}});
  CHECK(plan["looks"] == Json{2'400, 3'600, 5'400, 8'000, 12'000, 16'384, 32'768, 40'000});
  CHECK(plan["tests"] == Json{"permutations", "repeats"});
  CHECK(plan["targets"].size() == 5);
  CHECK(plan["controls"] == Json::array({plan["targets"][0]}));
  const Json biased = plan["targets"][1];
  CHECK(biased["name"] == run.results[1].name);
  CHECK(biased["label"] == "the usual mistake");
  CHECK(json["results"][1]["name"] == "\"the usual mistake\" " + run.results[1].name);
  CHECK(json["results"][0]["name"] == plan["targets"][0]["name"]);
  CHECK(biased["target"]["options"] == Json{{"k", "2"}});
  CHECK(biased["facts"] == Json{{"recorded", false},
                                {"in_sequence", false},
                                {"in_lanes", true},
                                {"follows_seed", true},
                                {"writes_rows", false},
                                {"may_end", false},
                                {"starts_anew", false},
                                {"permutations_counted", true}});
  CHECK(biased["caveat"].is_null());
  CHECK(plan["targets"][2]["caveat"] == run.results[2].caveat);
  CHECK(biased["expected"] == "biased");
  CHECK(plan["targets"][4]["expected"].is_null());
  run.fixed_trials = true;
  CHECK(Json::parse(json_report(run))["plan"]["looks"] == Json::array({40'000}));
}

TEST_CASE("the tables of a larger deck stand in its evidence, and nowhere else") {
  RunRecord run = example_run();
  Evidence& evidence = run.results[0].evidence;
  evidence.permutations.clear();
  evidence.permutation_histogram = {{.count = 2, .permutations = 3}, {.count = 7, .permutations = 1}};
  evidence.positions = {{6, 7}, {7, 6}};
  evidence.neighbours = {{0, 6, 7}, {7, 0, 6}, {6, 7, 0}};
  evidence.fixed_points = {7, 0, 6};
  evidence.cycles = {0, 7, 6};
  evidence.parity = {6, 7};
  evidence.subsets = {6, 7};
  const Json result = Json::parse(json_report(run))["results"][0], written = result["evidence"];
  CHECK(written["permutation_histogram"] == Json{{2, 3}, {7, 1}});
  CHECK(written["positions"] == evidence.positions);
  CHECK(written["neighbours"] == evidence.neighbours);
  CHECK(written["fixed_points"] == evidence.fixed_points);
  CHECK(written["cycles"] == evidence.cycles);
  CHECK(written["parity"] == evidence.parity);
  CHECK(written["subsets"] == evidence.subsets);
  CHECK_FALSE(result.contains("positions"));
  CHECK_FALSE(result.contains("subsets"));
}

TEST_CASE("what does not apply is null and never a number that could pass for a result") {
  const Json json = example_json();
  const Json test = json["results"][1]["tests"][1];
  CHECK(test["applied"] == false);
  for (const char* member : {"statistic", "df", "p_value", "log10_p", "adjusted_p", "rejected"}) {
    CHECK_MESSAGE(test[member].is_null(), std::string(member));
  }
  const Json part = json["results"][1]["components"][1];
  for (const char* member : {"statistic", "df", "p_value", "log10_p", "share"}) {
    CHECK_MESSAGE(part[member].is_null(), std::string(member));
  }
  for (const char* member : {"bits", "clock", "shuffles_per_second", "marked"}) {
    CHECK_MESSAGE(json["plan"]["targets"][0]["target"][member].is_null(), std::string(member));
    CHECK_FALSE_MESSAGE(json["plan"]["targets"][1]["target"][member].is_null(), std::string(member));
  }
  CHECK(json["results"][0]["bias"]["tv_lower"].is_null());
  CHECK(json["results"][0]["evidence"]["bet"].is_null());
  CHECK(json["results"][0]["diagnosis"].is_null());
  CHECK(json["results"][1]["diagnosis"]["fits"][1]["tv_upper"].is_null());
  CHECK(json["results"][4]["verdict"].is_null());
}

TEST_CASE("error and expected stand only where there is something to say") {
  const Json json = example_json();
  CHECK_FALSE(json["results"][0]["evidence"].contains("error"));
  CHECK(json["results"][4]["evidence"]["error"] == example_run().results[4].evidence.error);
  CHECK(json["results"][0]["expected"] == "fair");
  CHECK_FALSE(json["results"][4].contains("expected"));
}

TEST_CASE("the environment is the last member, after everything that is reproducible") {
  RunRecord elsewhere = example_run();
  elsewhere.environment = {"another day", 99, {98}, 1, "other", "clang", "SSE4", "another system"};
  const std::string here = json_report(example_run()), there = json_report(elsewhere);
  const std::string last_member = "\n  \"environment\": {";
  REQUIRE(here.find(last_member) != std::string::npos);
  CHECK(here.substr(0, here.find(last_member)) == there.substr(0, there.find(last_member)));
  CHECK(here.find("\n  \"", here.find(last_member) + 1) == std::string::npos);
}

TEST_CASE("innermost arrays of numbers take one line each, and no text is touched by it") {
  const std::string report = json_report(example_run());
  CHECK(report.find("\"permutations\": [1000211, 999013, 1001404, 999870, 999517, 999985],\n") !=
        std::string::npos);
  CHECK(report.find("        [1999224, 2001274, 1999502],\n") != std::string::npos);
  CHECK(report.find("\"witnesses\": [],\n") == std::string::npos);  // the last member of invalid
  CHECK(report.find("\"witnesses\": []\n") != std::string::npos);
  RunRecord run;
  run.note = "\"[\n1,  2]\" \\\" [1,  2] \\";
  CHECK(Json::parse(json_report(run))["note"] == run.note);
}

TEST_CASE("a number that is not finite is refused wherever it stands") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  const std::function<void(RunRecord&)> spoilers[] = {
      [&](RunRecord& run) { run.budget.alpha = nan; },
      [&](RunRecord& run) { run.budget.confidence = nan; },
      [&](RunRecord& run) { run.budget.tolerance = -infinity; },
      [&](RunRecord& run) { run.environment.seconds = infinity; },
      [&](RunRecord& run) { run.results[1].alpha_at_look = nan; },
      [&](RunRecord& run) { run.results[1].trials_to_decide = infinity; },
      [&](RunRecord& run) { run.results[1].tests[0].statistic = infinity; },
      [&](RunRecord& run) { run.results[1].tests[0].degrees_of_freedom = nan; },
      [&](RunRecord& run) { run.results[1].tests[0].p_value = nan; },
      [&](RunRecord& run) { run.results[1].tests[0].log10_p = -infinity; },
      [&](RunRecord& run) { run.results[1].tests[0].adjusted_p = nan; },
      [&](RunRecord& run) { run.results[1].tests[1].p_value = nan; },  // even where it is not applied
      [&](RunRecord& run) { run.results[1].bias.chi_square_distance = nan; },
      [&](RunRecord& run) { run.results[1].bias.tv_lower = nan; },
      [&](RunRecord& run) { run.results[1].families.emplace_back().tv_upper = infinity; },
      [&](RunRecord& run) { run.results[1].families.emplace_back().trials_for_tolerance = infinity; },
      [&](RunRecord& run) { run.results[1].power.emplace().found.emplace_back().trials = infinity; },
      [&](RunRecord& run) { run.results[1].bias.tv_upper = infinity; },
      [&](RunRecord& run) { run.results[1].bias.confidence = nan; },
      [&](RunRecord& run) { run.results[1].evidence.bet->share = nan; },
      [&](RunRecord& run) { run.results[1].components[0].statistic = nan; },
      [&](RunRecord& run) { run.results[1].components[0].degrees_of_freedom = infinity; },
      [&](RunRecord& run) { run.results[1].components[0].p_value = nan; },
      [&](RunRecord& run) { run.results[1].components[1].log10_p = nan; },  // even where it is not applied
      [&](RunRecord& run) { run.results[1].components[0].chi_square_distance = nan; },
      [&](RunRecord& run) { run.results[1].components[0].share = infinity; },
      [&](RunRecord& run) { run.results[1].worst[0].expected = nan; },
      [&](RunRecord& run) { run.results[1].worst[0].ratio = infinity; },
      [&](RunRecord& run) { run.results[1].worst[0].standard_errors = nan; },
      [&](RunRecord& run) { run.results[1].diagnosis->confidence = nan; },
      [&](RunRecord& run) { run.results[1].diagnosis->trials_to_tell_apart = infinity; },
      [&](RunRecord& run) { run.results[1].diagnosis->log10_excluded_over_best = -infinity; },
      [&](RunRecord& run) { run.results[1].diagnosis->fits[0].statistic = infinity; },
      [&](RunRecord& run) { run.results[1].diagnosis->fits[0].degrees_of_freedom = nan; },
      [&](RunRecord& run) { run.results[1].diagnosis->fits[0].p_value = nan; },
      [&](RunRecord& run) { run.results[1].diagnosis->fits[0].log10_over_fair = infinity; },
      [&](RunRecord& run) { run.results[1].diagnosis->fits[0].log10_over_best = -infinity; },
      [&](RunRecord& run) { run.results[1].diagnosis->fits[0].tv_upper = nan; },
      [&](RunRecord& run) { run.controls[0].alpha_at_look = nan; },
  };
  for (const auto& spoil : spoilers) {
    RunRecord run = example_run();
    spoil(run);
    CHECK_THROWS_AS(json_report(run), std::invalid_argument);
  }
}

TEST_CASE("bytes that are not UTF-8 do not cost the report") {
  RunRecord run = example_run();
  run.command = "fairshuffle certify --job caf\xe9.json";
  CHECK(Json::parse(json_report(run))["command"] == "fairshuffle certify --job caf\ufffd.json");
}
