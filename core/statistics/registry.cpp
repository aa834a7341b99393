// The one table of tests.
#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/statistics/chi_squared.hpp"
#include "core/statistics/dependent_trials.hpp"
#include "core/statistics/numbers.hpp"
#include "core/statistics/permutations.hpp"
#include "core/statistics/positions.hpp"
#include "core/statistics/seed_space.hpp"

namespace fairshuffle {

namespace {
constexpr std::array registered{permutations_test,
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
                                lehmer_code_test,
                                strongest_lehmer_digit_test,
                                matched_lehmer_digits_test,
                                repeats_test,
                                birthday_test,
                                subsets_test,
                                bets_test,
                                components_test,
                                successive_test};

constexpr std::array of_multiset_decks{arrangements_test,    kinds_test,       strongest_kind_test,
                                       kind_neighbours_test, dealt_cards_test, strongest_dealt_card_test,
                                       dealt_together_test};
}  // namespace

const char* to_text(Tail tail) {
  return tail == Tail::lower ? "lower" : "upper";
}

namespace detail {

Needs needs_trials(const Tally& tally) {
  return {.lacking = tally.trials == 0 ? "there were no trials" : ""};
}

Needs needs_table(const Tally& tally) {
  return {.rule = table_rule(tally.deck_size), .table = fmt::format("{} cards", tally.deck_size)};
}

Needs needs_table_of_trials(const Tally& tally) {
  Needs needs = needs_table(tally);
  needs.lacking = needs_trials(tally).lacking;
  return needs;
}

Needs needs_2400_trials(const Tally& tally) {
  Needs needs = needs_table_of_trials(tally);
  needs.rule = {.fewest = 2'400, .fewest_for_any_level = 2'400};
  return needs;
}

}  // namespace detail

std::span<const TestInfo> all_tests() {
  return registered;
}

std::span<const TestInfo> multiset_tests() {
  return of_multiset_decks;
}

bool has_what_it_asks(const TestInfo& test, bool bets_named, bool pairs_counted, const AskedTables& tables) {
  return (!test.needs_bets || bets_named) && (!test.needs_pairs || pairs_counted) &&
         (test.needs_table == nullptr || std::ranges::find(tables, test.needs_table) != tables.end());
}

bool fits(const TestInfo& test, const CountedDeck& deck) {
  return deck.size >= test.smallest_deck && deck.size <= test.largest_deck &&
         test.of_multiset(deck.multiset, deck.size) && (!test.needs_marked_cards || deck.marked > 0) &&
         (!test.needs_counted_permutations || deck.permutations_counted) &&
         has_what_it_asks(test, deck.bet_hypotheses > 0, deck.pairs_counted, deck.tables);
}

namespace {

// Why it is no test of such a deck; empty where it is one. Named bets and marked cards are asked for.
std::string why_not_of_deck(const TestInfo& test, const Tally& tally) {
  const int cards = tally.deck_size;
  if (is_wide_deck(cards) && test.largest_deck == largest_byte_deck) {
    return fmt::format(
        "is for decks of up to {} cards: of more there is too much to count or to know beforehand",
        test.largest_deck);
  }
  if (!tally.multiset && !test.of_multiset({}, cards)) return "all cards differ and are all seen";
  if (cards >= test.smallest_deck || test.needs_bets || test.needs_marked_cards) return "";
  if (cards == 1 && test.smallest_deck < smallest_large_deck) return "one card has only one permutation";
  if (!test.why_no_smaller.empty()) return std::string(test.why_no_smaller);
  return fmt::format("is for decks of {} cards and more", test.smallest_deck);
}

TestResult chi_squared_result_of(const TestInfo& test, const Tally& tally, const TrialRule& rule) {
  const ChiSquared outcome = test.statistic(tally);
  if (outcome.degrees_of_freedom == 1) {
    return detail::two_cells_result(test.name, test.first_of_two(tally), tally.trials, 0.5);
  }
  return detail::chi_squared_result(test.name, outcome, tally.trials, rule);
}

}  // namespace

std::vector<TestResult> results_of(const TestInfo& test, const Tally& tally) {
  std::string reason = why_not_of_deck(test, tally);
  Needs needs;
  if (reason.empty()) {
    needs = test.needs(tally);
    reason = needs.lacking;
  }
  if (reason.empty() && tally.trials < needs.rule.fewest) {
    reason = detail::too_few_trials(needs.rule.fewest, needs.table, tally.trials);
  }
  if (!reason.empty()) return {detail::not_applied(test.name, std::move(reason))};
  if (test.statistic != nullptr) return {chi_squared_result_of(test, tally, needs.rule)};
  if (test.strongest != nullptr) return {test.strongest(tally).result(test.name)};
  return test.run(tally);
}

TestResult result_of(const TestInfo& test, const Tally& tally) {
  return results_of(test, tally).front();
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

namespace {

const TestInfo* find_by(std::string_view TestInfo::*name_of, std::string_view name) {
  for (const std::span<const TestInfo> tests : {all_tests(), multiset_tests()}) {
    const auto found = std::ranges::find(tests, name, name_of);
    if (!name.empty() && found != tests.end()) return &*found;
  }
  return nullptr;
}

}  // namespace

const TestInfo* find_test(std::string_view name) {
  return find_by(&TestInfo::name, name);
}

const TestInfo* find_renamed_test(std::string_view old_name) {
  return find_by(&TestInfo::formerly, old_name);
}

}  // namespace fairshuffle
