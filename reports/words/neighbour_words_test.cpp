#include "reports/words/neighbour_words.hpp"

#include <doctest/doctest.h>

#include "reports/words/bias_words.hpp"

using namespace fairshuffle;

namespace {

TargetRecord stuck() {
  TargetRecord result;
  result.target.deck_size = 13;
  result.verdict = Verdict::biased;
  result.evidence.trials = 1'300;
  result.evidence.neighbours.assign(14, std::vector<std::uint64_t>(14, 100));
  for (std::size_t card = 0; card < 14; ++card) result.evidence.neighbours[card][card] = 0;
  result.evidence.neighbours[0][1] = 180;
  result.evidence.neighbours[5][4] = 60;
  for (const auto& [name, log10_p] : {std::pair("strongest-neighbour", -12.), std::pair("neighbours", -9.)}) {
    TestRecord& test = result.tests.emplace_back();
    test.name = test.test = name;
    test.applied = test.rejected = true;
    test.log10_p = log10_p;
  }
  return result;
}

}  // namespace

TEST_CASE("the neighbours that are farthest off are named where no test sees more") {
  TargetRecord result = stuck();
  CHECK(neighbour_words(result) ==
        "card 1 comes right after card 0 in 180 of 1,300 decks, where 100 are due");
  CHECK(bias_words(result, {}).where == neighbour_words(result));
  result.evidence.neighbours[0][1] = 100;
  CHECK(neighbour_words(result) == "card 4 comes right after card 5 in 60 of 1,300 decks, where 100 are due");
  result.evidence.neighbours[13][4] = 200;
  CHECK(neighbour_words(result) == "card 4 comes first in 200 of 1,300 decks, where 100 are due");
  result.target.options = {{"deck", "A 2 3 4 5 6 7 8 9 10 J Q K"}};
  CHECK(neighbour_words(result) == "card 5 comes first in 200 of 1,300 decks, where 100 are due");
  result.target.options.clear();
  result.evidence.neighbours[3][13] = 0;
  result.evidence.neighbours[13][4] = 100;
  CHECK(neighbour_words(result) == "card 3 comes last in 0 of 1,300 decks, where 100 are due");
}

TEST_CASE(
    "neighbours are not what is told where another test sees more, or a cell is far off, or nothing is "
    "counted") {
  TargetRecord result = stuck();
  result.tests.back().log10_p = -13;
  CHECK(neighbour_words(result).empty());
  result = stuck();
  result.worst.push_back(
      {.card = 3, .position = 2, .count = 200, .expected = 100, .ratio = 2, .standard_errors = 10});
  CHECK(neighbour_words(result).empty());
  result = stuck();
  result.tests.front().rejected = false;
  CHECK(neighbour_words(result).empty());
  result = stuck();
  result.evidence.neighbours.clear();
  CHECK(neighbour_words(result).empty());
}
