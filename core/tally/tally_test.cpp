#include "core/tally/tally.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <random>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

using namespace fairshuffle;

namespace {

std::vector<std::vector<Card>> some_orders(int deck_size, int count) {
  std::mt19937_64 words(7);
  std::vector<std::vector<Card>> orders;
  std::vector<Card> order(static_cast<std::size_t>(deck_size));
  std::iota(order.begin(), order.end(), Card{0});
  for (int i = 0; i < count; ++i) {
    std::shuffle(order.begin(), order.end(), words);
    orders.push_back(order);
  }
  return orders;
}

bool same(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) {
  return std::ranges::equal(a, b);
}

void check_same(const Tally& a, const Tally& b) {
  CHECK(a.trials == b.trials);
  CHECK(a.orders.has_value() == b.orders.has_value());
  if (a.orders && b.orders) CHECK(a.orders->by_rank() == b.orders->by_rank());
  for (int i = 0; i < a.deck_size; ++i) {
    for (int j = 0; j < a.deck_size; ++j) CHECK(a.positions.at(i, j) == b.positions.at(i, j));
  }
  for (int i = 0; i <= a.deck_size; ++i) {
    for (int j = 0; j <= a.deck_size; ++j) CHECK(a.neighbours.at(i, j) == b.neighbours.at(i, j));
  }
  CHECK(same(a.fixed_points.by_value(), b.fixed_points.by_value()));
  CHECK(same(a.cycles.by_value(), b.cycles.by_value()));
  CHECK(same(a.parity.by_value(), b.parity.by_value()));
  CHECK(a.repeats.equal == b.repeats.equal);
  if (a.subsets && b.subsets) CHECK(same(a.subsets->by_rank(), b.subsets->by_rank()));
}

}  // namespace

TEST_CASE("what is derived from the orders is what counting trial by trial gives") {
  for (const int deck_size : {2, 5, 7}) {
    RunningTally running(deck_size, 1);
    TrialStream stream(deck_size);
    Tally direct(deck_size, 1);
    const auto direct_orders = std::make_shared<OrderCounts>(deck_size);
    direct.orders.emplace(direct_orders);
    std::uint64_t trial = 0;
    const std::vector<Card>* previous = nullptr;
    const auto orders = some_orders(deck_size, 500);
    for (const auto& order : orders) {
      stream.add(order, trial++, running);
      direct.add_to_derived(order);
      direct_orders->add(rank_of(order));
      ++direct.trials;
      if (previous != nullptr) direct.repeats.equal += *previous == order;
      previous = &order;
    }
    check_same(running.complete(), direct);
    CHECK(running.complete().repeats.pairs == 499);
  }
}

TEST_CASE("tallies of parts add up to the tally of the whole, with and without counted orders") {
  for (const int deck_size : {4, 12}) {
    RunningTally whole(deck_size, 2), first(deck_size, 2), second(deck_size, 2);
    TrialStream of_whole(deck_size), of_parts(deck_size);
    std::uint64_t trial = 0;
    for (const auto& order : some_orders(deck_size, 300)) {
      of_whole.add(order, trial, whole);
      of_parts.add(order, trial, trial < 100 ? first : second);
      ++trial;
    }
    first.settle();
    second.settle();
    first.merge(second);
    check_same(first.complete(), whole.complete());
    CHECK(first.complete().repeats.pairs == 299);
  }
}

TEST_CASE("rows and columns of the positions each sum to the trials, and so do neighbours") {
  RunningTally running(12, 0);
  for (const auto& order : some_orders(12, 200)) running.add_order(order);
  const Tally tally = running.complete();
  for (int i = 0; i <= 12; ++i) {
    std::uint64_t row = 0, column = 0, after = 0, before = 0;
    for (int j = 0; j <= 12; ++j) {
      if (i < 12 && j < 12) {
        row += tally.positions.at(i, j);
        column += tally.positions.at(j, i);
      }
      after += tally.neighbours.at(i, j);
      before += tally.neighbours.at(j, i);
    }
    if (i < 12) CHECK(row == 200);
    if (i < 12) CHECK(column == 200);
    CHECK(after == 200);
    CHECK(before == 200);
    CHECK(tally.neighbours.at(i, i) == 0);
  }
}

TEST_CASE("a deck that lost a card is not counted but kept, and no pair spans it") {
  RunningTally running(3, 0);
  TrialStream stream(3);
  std::uint64_t trial = 10;
  for (const std::vector<Card>& deck :
       {std::vector<Card>{0, 1, 2}, {0, 0, 2}, {0, 1, 2}, {0, 1}, {0, 1, 9}}) {
    stream.add(deck, trial++, running);
  }
  CHECK(running.trials() == 2);
  CHECK(running.invalid_trials() == 3);
  REQUIRE(running.witnesses().size() == 3);
  CHECK(running.witnesses()[0].trial == 11);
  CHECK(running.witnesses()[0].order == std::vector<WideCard>{0, 0, 2});
  CHECK(running.complete().repeats.pairs == 0);
  CHECK(running.complete().quotients.pairs == 0);
}

TEST_CASE("the witnesses kept are the first by trial, in whatever order the parts are merged") {
  RunningTally early(2, 0), late(2, 0);
  const std::vector<Card> doubled{1, 1};
  for (std::uint64_t trial = 0; trial < 20; ++trial) {
    (trial % 2 == 0 ? early : late).add_invalid(doubled, trial);
  }
  RunningTally one_way(2, 0), other_way(2, 0);
  one_way.merge(early);
  one_way.merge(late);
  other_way.merge(late);
  other_way.merge(early);
  CHECK(one_way.invalid_trials() == 20);
  REQUIRE(one_way.witnesses().size() == RunningTally::most_witnesses);
  for (std::size_t i = 0; i < RunningTally::most_witnesses; ++i) {
    CHECK(one_way.witnesses()[i].trial == i);
    CHECK(other_way.witnesses()[i].trial == i);
  }
}

TEST_CASE("subsets are numbered one to one") {
  SubsetCounts subsets(7, 3);
  CHECK(subsets.by_rank().size() == 35);
  std::vector<Card> order = order_of_rank(0, 7);
  do subsets.add(order);
  while (to_next_order(order));
  for (const std::uint64_t count : subsets.by_rank()) CHECK(count == 5040 / 35);
  CHECK(subset_count(54, 17) == subset_count(54, 37));
  CHECK(subset_count(6, 2) == 15);
  CHECK(subset_count(64, 32) == 1832624140942590534ULL);
}

TEST_CASE("tables that cannot be made or merged are refused") {
  CHECK_THROWS_AS(OrderCounts(13), std::invalid_argument);
  CHECK_THROWS_AS(OrderCounts(0), std::invalid_argument);
  CHECK_THROWS_AS(RunningTally(1025, 0), std::invalid_argument);
  CHECK_THROWS_AS(RunningTally(0, 0), std::invalid_argument);
  CHECK_THROWS_AS(SubsetCounts(5, 5), std::invalid_argument);
  CHECK_THROWS_AS(SubsetCounts(54, 17), std::invalid_argument);
  RunningTally three(3, 0);
  CHECK_THROWS_AS(three.merge(RunningTally(4, 0)), std::invalid_argument);
  CHECK_THROWS_AS(three.merge(RunningTally(3, 0, std::nullopt)), std::invalid_argument);
}
