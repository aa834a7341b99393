#include "core/statistics/power_for_tests.hpp"

#include <algorithm>
#include <numeric>
#include <random>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/interpret/setup_for_test.hpp"
#include "core/random/seeding.hpp"
#include "core/statistics/test_result.hpp"
#include "core/statistics/unlisted_mistakes_for_tests.hpp"

namespace fairshuffle {

namespace {

constexpr int cards_in_deck = 52;

// "mean descents" is of the test descents; "matched naive-swap" of matched-positions, "matched Lehmer digits,
// modulo of 15 bits" of matched-lehmer-digits, "ordered pairs (50,1,1)" of pairs; others have its name.
const TestInfo& test_with(std::string_view hypothesis) {
  constexpr std::string_view of_mean = "mean ", of_digits = "matched Lehmer digits, ", of_filter = "matched ";
  std::string_view name = hypothesis;
  if (name.starts_with(of_mean)) name.remove_prefix(of_mean.size());
  if (name.starts_with(of_digits)) name = "matched-lehmer-digits";
  if (name.starts_with(of_filter)) name = "matched-positions";
  if (name.find("ordered pairs ") != std::string_view::npos) name = "pairs";
  const TestInfo* test = find_test(name);
  if (test == nullptr) throw std::invalid_argument("check_power: no test has this hypothesis");
  return *test;
}

RunningTally tally_of(const UnlistedMistake& mistake, std::uint64_t trials, std::uint64_t seed,
                      const TestInfo& test) {
  RunningTally tally(cards_in_deck, 0, std::nullopt, most_birthday_slots,
                     {.tables = test.needs_table == nullptr ? AskedTables{} : AskedTables{test.needs_table},
                      .bets = {},
                      .pairs = test.needs_pairs});
  std::mt19937_64 engine(seed);
  std::vector<Card> deck(cards_in_deck);
  for (std::uint64_t trial = 0; trial < trials; ++trial) {
    std::iota(deck.begin(), deck.end(), Card{0});
    mistake.shuffle(deck, engine);
    tally.add_permutation(deck);
  }
  tally.settle();
  return tally;
}

RunningTally tally_of(const PowerPlan& plan, std::uint64_t seed) {
  if (const UnlistedMistake* mistake = find_unlisted_mistake(plan.shuffle)) {
    return tally_of(*mistake, plan.trials, seed, test_with(plan.hypothesis));
  }
  SampleSetup setup = plan.options.empty() ? setup_for_test(plan.shuffle, cards_in_deck)
                                           : setup_for_test(plan.shuffle, cards_in_deck, plan.options);
  setup.draw = find_draw(plan.draw);
  setup.bits = plan.bits;
  return sample_for_test(setup, plan.trials, seed);
}

}  // namespace

std::vector<PowerPlan> power_plans() {
  return {
      {"mean rising-sequences", "riffle", {7}, 107},
      {"mean rising-sequences", "riffle", {8}, 440},
      {"mean rising-sequences", "riffle", {9}, 1'780},
      {"mean rising-sequences", "riffle", {10}, 7'200},
      {"inverse-neighbours", "riffle", {7}, 1'050},
      {"mean descents", "random-key-sort", {8, 0}, 426},
      {"mean descents", "random-key-sort", {12, 0}, 114'000, 1'000},
      {"cyclic-differences", "random-key-sort", {8, 0}, 2'900},
      {"mean fixed-points", "swap-pairs", {150}, 3'840},
      {"mean inversions", "naive-swap", {}, 503},
      {"mean-positions", "naive-swap", {}, 600},
      {"smooth-positions", "naive-swap", {}, 2'400},
      {"matched naive-swap", "naive-swap", {}, 2'400},
      {"mean cycles", "sattolo", {}, 18},
      {"strongest-lehmer-digit", "sattolo", {}, 40},
      {"strongest-lehmer-digit", "skip-last", {}, 100},
      {"lehmer-code", "skip-last", {}, 600},
      {"mean-positions", "draw-insert", {}, 20},
      // Five times as many cards taken out and put in as there are.
      {"strongest-pair", "draw-insert", {260}, 66'000, 1'000},
      {"inverse-cyclic-differences", "comparator-sort", {1, 0}, 600},
      {"strongest-lehmer-digit", "naive-tail", {}, 300},
      {"mean peaks", "shelves", {}, 4},
      {"mean peaks", "shelves-twice", {}, 130'000, 2'000},
      {"mean descents", "piles", {}, 4},
      {"mean inversions", "smoosh", {}, 20},
      {"hand-mates", "redealt", {}, 9'000},
      {"flop", "no-thirteens", {}, 24'000},
      {"unordered pairs (50,2)", "opposite", {}, 34'000, 1'000},
      {"ordered pairs (50,1,1)", "behind", {}, 69'000, 2'000},
      // Remainders of other bits than the filter's, which it sees the 0.29th component of: its own take
      // millions.
      {"matched Lehmer digits, modulo of 16 bits", "durstenfeld", {}, 575'000, 2'000, "modulo", 12},
  };
}

PromiseCheck check_power(const PowerPlan& plan, std::uint64_t replicates, std::uint64_t seed, int threads) {
  const TestInfo& test = test_with(plan.hypothesis);
  std::vector<double> p_values(std::max<std::uint64_t>(10, replicates / plan.one_in), 1);
  for_each_replicate(p_values.size(), threads, [&](std::uint64_t replicate) {
    const RunningTally tally =
        tally_of(plan, stream_seed(seed, hash_text(plan.shuffle) + plan.trials, replicate));
    const std::vector<TestResult> results = results_of(test, tally.complete());
    const auto found = std::ranges::find(results, plan.hypothesis, &TestResult::name);
    if (found != results.end()) p_values[replicate] = found->p_value.p;
  });
  return check_at_least(
      fmt::format("{}{}{}, n = {}, {} trials: {}", plan.shuffle, plan.options.empty() ? "" : ":",
                  fmt::join(plan.options, ","), cards_in_deck, plan.trials, plan.hypothesis),
      p_values, 1e-8, 0.99);
}

}  // namespace fairshuffle
