#include <algorithm>
#include <string>
#include <variant>

#include <doctest/doctest.h>

#include "reports/goldens/example_run.hpp"
#include "reports/run/run_document.hpp"

using namespace fairshuffle;

namespace {

std::string run_summary(const RunRecord& run) {
  return run_document(run).summary;
}

std::string budget_words(const RunRecord& run) {
  const Document document = run_document(run);
  const auto found = std::ranges::find(document.sections, "What the verdicts rest on", &Section::title);
  return std::get<Paragraph>(found->blocks.front()).text;
}

}  // namespace

TEST_CASE("the summary counts verdicts and says whether they are those expected") {
  RunRecord run = example_run();
  CHECK(
      run_summary(run) ==
      "5 targets: 1 fair, 1 biased, 1 inconclusive, 1 invalid, 1 failed; 2 not as expected; controls as due");
  run.results[0].expected = Verdict::biased;
  run.controls[0].expected = Verdict::biased;
  CHECK(run_summary(run) ==
        "5 targets: 1 fair, 1 biased, 1 inconclusive, 1 invalid, 1 failed; 3 not as expected; a control is "
        "wrong");
  run.controls.clear();
  run.results.resize(1);
  run.results[0].expected = Verdict::fair;
  CHECK(run_summary(run) == "1 target: 1 fair; all as expected");
  run.results[0].expected.reset();
  CHECK(run_summary(run) == "1 target: 1 fair");
  CHECK(run_summary({}) == "0 targets");
}

TEST_CASE("what a run rests on tells its looks, and that recorded trials have one") {
  RunRecord run = example_run();
  run.fixed_trials = false;
  run.budget = {};
  run.max_trials = 5000;
  const std::string looks =
      "no bet of those that its verdict names gains more than 0.1 points. Looks at more and more trials, up "
      "to "
      "5,000 trials.";
  CHECK(budget_words(run).ends_with(looks));
  run.results.front().facts.recorded = true;
  CHECK(budget_words(run).ends_with(looks + " What is recorded is judged once, whole."));
  run.fixed_trials = true;
  run.results.clear();
  CHECK(budget_words(run).ends_with(" One look, at 5,000 trials."));
}

TEST_CASE("a run's title says whether all came out as expected, and never its worst verdict alone") {
  RunRecord run = example_run();
  CHECK(run_document(run).title == "No verdict");
  run.verdict = Verdict::invalid;
  run.results[4].verdict = Verdict::fair;
  for (TargetRecord& result : run.results) result.expected = result.verdict;
  CHECK(run_document(run).title ==
        "All 5 targets came out as expected: 2 fair, 1 biased, 1 inconclusive, 1 invalid");
  run.results[0].expected = Verdict::biased;
  CHECK(run_document(run).title ==
        "1 of 5 targets did not come out as expected; of all: 2 fair, 1 biased, 1 inconclusive, 1 invalid");
  for (TargetRecord& result : run.results) result.expected.reset();
  CHECK(run_document(run).title == "5 targets: 2 fair, 1 biased, 1 inconclusive, 1 invalid");
  run.results.resize(1);
  CHECK(run_document(run).title == "durstenfeld:n=3: fair");
  CHECK(run_document(run).subject == "target-1");
  run.results[0].label = "ours";
  run.results[0].expected = Verdict::biased;
  CHECK(run_document(run).title == "\"ours\" durstenfeld:n=3: fair, EXPECTED biased");
  run.verdict.reset();
  CHECK(run_document(run).title == "No verdict");
  CHECK(run_document(run).subject.empty());
}

TEST_CASE("what verdicts are worth is said in runs, and never too well") {
  RunRecord run = example_run();
  const auto basis = [&run](double alpha) {
    run.budget.alpha = alpha;
    return run_document(run).basis;
  };
  const auto has = [](const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
  };
  CHECK(has(basis(1e-6),
            "If all of these were fair, a run like this one would call any of them biased at most "
            "once in 1,000,000 runs. The limits given for a bias hold with 99.9 % confidence"));
  CHECK(has(basis(0.05), "at most once in 20 runs"));
  CHECK(has(basis(0.3), "at most once in 3 runs"));
  CHECK(has(basis(0.3), "in 100 bets, the best bettor wins once more"));
  CHECK(has(basis(0.3), "; controls as due. The controls, whose truth is known, came out as they should."));
  run.controls[0].expected = Verdict::biased;
  CHECK_FALSE(has(basis(0.3), "came out as they should"));
  run.results.resize(1);
  CHECK(has(basis(0.3), "If this shuffle were fair, a run like this one would call it biased"));
}

TEST_CASE("times have two digits below ten seconds") {
  RunRecord run;
  const auto took = [&run](double seconds) {
    run.environment.seconds = seconds;
    return run_document(run).took;
  };
  CHECK(took(0.01234) == "0.012 s");
  CHECK(took(9.94) == "9.9 s");
  CHECK(took(9.96) == "10 s");
  CHECK(took(12345.6) == "12,346 s");
}
