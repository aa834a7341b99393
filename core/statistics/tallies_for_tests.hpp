// Tallies made from counts of orders, for the tests of this folder.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/order/order.hpp"
#include "core/statistics/test_result.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

/// An empty tally, and the counters that its `orders` look at.
inline Tally tally_with_orders(const std::shared_ptr<OrderCounts>& orders, int marked = 0) {
  Tally tally(orders->deck_size(), marked);
  tally.orders.emplace(orders);
  return tally;
}

/// The tally of trials that came out `by_rank[rank]` times in the order of that rank. No repeats; of up to
/// eight cards as many quotients as trials, of the same orders.
inline Tally tally_of_counts(int deck_size, std::span<const std::uint64_t> by_rank, int marked = 0) {
  const auto orders = std::make_shared<OrderCounts>(deck_size);
  Tally tally = tally_with_orders(orders, marked);
  std::vector<Card> order = order_of_rank(0, deck_size);
  for (std::uint64_t rank = 0; rank < by_rank.size(); ++rank) {
    tally.trials += by_rank[rank];
    orders->add(rank, by_rank[rank]);
    tally.add_to_derived(order, by_rank[rank]);
    to_next_order(order);
  }
  if (deck_size <= largest_deck_of_quotient_orders) {
    tally.quotients.pairs = tally.trials;
    tally.quotients.orders.assign(by_rank.begin(), by_rank.end());
    tally.quotients.orders.resize(order_count(deck_size));
  }
  return tally;
}

/// The results of these tests, hypothesis by hypothesis.
inline std::vector<TestResult> results_of(std::span<const TestInfo> tests, const Tally& tally) {
  std::vector<TestResult> results;
  for (const TestInfo& test : tests) {
    for (TestResult& result : results_of(test, tally)) results.push_back(std::move(result));
  }
  return results;
}

/// `count(order)` trials of every order.
template <class Count>
Tally tally_of_orders(int deck_size, Count count, int marked = 0) {
  std::vector<std::uint64_t> by_rank;
  std::vector<Card> order = order_of_rank(0, deck_size);
  do {
    by_rank.push_back(static_cast<std::uint64_t>(count(std::span<const Card>(order))));
  } while (to_next_order(order));
  return tally_of_counts(deck_size, by_rank, marked);
}

}  // namespace fairshuffle
