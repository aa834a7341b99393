#include <string>

#include <doctest/doctest.h>
#include <pugixml.hpp>

#include "reports/formats.hpp"
#include "reports/goldens/example_run.hpp"

using namespace fairshuffle;

namespace {

struct Parsed {
  explicit Parsed(const RunRecord& run) {
    REQUIRE(document.load_string(junit_report(run).c_str()));
    suite = document.child("testsuites").child("testsuite");
  }

  pugi::xml_node named(const char* class_name, const std::string& name) const {
    for (pugi::xml_node each : suite.children("testcase")) {
      if (each.attribute("name").value() == name &&
          each.attribute("classname").value() == std::string(class_name))
        return each;
    }
    return {};
  }

  pugi::xml_document document;
  pugi::xml_node suite;
};

// One target with this verdict where that one was expected.
RunRecord run_of(std::optional<Verdict> verdict, std::optional<Verdict> expected) {
  RunRecord run;
  run.verdict = verdict;
  TargetRecord result;
  result.name = "target";
  result.verdict = verdict;
  result.expected = expected;
  result.sentence = "What came out.";
  if (!verdict) result.evidence.error = "It crashed.";
  run.results = {result};
  return run;
}

std::string reason(const RunRecord& run, const char* class_name = "fairshuffle.target") {
  const Parsed parsed(run);
  return parsed.named(class_name, "target").first_child().name();
}

}  // namespace

TEST_CASE("a case passes exactly when the verdict is the one that was due") {
  for (const Verdict expected : {Verdict::fair, Verdict::biased, Verdict::invalid, Verdict::inconclusive}) {
    CHECK(reason(run_of(expected, expected)) == "system-out");
  }
  CHECK(reason(run_of(Verdict::fair, std::nullopt)) == "system-out");
  CHECK(reason(run_of(Verdict::biased, std::nullopt)) == "failure");
  CHECK(reason(run_of(Verdict::invalid, std::nullopt)) == "failure");
  CHECK(reason(run_of(Verdict::fair, Verdict::biased)) == "failure");
  CHECK(reason(run_of(Verdict::invalid, Verdict::biased)) == "failure");
  CHECK(reason(run_of(Verdict::inconclusive, std::nullopt)) == "error");
  CHECK(reason(run_of(Verdict::inconclusive, Verdict::biased)) == "error");
  CHECK(reason(run_of(std::nullopt, std::nullopt)) == "error");
}

TEST_CASE("the message of a failure tells that trials are not independent draws from one distribution") {
  const auto message = [](bool dependent) {
    RunRecord run = run_of(Verdict::biased, std::nullopt);
    run.results[0].dependent = dependent;
    const Parsed parsed(run);
    const auto failure = parsed.named("fairshuffle.target", "target").child("failure");
    return std::string(failure.attribute("message").value());
  };
  CHECK(message(false) == "Biased: not bounded (expected: fair)");
  CHECK(message(true) ==
        "Biased: the trials are not independent draws from one distribution: successive shuffles come out "
        "equal 0 % of the time (expected: 100 %), far too often (expected: fair)");
}

TEST_CASE("a run without a verdict is an error even when it has no target") {
  const Parsed parsed{RunRecord{}};
  CHECK(std::string(parsed.named("fairshuffle.run", "verdict").first_child().name()) == "error");
  CHECK(std::string(parsed.suite.attribute("errors").value()) == "1");
  CHECK(std::string(parsed.suite.attribute("tests").value()) == "1");
}

TEST_CASE("a control that came out wrong fails, and no target passes beside it") {
  RunRecord run = run_of(Verdict::fair, std::nullopt);
  run.controls = run_of(Verdict::fair, Verdict::biased).results;
  CHECK(reason(run) == "skipped");
  CHECK(reason(run, "fairshuffle.control") == "failure");
  run.controls = run_of(Verdict::inconclusive, Verdict::biased).results;
  CHECK(reason(run) == "skipped");
  run.controls = run_of(Verdict::inconclusive, Verdict::fair).results;  // few trials
  CHECK(reason(run) == "system-out");
  CHECK(reason(run, "fairshuffle.control") == "system-out");
}

TEST_CASE("the suite counts its cases by what became of them") {
  const Parsed parsed(example_run());
  int cases = 0, failures = 0, errors = 0, skipped = 0;
  for (pugi::xml_node each : parsed.suite.children("testcase")) {
    ++cases;
    failures += !each.child("failure").empty();
    errors += !each.child("error").empty();
    skipped += !each.child("skipped").empty();
  }
  CHECK(cases == 7);
  CHECK(parsed.suite.attribute("tests").as_int() == cases);
  CHECK(parsed.suite.attribute("failures").as_int() == failures);
  CHECK(parsed.suite.attribute("errors").as_int() == errors);
  CHECK(parsed.suite.attribute("skipped").as_int() == skipped);
  CHECK(parsed.document.child("testsuites").attribute("errors").as_int() == errors);
}

TEST_CASE("a failure's text has the sentence and how to reproduce it") {
  RunRecord run = run_of(Verdict::biased, std::nullopt);
  run.command = "fairshuffle certify target --seed 1";
  const Parsed parsed(run);
  const std::string text = parsed.named("fairshuffle.target", "target").child("failure").text().get();
  CHECK(text.starts_with("What came out.\n"));
  CHECK(text.ends_with("reproduce with: fairshuffle certify target --seed 1"));
}

TEST_CASE("names with quotes, angle brackets, control characters and emoji come back from the XML") {
  RunRecord run = run_of(Verdict::biased, std::nullopt);
  run.results[0].name = "exec:\"a\" 'b' <c> & ]]> | \x01\x1b[31m\n\t🂡 caf\xe9";
  run.results[0].sentence = "line one\nline <two> \x07 ]]>";
  const Parsed parsed(run);
  const pugi::xml_node found =
      parsed.named("fairshuffle.target", "exec:\"a\" 'b' <c> & ]]> | ␁␛[31m␊␉🂡 caf\ufffd");
  REQUIRE(found);
  CHECK(std::string(found.child("failure").text().get()).starts_with("line one\nline <two> ␇ ]]>\n"));
}

TEST_CASE("a target that a foreign report names twice gets two names") {
  RunRecord run = run_of(Verdict::fair, std::nullopt);
  run.results.push_back(run.results[0]);
  run.results.push_back(run.results[0]);
  run.results[1].name = "target (2)";
  const Parsed parsed(run);
  for (const char* name : {"target", "target (2)", "target (3)"}) {
    CHECK_MESSAGE(parsed.named("fairshuffle.target", name), std::string(name));
  }
}

TEST_CASE("numbers are plain decimals") {
  RunRecord run;
  run.budget.alpha = 1e-6;
  run.budget.tolerance = 5e-324;
  const Parsed parsed(run);
  const auto value = [&parsed](const char* name) {
    return std::string(
        parsed.suite.child("properties").find_child_by_attribute("name", name).attribute("value").value());
  };
  CHECK(value("alpha") == "0.000001");
  CHECK(value("confidence") == "0.999");
  CHECK(value("tolerance").size() == 326);
}

TEST_CASE("a suite has the seconds of the run, a case those of its target where they were measured") {
  RunRecord run = example_run();
  const Parsed parsed(run);
  CHECK(std::string(parsed.suite.attribute("time").value()) == "1.5");
  CHECK(std::string(parsed.document.child("testsuites").attribute("time").value()) == "1.5");
  const auto time_of = [](const Parsed& all, const char* class_name, const char* name) {
    return std::string(all.named(class_name, name).attribute("time").value());
  };
  CHECK(time_of(parsed, "fairshuffle.target", "deal-hands:slip=1,n=3") == "0.0625");
  CHECK(time_of(parsed, "fairshuffle.control", "durstenfeld:n=3") == "0.3125");
  CHECK(time_of(parsed, "fairshuffle.run", "verdict").empty());
  run.environment.target_seconds.pop_back();
  CHECK(time_of(Parsed(run), "fairshuffle.target", "deal-hands:slip=1,n=3").empty());
}
