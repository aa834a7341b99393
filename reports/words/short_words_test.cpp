#include <doctest/doctest.h>

#include "reports/goldens/example_run.hpp"
#include "reports/words/words.hpp"

using namespace fairshuffle;

TEST_CASE("every verdict is told in one sentence, and a failure by its error") {
  const RunRecord run = example_run();
  const auto told = [&run](std::size_t index) { return in_one_sentence(run.results[index], run.budget); };
  CHECK(
      told(0) ==
      "No test rejects fairness in 6,000,000 trials, and no bet on the order gains more than 0.093 points.");
  CHECK(told(1) ==
        "Fairness is rejected (permutations p = 1e-798; 1 of 1 test rejects): the best bet gains at least "
        "8.6, at "
        "most 10 points over a fair deck (99.9 % each), consistent with swap-pairs:k=2,n=3 or 1 more.");
  CHECK(told(2) ==
        "No test rejects fairness in 600 trials, and no bet on where one card lies gains more than 11 "
        "points; about 7.2e6 trials would decide if it is fair.");
  CHECK(told(3) == "600 of 600 trials were no order of the deck.");
  CHECK(told(4) == "pick-from-all takes decks of 1 to 10 cards, not of 20");
}

TEST_CASE("what became of a failed program is told in the same sentence, and its last words as they are") {
  TargetRecord failed;
  failed.evidence.error =
      "it ended after 0 rows where 2,400 were asked for. It exited with status 3. A process that it started "
      "still holds its standard output. Its last words on standard error: No. It is over. A pity.";
  CHECK(
      in_one_sentence(failed, {}) ==
      "it ended after 0 rows where 2,400 were asked for; it exited with status 3; a process that it started "
      "still holds its standard output; its last words on standard error: No. It is over. A pity.");
  failed.evidence.error = "row 2 is \"0 1 2. A 1. It 2\". It was killed by signal 9.";
  CHECK(in_one_sentence(failed, {}) == "row 2 is \"0 1 2. A 1. It 2\"; it was killed by signal 9.");
}
