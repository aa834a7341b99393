// Quotients counted by code: each is that of its decks, however often it comes.
#include "core/tally/quotient_codes.hpp"

#include <algorithm>
#include <vector>

#include <doctest/doctest.h>

using namespace fairshuffle;

namespace {

// The rank of the quotient by its definition.
std::uint64_t rank_of_quotient(std::uint64_t before, std::uint64_t after, int deck_size) {
  const std::vector<Card> first = order_of_rank(before, deck_size), second = order_of_rank(after, deck_size);
  std::vector<Card> quotient;
  for (const Card card : second) {
    quotient.push_back(static_cast<Card>(std::ranges::find(first, card) - first.begin()));
  }
  return rank_of(quotient);
}

void add(const std::vector<std::uint16_t>& from, QuotientCodes& codes, QuotientCounts& counts) {
  std::ranges::copy(from, codes.room_for(from.size(), counts).begin());
}

}  // namespace

TEST_CASE("two ranks stand for the quotient of their orders, and more than a counter holds are all counted") {
  for (const int n : {4, 5}) {
    CAPTURE(n);
    QuotientCodes codes(n);
    QuotientCounts counts(n);
    std::vector<std::uint64_t> due(order_count(n));
    std::uint64_t pairs = 0;
    for (std::uint64_t before = 0; before < order_count(n); ++before) {
      for (std::uint64_t after = 0; after < order_count(n); after += 3) {
        // Each of a few codes often, the others less; what stands first of four is none.
        const std::uint64_t times = before == 1 ? 300 : 1 + before % 3;
        const std::uint16_t no_code = 0xffff;
        const auto code = static_cast<std::uint16_t>(before + 128 * after);
        for (std::uint64_t time = 0; time < times; ++time) {
          add({no_code, code, code, code}, codes, counts);
        }
        due[rank_of_quotient(before, after, n)] += 3 * times;
        pairs += 3 * times;
      }
    }
    codes.hand_over(counts);
    CHECK(counts.pairs == pairs);
    CHECK(counts.orders == due);
  }
}

TEST_CASE("of six to eight cards a code is the rank itself") {
  for (const int n : {6, 7, 8}) {
    CAPTURE(n);
    QuotientCodes codes(n);
    QuotientCounts counts(n);
    const auto last = static_cast<std::uint16_t>(order_count(n) - 1);
    for (int time = 0; time < 1'000; ++time) {
      add({0, 1, last, 2, 0, 1, last, 3}, codes, counts);
    }
    codes.hand_over(counts);
    CHECK(counts.pairs == 6'000);
    CHECK(counts.orders[0] == 0);
    CHECK(counts.orders[1] == 2'000);
    CHECK(counts.orders[2] == 1'000);
    CHECK(counts.orders[3] == 1'000);
    CHECK(counts.orders[last] == 2'000);
  }
}
