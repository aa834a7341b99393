#include <algorithm>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "core/tally/tally.hpp"

using namespace fairshuffle;

namespace {

constexpr PermutationCounting all_wide{CounterWidth::wide, 0}, all_narrow{CounterWidth::narrow, 0},
    listed{CounterWidth::narrow, 1'000'000};

// Small counts for about half of the permutations: what is wrong for one permutation does not hide behind all
// others.
std::vector<std::uint64_t> uneven_counts(int deck_size) {
  std::mt19937_64 words(5);
  std::vector<std::uint64_t> counts(permutation_count(deck_size));
  for (std::uint64_t& count : counts) {
    const std::uint64_t word = words();
    count = word % 2 == 0 ? 0 : word >> 58;
  }
  return counts;
}

bool same_derived(const Tally& a, const Tally& b) {
  const int n = a.deck_size;
  for (int i = 0; i <= n; ++i) {
    for (int j = 0; j <= n; ++j) {
      if (i < n && j < n && a.positions.at(i, j) != b.positions.at(i, j)) return false;
      if (a.neighbours.at(i, j) != b.neighbours.at(i, j)) return false;
    }
  }
  return std::ranges::equal(a.fixed_points.by_value(), b.fixed_points.by_value()) &&
         std::ranges::equal(a.cycles.by_value(), b.cycles.by_value()) &&
         std::ranges::equal(a.parity.by_value(), b.parity.by_value()) &&
         a.subsets.has_value() == b.subsets.has_value() &&
         (!a.subsets || std::ranges::equal(a.subsets->by_rank(), b.subsets->by_rank()));
}

}  // namespace

TEST_CASE(
    "what is derived from a table is what its permutations give one by one, at every deck size to nine") {
  for (int deck_size = 1; deck_size <= 9; ++deck_size) {
    const std::vector<std::uint64_t> counts = uneven_counts(deck_size);
    for (const int marked : {0, 1, deck_size / 2, deck_size - 1}) {
      if (marked >= deck_size || (deck_size > 7 && marked > 1)) continue;
      Tally one_by_one(deck_size, marked);
      std::vector<Card> permutation = permutation_of_rank(0, deck_size);
      for (const std::uint64_t count : counts) {
        one_by_one.add_to_derived(permutation, count);
        to_next_permutation(permutation);
      }
      for (const PermutationCounting& counting : {all_wide, all_narrow, listed}) {
        if (counting.most_listed != 0 && deck_size > 6) continue;
        PermutationCounts permutations(deck_size, counting);
        for (std::uint64_t rank = 0; rank < counts.size(); ++rank) permutations.add(rank, counts[rank]);
        Tally derived(deck_size, marked);
        derive_from_permutations(permutations, derived);
        CAPTURE(deck_size);
        CAPTURE(marked);
        CHECK(same_derived(derived, one_by_one));
      }
    }
  }
}

TEST_CASE("a count beyond 32 bits is derived whole from narrow counters") {
  constexpr std::uint64_t trials = (std::uint64_t{3} << 32) + 5;
  PermutationCounts permutations(5, all_narrow);
  permutations.add(77, trials);
  Tally derived(5, 2), expected(5, 2);
  derive_from_permutations(permutations, derived);
  expected.add_to_derived(permutation_of_rank(77, 5), trials);
  CHECK(same_derived(derived, expected));
}
