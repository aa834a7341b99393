// Which cards are dealt twice, and which to nobody, where the third hand begins too early?
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/shuffle/by_hand.hpp"

using namespace fairshuffle;

namespace {

// Nothing moves: each place draws itself.
class UnmovedDeck : public VerbsOf<UnmovedDeck> {
 public:
  explicit UnmovedDeck(int deck_size) : cards_(static_cast<std::size_t>(deck_size)) {
    std::iota(cards_.begin(), cards_.end(), 0);
  }

  int size() const { return static_cast<int>(cards_.size()); }
  int draw_below(std::int64_t bound) { return static_cast<int>(bound) - 1; }
  void perform(Swap, int i, int j) { std::swap(cards_.at(place(i)), cards_.at(place(j))); }
  void perform(HandOut, int i) { pile_.push_back(cards_.at(place(i))); }
  const std::vector<int>& pile() const { return pile_; }

 private:
  static std::size_t place(int i) { return static_cast<std::size_t>(i); }
  std::vector<int> cards_, pile_;
};

std::vector<int> dealt(int deck_size, std::int64_t slip) {
  const std::vector<std::int64_t> options{slip};
  UnmovedDeck deck(deck_size);
  DealHands(OptionValues(options))(deck);
  return deck.pile();
}

std::vector<int> joined(const std::vector<std::pair<int, int>>& runs) {
  std::vector<int> cards;
  for (const auto& [first, last] : runs) {
    for (int card = first; card <= last; ++card) cards.push_back(card);
  }
  return cards;
}

}  // namespace

TEST_CASE("three hands of 17 of 54 cards: with i + 24 for i + 34 ten cards are dealt twice and ten to none") {
  CHECK(dealt(54, 0) == joined({{0, 53}}));
  CHECK(dealt(54, 10) == joined({{0, 16}, {17, 33}, {24, 40}, {51, 53}}));
}

TEST_CASE("one to three cards are left over, and no slip begins before the first card") {
  CHECK(dealt(9, 1) == joined({{0, 1}, {2, 3}, {3, 4}, {6, 8}}));
  CHECK(dealt(10, 1) == joined({{0, 2}, {3, 5}, {5, 7}, {9, 9}}));
  CHECK(dealt(11, 1) == joined({{0, 2}, {3, 5}, {5, 7}, {9, 10}}));
  CHECK(dealt(10, 64) == joined({{0, 2}, {3, 5}, {0, 2}, {9, 9}}));
  CHECK(dealt(2, 64) == joined({{0, 1}}));
}
