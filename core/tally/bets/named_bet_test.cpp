#include <numeric>
#include <vector>

#include <doctest/doctest.h>

#include "core/tally/bets.hpp"

using namespace fairshuffle;

namespace {

using Numbers = std::vector<int>;

std::vector<int> from_to(int first, int last) {
  std::vector<int> numbers(static_cast<std::size_t>(last - first + 1));
  std::iota(numbers.begin(), numbers.end(), first);
  return numbers;
}

}  // namespace

TEST_CASE("runs of numbers are read in any order and written in the shortest way") {
  CHECK(numbers_of_runs("0-3+7+9-12") == Numbers{0, 1, 2, 3, 7, 9, 10, 11, 12});
  CHECK(numbers_of_runs("7+0-1+2") == Numbers{0, 1, 2, 7});
  CHECK(numbers_of_runs("5") == Numbers{5});
  CHECK(runs_text(Numbers{0, 1, 2, 3, 7, 9, 10, 11, 12}) == "0-3+7+9-12");
  CHECK(runs_text(Numbers{4}) == "4");
  CHECK(runs_text(Numbers{}) == "");
  for (const char* wrong :
       {"", "+", "1+", "+1", "3-1", "-1", "1-", "a", "1 ", "0-3+2", "5+5", "10000", "0-9999999999", "1--2"}) {
    CAPTURE(wrong);
    CHECK_FALSE(numbers_of_runs(wrong));
  }
}

TEST_CASE("a deck has a bet where all of its cards and places are there and nobody knows the answer before") {
  const NamedBet bet{.name = "b", .cards = from_to(0, 23), .places = from_to(0, 6)};
  CHECK(why_no_bet(bet, 52).empty());
  CHECK(why_no_bet(bet, 25).empty());
  CHECK(why_no_bet(bet, 23) == "is on card 23, and those of a deck of 23 cards are 0 to 22");
  CHECK(why_no_bet(bet, 24) == "is on all 24 cards, so that its answer is known before the deal");
  const NamedBet everywhere{.name = "b", .cards = {0}, .places = from_to(0, 4)};
  CHECK(why_no_bet(everywhere, 5) == "is on all 5 positions, so that its answer is known before the deal");
  CHECK(why_no_bet({.name = "b", .cards = {0}, .places = {7}}, 7) ==
        "is on position 7, and those of a deck of 7 cards are 0 to 6");
  CHECK(why_no_bet({.name = "b", .cards = {}, .places = {7}}, 9) == "is on no card at all");
  CHECK(why_no_bet({.name = "b", .cards = {1}, .places = {}}, 9) == "is on no position at all");
  CHECK(why_no_bet({.name = "b", .cards = {1}, .places = {1}, .deck_size = 54}, 52) ==
        "is on decks of 54 cards, not of 52");
  CHECK(why_no_bet({.name = "b", .cards = {1}, .places = {1}}, 1) != "");
  const NamedBet hand{.kind = NamedBet::Kind::poker, .name = "b", .cards = {}, .places = from_to(0, 4)};
  CHECK(why_no_bet(hand, 52).empty());
  CHECK(why_no_bet(hand, 54) == "is on poker hands of 52 cards, not of 54");
  const NamedBet seven{.kind = NamedBet::Kind::poker, .name = "b", .cards = {}, .places = from_to(0, 6)};
  CHECK(why_no_bet(seven, 52) == "is on a poker hand of 5 cards, not of 7");
  const NamedBet both{.kind = NamedBet::Kind::poker, .name = "b", .cards = {1}, .places = from_to(0, 4)};
  CHECK(why_no_bet(both, 52) == "is on a hand, and names cards beside it");
  CHECK(bets_on_deck(std::vector{bet, everywhere, hand}, 52).size() == 3);
  CHECK(bets_on_deck(std::vector{bet, everywhere, hand}, 54) == std::vector{bet, everywhere});
  CHECK(settings_text(bet) == "cards=0-23,places=0-6");
  CHECK(settings_text({.name = "b", .cards = {52, 53}, .places = {0}, .deck_size = 54}) ==
        "cards=52-53,places=0,n=54");
  CHECK(settings_text(hand) == "poker=0-4");
  CHECK(values_of(bet) == 8);
  CHECK(values_of(hand) == 9);
  CHECK(value_name(bet, 3) == "3");
  CHECK(value_name(hand, 6) == "full house");
}

TEST_CASE("a bet on equal cards is on all of a kind or on none") {
  Multiset multiset;
  multiset.kinds = {3, 2, 2};
  const auto why = [&](const Numbers& cards) {
    return why_no_bet({.name = "b", .cards = cards, .places = {0}}, 7, multiset);
  };
  for (const Numbers& whole : {Numbers{0, 1, 2}, Numbers{3, 4}, Numbers{5, 6}, Numbers{0, 1, 2, 5, 6}}) {
    CHECK(why(whole).empty());
  }
  CHECK(why({0, 1}) == "is on some of 3 equal cards (0 to 2), and not on all");
  CHECK(why({3}) == "is on some of 2 equal cards (3 to 4), and not on all");
  CHECK(why({3, 4, 6}) == "is on some of 2 equal cards (5 to 6), and not on all");
}

TEST_CASE("a bet on cards dealt in no order is on all places or on none, and none is beyond them") {
  const Multiset multiset{.kinds = {}, .dealt = 6, .unordered = true};
  const auto why = [&](const Numbers& places) {
    return why_no_bet({.name = "b", .cards = {0}, .places = places}, 49, multiset);
  };
  CHECK(why({0, 1, 2, 3, 4, 5}).empty());
  CHECK(why({0}) == "is on some of 6 places whose order does not count (0 to 5), and not on all");
  CHECK(why({1, 2, 3, 4, 5}) == "is on some of 6 places whose order does not count (0 to 5), and not on all");
  CHECK(why({6}) == "is on place 6, and 6 are dealt");
}

TEST_CASE("hands are worth what they are in poker") {
  CHECK(poker_category({0, 12, 11, 10, 9}) == 8);  // ace, king, queen, jack, ten of one suit
  CHECK(poker_category({0, 1, 2, 3, 4}) == 8);     // ace to five
  CHECK(poker_category({12, 0, 1, 2, 3}) == 5);    // no straight goes round the ace
  CHECK(poker_category({0, 25, 11, 10, 9}) == 4);  // ten to ace of two suits
  CHECK(poker_category({8, 20, 6, 5, 4}) == 4);    // nine, eight ... five
  CHECK(poker_category({0, 13, 26, 39, 1}) == 7);
  CHECK(poker_category({0, 13, 26, 1, 14}) == 6);
  CHECK(poker_category({0, 13, 26, 1, 15}) == 3);
  CHECK(poker_category({0, 13, 1, 14, 15}) == 2);
  CHECK(poker_category({0, 13, 1, 2, 3}) == 1);
  CHECK(poker_category({0, 2, 4, 6, 21}) == 0);
  CHECK(poker_category({21, 6, 4, 2, 0}) == 0);
}

TEST_CASE("of all 2,598,960 hands as many are of each category as the distribution has") {
  std::array<std::uint64_t, poker_categories.size()> hands{};
  for (int a = 0; a < 52; ++a) {
    for (int b = a + 1; b < 52; ++b) {
      for (int c = b + 1; c < 52; ++c) {
        for (int d = c + 1; d < 52; ++d) {
          for (int e = d + 1; e < 52; ++e) ++hands[poker_category({a, b, c, d, e})];
        }
      }
    }
  }
  std::uint64_t all = 0;
  for (std::size_t category = 0; category < hands.size(); ++category) {
    CAPTURE(category);
    CHECK(hands[category] == poker_categories[category].hands);
    all += hands[category];
  }
  CHECK(all == poker_hands);
}
