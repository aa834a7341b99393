#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <random>
#include <set>
#include <vector>

#include <doctest/doctest.h>

#include "core/cases_for_tests.hpp"
#include "core/permutation/permutation.hpp"

using namespace fairshuffle;

namespace {

std::vector<Card> deck_before_shuffles(int deck_size) {
  std::vector<Card> deck(static_cast<std::size_t>(deck_size));
  std::iota(deck.begin(), deck.end(), Card{0});
  return deck;
}

}  // namespace

TEST_CASE("permutations that differ in two or three cards have different fingerprints at every deck size") {
  for (const int deck_size : cases(deck_sizes_to(largest_byte_deck))) {
    std::set<Fingerprint> fingerprints;
    std::set<std::vector<Card>> permutations;
    std::vector<Card> deck = deck_before_shuffles(deck_size);
    const auto add = [&] {
      permutations.insert(deck);
      fingerprints.insert(fingerprint_of(deck));
    };
    add();
    for (std::size_t first = 0; first < deck.size(); ++first) {
      for (std::size_t second = first + 1; second < deck.size(); ++second) {
        std::swap(deck[first], deck[second]);
        add();
        for (const std::size_t other : {std::size_t{0}, deck.size() / 2, deck.size() - 1}) {
          std::swap(deck[other], deck[first]);
          add();
          std::swap(deck[other], deck[first]);
        }
        std::swap(deck[first], deck[second]);
      }
    }
    CAPTURE(deck_size);
    CHECK(fingerprints.size() == permutations.size());
  }
}

TEST_CASE(
    "a million random permutations of 12, 13, 16 and 25 cards share no fingerprint unless they are equal" *
    doctest::test_suite("simulations")) {
  // No two permutations of so few cards can; of 12 and 13 cards 1,044 and 80 pairs of a million are due to be
  // equal permutations.
  std::mt19937_64 words(1);
  for (const int deck_size : {12, 13, 16, 25}) {
    std::vector<std::pair<Fingerprint, std::vector<Card>>> all;
    std::vector<Card> deck = deck_before_shuffles(deck_size);
    for (int trial = 0; trial < 1'000'000; ++trial) {
      std::ranges::shuffle(deck, words);
      all.emplace_back(fingerprint_of(deck), deck);
    }
    std::ranges::sort(all);
    int shared = 0, equal = 0;
    for (std::size_t next = 1; next < all.size(); ++next) {
      if (all[next].first != all[next - 1].first) continue;
      ++shared;
      equal += all[next].second == all[next - 1].second ? 1 : 0;
    }
    CHECK(shared == equal);
    CHECK((deck_size < 16) == (equal > 0));
  }
}

TEST_CASE(
    "the low bits of fingerprints are even over permutations that are as alike as permutations can be") {
  // Swaps of neighbours on permutations that are counted through from the last cards on. 4,096 groups by the
  // low 12 bits expect 64 permutations each: chi-square on 4,095, with a standard deviation of 90.5. Six of
  // them are passed by good hashes with probability 1e-9.
  for (const int deck_size : {9, 11, 12, 13, 16, 17, 25, 26, 27, 52, 64, 128}) {
    std::array<int, 4096> groups{};
    std::vector<Card> deck = deck_before_shuffles(deck_size);
    for (int permutation = 0; permutation < 4096 * 64; ++permutation) {
      ++groups[fingerprint_of(deck).low % groups.size()];
      std::ranges::next_permutation(deck);
    }
    double statistic = 0;
    for (const int count : groups) statistic += (count - 64.) * (count - 64.) / 64;
    CAPTURE(deck_size);
    CHECK(std::abs(statistic - 4095) < 6 * std::sqrt(2 * 4095.));
  }
}

TEST_CASE("fingerprints stay as they are, since reports hold counts that they choose") {
  CHECK(fingerprint_of(deck_before_shuffles(13)).low == 0xdd4443fdde4a87e7);
  CHECK(fingerprint_of(deck_before_shuffles(25)).low == 0x8710deb0d3bd0674);
  CHECK(fingerprint_of(deck_before_shuffles(52)).low == 0xc41f0cc09e60f86f);
  CHECK(fingerprint_of(deck_before_shuffles(52)).high == 0x53c55ffe52f97441);
}
