#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "reports/words/words.hpp"

using namespace fairshuffle;

namespace {

TargetRecord counted(const Multiset& multiset, int deck_size, std::vector<std::uint64_t> counts) {
  TargetRecord result;
  result.target.deck_size = deck_size;
  result.target.multiset = multiset;
  result.evidence.trials = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  if (multiset.is_plain()) {
    result.evidence.permutations = std::move(counts);
  } else {
    result.evidence.multiset.emplace().arrangements = std::move(counts);
  }
  return result;
}

}  // namespace

TEST_CASE("the order that is farthest off is named by its cards") {
  TargetRecord result = counted({}, 3, {100, 100, 100, 100, 200, 100});
  CHECK(farthest_permutation(result) == "permutation 2 0 1 comes 71 % too often");
  result.target.options = {{"deck", "A K Q"}};
  CHECK(farthest_permutation(result) == "permutation Q A K comes 71 % too often");
  CHECK(farthest_permutation(counted({}, 3, {100, 100, 0, 100, 110, 100})) ==
        "permutation 1 0 2 never comes");
}

TEST_CASE("of equal cards the kinds are named, of deals the cards that are dealt") {
  TargetRecord teams = counted({.kinds = {2, 2}}, 4, {100, 100, 100, 100, 100, 400});
  teams.target.options = {{"deck", "A*2 B*2"}, {"equal-cards", "true"}};
  CHECK(farthest_permutation(teams) == "arrangement B B A A comes 2.67 times as often as expected");
  // Cards 0, 1 and 2 at place 0, place 1, or not dealt: 0 1 2, 0 2 1, 1 0 2, 1 2 0, 2 0 1, 2 1 0.
  CHECK(farthest_permutation(counted({.dealt = 2}, 3, {100, 100, 100, 300, 100, 100})) ==
        "deal 2 0 comes 2.25 times as often as expected");
  CHECK(farthest_permutation(counted({.dealt = 2, .unordered = true}, 4, {100, 300, 100, 100, 100, 100})) ==
        "deal 0 2 comes 2.25 times as often as expected");
}

TEST_CASE("what chance brings, and what nobody counted, is not named") {
  CHECK(farthest_permutation(counted({}, 3, {100, 100, 100, 100, 115, 100})).empty());
  CHECK(farthest_permutation(counted({}, 3, {})).empty());
}
