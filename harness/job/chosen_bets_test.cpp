#include "harness/job/chosen_bets.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "harness/whole_file.hpp"

using namespace fairshuffle;

namespace {

std::vector<ShownDeck> plain_decks(const std::vector<int>& sizes) {
  std::vector<ShownDeck> decks;
  for (const int size : sizes) decks.push_back({.size = size});
  return decks;
}

std::string refusal(const std::vector<std::string>& texts, const std::vector<int>& deck_sizes) {
  std::vector<BetText> wanted;
  for (const std::string& text : texts) wanted.push_back({"--bet", text});
  try {
    chosen_bets(wanted, plain_decks(deck_sizes));
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a bet is read and written back") {
  const NamedBet bet = parse_bet("--bet", "places=0-6,cards=0-23,name=lands in the opening hand");
  CHECK(bet.kind == NamedBet::Kind::count);
  CHECK(bet.cards.size() == 24);
  CHECK(bet.places.size() == 7);
  CHECK(bet.deck_size == 0);
  CHECK(written_bet(bet) == "cards=0-23,places=0-6,name=lands in the opening hand");
  CHECK(parse_bet("--bet", "cards=7,places=1").name == "cards=7 places=1");
  const NamedBet hand = parse_bet("--bet", "poker=0-4,n=52");
  CHECK(hand.kind == NamedBet::Kind::poker);
  CHECK(hand.name == "poker=0-4");
  CHECK(parse_bet("--bet", written_bet(hand)) == hand);
}

TEST_CASE("every bet of every ready list is one of its deck, with a name of its own") {
  for (const ReadyBets& list : all_ready_bets()) {
    CAPTURE(list.name);
    const std::vector<BetText> wanted{{"--bets", std::string(list.name)}};
    const std::vector<NamedBet> bets = chosen_bets(wanted, plain_decks({list.deck_size}));
    CHECK(bets.size() == list.bets.size());
    for (const NamedBet& bet : bets) CHECK(bet.deck_size == list.deck_size);
    CHECK(find_ready_bets(list.name) == &list);
  }
  // The hands of a game share out its deck.
  CHECK(all_ready_bets().size() == 4);
  CHECK(find_ready_bets("whist") == nullptr);
}

TEST_CASE("what is no bet of any deck is refused with one sentence") {
  CHECK(refusal({"cards=0-60,places=0-6"}, {52}) ==
        "--bet 'cards=0-60,places=0-6': it is on card 60, and those of a deck of 52 cards are 0 to 51");
  CHECK(refusal({"cards=0,places=52"}, {52}) ==
        "--bet 'cards=0,places=52': it is on position 52, and those of a deck of 52 cards are 0 to 51");
  CHECK(refusal({"cards=,places=0"}, {52}) == "--bet 'cards=,places=0': cards is empty; name at least one");
  CHECK(refusal({"cards=0-3+2,places=0"}, {52}) ==
        "--bet 'cards=0-3+2,places=0': expected different numbers like 0-3+7 for cards, found '0-3+2'");
  CHECK(refusal({"cards=0-3"}, {52}) ==
        "--bet 'cards=0-3': a bet is on cards= and places=, or on the hand in poker=");
  CHECK(refusal({"cards=0-3,places=1,poker=0-4"}, {52}) != "");
  CHECK(refusal({"poker=0-4,places=1"}, {52}) != "");
  CHECK(refusal({"poker=0-5"}, {52}) == "--bet 'poker=0-5': it is on a poker hand of 5 cards, not of 6");
  CHECK(refusal({"poker=0-4"}, {54}) == "--bet 'poker=0-4': it is on poker hands of 52 cards, not of 54");
  CHECK(refusal({"cards=0,places=1,cards=2"}, {52}) ==
        "--bet 'cards=0,places=1,cards=2': 'cards' is given twice");
  CHECK(refusal({"cards=0,places=1,n=1025"}, {52}) != "");
  CHECK(refusal({"cards=0,places=1,suit=2"}, {52}) != "");
  CHECK(refusal({"cards=0,places=1,name="}, {52}) != "");
  CHECK(refusal({"cards=0,places=1,name=\xff"}, {52}) != "");
  CHECK(refusal({"cards=0,places=1,name=" + std::string(61, 'x')}, {52}) != "");
  CHECK(refusal({"cards=0,places=1,name=x", "cards=2,places=1,name=x"}, {52}) ==
        "--bet: two bets are called 'x'; give each a name of its own");
  CHECK(refusal({"cards=0,places=1,name=x", "cards=0,places=1,name=x"}, {52}).empty());
  CHECK(refusal({"brigde"}, {52}).find("did you mean 'bridge'") != std::string::npos);
  CHECK(refusal({"bridge"}, {54, 5}) == "--bet: bridge is on decks of 52 cards, and no target has so many");
  CHECK(refusal({"bridge", "poker"}, {54, 52}).empty());
  CHECK(refusal({"cards=0-23,places=0-6"}, {5, 52}).empty());
  CHECK_THROWS_AS(typed_bets({"bridge"}, {}), InputError);
  CHECK_THROWS_AS(typed_bets({}, "cards=0"), InputError);
  CHECK(typed_bets({"cards=0,places=1"}, "poker,bridge").size() == 3);
}

TEST_CASE("of a bet that only some decks have it is said which others there are, and why") {
  const std::vector<NamedBet> bets{parse_bet("--bet", "cards=0-23,places=0-6,name=opens"),
                                   parse_bet("--bet", "cards=0,places=1"),
                                   parse_bet("--bet", "cards=0-30,places=0-6,n=52")};
  CHECK(bets_left_out(bets, plain_decks({52, 54, 52})).empty());
  CHECK(bets_left_out(bets, plain_decks({52, 5, 5})) ==
        std::vector<std::string>{
            "the bet 'opens' is not on decks of 5 cards: it is on position 6, and those of a "
            "deck of 5 cards are 0 to 4"});
  CHECK(bets_left_out(bets, plain_decks({20, 7})).size() == 2);
}
