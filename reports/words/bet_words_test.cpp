#include <doctest/doctest.h>

#include "reports/words/words.hpp"

using namespace fairshuffle;

TEST_CASE("bets are told by what they are on, families joined by or") {
  const auto covering = [](const char* covers) {
    BiasRecord bias;
    bias.covers = covers;
    return bets_covered(bias);
  };
  CHECK(covering("permutations") == "the order");
  CHECK(covering("positions") == "where one card lies");
  CHECK(covering("cards") == "where any one card lies");
  CHECK(covering("cards,pairs-order") == "where any one card lies or which of any two cards comes first");
  CHECK(covering("nothing").empty());
}

TEST_CASE("where no lower bound is stated, the reason says how far it was looked") {
  CHECK(why_withheld(HitFault::clinging) ==
        "no lower bound is stated: the hits of the chosen bet cling to the trials that it was chosen on, as "
        "those of independent trials do not (looked at: the first judged decks, up to half a million cards)");
  CHECK(why_withheld(HitFault::uneven).find("crowd in some stretches of the trials") != std::string::npos);
}

TEST_CASE("mistakes in reach are told with the test that sees them and the trials that it takes") {
  CHECK(
      mistakes_in_reach(
          {{.target = "riffle:m=8,n=52", .found_by = "mean rising-sequences", .trials = 357.2},
           {.target = "swap-pairs:k=200,n=52", .found_by = "mean fixed-points", .trials = 1.2e8}}) ==
      "riffle:m=8,n=52 (mean rising-sequences, 358 trials), swap-pairs:k=200,n=52 (mean fixed-points, 1.2e8 "
      "trials)");
  CHECK(mistakes_in_reach({}).empty());
  CHECK(mistakes_in_reach(std::vector<MistakeInReach>{{.target = "a", .found_by = "b", .trials = 0.3}}) ==
        "a (b, 1 trial)");
  CHECK(
      mistakes_in_reach(std::vector<MistakeInReach>(9, {.target = "a", .found_by = "b", .trials = 3})) ==
      "a (b, 3 trials), a (b, 3 trials), a (b, 3 trials), a (b, 3 trials), a (b, 3 trials), a (b, 3 trials) "
      "and 3 more");
}

TEST_CASE("a family's bound is told in points, rounded up, with its confidence") {
  FamilyRecord family;
  family.family = "cards";
  family.tv_upper = 0.0004991;
  CHECK(family_words(family, 0.999) ==
        "no bet on where any one card lies gains more than 0.05 points over a fair deck (99.9 %)");
  family.tv_upper = std::nullopt;
  CHECK(family_words(family, 0.999) == "what a bet on where any one card lies gains is not bounded");
}
