// Does every test of the registry still say what it said of the same trials? Each was held to its
// distribution when these values were taken, by the tests beside this one and by fairshuffle_calibration.
#include <algorithm>
#include <iterator>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/permutation/golden_lines_for_tests.hpp"
#include "core/statistics/seed_space.hpp"
#include "core/statistics/test_result.hpp"
#include "core/tally/tables/tables.hpp"
#include "core/tally/tally.hpp"

using namespace fairshuffle;

namespace {

constexpr auto results_lines = "core/statistics/reference/every_test.txt";
constexpr auto states_lines = "core/statistics/reference/starting_states.txt";

std::vector<NamedBet> bets_of(int deck_size) {
  if (deck_size < 11) return {};
  NamedBet two_on_top, one_below, hand;
  two_on_top.name = "two on top";
  two_on_top.cards = {0, 1};
  two_on_top.places = {0, 1};
  one_below.name = "one below";
  one_below.cards = {3};
  one_below.places = {4, 5, 6};
  hand.kind = NamedBet::Kind::poker;
  hand.name = "hand";
  hand.places = {0, 1, 2, 3, 4};
  if (deck_size == 52) return {two_on_top, one_below, hand};
  return {two_on_top, one_below};
}

// Fair decks but for every `off`th: of these half are the one before again, and half have their first card
// below the second one as it was. Without `off` every one is fair.
Tally counted(int deck_size, int trials, int off) {
  const bool counts_permutations = deck_size <= 9;
  const auto counting = counts_permutations ? std::optional(PermutationCounting{}) : std::nullopt;
  const OnRequest asked{.tables = {&top_three_table, &top_five_table}, .bets = bets_of(deck_size)};
  RunningTally first(deck_size, deck_size > 4 ? 2 : 0, counting, 4096, asked), second = first.beside();
  first.expect(static_cast<std::uint64_t>(trials));
  second.expect(static_cast<std::uint64_t>(trials));
  TrialStream stream(deck_size);
  std::mt19937_64 words(static_cast<std::uint64_t>(deck_size));
  std::vector<Card> deck(static_cast<std::size_t>(deck_size));
  std::iota(deck.begin(), deck.end(), Card{0});
  for (int trial = 0; trial < trials; ++trial) {
    const bool is_off = off != 0 && trial % off == 0;
    if (!is_off || trial / off % 2 == 0) {
      for (std::size_t last = deck.size(); last > 1; --last) std::swap(deck[last - 1], deck[words() % last]);
    }
    if (is_off && trial / off % 2 == 0 && deck.size() > 2) {
      std::iter_swap(deck.begin() + 1, std::ranges::find(deck, Card{0}));
    }
    stream.add(deck, static_cast<std::uint64_t>(trial), first);
  }
  Tally tally = first.complete();
  tally.settle();
  tally.birthday = RunningTally::birthday_of(first, second);
  return tally;
}

std::string numbers_of(const TestResult& result) {
  return fmt::format("{:.10g} {:.10g} {:.10g} {:.10g} {:.10g} {} {:g}", result.statistic,
                     result.degrees_of_freedom, result.p_value.log10_p, result.upper_tail.log10_p,
                     result.lower_tail.log10_p, to_text(result.tail), result.honest_from_level);
}

std::vector<std::string> lines_of_all_tests() {
  std::vector<std::string> lines;
  for (const int deck_size : {1, 2, 3, 5, 8, 9, 13, 14, 24, 52}) {
    for (const auto& [trials, off] : {std::pair{0, 0}, {20, 3}, {700, 0}, {2400, 7}, {12'000, 40}}) {
      if (deck_size == 24 && trials == 12'000) continue;
      const Tally tally = counted(deck_size, trials, off);
      for (const TestInfo& test : all_tests()) {
        if (test.needs_marked_cards && !tally.subsets) continue;
        // That a deck is none for a test is told once.
        const CountedDeck deck{.size = deck_size,
                               .marked = 2,
                               .permutations_counted = deck_size <= 9,
                               .bet_hypotheses = 1,
                               .tables = {&top_three_table, &top_five_table}};
        if (trials != 2400 && !fits(test, deck)) continue;
        for (const TestResult& result : results_of(test, tally)) {
          lines.push_back(fmt::format("{} cards, {} trials, {}: {}", deck_size, trials, result.name,
                                      result.applied ? numbers_of(result) : result.reason));
        }
      }
    }
  }
  return lines;
}

// Starts and permutations, of counts of permutations that came again.
std::vector<std::string> lines_of_states() {
  std::vector<std::string> lines;
  for (const int deck_size : {13, 15, 52}) {
    for (const std::uint64_t one_in : {1U, 64U}) {
      for (const std::uint64_t kept : {1U, 3U, 1000U, 40'000U}) {
        for (const std::uint64_t repeats : {0U, 1U, 2U, 40U, 700U, 999U, 39'000U}) {
          if (repeats >= kept) continue;
          const BirthdayCounts counts{.one_in = one_in, .kept = kept, .distinct = kept - repeats};
          std::string line =
              fmt::format("{} cards, one in {}, {} kept, {} again: fewest {:.10g}", deck_size, one_in, kept,
                          repeats, fewest_permutations(counts, deck_size, 0.999));
          if (const auto states = starting_states(counts, deck_size, 0.999)) {
            line += fmt::format(" states {:.10g} from {:.10g} to {:.10g}, {:.10g} trials each",
                                states->states, states->lower, states->upper, states->trials_a_state);
          }
          lines.push_back(line);
        }
      }
    }
  }
  return lines;
}

}  // namespace

TEST_CASE("every test says of fixed trials what it said when it was held to its distribution") {
  check_lines(results_lines, lines_of_all_tests());
}

TEST_CASE("starting states and the fewest permutations are those that were held to simulations") {
  check_lines(states_lines, lines_of_states());
}

// Run from the root of the repository, by name, when a test is meant to change.
TEST_CASE("what every test says is written anew" * doctest::skip()) {
  write_lines(results_lines, lines_of_all_tests());
  write_lines(states_lines, lines_of_states());
}
