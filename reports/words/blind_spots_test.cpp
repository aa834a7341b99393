#include <algorithm>
#include <string>

#include <doctest/doctest.h>

#include "reports/words/words.hpp"

using namespace fairshuffle;

namespace {

TestRecord applied(const char* name, const char* test, const char* blind_to) {
  TestRecord record;
  record.name = name;
  record.test = test;
  record.applied = true;
  record.blind_to = blind_to;
  return record;
}

TargetRecord fair_deck(int deck_size) {
  TargetRecord record;
  record.target.deck_size = deck_size;
  record.verdict = Verdict::fair;
  return record;
}

const std::string dependence = "dependence between trials; short periods; seeds that can be guessed";

}  // namespace

TEST_CASE("tests that are blind to the same are told together, one of several hypotheses once") {
  TargetRecord record = fair_deck(9);
  record.bias.covers = "positions";
  record.tests = {applied("positions", "positions", "what follows what"),
                  applied("part one", "components", "the order of pairs"),
                  applied("part two", "components", "the order of pairs"),
                  applied("fixed-points", "fixed-points", "what follows what")};
  record.tests.push_back(applied("cycles", "cycles", "what was not looked at"));
  record.tests.back().applied = false;
  CHECK(blind_spots_of(record) == std::vector<std::string>{"positions, fixed-points: what follows what",
                                                           "components: the order of pairs", dependence});
  record.bias.covers = "permutations";
  CHECK(blind_spots_of(record) == std::vector<std::string>{dependence});
}

TEST_CASE(
    "large decks are told how many tests look, and that long periods alone are left where permutations may "
    "come again") {
  TargetRecord record = fair_deck(52);
  record.tests = {applied("positions", "positions", "what follows what"),
                  applied("birthday", "birthday", "")};
  const std::vector<std::string> spots = blind_spots_of(record);
  REQUIRE(spots.size() == 2);
  CHECK(spots[0].find("none of 2 tests sees") != std::string::npos);
  CHECK(spots[1].find("; long periods;") != std::string::npos);
}

TEST_CASE("a deal of more than 128 cards tells that pairs are not counted, a smaller one does not") {
  TargetRecord record = fair_deck(300);
  record.bias.covers = "dealt-cards";
  const std::string pairs = "which cards are dealt together: pairs are counted of deals of up to 128 cards";
  const auto tells = [&](int dealt) {
    record.target.multiset = {.kinds = {}, .dealt = dealt, .unordered = true};
    const std::vector<std::string> spots = blind_spots_of(record);
    return std::ranges::find(spots, pairs) != spots.end();
  };
  CHECK(tells(129));
  CHECK(tells(298));
  CHECK_FALSE(tells(128));
  // All but one: which cards are dealt tells all of their pairs.
  CHECK_FALSE(tells(299));
}

TEST_CASE(
    "where relative permutations were looked at, dependence is left but for what they see, and change in "
    "time") {
  TargetRecord record = fair_deck(5);
  record.bias.covers = "permutations";
  record.tests = {applied("successive-permutations", "successive", "")};
  CHECK(blind_spots_of(record) ==
        std::vector<std::string>{
            "dependence between trials, but for the kinds that tests of successive decks see; short periods; "
            "seeds that can be guessed"});
  record.tests.front().applied = false;
  CHECK(blind_spots_of(record) == std::vector<std::string>{dependence});
  record.bias.tv_upper = 0.007;
  CHECK(blind_spots_of(record) ==
        std::vector<std::string>{dependence, "changes in time: the bound is on the average over all trials"});
}

TEST_CASE("a caveat is told of any target, what was not read of those with a verdict") {
  TargetRecord record = fair_deck(1);
  record.caveat = "decks of other days";
  record.evidence.unread = true;
  CHECK(blind_spots_of(record) ==
        std::vector<std::string>{dependence, "decks of other days",
                                 "what was recorded after these trials, which was not read"});
  record.verdict.reset();
  CHECK(blind_spots_of(record) == std::vector<std::string>{"decks of other days"});
  record.caveat.clear();
  CHECK(blind_spots_of(record).empty());
}
