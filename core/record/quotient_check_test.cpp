#include "core/record/quotient_check.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/tally/quotient_stream.hpp"

using namespace fairshuffle;

namespace {

// What is said of so many quotients of three cards, where so many pairs followed each other.
bool pairs_are_refused(std::uint64_t trials, std::uint64_t pairs_that_followed, std::uint64_t quotients) {
  Evidence evidence;
  evidence.trials = trials;
  evidence.repeats.pairs = pairs_that_followed;
  evidence.quotients.pairs = quotients;
  std::vector<Contradiction> contradictions;
  check_quotients(3, evidence, contradictions);
  return std::ranges::find(contradictions, "/evidence/quotients/pairs", &Contradiction::where) !=
         contradictions.end();
}

}  // namespace

TEST_CASE("every pair has its quotient up to a number of trials, and beyond it at most every pair") {
  constexpr std::uint64_t most = trials_of_all_quotients;
  CHECK_FALSE(pairs_are_refused(most, most - 1, most - 1));
  CHECK(pairs_are_refused(most, most - 1, most - 2));
  CHECK(pairs_are_refused(most, most - 1, most));
  CHECK_FALSE(pairs_are_refused(most + 1, most, most));
  CHECK_FALSE(pairs_are_refused(most + 1, most, most - 1));
  CHECK(pairs_are_refused(most + 1, most, most + 1));
}
