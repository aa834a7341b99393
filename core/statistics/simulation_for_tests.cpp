#include "core/statistics/simulation_for_tests.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "core/permutation/permutation.hpp"
#include "core/random/generators.hpp"
#include "core/random/seeding.hpp"
#include "core/statistics/simulated_trials_for_tests.hpp"
#include "core/statistics/tallies_for_tests.hpp"
#include "core/statistics/test_result.hpp"

namespace fairshuffle {

std::string setting_text(const SimulationPlan& plan) {
  return fmt::format("{}n = {}, {} trials", plan.shuffle.empty() ? "" : fmt::format("{}, ", plan.shuffle),
                     plan.deck_size, plan.trials);
}

std::uint64_t block_seed(const SimulationPlan& plan, std::uint64_t replicate) {
  return stream_seed(plan.seed, hash_text(plan.shuffle), replicate);
}

namespace {

double chance_of_equal(int deck_size) {
  return std::exp(-std::lgamma(deck_size + 1.));
}

// Counting what is counted on request takes more time than all the rest.
bool names(const SimulationPlan& plan, const TestInfo& test) {
  return std::ranges::find(plan.tests, test.name) != plan.tests.end();
}
bool is_on_request(const TestInfo& test) {
  return test.needs_pairs || test.needs_table != nullptr || test.needs_bets;
}

std::vector<int> numbers_below(int end) {
  std::vector<int> numbers(static_cast<std::size_t>(end));
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}
// Nearly half of the cards among an eighth of the places, one card in the upper half, and a hand of poker.
std::vector<NamedBet> bets_tried(int deck_size) {
  std::vector<NamedBet> bets{{.name = "lands",
                              .cards = numbers_below(deck_size * 6 / 13),
                              .places = numbers_below((deck_size + 3) / 8)},
                             {.name = "ace", .cards = {0}, .places = numbers_below(deck_size / 2)}};
  if (deck_size == 52)
    bets.push_back({.kind = NamedBet::Kind::poker, .name = "poker", .cards = {}, .places = numbers_below(5)});
  return bets;
}
OnRequest asked_by(const SimulationPlan& plan) {
  OnRequest asked;
  for (const TestInfo& test : all_tests()) {
    if (!names(plan, test)) continue;
    if (test.needs_table != nullptr) asked.tables.push_back(test.needs_table);
    asked.pairs = asked.pairs || test.needs_pairs;
    if (test.needs_bets) asked.bets = bets_tried(plan.deck_size);
  }
  return asked;
}

// Of fair decks each of the sets that may lie on top is equally likely.
Tally with_cells_drawn(const SimulationPlan& plan, const OnRequest& asked, std::uint64_t replicate) {
  const TableInfo& table = *asked.tables.front();
  std::vector<std::uint64_t> cells(cells_of(table, plan.deck_size));
  Xoshiro256PlusPlus generator(block_seed(plan, replicate));
  for (std::uint64_t trial = 0; trial < plan.trials; ++trial) {
    // Off by less than cells / 2^64.
    ++cells[static_cast<std::size_t>(static_cast<Wide>(generator.next_word()) * cells.size() >> 64)];
  }
  Tally tally(plan.deck_size, 0, asked);
  tally.trials = plan.trials;
  tally.tables.add_cells(table.name, cells);
  return tally;
}

// The tally of a replicate's fair trials.
std::function<Tally(std::uint64_t)> fair_tallies(const SimulationPlan& plan) {
  if (!plan.shuffle.empty()) {
    return [plan](std::uint64_t replicate) {
      TwoHalves halves = sampled_trials(plan.shuffle, plan.deck_size, plan.marked, plan.trials,
                                        block_seed(plan, replicate), asked_by(plan));
      halves.first.merge(halves.second);
      return halves.first.complete();
    };
  }
  if (const OnRequest asked = asked_by(plan); plan.tests.size() == 1 && asked.tables.size() == 1) {
    return [plan, asked](std::uint64_t replicate) { return with_cells_drawn(plan, asked, replicate); };
  }
  const std::uint64_t permutation_number = permutation_count(plan.deck_size);
  const RankSampler sampler(
      std::vector<double>(permutation_number, 1 / static_cast<double>(permutation_number)));
  std::vector<std::vector<Card>> permutations;
  for (std::uint64_t rank = 0; rank < permutation_number; ++rank) {
    permutations.push_back(permutation_of_rank(rank, plan.deck_size));
  }
  return [plan, sampler, permutations](std::uint64_t replicate) {
    RankSampler::Generator generator(plan.seed + replicate);
    return tally_of_ranks(plan.deck_size, plan.marked, plan.trials, sampler, permutations, generator);
  };
}

// Those that have a hypothesis of such a deck, of which what they ask for is counted.
std::vector<TestInfo> tests_of(const SimulationPlan& plan) {
  std::vector<TestInfo> tests;
  for (const TestInfo& test : all_tests()) {
    const bool admitted = plan.deck_size >= test.smallest_deck && plan.deck_size <= test.largest_deck;
    const bool wanted = plan.tests.empty() || std::ranges::find(plan.tests, test.name) != plan.tests.end();
    const bool has_some = admitted && test.hypotheses(plan.deck_size) > 0;
    const bool counted =
        (!is_on_request(test) || names(plan, test)) && (plan.marked > 0 || !test.needs_marked_cards);
    if (has_some && wanted && counted) tests.push_back(test);
  }
  return tests;
}

}  // namespace

std::vector<PromiseCheck> check_false_alarms(const SimulationPlan& plan) {
  const std::vector<TestInfo> tests = tests_of(plan);
  std::atomic<std::uint64_t> pairs = 0, successive = 0;
  const auto fair_tally = fair_tallies(plan);
  const std::vector<TestResult> hypotheses = results_of(tests, fair_tally(0));
  // A test that was not applied leaves -1, which no promise survives.
  const std::vector<std::vector<double>> none(hypotheses.size(), std::vector<double>(plan.replicates, -1));
  std::vector<std::vector<double>> p_values = none, upper_tails = none, lower_tails = none;
  for_each_replicate(plan.replicates, plan.threads, [&](std::uint64_t replicate) {
    const Tally tally = fair_tally(replicate);
    pairs = tally.repeats.pairs;  // the same in all of them
    successive = tally.successive.pairs;
    const std::vector<TestResult> results = results_of(tests, tally);
    for (std::size_t test = 0; test < results.size(); ++test) {
      if (!results[test].applied) continue;
      p_values[test][replicate] = results[test].p_value.p;
      upper_tails[test][replicate] = results[test].upper_tail.p;
      lower_tails[test][replicate] = results[test].lower_tail.p;
    }
  });

  std::vector<double> levels{0.05, 0.01}, levels_of_tail{0.01};
  if (plan.replicates >= 20'000) {
    levels.push_back(0.001);
    levels_of_tail.insert(levels_of_tail.end(), {0.001, 0.0001});
  }
  std::vector<PromiseCheck> checks;
  for (std::size_t test = 0; test < hypotheses.size(); ++test) {
    const bool is_of_successive = hypotheses[test].name.starts_with("successive");
    // A stream has a pair less than trials, which may be one too few; and all runs are of equally many
    // trials.
    const bool has_too_few = hypotheses[test].reason.starts_with("needs at least");
    if (!hypotheses[test].applied && (is_of_successive || has_too_few)) continue;
    const std::string name = fmt::format("{}: {}", setting_text(plan), hypotheses[test].name);
    const bool is_parity = hypotheses[test].name.ends_with("parity");
    if (is_parity || hypotheses[test].name == "repeats") {
      std::vector<double> more_levels = levels;
      more_levels.insert(more_levels.end(), {0.1, 0.25, 0.5, 0.75, 0.9});
      const PromisedRate promised =
          is_parity ? binomial_rate(is_of_successive ? successive.load() : plan.trials, 0.5)
                    : binomial_rate(pairs, chance_of_equal(plan.deck_size));
      for (const double level : more_levels)
        checks.push_back(check_rate(name, p_values[test], level, promised));
    } else if (hypotheses[test].degrees_of_freedom == 0) {
      for (const double level : levels) checks.push_back(check_at_most(name, p_values[test], level));
    } else {
      // Few cells of few trials: X2 moves in steps, and the two tails of a step reject less often than their
      // level, 0.006 for 0.01 where 600 trials fall into four cells.
      const bool is_coarse = hypotheses[test].degrees_of_freedom < 10 && plan.trials < 2'400;
      for (const double level : levels) {
        checks.push_back(plan.check_levels && !is_coarse
                             ? check_rate(name, p_values[test], level, uniform_rate())
                             : check_at_most(name, p_values[test], level));
      }
      for (const double level : levels_of_tail)
        checks.push_back(check_at_most(name + " from below", lower_tails[test], level));
      if (plan.check_uniformity) checks.push_back(check_uniform(name, upper_tails[test]));
    }
  }
  return checks;
}

}  // namespace fairshuffle
