#include <doctest/doctest.h>

#include "reports/words/words.hpp"

using namespace fairshuffle;

namespace {

TargetDescription deck_of(std::vector<std::pair<std::string, std::string>> options) {
  TargetDescription target;
  target.deck_size = 4;
  target.options = std::move(options);
  return target;
}

const TargetDescription plain = deck_of({{"format", "text"}, {"base", "0"}}),
                        from_one = deck_of({{"format", "text"}, {"base", "1"}}),
                        words = deck_of({{"format", "tokens"}, {"deck", "A K 10 J"}});

std::string foreign_word(const TargetDescription& target, std::string_view row) {
  const std::string advice = row_advice(target, {}, row), end = " is none of them.";
  if (!advice.ends_with(end)) return "";
  const std::size_t at = advice.rfind("; ") + 2;
  return advice.substr(at, advice.size() - end.size() - at);
}

}  // namespace

TEST_CASE("cards are called what their rows call them") {
  CHECK(card_names(plain).empty());
  CHECK(card_text(plain, 2) == "card 2");
  CHECK(card_text(deck_of({}), 2) == "card 2");
  CHECK(card_text(from_one, 0) == "card 1");
  CHECK(card_text(from_one, 3) == "card 4");
  CHECK(card_text(words, 0) == "card A");
  CHECK(card_text(words, 2) == "card 10");
  CHECK(card_names(words).size() == 4);
}

TEST_CASE("equal cards have the name of their kind, without how many there are") {
  TargetDescription target = deck_of({{"format", "tokens"}, {"deck", "L*3 S*"}, {"equal-cards", "true"}});
  target.multiset = {.kinds = {3, 1}};
  CHECK(card_names(target) == std::vector<std::string>{"L", "S*"});
}

TEST_CASE(
    "the cards of a member of a bet family are called by name, its positions and what it is by number") {
  const auto of = [](std::string member) {
    FamilyRecord family;
    family.farthest = std::move(member);
    return family;
  };
  CHECK(farthest_text(words, of("card 2")) == "card 10");
  CHECK(farthest_text(words, of("cards 1 and 3")) == "cards K and J");
  CHECK(farthest_text(words, of("what follows card 0")) == "what follows card A");
  CHECK(farthest_text(words, of("position 2")) == "position 2");
  CHECK(farthest_text(words, of("positions 1 and 3")) == "positions 1 and 3");
  CHECK(farthest_text(words, of("the top two cards")) == "the top two cards");
  CHECK(farthest_text(plain, of("cards 1 and 3")) == "cards 1 and 3");
  CHECK(farthest_text(from_one, of("cards 0 and 3")) == "cards 1 and 4");
  FamilyRecord named = of("cards=0-2 places=1");
  named.family = "bets";
  CHECK(farthest_text(words, named) == "cards=0-2 places=1");
}

TEST_CASE("the first word of a row that is no card's is named where it can be seen") {
  TargetDescription target;
  target.options = {{"format", "tokens"}, {"deck", "A*2 K Q"}};
  target.multiset.kinds = {2, 1, 1};
  CHECK(foreign_word(target, "A K A Q").empty());
  CHECK(foreign_word(target, "A K X Y") == "X");
  CHECK(foreign_word(target, "['A', 'K', 'B']") == "B");
  CHECK(foreign_word(target, "A, A*2, K") == "A*2");
  // Cut off, or shown otherwise than it was written.
  CHECK(foreign_word(target, "...Q K A A...").empty());
  CHECK(foreign_word(target, "A \\x01 X").empty());
  target.options = {{"format", "tokens"}, {"deck", "[A] K"}};
  CHECK(foreign_word(target, "[A] X").empty());
  target.options = {{"format", "text"}, {"base", "1"}};
  CHECK(foreign_word(target, "1 2 9").empty());
}
