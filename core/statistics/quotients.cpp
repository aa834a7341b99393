#include "core/statistics/quotients.hpp"

#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/statistics/chi_squared_result.hpp"
#include "core/statistics/cycles.hpp"
#include "core/statistics/fixed_points.hpp"
#include "core/statistics/numbers.hpp"
#include "core/statistics/orders.hpp"
#include "core/statistics/parity.hpp"
#include "core/statistics/parts.hpp"
#include "core/statistics/positions.hpp"
#include "core/statistics/relative_order.hpp"
#include "core/statistics/strongest_cell.hpp"
#include "core/tally/derive.hpp"

namespace fairshuffle {

namespace {

constexpr std::array tests_of_orders{orders_test, positions_test, strongest_position_test, parity_test,
                                     parts_test};
constexpr std::array tests_of_tables{positions_test, strongest_position_test, parity_test, fixed_points_test,
                                     cycles_test};
constexpr std::array tests_of_large_decks{
    positions_test,    strongest_position_test, parity_test,           fixed_points_test,
    cycles_test,       descents_test,           rising_sequences_test, inversions_test,
    successions_test,  left_maxima_test,        left_minima_test,      right_maxima_test,
    right_minima_test, relative_order_test,     mean_positions_test,   strongest_pair_test};

std::span<const TestInfo> tests_of(int deck_size) {
  if (deck_size <= largest_deck_of_quotient_orders) return tests_of_orders;
  if (deck_size < smallest_large_deck) return tests_of_tables;
  return tests_of_large_decks;
}

// Of tests that are the same at a deck size one is enough.
bool suits(const TestInfo& test, int deck_size) {
  return deck_size >= test.smallest_deck && deck_size <= test.largest_deck &&
         undisguised(test, deck_size) == test.name;
}

// A trial of theirs is a pair.
std::string of_pairs(std::string reason) {
  constexpr std::string_view trials = "trials";
  for (std::size_t at = 0; (at = reason.find(trials, at)) != std::string::npos;) {
    reason.replace(at, trials.size(), "pairs");
  }
  return reason;
}

}  // namespace

Tally tally_of_quotients(const Tally& tally) {
  const QuotientCounts& counts = tally.quotients;
  Tally quotients(tally.deck_size, 0);
  quotients.trials = counts.pairs;
  if (counts.orders.empty()) {
    quotients.positions = counts.positions;
    quotients.fixed_points = counts.fixed_points;
    quotients.cycles = counts.cycles;
    quotients.parity = counts.parity;
    quotients.tables = counts.tables;
    return quotients;
  }
  const auto orders = std::make_shared<OrderCounts>(tally.deck_size);
  for (std::uint64_t rank = 0; rank < counts.orders.size(); ++rank) orders->add(rank, counts.orders[rank]);
  quotients.orders.emplace(orders);
  derive_from_orders(*orders, quotients);
  return quotients;
}

std::vector<TestResult> test_quotients(const Tally& tally) {
  const auto not_applied = [](std::string_view reason) {
    return std::vector{detail::not_applied(quotients_test.name, std::string(reason))};
  };
  if (tally.deck_size == 1) return not_applied(detail::one_card_has_one_order);
  if (tally.quotients.pairs == 0) return not_applied("no two trials followed each other");
  const Tally quotients = tally_of_quotients(tally);
  std::vector<TestResult> results;
  for (const TestInfo& test : tests_of(tally.deck_size)) {
    if (!suits(test, tally.deck_size)) continue;
    for (TestResult& result : test.run(quotients)) {
      result.name = "quotient " + result.name;
      result.reason = of_pairs(std::move(result.reason));
      results.push_back(std::move(result));
    }
  }
  return results;
}

std::uint64_t hypotheses_of_quotients(int deck_size) {
  std::uint64_t hypotheses = 0;
  for (const TestInfo& test : tests_of(deck_size)) {
    if (suits(test, deck_size)) hypotheses += test.hypotheses(deck_size);
  }
  return hypotheses;
}

}  // namespace fairshuffle
