#include <cmath>
#include <random>

#include <doctest/doctest.h>

#include "core/diagnosis/likelihoods.hpp"
#include "core/order/order.hpp"
#include "core/statistics/multinomial_for_tests.hpp"
#include "core/statistics/tail.hpp"

using namespace fairshuffle;

namespace {

std::vector<double> uniform_where(int deck_size, auto&& comes) {
  std::vector<double> law;
  std::vector<Card> order = order_of_rank(0, deck_size);
  double orders = 0;
  do {
    law.push_back(comes(order) ? 1 : 0);
    orders += law.back();
  } while (to_next_order(order));
  for (double& probability : law) probability /= orders;
  return law;
}

std::vector<double> fair(int deck_size) {
  return uniform_where(deck_size, [](const auto&) { return true; });
}

}  // namespace

// Each reason by itself leaves the cells of the others as they are, or nearly.
TEST_CASE("a law is rejected by parity, places, what comes behind a card, fixed points and cycles") {
  std::mt19937_64 words(1);
  const auto rejects_fair = [&words](auto&& comes) {
    const std::vector<double> law = uniform_where(6, comes);
    const OrderMarginals marginals(6, multinomial_for_test(law, 200, words));
    CHECK_FALSE(marginals.reject(law, 1e-15, 1e-6));
    return marginals.reject(fair(6), 1e-15, 1e-6);
  };
  CHECK_FALSE(rejects_fair([](const auto&) { return true; }));
  CHECK(rejects_fair([](const auto& order) { return is_even(order); }));
  CHECK(rejects_fair([](const auto& order) { return order[2] != 3; }));
  CHECK(rejects_fair([](const auto& order) { return order[2] == 3 || order[2] == 4; }));
  CHECK(rejects_fair([](const auto& order) { return fixed_points(order) == 1; }));
  CHECK(rejects_fair([](const auto& order) { return cycle_count(order) == 2 || cycle_count(order) == 3; }));
  CHECK(rejects_fair([](const auto& order) {
    for (std::size_t position = 1; position < order.size(); ++position) {
      if (order[position - 1] == 4 && order[position] == 1) return false;
    }
    return true;
  }));
}

// With three cards parity has the only cells of which one half is due. By its binomial law, both sides.
TEST_CASE("a cell is rejected by a bound on its binomial tail, above it by as much as a bound may be") {
  const std::vector<double> law = fair(3);
  const double level = 1e-4, cells = 9 + 9 + 4 + 4 + 2;
  bool was_rejected = false;
  for (std::uint64_t more = 0; more <= 33; ++more) {
    CAPTURE(more);
    // Even orders are of ranks 0, 3 and 4.
    const std::vector<std::uint64_t> counts{33 + more, 33 - more, 33 - more, 33 + more, 33 + more, 33 - more};
    const double p = binomial_upper_tail(3 * (33 + more), 198, 0.5).p;
    const bool rejected = OrderMarginals(3, counts).reject(law, 1e-15, level);
    if (rejected) CHECK(p < level / (2 * cells));
    if (p < level / (2 * cells) / 20) CHECK(rejected);
    was_rejected = was_rejected || rejected;
  }
  CHECK(was_rejected);
}

TEST_CASE("what cannot come, and came, is rejected; what must come and did is not") {
  const std::vector<double> sorted = uniform_where(4, [](const auto& order) { return rank_of(order) == 0; });
  std::vector<std::uint64_t> counts(24);
  counts[0] = 50;
  CHECK_FALSE(OrderMarginals(4, counts).reject(sorted, 1e-15, 1e-4));
  counts[7] = 1;
  CHECK(OrderMarginals(4, counts).reject(sorted, 1e-15, 1e-4));
}

// Of 3,000 samples of the law 1e-2 would leave 30; 60 come with a probability of 2e-7.
TEST_CASE("the true law is rejected no more often than it says" * doctest::test_suite("simulations")) {
  std::mt19937_64 words(3);
  for (const std::uint64_t trials : {10U, 300U}) {
    CAPTURE(trials);
    int rejected = 0;
    for (int sample = 0; sample < 3'000; ++sample) {
      rejected +=
          OrderMarginals(5, multinomial_for_test(fair(5), trials, words)).reject(fair(5), 1e-15, 1e-2);
    }
    CHECK(rejected < 60);
  }
}
