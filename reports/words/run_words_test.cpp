#include <initializer_list>
#include <string>

#include <doctest/doctest.h>

#include "reports/goldens/example_run.hpp"
#include "reports/words/words.hpp"

using namespace fairshuffle;

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
  const std::string looks = " Looks at more and more trials, up to 5,000 trials.",
                    once = " What is recorded is judged once, whole.";
  CHECK(budget_words(run).ends_with("no bet of the families that its verdict names." + looks));
  run.results.front().facts.recorded = true;
  CHECK(budget_words(run).ends_with(looks + once));
  run.results.resize(1);
  CHECK(budget_words(run).ends_with(looks + once));  // controls are run
  run.controls.clear();
  CHECK(budget_words(run).ends_with("no bet gains more than 0.001." + once));
}

TEST_CASE("of large decks the tolerance is said of no more bets than are bounded") {
  RunRecord run;
  run.budget.tolerance = 0.02;
  const auto fair_when = [&run](std::initializer_list<int> deck_sizes) {
    run.results.clear();
    for (const int deck_size : deck_sizes) run.results.emplace_back().target.deck_size = deck_size;
    const std::string words = budget_words(run), before = "fair when ";
    const std::size_t at = words.find(before) + before.size();
    return words.substr(at, words.find(". ", at) - at);
  };
  CHECK(fair_when({5, 12}) == "no bet gains more than 0.02");
  CHECK(fair_when({}) == "no bet gains more than 0.02");
  CHECK(fair_when({13, 52}) == "no bet of the families that its verdict names gains more than 0.02");
  CHECK(fair_when({12, 13}) ==
        "no bet gains more than 0.02, or of 13 cards and more no bet of the families that its verdict names");
}

TEST_CASE("a run's title is its verdict, and times have two digits below ten seconds") {
  RunRecord run;
  CHECK(run_title(run) == "No verdict");
  run.verdict = Verdict::biased;
  CHECK(run_title(run) == "Verdict: biased");
  CHECK(time_words(0.01234) == "0.012 s");
  CHECK(time_words(9.94) == "9.9 s");
  CHECK(time_words(9.96) == "10 s");
  CHECK(time_words(12345.6) == "12,346 s");
}
