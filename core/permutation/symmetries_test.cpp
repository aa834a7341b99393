#include <numeric>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/permutation/permutation.hpp"

using namespace fairshuffle;

namespace {

std::vector<Card> image_of(const Symmetry& symmetry, const std::vector<Card>& permutation) {
  std::vector<Card> image(permutation.size());
  apply(symmetry, permutation, image);
  return image;
}

using Ranks = std::vector<std::uint32_t>;

Ranks one_after_the_other(const Ranks& first, const Ranks& second) {
  Ranks both;
  for (const std::uint32_t rank : first) both.push_back(second[rank]);
  return both;
}

}  // namespace

TEST_CASE("each symmetry does to a permutation what its words say") {
  const std::vector<Card> permutation{2, 0, 3, 1};
  CHECK(image_of({}, permutation) == permutation);
  CHECK(image_of({.exchanged = true}, permutation) == std::vector<Card>{1, 3, 0, 2});
  CHECK(image_of({.positions_reversed = true}, permutation) == std::vector<Card>{1, 3, 0, 2});
  CHECK(image_of({.cards_reversed = true}, permutation) == std::vector<Card>{1, 3, 0, 2});
  // The order above is its own half turn, so one that is not:
  const std::vector<Card> cut{1, 2, 3, 0};
  CHECK(image_of({.exchanged = true}, cut) == std::vector<Card>{3, 0, 1, 2});
  CHECK(image_of({.positions_reversed = true}, cut) == std::vector<Card>{0, 3, 2, 1});
  CHECK(image_of({.cards_reversed = true}, cut) == std::vector<Card>{2, 1, 0, 3});
  CHECK(image_of({.positions_reversed = true, .cards_reversed = true}, cut) == std::vector<Card>{3, 0, 1, 2});
  CHECK(image_of({.exchanged = true, .positions_reversed = true}, cut) == std::vector<Card>{2, 1, 0, 3});
  CHECK(image_of({.exchanged = true, .cards_reversed = true}, cut) == std::vector<Card>{0, 3, 2, 1});
}

TEST_CASE("from three cards on the eight symmetries differ, and two in a row are a third of them") {
  for (int deck_size = 3; deck_size <= 6; ++deck_size) {
    CAPTURE(deck_size);
    std::set<Ranks> group;
    for (const Symmetry& symmetry : all_symmetries) group.insert(image_ranks(symmetry, deck_size));
    CHECK(group.size() == 8);
    for (const Ranks& first : group) {
      for (const Ranks& second : group) CHECK(group.contains(one_after_the_other(first, second)));
    }
  }
}

TEST_CASE("a table of ranks is that of the images, the plainest symmetry first and told in no words") {
  const Symmetry symmetry{.exchanged = true, .cards_reversed = true};
  const Ranks ranks = image_ranks(symmetry, 5);
  REQUIRE(ranks.size() == 120);
  for (std::uint64_t rank = 0; rank < 120; ++rank) {
    CHECK(ranks[rank] == rank_of(image_of(symmetry, permutation_of_rank(rank, 5))));
  }
  Ranks unchanged(120);
  std::iota(unchanged.begin(), unchanged.end(), 0U);
  CHECK(image_ranks(all_symmetries[0], 5) == unchanged);
  CHECK(to_text(all_symmetries[0]).empty());
  std::set<std::string_view> texts;
  for (const Symmetry& each : all_symmetries) texts.insert(to_text(each));
  CHECK(texts.size() == 8);
  CHECK_THROWS_AS(image_ranks({}, 13), std::invalid_argument);
  CHECK_THROWS_AS(image_ranks({}, 0), std::invalid_argument);
}
