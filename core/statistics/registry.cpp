// The one table of tests.
#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

#include "core/statistics/bets.hpp"
#include "core/statistics/birthday.hpp"
#include "core/statistics/chi_squared_result.hpp"
#include "core/statistics/cycles.hpp"
#include "core/statistics/cyclic_differences.hpp"
#include "core/statistics/draw_digits.hpp"
#include "core/statistics/fixed_points.hpp"
#include "core/statistics/hand_mates.hpp"
#include "core/statistics/hole_cards.hpp"
#include "core/statistics/made_up.hpp"
#include "core/statistics/matched_digits.hpp"
#include "core/statistics/matched_positions.hpp"
#include "core/statistics/neighbours.hpp"
#include "core/statistics/numbers.hpp"
#include "core/statistics/orders.hpp"
#include "core/statistics/pairs.hpp"
#include "core/statistics/parity.hpp"
#include "core/statistics/parts.hpp"
#include "core/statistics/positions.hpp"
#include "core/statistics/quotients.hpp"
#include "core/statistics/relative_order.hpp"
#include "core/statistics/repeats.hpp"
#include "core/statistics/smooth_positions.hpp"
#include "core/statistics/strongest_cell.hpp"
#include "core/statistics/subsets.hpp"
#include "core/statistics/top_cards.hpp"

namespace fairshuffle {

namespace {
constexpr std::array registered{orders_test,
                                positions_test,
                                neighbours_test,
                                strongest_position_test,
                                strongest_neighbour_test,
                                smooth_positions_test,
                                matched_positions_test,
                                inverse_neighbours_test,
                                strongest_inverse_neighbour_test,
                                cyclic_differences_test,
                                inverse_cyclic_differences_test,
                                hand_mates_test,
                                hole_cards_test,
                                flop_test,
                                top_five_test,
                                pairs_test,
                                parity_test,
                                fixed_points_test,
                                cycles_test,
                                descents_test,
                                rising_sequences_test,
                                peaks_test,
                                inverse_peaks_test,
                                inversions_test,
                                successions_test,
                                left_maxima_test,
                                left_minima_test,
                                right_maxima_test,
                                right_minima_test,
                                relative_order_test,
                                mean_positions_test,
                                strongest_pair_test,
                                inverse_relative_order_test,
                                mean_cards_test,
                                strongest_inverse_pair_test,
                                draw_digits_test,
                                strongest_digit_test,
                                matched_digits_test,
                                repeats_test,
                                birthday_test,
                                subsets_test,
                                bets_test,
                                parts_test,
                                quotients_test};

constexpr std::array of_made_up_decks{arrangements_test,    kinds_test,       strongest_kind_test,
                                      kind_neighbours_test, dealt_cards_test, strongest_dealt_card_test,
                                      dealt_together_test};
}  // namespace

const char* to_text(Tail tail) {
  return tail == Tail::lower ? "lower" : "upper";
}

std::span<const TestInfo> all_tests() {
  return registered;
}

std::span<const TestInfo> made_up_tests() {
  return of_made_up_decks;
}

bool has_what_it_asks(const TestInfo& test, bool bets_named, bool pairs_counted, const AskedTables& tables) {
  return (!test.needs_bets || bets_named) && (!test.needs_pairs || pairs_counted) &&
         (test.needs_table == nullptr || std::ranges::find(tables, test.needs_table) != tables.end());
}

bool fits(const TestInfo& test, const CountedDeck& deck) {
  return deck.size >= test.smallest_deck && deck.size <= test.largest_deck &&
         test.of_makeup(deck.makeup, deck.size) && (!test.needs_marked_cards || deck.marked > 0) &&
         (!test.needs_counted_orders || deck.orders_counted) &&
         has_what_it_asks(test, deck.bet_hypotheses > 0, deck.pairs_counted, deck.tables);
}

std::vector<TestResult> results_of(const TestInfo& test, const Tally& tally) {
  if (is_wide_deck(tally.deck_size) && test.largest_deck == largest_byte_deck) {
    return {detail::not_applied(test.name, fmt::format("is for decks of up to {} cards: of more there is too "
                                                       "much to count or to know beforehand",
                                                       test.largest_deck))};
  }
  return test.run(tally);
}

std::uint64_t hypotheses_of(const TestInfo& test, const CountedDeck& deck) {
  if (!fits(test, deck)) return 0;
  return test.needs_bets ? deck.bet_hypotheses : test.hypotheses(deck.size);
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
  for (const std::span<const TestInfo> tests : {all_tests(), made_up_tests()}) {
    const auto found = std::ranges::find(tests, name, &TestInfo::name);
    if (found != tests.end()) return &*found;
  }
  return nullptr;
}

}  // namespace fairshuffle
