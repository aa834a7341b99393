#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/permutation/permutation.hpp"
#include "core/permutation/representatives_for_tests.hpp"

using namespace fairshuffle;

namespace {

Multiset kinds(std::vector<int> sizes) {
  return {.kinds = std::move(sizes), .dealt = 0, .unordered = false};
}
Multiset deal(int dealt, bool unordered = false) {
  return {.kinds = {}, .dealt = dealt, .unordered = unordered};
}

}  // namespace

TEST_CASE("a multiset has more than one arrangement, and is not a plain deck by another name") {
  CHECK(is_multiset(kinds({24, 36}), 60));
  CHECK(is_multiset(kinds({1, 2}), 3));
  CHECK(is_multiset(deal(6, true), 49));
  CHECK(is_multiset(deal(1), 2));
  CHECK_FALSE(is_multiset({}, 5));
  CHECK_FALSE(is_multiset(kinds({1, 1, 1}), 3));
  CHECK_FALSE(is_multiset(kinds({3}), 3));
  CHECK_FALSE(is_multiset(kinds({2, 2}), 5));
  CHECK_FALSE(is_multiset(kinds({5, 0}), 5));
  CHECK_FALSE(is_multiset(kinds({-1, 6}), 5));
  CHECK_FALSE(is_multiset(deal(5), 5));
  CHECK_FALSE(is_multiset({.kinds = {2, 3}, .dealt = 2, .unordered = false}, 5));
  CHECK_FALSE(is_multiset({.kinds = {2, 3}, .dealt = 0, .unordered = true}, 5));
  CHECK(is_multiset(kinds({400, 624}), 1024));
  CHECK(is_multiset(deal(1023), 1024));
  CHECK_FALSE(is_multiset(kinds({400, 625}), 1025));
  CHECK_FALSE(is_multiset(deal(1), 1025));
}

TEST_CASE("arrangements are counted by multinomial coefficients, as far as they are asked for") {
  struct Known {
    Multiset multiset;
    int deck_size;
    double arrangements;
  };
  for (const Known& known :
       {Known{kinds({2, 3}), 5, 10}, Known{kinds({2, 2, 2}), 6, 90}, Known{deal(6, true), 49, 13'983'816},
        Known{deal(2), 52, 2652}, Known{deal(5, true), 52, 2'598'960},
        Known{kinds({24, 36}), 60, 36'052'387'482'172'425.0}}) {
    CAPTURE(known.deck_size);
    const double found = number_of_arrangements(known.multiset, known.deck_size);
    CHECK(found == doctest::Approx(known.arrangements).epsilon(1e-10));
    const auto counted = count_arrangements(known.multiset, known.deck_size, 14'000'000);
    CHECK(counted.has_value() == (known.arrangements <= 14'000'000));
    if (counted) CHECK(static_cast<double>(*counted) == known.arrangements);
  }
  CHECK(number_of_arrangements({}, 5) == 120);
  CHECK_FALSE(count_arrangements(kinds({64, 64}), 128, 50'000));
  CHECK(count_arrangements(kinds({2, 3}), 5, 10) == 10);
  CHECK(count_arrangements(deal(1), 1024, 50'000) == 1024);
  CHECK(count_arrangements(kinds({1022, 2}), 1024, 600'000) == 523'776);
  CHECK_FALSE(count_arrangements(kinds({2, 3}), 5, 9));
}

TEST_CASE("more arrangements than a double holds are taken for 170!") {
  double largest = 1;
  for (int card = 2; card <= 170; ++card) largest *= card;
  CHECK(number_of_arrangements(deal(1000), 1024) == largest);
  CHECK(number_of_arrangements({}, 1024) == largest);
  CHECK(number_of_arrangements(kinds(std::vector<int>(52, 8)), 416) == largest);
  CHECK(number_of_arrangements(kinds({512, 512}), 1024) == doctest::Approx(4.4812e306).epsilon(1e-4));
}

TEST_CASE("cards of two bytes become the same symbols as those of one, and cards beyond a byte their own") {
  for (const Multiset& multiset : {kinds({2, 3}), deal(2), deal(2, true)}) {
    SymbolReader reader(multiset, 5);
    std::vector<Card> permutation = permutation_of_rank(0, 5);
    do {
      std::vector<WideCard> wide(permutation.begin(), permutation.end());
      const auto of_bytes = reader.read(permutation);
      const std::vector<Symbol> symbols(of_bytes.begin(), of_bytes.end());
      CHECK(std::ranges::equal(reader.read(wide), symbols));
      // Of a copy: the loop goes on from the order itself.
      std::vector<Card> narrow = permutation;
      to_representative(multiset, narrow);
      to_representative(multiset, wide);
      CHECK(std::ranges::equal(narrow, wide));
    } while (to_next_permutation(permutation));
  }
  std::vector<WideCard> permutation(600);
  for (std::size_t place = 0; place < permutation.size(); ++place) {
    permutation[place] = static_cast<WideCard>(599 - place);
  }
  SymbolReader dealt(deal(300), 600);
  // Card 599 comes to place 0, card 300 to place 299; the others are not dealt.
  CHECK(dealt.read(permutation)[599] == 0);
  CHECK(dealt.read(permutation)[300] == 299);
  CHECK(dealt.read(permutation)[299] == 300);
  CHECK(SymbolReader(kinds(std::vector<int>(300, 2)), 600).read(permutation)[0] == 299);
  to_representative(kinds({100, 500}), permutation);
  CHECK(permutation[0] == 100);
  CHECK(permutation[500] == 0);
}

TEST_CASE("every arrangement has one representative, and a rank of its own below their number") {
  for (const Multiset& multiset : {kinds({2, 3}), kinds({1, 2, 2}), kinds({1, 1, 3}), deal(1), deal(2),
                                   deal(4), deal(2, true), deal(3, true)}) {
    constexpr int deck_size = 5;
    SymbolReader reader(multiset, deck_size);
    std::set<std::uint64_t> ranks;
    std::set<std::vector<Card>> representatives;
    std::vector<Card> permutation = permutation_of_rank(0, deck_size);
    do {
      std::vector<Card> representative = permutation;
      to_representative(multiset, representative);
      const auto seen = reader.read(permutation);
      const std::vector<Symbol> symbols(seen.begin(), seen.end());
      const std::uint64_t rank = reader.rank();
      const auto as_represented = reader.read(representative);
      CHECK(symbols == std::vector<Symbol>(as_represented.begin(), as_represented.end()));
      CHECK(reader.rank() == rank);
      ranks.insert(rank);
      representatives.insert(representative);
    } while (to_next_permutation(permutation));
    const std::uint64_t arrangements = count_arrangements(multiset, deck_size, 1000).value();
    CHECK(representatives.size() == arrangements);
    CHECK(ranks.size() == arrangements);
    CHECK(*ranks.rbegin() + 1 == arrangements);
  }
}
