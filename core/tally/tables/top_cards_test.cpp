// Tables of the cards on top, against counts by their definition.
#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/tally/tables/permutations_for_tests.hpp"
#include "core/tally/tables/tables.hpp"

using namespace fairshuffle;

namespace {

using Cells = std::vector<std::uint64_t>;

// All sets of `top` of n cards, by their highest card, then by the next highest and so on.
std::vector<std::vector<Card>> sets_in_order(int n, std::size_t top) {
  std::vector<std::vector<Card>> sets;
  std::vector<bool> taken(static_cast<std::size_t>(n));
  std::fill(taken.begin(), taken.begin() + static_cast<std::ptrdiff_t>(top), true);
  do {
    std::vector<Card> set;
    for (std::size_t card = 0; card < taken.size(); ++card) {
      if (taken[card]) set.push_back(static_cast<Card>(card));
    }
    sets.push_back(set);
  } while (std::prev_permutation(taken.begin(), taken.end()));
  std::ranges::sort(sets, [](const auto& one, const auto& other) {
    return std::ranges::lexicographical_compare(one.rbegin(), one.rend(), other.rbegin(), other.rend());
  });
  return sets;
}

Cells counted_on_top(const TableInfo& info, int deck_size,
                     const std::vector<std::vector<Card>>& permutations) {
  Cells cells(info.cells(deck_size));
  const std::size_t most = PlaneBatches::most_batches * decks_of_planes;
  for (std::size_t begin = 0; begin < permutations.size(); begin += most) {
    PermutationBatches planes(deck_size);
    add_all(std::span(permutations).subspan(begin, std::min(most, permutations.size() - begin)), planes);
    info.add(planes, cells);
  }
  return cells;
}

std::vector<Cells> positions_of(int deck_size, const std::vector<std::vector<Card>>& permutations) {
  const auto n = static_cast<std::size_t>(deck_size);
  std::vector<Cells> positions(n, Cells(n));
  for (const auto& permutation : permutations) {
    for (std::size_t position = 0; position < n; ++position) ++positions[position][permutation[position]];
  }
  return positions;
}

struct TopKind {
  const TableInfo* info;
  std::size_t top;
};
constexpr TopKind top_kinds[] = {{&top_two_table, 2}, {&top_three_table, 3}, {&top_five_table, 5}};

}  // namespace

TEST_CASE("the cards on top are counted by the rank of their set, whatever their order and number of decks") {
  for (const TopKind& kind : top_kinds) {
    const TableInfo* const info = kind.info;
    CAPTURE(info->name);
    for (const int deck_size : {13, 17, 64}) {
      if (deck_size == 64 && kind.top > 3) continue;  // sets_in_order would take long
      const auto permutations = random_permutations(deck_size, 150, 12);
      const auto sets = sets_in_order(deck_size, kind.top);
      REQUIRE(info->cells(deck_size) == sets.size());
      Cells expected(sets.size());
      for (const auto& permutation : permutations) {
        std::vector<Card> set(permutation.begin(),
                              permutation.begin() + static_cast<std::ptrdiff_t>(kind.top));
        std::ranges::sort(set);
        ++expected[static_cast<std::size_t>(std::ranges::find(sets, set) - sets.begin())];
      }
      CHECK(counted_on_top(*info, deck_size, permutations) == expected);
    }
  }
}

TEST_CASE("the highest cards of the largest deck have the last rank") {
  for (const TopKind& kind : top_kinds) {
    const TableInfo* const info = kind.info;
    CAPTURE(info->name);
    const int deck_size = kind.top > 3 ? 66 : 128;
    std::vector<Card> permutation(static_cast<std::size_t>(deck_size));
    std::iota(permutation.rbegin(), permutation.rend(), Card{0});
    const Cells cells = counted_on_top(*info, deck_size, {permutation});
    CHECK(cells.back() == 1);
    CHECK(std::ranges::count(cells, 0) == static_cast<std::ptrdiff_t>(cells.size() - 1));
  }
}

TEST_CASE("counts that no trials can have made, or not with these positions, are told") {
  const auto permutations = random_permutations(13, 100, 13);
  const auto positions = positions_of(13, permutations);
  for (const TopKind& kind : top_kinds) {
    const TableInfo* const info = kind.info;
    CAPTURE(info->name);
    Cells cells = counted_on_top(*info, 13, permutations);
    CHECK(info->contradiction(13, 100, cells).empty());
    CHECK(info->contradiction(13, 101, cells) == "adds up to 100, of 101 trials");
    CHECK(info->against_positions(positions, cells).empty());
    ++cells.front();
    CHECK(info->contradiction(13, 100, cells) == "adds up to 101, of 100 trials");
    cells.front() = ~std::uint64_t{0};
    CHECK(info->contradiction(13, 100, cells) ==
          "has 18,446,744,073,709,551,615 permutations of 0, of 100 trials");

    // A trial told of another set: the sum is the same, the cards are not.
    cells = counted_on_top(*info, 13, permutations);
    auto some = std::ranges::find_if(cells, [](std::uint64_t count) { return count > 0; });
    REQUIRE(some != cells.end());
    --*some;
    ++*(some == cells.begin() ? some + 1 : some - 1);
    CHECK(info->contradiction(13, 100, cells).empty());
    CHECK(info->against_positions(positions, cells).find("has card ") == 0);
  }
}
