#include <doctest/doctest.h>

#include "reports/words/words.hpp"

using namespace fairshuffle;

TEST_CASE("one trial is told as one, and so is one that was no permutation") {
  CHECK(how_many_trials(1) == "1 trial");
  CHECK(how_many_trials(2400) == "2,400 trials");
  CHECK(how_many_trials("1") == "1 trial");
  CHECK(how_many_trials("9.1e7") == "9.1e7 trials");
  Evidence evidence;
  evidence.trials = evidence.invalid_trials = 1;
  CHECK(no_permutation_clause(evidence) == "1 of 1 trials was no order of the deck");
  evidence.trials = 2400;
  CHECK(no_permutation_clause(evidence) == "1 of 2,400 trials was no order of the deck");
  evidence.invalid_trials = 2400;
  CHECK(no_permutation_clause(evidence) == "2,400 of 2,400 trials were no order of the deck");
}
