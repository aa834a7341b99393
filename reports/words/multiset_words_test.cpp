#include <doctest/doctest.h>

#include "reports/words/words.hpp"

using namespace fairshuffle;

namespace {

TargetRecord lands() {
  TargetRecord record;
  record.target.deck_size = 5;
  record.target.multiset = {.kinds = {2, 3}};
  record.target.options = {{"format", "tokens"}, {"deck", "L*2 S*3"}, {"equal-cards", "true"}};
  record.evidence.trials = 10'000;
  record.evidence.multiset.emplace();
  record.evidence.multiset->sites = {
      {5'000, 5'000}, {3'500, 6'500}, {4'000, 6'000}, {3'500, 6'500}, {4'000, 6'000}};
  return record;
}

TargetRecord lotto(bool unordered) {
  TargetRecord record;
  record.target.deck_size = 4;
  record.target.multiset = {.dealt = 2, .unordered = unordered};
  record.target.options = {{"format", "text"}, {"base", "1"}, {"deal", "2"}};
  record.evidence.trials = 10'000;
  record.evidence.multiset.emplace();
  if (unordered) {
    record.evidence.multiset->sites = {{4'000, 6'000}, {5'000, 5'000}, {5'000, 5'000}, {6'200, 3'800}};
  } else {
    record.evidence.multiset->sites = {
        {2'500, 2'500, 5'000}, {2'500, 0, 7'500}, {2'500, 3'750, 3'750}, {2'500, 3'750, 3'750}};
  }
  return record;
}

}  // namespace

TEST_CASE("the farthest site is told in the words and numbers of the rows") {
  CHECK(farthest_site(lands()) == "L is 25 % too frequent at position 0");
  CHECK(farthest_site(lotto(true)) == "card 4 is dealt 24 % too often");
  CHECK(farthest_site(lotto(false)) == "card 2 is never dealt at place 1");
  TargetRecord often = lotto(true);
  often.evidence.multiset->sites = {{3'334, 6'666}, {3'333, 6'667}, {3'333, 6'667}, {10'000, 0}};
  CHECK(farthest_site(often) == "card 4 is dealt 2 times as often as expected");
}

TEST_CASE("what chance explains, and a plain deck, has no farthest site") {
  TargetRecord record = lands();
  record.evidence.multiset->sites.assign(5, {4'010, 5'990});
  CHECK(farthest_site(record).empty());
  record.evidence.multiset.reset();
  CHECK(farthest_site(record).empty());
}

TEST_CASE("deals that are all in ascending order are told so") {
  TargetRecord record = lotto(false);
  CHECK(ascending_words(record).empty());
  // 0 1, 0 2, 0 3, 1 2, 1 3, 2 3, each as often.
  record.evidence.multiset->sites = {
      {5'000, 0, 5'000}, {3'333, 1'667, 5'000}, {1'667, 3'333, 5'000}, {0, 5'000, 5'000}};
  CHECK(ascending_words(record) ==
        "every deal is in ascending order; where that is how it is written, add --unordered");
  record.target.multiset.unordered = true;
  CHECK(ascending_words(record).empty());
}

TEST_CASE("a multiset deck is described, and what its rows are to hold") {
  CHECK(multiset_words(lands().target) == "2 and 3 of them equal");
  CHECK(multiset_words(lotto(true).target) == "2 of them dealt, in any order");
  CHECK(multiset_words(lotto(false).target) == "2 of them dealt, one after the other");
  CHECK(multiset_words({}).empty());
  CHECK(row_advice(lands().target, std::vector<int>{}, "") == "A row holds all cards of the deck: L*2 S*3.");
  const std::vector<int> three_lands{1, 4, 0, 1, 2};
  CHECK(row_advice(lands().target, three_lands, "") ==
        "A row holds all cards of the deck: L*2 S*3; this one has L 3 times.");
  TargetDescription from_0 = lotto(true).target;
  from_0.options = {{"base", "0"}};
  TargetDescription from_1 = from_0;
  from_1.options = {{"base", "1"}};
  const std::vector<int> first_of_1{1, 4}, with_0{0, 4}, beyond{1, 5};
  CHECK(row_advice(from_0, first_of_1, "") ==
        "A row holds 2 different cards of the 4; numbers that begin with 1 are declared by --base 1.");
  CHECK(row_advice(from_0, std::vector<int>{}, "") == "A row holds 2 different cards of the 4.");
  CHECK(row_advice(from_0, with_0, "") == "A row holds 2 different cards of the 4.");
  CHECK(row_advice(from_0, beyond, "") == "A row holds 2 different cards of the 4.");
  CHECK(row_advice(from_1, first_of_1, "") == "A row holds 2 different cards of the 4.");
}
