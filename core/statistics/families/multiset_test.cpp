#include <algorithm>
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "core/statistics/families/family_bounds.hpp"

using namespace fairshuffle;

TEST_CASE("the positions of a deck with equal cards lie as far from fair as their kinds by definition") {
  const Multiset multiset{.kinds = {2, 3}, .dealt = 0, .unordered = false};
  Tally tally(5, 0, {.tables = {}, .bets = {}, .pairs = false, .multiset = multiset});
  for (const std::vector<Card>& permutation :
       {std::vector<Card>{0, 1, 2, 3, 4}, {0, 2, 3, 4, 1}, {0, 2, 1, 3, 4}, {2, 0, 1, 3, 4}}) {
    ++tally.trials;
    tally.multiset->add(permutation);
  }
  const BetFamily& kinds = *std::ranges::find(multiset_families(), "kinds", &BetFamily::name);
  std::vector<BetFamily::Deviation> positions;
  kinds.visit_deviations(
      tally, [&positions](const BetFamily::Deviation& deviation) { positions.push_back(deviation); });
  REQUIRE(positions.size() == 5);
  // Of four trials 1.6 are due with the first kind and 2.4 with the second.
  const double of_first[] = {3, 2, 2, 0, 1};
  for (std::size_t position = 0; position < 5; ++position) {
    const double off = of_first[position] - 1.6;
    CHECK(positions[position].statistic == doctest::Approx(off * off / 1.6 + off * off / 2.4));
    CHECK(positions[position].distance == doctest::Approx(std::abs(off) / 4));
  }
}
