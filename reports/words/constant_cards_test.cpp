#include <doctest/doctest.h>

#include "reports/words/words.hpp"

using namespace fairshuffle;

namespace {

// [position][card], in 600 trials.
TargetRecord counted(std::vector<std::vector<std::uint64_t>> position_counts) {
  TargetRecord result;
  result.evidence.trials = 602;
  result.evidence.invalid_trials = 2;
  result.position_counts = std::move(position_counts);
  return result;
}

}  // namespace

TEST_CASE("a card that never moves is named with its place") {
  CHECK(constant_cards(counted({{300, 300, 0}, {300, 300, 0}, {0, 0, 600}})) == "card 2 is always last");
  CHECK(constant_cards(counted({{0, 600, 0}, {300, 0, 300}, {300, 0, 300}})) == "card 1 is always first");
  CHECK(constant_cards(counted({{300, 300, 0}, {0, 0, 600}, {300, 300, 0}})) ==
        "card 2 is always at position 1");
  CHECK(constant_cards(counted({{600, 0, 0, 0}, {0, 300, 300, 0}, {0, 300, 300, 0}, {0, 0, 0, 600}})) ==
        "card 0 is always first and card 3 always last");
}

TEST_CASE("a deck that never changes is said to be one, as it went in or not") {
  CHECK(constant_cards(counted({{600, 0, 0}, {0, 600, 0}, {0, 0, 600}})) ==
        "every deck came out as it went in");
  CHECK(diagonal_is(counted({{600, 0, 0}, {0, 600, 0}, {0, 0, 600}}), 600));
  CHECK_FALSE(diagonal_is(counted({{600, 0, 0}, {0, 599, 1}, {0, 1, 599}}), 600));
  CHECK_FALSE(diagonal_is(counted({{600}}), 600));
  CHECK(constant_cards(counted({{0, 600, 0}, {600, 0, 0}, {0, 0, 600}})) ==
        "every deck came out in the same order");
}

TEST_CASE("decks that all came out alike have a cause, unless a known mistake is one") {
  TargetRecord alike = counted({{0, 600, 0}, {600, 0, 0}, {0, 0, 600}});
  CHECK(constant_cause(alike) == "as from the same seed each time");
  CHECK(constant_cause(counted({{600, 0, 0}, {0, 600, 0}, {0, 0, 600}})) ==
        "as when nothing shuffles them, or they are written down before it does");
  CHECK(constant_cause(counted({{300, 300, 0}, {300, 300, 0}, {0, 0, 600}})).empty());
  alike.diagnosis.emplace().fits.emplace_back();
  CHECK(constant_cause(alike).empty());
}

TEST_CASE("where every card moves, where nothing was counted and for one card there is nothing to say") {
  CHECK(constant_cards(counted({{300, 300, 0}, {299, 301, 0}, {1, 0, 599}})).empty());
  CHECK(constant_cards(counted({{600}})).empty());
  CHECK(constant_cards(counted({})).empty());
  TargetRecord none = counted({{0, 0}, {0, 0}});
  none.evidence.trials = none.evidence.invalid_trials = 0;
  CHECK(constant_cards(none).empty());
}

TEST_CASE("a card that never moves is called what its rows call it") {
  TargetRecord result = counted({{300, 300, 0}, {300, 300, 0}, {0, 0, 600}});
  result.target.options = {{"deck", "A K Q"}};
  CHECK(constant_cards(result) == "card Q is always last");
}
