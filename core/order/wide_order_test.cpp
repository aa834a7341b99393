// Orders of wide cards: the same as of bytes where both can be, and by definition beyond.
#include <algorithm>
#include <numeric>
#include <random>
#include <set>
#include <vector>

#include <doctest/doctest.h>

#include "core/order/fingerprint.hpp"
#include "core/order/order.hpp"

using namespace fairshuffle;

namespace {

std::vector<WideCard> shuffled_deck(int deck_size, unsigned seed) {
  std::mt19937_64 words(seed);
  std::vector<WideCard> order(static_cast<std::size_t>(deck_size));
  std::iota(order.begin(), order.end(), WideCard{0});
  std::ranges::shuffle(order, words);
  return order;
}

std::vector<Card> bytes_of(const std::vector<WideCard>& order) {
  return {order.begin(), order.end()};
}

}  // namespace

TEST_CASE("wide cards and bytes tell the same of decks that both can hold") {
  for (const int deck_size : {1, 2, 12, 13, 64, 65, 128}) {
    CAPTURE(deck_size);
    for (unsigned seed = 1; seed <= 20; ++seed) {
      const std::vector<WideCard> order = shuffled_deck(deck_size, seed),
                                  next = shuffled_deck(deck_size, seed + 20);
      CHECK(is_order(order));
      CHECK(fixed_points(order) == fixed_points(bytes_of(order)));
      CHECK(cycle_count(order) == cycle_count(bytes_of(order)));
      std::vector<WideCard> relative(order.size());
      std::vector<Card> relative_bytes(order.size());
      relative_order(order, next, relative);
      relative_order(bytes_of(order), bytes_of(next), relative_bytes);
      CHECK(bytes_of(relative) == relative_bytes);
    }
  }
}

TEST_CASE("1,024 cards are an order where each is there once") {
  std::vector<WideCard> order = shuffled_deck(1024, 1);
  CHECK(is_order(order));
  std::vector<WideCard> places(order.size());
  places_of(order, places);
  for (std::size_t position = 0; position < order.size(); ++position)
    CHECK(places[order[position]] == position);
  for (const WideCard wrong : {WideCard{1024}, WideCard{65535}, order[1]}) {
    std::vector<WideCard> spoilt = order;
    spoilt[0] = wrong;
    CHECK_FALSE(is_order(spoilt));
  }
  CHECK_FALSE(is_order(std::vector<WideCard>(129, 7)));
}

TEST_CASE("of 1,024 cards one cycle, all of their own, and half of them in pairs are counted") {
  std::vector<WideCard> order(1024);
  std::iota(order.begin(), order.end(), WideCard{0});
  CHECK(cycle_count(order) == 1024);
  CHECK(fixed_points(order) == 1024);
  for (std::size_t card = 0; card < 512; card += 2) std::swap(order[card], order[card + 1]);
  CHECK(cycle_count(order) == 768);
  CHECK(fixed_points(order) == 512);
  std::iota(order.begin(), order.end(), WideCard{0});
  std::rotate(order.begin(), order.begin() + 1, order.end());
  CHECK(cycle_count(order) == 1);
  CHECK(fixed_points(order) == 0);
}

TEST_CASE("orders of wide decks that differ in two cards have other fingerprints") {
  for (const int deck_size : {129, 136, 150, 1024}) {
    CAPTURE(deck_size);
    const std::vector<WideCard> order = shuffled_deck(deck_size, 3);
    std::set<Fingerprint> seen{fingerprint_of(order)};
    std::set<std::uint64_t> low_bits{fingerprint_of(order).low & 0xffffffff};
    std::size_t swapped = 1;
    for (std::size_t at = 1; at < order.size(); ++at) {
      std::vector<WideCard> other = order;
      std::swap(other[at - 1], other[at]);
      seen.insert(fingerprint_of(other));
      low_bits.insert(fingerprint_of(other).low & 0xffffffff);
      ++swapped;
    }
    CHECK(seen.size() == swapped);
    // Of 1,024 numbers of 32 bits two are equal once in 8,000 times.
    CHECK(low_bits.size() == swapped);
    CHECK(fingerprint_of(order) == fingerprint_of(std::vector<WideCard>(order)));
  }
}
