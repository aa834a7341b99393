#include "harness/job/ready_bets.hpp"

#include <algorithm>
#include <array>

namespace fairshuffle {

namespace {

// Card c has the rank c % 13, 0 being the ace, and the suit c / 13.
constexpr std::string_view poker[]{
    "cards=0+13+26+39,places=0-1,n=52,name=aces in the hole",
    "cards=0+13+26+39,places=2-4,n=52,name=aces on the flop",
    "cards=0-12,places=0-6,n=52,name=one suit in seven cards",
    "poker=0-4,n=52,name=the top five",
};
constexpr std::string_view bridge[]{
    "cards=0+13+26+39,places=0-12,n=52,name=aces of hand 1",
    "cards=0+13+26+39,places=13-25,n=52,name=aces of hand 2",
    "cards=0+13+26+39,places=26-38,n=52,name=aces of hand 3",
    "cards=0+13+26+39,places=39-51,n=52,name=aces of hand 4",
    "cards=0-12,places=0-12,n=52,name=first suit of hand 1",
    "cards=0-12,places=13-25,n=52,name=first suit of hand 2",
    "cards=0-12,places=26-38,n=52,name=first suit of hand 3",
    "cards=0-12,places=39-51,n=52,name=first suit of hand 4",
};
constexpr std::string_view landlord[]{
    "cards=52-53,places=0-16,n=54,name=jokers of hand 1",
    "cards=52-53,places=17-33,n=54,name=jokers of hand 2",
    "cards=52-53,places=34-50,n=54,name=jokers of hand 3",
    "cards=52-53,places=51-53,n=54,name=jokers of the three over",
    "cards=0-3,places=0-16,n=54,name=a four of hand 1",
    "cards=0-3,places=17-33,n=54,name=a four of hand 2",
    "cards=0-3,places=34-50,n=54,name=a four of hand 3",
};
constexpr std::string_view minesweeper[]{
    "cards=0-9,places=27,n=64,name=a mine under the first click",
    "cards=0-9,places=18-20+26-28+34-36,n=64,name=mines around a click in the middle",
    "cards=0-9,places=0-1+8-9,n=64,name=mines around a click in the corner",
    "cards=0-9,places=0-7,n=64,name=mines of the first row",
};

constexpr std::array registered{
    ReadyBets{"poker",
              "aces in the hole and on the flop, one suit in seven cards, the top five; card c is rank c % "
              "13 of suit c / 13, 0 the ace; two in the hole, then the flop",
              52, poker},
    ReadyBets{"bridge", "aces and a suit of each of four hands of 13, dealt in blocks; cards as in poker", 52,
              bridge},
    ReadyBets{"landlord",
              "jokers (cards 52, 53) and the four cards 0 to 3 of three hands of 17, dealt in blocks, and of "
              "the three over",
              54, landlord},
    ReadyBets{"minesweeper",
              "mines (cards 0 to 9) under and around the first click on a field of 8 by 8, row by row", 64,
              minesweeper},
};

}  // namespace

std::span<const ReadyBets> all_ready_bets() {
  return registered;
}

const ReadyBets* find_ready_bets(std::string_view name) {
  const auto found = std::ranges::find(registered, name, &ReadyBets::name);
  return found == registered.end() ? nullptr : &*found;
}

}  // namespace fairshuffle
