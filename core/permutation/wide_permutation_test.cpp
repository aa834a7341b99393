// Permutations of wide cards: the same as of bytes where both can be, and by definition beyond.
#include <algorithm>
#include <numeric>
#include <random>
#include <set>
#include <vector>

#include <doctest/doctest.h>

#include "core/permutation/permutation.hpp"

using namespace fairshuffle;

namespace {

std::vector<WideCard> shuffled_deck(int deck_size, unsigned seed) {
  std::mt19937_64 words(seed);
  std::vector<WideCard> permutation(static_cast<std::size_t>(deck_size));
  std::iota(permutation.begin(), permutation.end(), WideCard{0});
  std::ranges::shuffle(permutation, words);
  return permutation;
}

std::vector<Card> bytes_of(const std::vector<WideCard>& permutation) {
  return {permutation.begin(), permutation.end()};
}

}  // namespace

TEST_CASE("wide cards and bytes tell the same of decks that both can hold") {
  for (const int deck_size : {1, 2, 12, 13, 64, 65, 128}) {
    CAPTURE(deck_size);
    for (unsigned seed = 1; seed <= 20; ++seed) {
      const std::vector<WideCard> permutation = shuffled_deck(deck_size, seed),
                                  next = shuffled_deck(deck_size, seed + 20);
      CHECK(is_permutation(permutation));
      CHECK(fixed_points(permutation) == fixed_points(bytes_of(permutation)));
      CHECK(cycle_count(permutation) == cycle_count(bytes_of(permutation)));
      std::vector<WideCard> relative(permutation.size());
      std::vector<Card> relative_bytes(permutation.size());
      relative_order(permutation, next, relative);
      relative_order(bytes_of(permutation), bytes_of(next), relative_bytes);
      CHECK(bytes_of(relative) == relative_bytes);
    }
  }
}

TEST_CASE("1,024 cards are a permutation where each is there once") {
  std::vector<WideCard> permutation = shuffled_deck(1024, 1);
  CHECK(is_permutation(permutation));
  std::vector<WideCard> places(permutation.size());
  places_of(permutation, places);
  for (std::size_t position = 0; position < permutation.size(); ++position)
    CHECK(places[permutation[position]] == position);
  for (const WideCard wrong : {WideCard{1024}, WideCard{65535}, permutation[1]}) {
    std::vector<WideCard> spoilt = permutation;
    spoilt[0] = wrong;
    CHECK_FALSE(is_permutation(spoilt));
  }
  CHECK_FALSE(is_permutation(std::vector<WideCard>(129, 7)));
}

TEST_CASE("of 1,024 cards one cycle, all of their own, and half of them in pairs are counted") {
  std::vector<WideCard> permutation(1024);
  std::iota(permutation.begin(), permutation.end(), WideCard{0});
  CHECK(cycle_count(permutation) == 1024);
  CHECK(fixed_points(permutation) == 1024);
  for (std::size_t card = 0; card < 512; card += 2) std::swap(permutation[card], permutation[card + 1]);
  CHECK(cycle_count(permutation) == 768);
  CHECK(fixed_points(permutation) == 512);
  std::iota(permutation.begin(), permutation.end(), WideCard{0});
  std::rotate(permutation.begin(), permutation.begin() + 1, permutation.end());
  CHECK(cycle_count(permutation) == 1);
  CHECK(fixed_points(permutation) == 0);
}

TEST_CASE("permutations of wide decks that differ in two cards have other fingerprints") {
  for (const int deck_size : {129, 136, 150, 1024}) {
    CAPTURE(deck_size);
    const std::vector<WideCard> permutation = shuffled_deck(deck_size, 3);
    std::set<Fingerprint> seen{fingerprint_of(permutation)};
    std::set<std::uint64_t> low_bits{fingerprint_of(permutation).low & 0xffffffff};
    std::size_t swapped = 1;
    for (std::size_t at = 1; at < permutation.size(); ++at) {
      std::vector<WideCard> other = permutation;
      std::swap(other[at - 1], other[at]);
      seen.insert(fingerprint_of(other));
      low_bits.insert(fingerprint_of(other).low & 0xffffffff);
      ++swapped;
    }
    CHECK(seen.size() == swapped);
    // Of 1,024 numbers of 32 bits two are equal once in 8,000 times.
    CHECK(low_bits.size() == swapped);
    CHECK(fingerprint_of(permutation) == fingerprint_of(std::vector<WideCard>(permutation)));
  }
}
