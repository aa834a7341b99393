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
  BiasRecord lower;
  lower.lower_covers = "permutations";
  CHECK(bets_of_lower(lower) == "the order");
  lower.lower_covers = "arrangements";
  CHECK(bets_of_lower(lower) == "all that can be told apart");
}

TEST_CASE("where no lower bound is stated, the reason says how far it was looked") {
  CHECK(why_withheld(HitFault::clinging) ==
        "no lower bound is stated: the hits of the chosen bet cling to the trials that it was chosen on, as "
        "those of independent trials do not (looked at: the first judged decks, up to half a million cards)");
  CHECK(why_withheld(HitFault::uneven).find("crowd in some stretches of the trials") != std::string::npos);
}
