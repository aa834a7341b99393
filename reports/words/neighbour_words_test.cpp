#include <doctest/doctest.h>

#include "reports/words/words.hpp"

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
  result.evidence.neighbours[5][4] = 50;
  for (const auto& [name, log10_p] : {std::pair("strongest-neighbour", -12.), std::pair("neighbours", -9.)}) {
    TestRecord& test = result.tests.emplace_back();
    test.name = test.test = name;
    test.applied = test.rejected = true;
    test.log10_p = log10_p;
  }
  return result;
}

std::string neighbour_words(const TargetRecord& result) {
  TestRecord test;
  test.name = test.test = "neighbours";
  return uneven_counts(result, test);
}

}  // namespace

TEST_CASE("the neighbours that are farthest off are named") {
  TargetRecord result = stuck();
  CHECK(neighbour_words(result) ==
        "card 1 comes right after card 0 in 13.8 % of the decks (expected: 7.7 %)");
  CHECK(clauses_of(result, {}).where == neighbour_words(result));
  result.evidence.neighbours[0][1] = 100;
  CHECK(neighbour_words(result) == "card 4 comes right after card 5 in 3.8 % of the decks (expected: 7.7 %)");
  result.evidence.neighbours[13][4] = 200;
  CHECK(neighbour_words(result) == "card 4 comes first in 15.4 % of the decks (expected: 7.7 %)");
  result.target.options = {{"deck", "A 2 3 4 5 6 7 8 9 10 J Q K"}};
  CHECK(neighbour_words(result) == "card 5 comes first in 15.4 % of the decks (expected: 7.7 %)");
  result.target.options.clear();
  result.evidence.neighbours[3][13] = 0;
  result.evidence.neighbours[13][4] = 100;
  CHECK(neighbour_words(result) == "card 3 comes last in none of the decks (expected: 7.7 %)");
}

TEST_CASE(
    "neighbours are not told where another test sees more, where none is clear, or nothing is counted") {
  TargetRecord result = stuck();
  result.tests.emplace_back(result.tests.back());
  result.tests.back().name = result.tests.back().test = "parity";
  result.tests.back().log10_p = -13;
  result.evidence.parity = {900, 400};
  CHECK(clauses_of(result, {}).where.find("are even") != std::string::npos);
  result.tests.back().log10_p = -11;
  CHECK(clauses_of(result, {}).where == neighbour_words(result));
  result.evidence.neighbours[0][1] = 120;
  result.evidence.neighbours[5][4] = 90;
  CHECK(neighbour_words(result).empty());
  result.evidence.neighbours.clear();
  CHECK(neighbour_words(result).empty());
}

TEST_CASE("of small decks neighbours follow from their permutations") {
  TargetRecord result;
  result.target.deck_size = 3;
  // 0 1 2, 0 2 1, 1 0 2, 1 2 0, 2 0 1, 2 1 0
  result.evidence.permutations = {300, 100, 100, 300, 300, 100};
  result.evidence.trials = 1'200;
  CHECK(neighbour_words(result) ==
        "card 1 comes right after card 0 in 50.0 % of the decks (expected: 33.3 %)");
  result.evidence.permutations = {0, 0, 0, 1'210, 1'190, 0};
  result.evidence.trials = 2'400;
  CHECK(neighbour_words(result) == "card 0 comes right after card 2 in all of the decks (expected: 33 %)");
  result.evidence.permutations = {0, 300, 300, 0, 0, 300};
  result.evidence.trials = 900;
  CHECK(neighbour_words(result) == "card 1 comes right after card 0 in none of the decks (expected: 33 %)");
}
