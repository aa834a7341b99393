// The sorts, with a comparator that is honest: whatever they do with a coin, they must be sorts.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/permutation/permutation.hpp"
#include "core/shuffle/sorting.hpp"

using namespace fairshuffle;

namespace {

// A deck whose coin knows the answer: whether the value of one card is below that of the other, or also where
// they are equal, as a coin of three faces that says yes with two of them would say of "not after".
template <class IsBelow>
class HonestDeck : public VerbsOf<HonestDeck<IsBelow>> {
 public:
  HonestDeck(int deck_size, IsBelow is_below)
      : cards_(static_cast<std::size_t>(deck_size)), is_below_(is_below) {
    std::iota(cards_.begin(), cards_.end(), 0);
  }

  int size() const { return static_cast<int>(cards_.size()); }
  int draw_below(std::int64_t) { return 0; }
  void perform(Swap, int i, int j) { std::swap(card_at(i), card_at(j)); }
  void perform(Move, int from, int to) {
    const int card = card_at(from);
    cards_.erase(cards_.begin() + from);
    is_inside_ = is_inside_ && to >= 0 && to <= static_cast<int>(cards_.size());
    if (is_inside_) cards_.insert(cards_.begin() + to, card);
  }
  bool compare_by_coin(int i, int j, Coin coin) {
    ++comparisons_;
    return is_below_(card_at(i), card_at(j), coin.yes > 1);
  }
  bool came_before(int i, int j) { return card_at(i) < card_at(j); }

  const std::vector<int>& cards() const { return cards_; }
  bool is_inside() const { return is_inside_; }
  std::uint64_t comparisons() const { return comparisons_; }

 private:
  int& card_at(int place) {
    is_inside_ = is_inside_ && place >= 0 && place < size();
    return is_inside_ ? cards_[static_cast<std::size_t>(place)] : nowhere_;
  }

  std::vector<int> cards_;  // by their place at the beginning
  IsBelow is_below_;
  std::uint64_t comparisons_ = 0;
  bool is_inside_ = true;
  int nowhere_ = 0;
};

constexpr std::int64_t number_of_sorts = static_cast<std::int64_t>(ComparatorSort::sorts.size());

ComparatorSort sort_of(std::int64_t sort, std::int64_t coin) {
  const std::vector<std::int64_t> options{sort, coin};
  return ComparatorSort(OptionValues(options));
}

// The cards in the order that they are left in, by their places before; nothing of a sort that left the deck.
std::vector<int> sorted_by(const ComparatorSort& sort, const std::vector<int>& values) {
  HonestDeck deck(static_cast<int>(values.size()), [&values](int a, int b, bool or_equal) {
    const int of_a = values.at(static_cast<std::size_t>(a)), of_b = values.at(static_cast<std::size_t>(b));
    return of_a < of_b || (or_equal && of_a == of_b);
  });
  sort(deck);
  return deck.is_inside() ? deck.cards() : std::vector<int>();
}

bool is_sorted(const ComparatorSort& sort, const std::vector<int>& values) {
  std::vector<int> cards = sorted_by(sort, values);
  if (!std::ranges::is_sorted(cards, {},
                              [&values](int card) { return values[static_cast<std::size_t>(card)]; })) {
    return false;
  }
  std::ranges::sort(cards);
  std::vector<int> all(values.size());
  std::iota(all.begin(), all.end(), 0);
  return cards == all;
}

}  // namespace

TEST_CASE("every sort sorts every order of up to seven cards, with either coin") {
  for (std::int64_t sort = 0; sort < number_of_sorts; ++sort) {
    for (std::int64_t coin = 0; coin < 2; ++coin) {
      CAPTURE(ComparatorSort::sorts[static_cast<std::size_t>(sort)]);
      CAPTURE(coin);
      bool all_sorted = true;
      for (int n = 1; n <= 7; ++n) {
        std::vector<int> values(static_cast<std::size_t>(n));
        std::iota(values.begin(), values.end(), 0);
        do {
          all_sorted = all_sorted && is_sorted(sort_of(sort, coin), values);
        } while (std::ranges::next_permutation(values).found);
      }
      CHECK(all_sorted);
    }
  }
}

TEST_CASE("every sort sorts decks of many cards: of any permutation, rising, falling, and as organ pipes") {
  std::mt19937_64 words(1);
  for (std::int64_t sort = 0; sort < number_of_sorts; ++sort) {
    for (std::int64_t coin = 0; coin < 2; ++coin) {
      CAPTURE(ComparatorSort::sorts[static_cast<std::size_t>(sort)]);
      CAPTURE(coin);
      bool all_sorted = true;
      for (const int n : {8, 10, 11, 12, 13, 16, 17, 18, 31, 49, 50, 51, 64, 200}) {
        std::vector<int> values(static_cast<std::size_t>(n));
        std::iota(values.begin(), values.end(), 0);
        const auto check = [&] { all_sorted = all_sorted && is_sorted(sort_of(sort, coin), values); };
        check();
        std::swap(values[values.size() / 2], values[values.size() / 2 + 1]);
        check();
        std::ranges::sort(values, std::ranges::greater{});
        check();
        for (int card = 0; card < n; ++card)
          values[static_cast<std::size_t>(card)] = std::min(2 * card, 2 * (n - card) - 1);
        check();
        for (int time = 0; time < 50; ++time) {
          std::ranges::shuffle(values, words);
          check();
        }
      }
      CHECK(all_sorted);
    }
  }
}

TEST_CASE(
    "cards of equal value are sorted too, and stay as they were where the sort is known to keep them so") {
  std::mt19937_64 words(2);
  for (std::int64_t sort = 0; sort < number_of_sorts; ++sort) {
    const std::string name(ComparatorSort::sorts[static_cast<std::size_t>(sort)]);
    CAPTURE(name);
    const bool is_stable =
        name == "insertion" || name == "merge" || name == "tim" || name == "php" || name == "binary";
    bool all_sorted = true, all_stay = true;
    for (const int n : {3, 5, 6, 9, 16, 17, 40, 64}) {
      for (int time = 0; time < 40; ++time) {
        std::vector<int> values(static_cast<std::size_t>(n)), expected(values.size());
        for (int& value : values) value = static_cast<int>(words() % 4);
        std::iota(expected.begin(), expected.end(), 0);
        std::ranges::stable_sort(expected, {},
                                 [&values](int card) { return values[static_cast<std::size_t>(card)]; });
        all_sorted = all_sorted && is_sorted(sort_of(sort, ComparatorSort::three), values);
        // Of more than 16 cards usort parts them by swaps: the cards' places of before are what keeps them.
        all_stay = all_stay && sorted_by(sort_of(sort, ComparatorSort::three), values) == expected;
      }
    }
    CHECK(all_sorted);
    if (is_stable) CHECK(all_stay);
  }
}

TEST_CASE("the sorts that change over to a heap are quick on decks made to slow them down, and sort them") {
  // McIlroy 1999, A Killer Adversary for Quicksort: a card gets its value when it is compared, the least that
  // is left, and the one that looks like a pivot as late as can be.
  // As often does Array.Sort of Mono 6.8 (.NET's introsort) compare on the same decks.
  const std::map<int, std::uint64_t> comparisons_of_dotnet{
      {17, 33}, {40, 387}, {100, 1'858}, {500, 15'149}, {1'000, 34'864}};
  for (const std::string_view name : {"intro", "pdq"}) {
    CAPTURE(name);
    const auto sort = std::ranges::find(ComparatorSort::sorts, name) - ComparatorSort::sorts.begin();
    for (int n = 17; n <= 1'000; n += n < 200 ? 1 : 100) {
      CAPTURE(n);
      std::vector<int> values(static_cast<std::size_t>(n), n);
      int next = 0, candidate = 0;
      HonestDeck deck(n, [&](int a, int b, bool) {
        int &of_a = values.at(static_cast<std::size_t>(a)), &of_b = values.at(static_cast<std::size_t>(b));
        if (of_a == n && of_b == n) (a == candidate ? of_a : of_b) = next++;
        if (of_a == n) {
          candidate = a;
        } else if (of_b == n) {
          candidate = b;
        }
        return of_a < of_b;
      });
      sort_of(sort, 0)(deck);
      REQUIRE(deck.is_inside());
      CHECK(std::ranges::is_sorted(deck.cards(), {},
                                   [&values](int card) { return values[static_cast<std::size_t>(card)]; }));
      // Quicksort alone takes some n^2 / 4: 250,000 of a thousand cards, where this allows 60,000.
      CHECK(static_cast<double>(deck.comparisons()) < 6 * n * std::log2(n));
      if (const auto of_dotnet = comparisons_of_dotnet.find(n);
          name == "intro" && of_dotnet != comparisons_of_dotnet.end())
        CHECK(deck.comparisons() == of_dotnet->second);
    }
  }
}
