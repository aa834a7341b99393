// How a distribution moves, against each permutation moved by itself.
#include "core/interpret/evolve/moving_distribution.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

using namespace fairshuffle;

namespace {

using WeightOfPermutation = std::map<std::vector<Card>, std::uint64_t>;

PositionSources sources_from(const std::vector<Card>& permutation) {
  PositionSources sources{};
  for (std::size_t position = 0; position < sources.size(); ++position) {
    sources[position] = position < permutation.size() ? permutation[position] : static_cast<Card>(position);
  }
  return sources;
}

WeightOfPermutation moved_by_hand(const WeightOfPermutation& before, const Mix& mix) {
  WeightOfPermutation after;
  for (const auto& [permutation, weight] : before) {
    for (const auto& [sources, of_mix] : mix.rearrangements) {
      std::vector<Card> next;
      for (std::size_t position = 0; position < permutation.size(); ++position)
        next.push_back(permutation[sources[position]]);
      after[next] += weight * static_cast<std::uint64_t>(of_mix);
    }
  }
  return after;
}

std::uint64_t weight_of(const Integer& weight) {
  return static_cast<std::uint64_t>(weight);
}

bool is_distribution(const MovingDistribution<std::uint64_t>& distribution,
                     const WeightOfPermutation& expected, int deck_size) {
  bool same = distribution.weights().size() == permutation_count(deck_size);
  for (std::uint64_t rank = 0; same && rank < distribution.weights().size(); ++rank) {
    const auto found = expected.find(permutation_of_rank(rank, deck_size));
    same = distribution.weights()[rank] == (found == expected.end() ? 0 : found->second);
  }
  return same;
}

}  // namespace

TEST_CASE(
    "a distribution is moved as each of its permutations is, few of them or all, by mixes one after "
    "another") {
  for (int n = 1; n <= 6; ++n) {
    CAPTURE(n);
    const PackedPermutations permutations(n);
    // A cycle of all positions, their reverse, a swap of the first two and of the last two, and none at all.
    std::vector<std::vector<Card>> ways(5, permutation_of_rank(0, n));
    std::rotate(ways[0].begin(), ways[0].begin() + 1, ways[0].end());
    std::ranges::reverse(ways[1]);
    if (n > 1) {
      std::swap(ways[2][0], ways[2][1]);
      std::swap(ways[3][static_cast<std::size_t>(n - 1)], ways[3][static_cast<std::size_t>(n - 2)]);
    }
    Mix one, some;
    one.rearrangements = {{sources_from(ways[0]), 3}};
    for (std::size_t way = 0; way < ways.size(); ++way) {
      // Two of one weight, and the lighter not first.
      some.rearrangements.push_back({sources_from(ways[way]), way == 1 ? 2 : way == 3 ? 2 : 5 + way});
    }
    const PackedMix<std::uint64_t> packed_one(one, n, weight_of), packed_some(some, n, weight_of);
    MovingDistribution<std::uint64_t> distribution(permutations);
    WeightOfPermutation by_hand{{permutation_of_rank(0, n), 1}};
    CHECK(is_distribution(distribution, by_hand, n));
    for (int step = 0; step < 8; ++step) {
      CAPTURE(step);
      const bool all = step % 3 != 0;
      distribution.mix(all ? packed_some : packed_one);
      by_hand = moved_by_hand(by_hand, all ? some : one);
      CHECK(is_distribution(distribution, by_hand, n));
    }
  }
}

TEST_CASE("the largest deck moves all its cards, and those of one weight are one group") {
  constexpr int n = largest_counted_deck_size;
  std::vector<Card> turned = permutation_of_rank(0, n), swapped = turned;
  std::rotate(turned.begin(), turned.begin() + 1, turned.end());
  std::swap(swapped[4], swapped[7]);
  Mix mix;
  mix.rearrangements = {
      {sources_from(turned), 2}, {sources_from(swapped), 7}, {sources_from(permutation_of_rank(0, n)), 2}};
  const PackedMix<std::uint64_t> packed(mix, n, weight_of);
  REQUIRE(packed.groups().size() == 2);
  CHECK(packed.groups()[0].weight == 2);
  REQUIRE(packed.groups()[0].rearrangements.size() == 2);
  const auto& all_move = packed.groups()[0].rearrangements[0];
  CHECK(all_move.in_place == 0);
  REQUIRE(all_move.forwards().size() == 10);
  for (std::size_t position = 0; position < 10; ++position) {
    CHECK(all_move.forwards()[position].to == 4 * static_cast<int>(position));
    CHECK(all_move.forwards()[position].from == 4 * static_cast<int>((position + 1) % 10));
  }
  const auto& none_moves = packed.groups()[0].rearrangements[1];
  CHECK(none_moves.in_place == 0xff'ffff'ffff);
  CHECK(none_moves.forwards().empty());
  CHECK(packed.groups()[1].weight == 7);
  REQUIRE(packed.groups()[1].rearrangements.size() == 1);
  const auto& two_move = packed.groups()[1].rearrangements[0];
  CHECK(two_move.in_place == 0xff'0ff0'ffff);
  REQUIRE(two_move.forwards().size() == 2);
  CHECK(two_move.forwards()[0].to == 16);
  CHECK(two_move.forwards()[0].from == 28);
  CHECK(two_move.forwards()[1].to == 28);
  CHECK(two_move.forwards()[1].from == 16);
}

TEST_CASE("a permutation that is dealt by itself is its own square") {
  for (int n = 1; n <= 6; ++n) {
    CAPTURE(n);
    const PackedPermutations permutations(n);
    // Different weights on all permutations.
    Mix mix;
    for (std::uint64_t rank = 0; rank < permutation_count(n); ++rank) {
      mix.rearrangements.push_back({sources_from(permutation_of_rank(rank, n)), 1 + rank * rank});
    }
    const PackedMix<std::uint64_t> packed(mix, n, weight_of);
    MovingDistribution<std::uint64_t> distribution(permutations);
    WeightOfPermutation by_hand = moved_by_hand({{permutation_of_rank(0, n), 1}}, mix);
    distribution.mix(packed);
    for (int time = 0; time < 2; ++time) {
      distribution.deal_by_itself();
      WeightOfPermutation squares;
      for (const auto& [permutation, weight] : by_hand) {
        std::vector<Card> square;
        for (const Card card : permutation) square.push_back(permutation[card]);
        squares[square] += weight;
      }
      by_hand = squares;
      CHECK(is_distribution(distribution, by_hand, n));
    }
  }
}
