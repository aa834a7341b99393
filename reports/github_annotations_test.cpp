#include <doctest/doctest.h>

#include "reports/run/run_document.hpp"
#include "reports/words/words.hpp"

using namespace fairshuffle;

namespace {

TargetRecord result_of(const char* name, std::optional<Verdict> verdict,
                       std::optional<Verdict> expected = {}) {
  TargetRecord result;
  result.name = name;
  result.verdict = verdict;
  result.expected = expected;
  put_in_words({}, result);
  return result;
}

}  // namespace

TEST_CASE("what is as due gets no annotation, the rest an error or, undecided, a warning") {
  RunRecord run;
  run.verdict = Verdict::biased;
  run.results = {result_of("a", Verdict::fair), result_of("b", Verdict::biased, Verdict::biased)};
  CHECK(github_annotations(run) == "");
  run.results = {result_of("a", Verdict::biased), result_of("b", Verdict::inconclusive),
                 result_of("c", Verdict::invalid, Verdict::biased)};
  CHECK(
      github_annotations(run) ==
      "::error title=a%3A biased::Biased: fairness is rejected in 0 trials. How much: not bounded: a bound "
      "takes "
      "2,400 trials. Evidence: none in this report.\n"
      "::warning title=b%3A inconclusive::Inconclusive: no test rejects fairness in 0 trials. How much: not "
      "bounded: a bound takes 2,400 trials. Undecided: the tolerance is 0.1 points.\n"
      "::error title=c%3A invalid (expected%3A biased)::Invalid: 0 of 0 trials were no order of the deck "
      "(missing, duplicate or unknown cards).\n");
}

TEST_CASE("a run without a verdict and a target without one are errors that say why") {
  RunRecord run;
  run.note = "Incomplete.";
  run.results = {result_of("a", std::nullopt)};
  run.results[0].evidence.error = "It crashed.";
  CHECK(github_annotations(run) ==
        "::error title=The run has no verdict::Incomplete.\n::error title=a%3A failed::It crashed.\n");
}

TEST_CASE("no name and no sentence can end an annotation or begin another") {
  RunRecord run;
  run.verdict = Verdict::biased;
  run.results = {result_of("n=5,k=100%\r\n::set-env\u202e", Verdict::biased)};
  TestRecord& test = run.results[0].tests.emplace_back();
  test.name = "50 %, so: a\r\n::error::b %0A ##[error]";
  test.applied = test.rejected = true;
  test.p_value = 0.5;
  put_in_words({}, run.results[0]);
  CHECK(
      github_annotations(run) ==
      "::error title=n=5%2Ck=100%25␍␊%3A%3Aset-env\ufffd%3A biased::Biased: fairness is rejected in 0 "
      "trials. How much: not bounded: a bound takes 2,400 trials. Evidence: 50 %25, so: a␍␊::error::b %250A "
      "#\uff03[error] p = 0.5; 1 of 1 test rejects.\n");
}
