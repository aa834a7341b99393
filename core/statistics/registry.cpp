// The one table of tests.
#include <algorithm>
#include <array>
#include <set>

#include "core/statistics/cycles.hpp"
#include "core/statistics/fixed_points.hpp"
#include "core/statistics/neighbours.hpp"
#include "core/statistics/orders.hpp"
#include "core/statistics/parity.hpp"
#include "core/statistics/parts.hpp"
#include "core/statistics/positions.hpp"
#include "core/statistics/quotients.hpp"
#include "core/statistics/repeats.hpp"
#include "core/statistics/strongest_cell.hpp"
#include "core/statistics/subsets.hpp"

namespace fairshuffle {

namespace {
constexpr std::array registered{orders_test,
                                positions_test,
                                neighbours_test,
                                strongest_position_test,
                                strongest_neighbour_test,
                                parity_test,
                                fixed_points_test,
                                cycles_test,
                                repeats_test,
                                subsets_test,
                                parts_test,
                                quotients_test};
}  // namespace

const char* to_text(Tail tail) {
  return tail == Tail::lower ? "lower" : "upper";
}

std::span<const TestInfo> all_tests() {
  return registered;
}

bool fits(const TestInfo& test, const CountedDeck& deck) {
  return deck.size >= test.smallest_deck && deck.size <= test.largest_deck &&
         (!test.needs_marked_cards || deck.marked > 0) && (!test.needs_counted_orders || deck.orders_counted);
}

std::uint64_t hypotheses_of(const TestInfo& test, const CountedDeck& deck) {
  return fits(test, deck) ? test.hypotheses(deck.size) : 0;
}

std::uint64_t hypotheses_of(std::span<const TestInfo* const> tests, const CountedDeck& deck) {
  std::set<std::string_view> counted;
  std::uint64_t hypotheses = 0;
  for (const TestInfo* test : tests) {
    const std::uint64_t own = hypotheses_of(*test, deck);
    if (own > 0 && counted.insert(undisguised(*test, deck.size)).second) hypotheses += own;
  }
  return hypotheses;
}

std::string_view undisguised(const TestInfo& test, int deck_size) {
  const auto found = std::ranges::find(test.disguises, deck_size, &Disguise::deck_size);
  return found == test.disguises.end() ? test.name : found->of;
}

const TestInfo* find_test(std::string_view name) {
  const auto found = std::ranges::find(registered, name, &TestInfo::name);
  return found == registered.end() ? nullptr : &*found;
}

}  // namespace fairshuffle
