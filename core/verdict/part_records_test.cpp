#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include "core/order/order.hpp"
#include "core/verdict/certificate.hpp"
#include "core/verdict/judging_for_tests.hpp"

using namespace fairshuffle;

namespace {

// Trials drawn from orders that come as often as `weight(order)` says, judged once by all tests.
template <class Weight>
Findings judged_once(int deck_size, int trials, Weight weight) {
  RunSettings settings;
  settings.tests = names_of_all_tests();
  const TallyHalves halves = halves_of(
      deck_size, trials, 5, [&](std::uint64_t rank) { return weight(order_of_rank(rank, deck_size)); });
  return judged(halves, settings, {.is_last = true, .family = 30});
}

const PartRecord& part_named(const Findings& record, std::string_view name) {
  const auto found = std::ranges::find(record.parts, name, &PartRecord::name);
  REQUIRE(found != record.parts.end());
  return *found;
}

}  // namespace

TEST_CASE("a bias of which two cards lie on top is one of unordered pairs, and how much of it") {
  // Cards 0 and 1 on top, in either order, a fifth too often, and otherwise no card favoured there.
  const Findings record = judged_once(5, 200'000, [](const std::vector<Card>& order) {
    return (order[0] < 2) == (order[1] < 2) && (order[0] < 2 || order[0] == 4) ? 1.2 : 1.0;
  });
  REQUIRE(record.verdict == Verdict::biased);
  double shares = 0, phi2 = 0;
  for (const PartRecord& part : record.parts) {
    shares += part.share.value();
    phi2 += part.phi2;
    const TestRecord* test = test_named(record.tests, part.judged_by);
    REQUIRE(test != nullptr);
    CHECK(test->statistic == part.statistic);
    CHECK(test->p_value == part.p_value);
    CHECK(test->test == (part.name == "single cards" ? "positions"
                         : part.name == "parity"     ? "parity"
                                                     : "parts"));
  }
  CHECK(record.parts.size() == 6);
  CHECK(shares == doctest::Approx(1));
  CHECK(phi2 == doctest::Approx(record.bias.phi2.value()).epsilon(1e-9));
  CHECK(part_named(record, "unordered pairs").share.value() > 0.2);
  CHECK(std::abs(part_named(record, "parity").share.value()) < 0.05);
}

TEST_CASE("a bias of parity lies in parity, all of it") {
  const Findings record =
      judged_once(5, 200'000, [](const std::vector<Card>& order) { return is_even(order) ? 1.1 : 1.0; });
  CHECK(part_named(record, "parity").share.value() == doctest::Approx(1).epsilon(0.1));
}

TEST_CASE("the bias of an order applied twice, 1 in each of ten parts, is shared by all ten") {
  std::vector<int> roots(720);
  for (std::uint64_t rank = 0; rank < roots.size(); ++rank) {
    const std::vector<Card> order = order_of_rank(rank, 6);
    std::vector<Card> twice;
    for (const Card card : order) twice.push_back(order[card]);
    ++roots[rank_of(twice)];
  }
  const Findings record =
      judged_once(6, 20'000, [&](const std::vector<Card>& order) { return roots[rank_of(order)]; });
  REQUIRE(record.parts.size() == 10);
  for (const PartRecord& part : record.parts) CHECK(part.share.value() == doctest::Approx(0.1).epsilon(0.5));
}

TEST_CASE("a fair deck has parts and no shares of a bias") {
  const Findings record = judged_once(4, 100'000, [](const std::vector<Card>&) { return 1.0; });
  CHECK(record.verdict == Verdict::inconclusive);
  REQUIRE(record.parts.size() == 4);
  for (const PartRecord& part : record.parts) {
    CHECK_FALSE(part.share.has_value());
    CHECK(part.applied);
  }
}

TEST_CASE("without a verdict of bias, and where trials depend on each other, no share is told") {
  Tally whole(3, 0);
  const auto orders = std::make_shared<OrderCounts>(3);
  whole.orders.emplace(orders);
  for (std::uint64_t rank = 0; rank < 6; ++rank) {
    const std::uint64_t trials = rank < 3 ? 1200 : 800;
    orders->add(rank, trials);
    whole.add_to_derived(order_of_rank(rank, 3), trials);
    whole.trials += trials;
  }
  Findings record;
  record.verdict = Verdict::inconclusive;
  CHECK_FALSE(part_records(whole, record).front().share.has_value());
  record.verdict = Verdict::biased;
  CHECK(part_records(whole, record).front().share.has_value());
  record.linked = true;
  CHECK_FALSE(part_records(whole, record).front().share.has_value());
}

TEST_CASE("a bias is shared out from three standard errors of fair decks on") {
  // Of 6,000 trials of three cards, whose parts have five degrees of freedom together: what is measured of
  // phi2 is its chi-square less 5, over the trials, and its standard error the square root of 10 over them.
  const auto has_shares = [](std::uint64_t off) {
    Tally whole(3, 0);
    const auto orders = std::make_shared<OrderCounts>(3);
    whole.orders.emplace(orders);
    for (std::uint64_t rank = 0; rank < 6; ++rank) {
      const std::uint64_t trials = rank == 0 ? 1000 + off : rank == 5 ? 1000 - off : 1000;
      orders->add(rank, trials);
      whole.add_to_derived(order_of_rank(rank, 3), trials);
      whole.trials += trials;
    }
    Findings record;
    record.verdict = Verdict::biased;
    return part_records(whole, record).front().share.has_value();
  };
  CHECK_FALSE(has_shares(83));  // (13.8 - 5) / sqrt(10) = 2.8
  CHECK(has_shares(88));        // (15.5 - 5) / sqrt(10) = 3.3
}

TEST_CASE("parts are told from two to eight cards") {
  const auto even = [](const std::vector<Card>& order) { return is_even(order) ? 1.0 : 0.0; };
  CHECK(judged_once(1, 100, even).parts.empty());
  const Findings two = judged_once(2, 5000, even);
  CHECK(two.parts.size() == 1);
  CHECK(judged_once(3, 5000, even).parts.size() == 2);
  // Too few trials for a p-value of a part of 90^2 degrees of freedom, but not for its estimate.
  const Findings eight = judged_once(8, 5000, even);
  REQUIRE(eight.parts.size() == 21);
  CHECK_FALSE(part_named(eight, "fours split 2+1+1").applied);
  CHECK(part_named(eight, "parity").phi2 == doctest::Approx(1));
  CHECK(judged_once(9, 100, even).parts.empty());
}
