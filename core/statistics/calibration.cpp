// Simulates fair and biased runs and prints what the tests and bounds promise beside what they keep.
//
// usage: fairshuffle_calibration [replicates [first [last]]]
//
// With `first` the plans of false alarms before that one, counted from 1, are left out; with `last`, all that
// comes after that one.
//
// The trials are drawn from distributions, rank by rank, and also by the sampler that the program takes; at
// the end come long fair runs of the sampler, a hundredth of `replicates` and at least 200 or as many. Of
// plans that take long a share of `replicates` is run, and none where that is less than one.
//
// Exits 1 when a check fails. The seeds are fixed, so the outcome is the same every time; with other seeds
// each check would fail a correct program with probability at most smallest_believable_p, fewer than 6,000
// checks together below 6e-7; the p of the splitting rows is rough, but what they check holds by a wide
// margin. A row that is more than four standard deviations off, which one row in some 16,000 is by chance, is
// marked with an exclamation mark: a hint to look, not a failure.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/statistics/families/coverage_for_tests.hpp"
#include "core/statistics/power_for_tests.hpp"
#include "core/statistics/seed_space_checks_for_tests.hpp"
#include "core/statistics/simulation_for_tests.hpp"
#include "core/statistics/splitting_for_tests.hpp"

using namespace fairshuffle;

namespace {

constexpr int threads = 2;

constexpr std::array<std::string_view, 9> tests_of_pairs_and_draws{
    "relative-order",        "mean-positions", "inverse-relative-order", "mean-cards",
    "lehmer-code",           "strongest-pair", "strongest-inverse-pair", "strongest-lehmer-digit",
    "matched-lehmer-digits",
};
constexpr std::array<std::string_view, 7> tests_of_places_and_hands{
    "smooth-positions",   "matched-positions",          "inverse-neighbours", "strongest-inverse-neighbour",
    "cyclic-differences", "inverse-cyclic-differences", "hand-mates",
};
constexpr std::array<std::string_view, 1> hole_cards_alone{"hole-cards"};
constexpr std::array<std::string_view, 2> flops_and_hands{"flop", "top-five"};
constexpr std::array<std::string_view, 1> flop_alone{"flop"};
constexpr std::array<std::string_view, 1> top_five_alone{"top-five"};
constexpr std::array<std::string_view, 1> pairs_alone{"pairs"};
constexpr std::array<std::string_view, 1> bets_alone{"bets"};
constexpr std::array<std::string_view, 1> successive_alone{"successive"};
constexpr std::array<std::string_view, 7> tests_of_few_trials{
    "relative-order", "mean-positions",         "inverse-relative-order", "mean-cards",
    "strongest-pair", "strongest-inverse-pair", "strongest-lehmer-digit",
};

// Runs without any bias; `replicates` is for how many of those that are asked for there is one.
const auto fair_plans = std::to_array<SimulationPlan>({
    SimulationPlan{5, 2, 12'000, 1, 1'000'000'000, threads},
    SimulationPlan{3, 1, 100'000, 2, 2'000'000'000, threads},
    SimulationPlan{4, 2, 2'400, 1, 3'000'000'000, threads, false},
    // Five trials for each of 40,320 permutations, the fewest that permutations accepts.
    SimulationPlan{8, 3, 201'600, 100, 4'000'000'000, threads},
    SimulationPlan{5, 0, 12'000, 1, 11, threads, true, "durstenfeld"},
    SimulationPlan{3, 0, 100'000, 2, 12, threads, true, "inside-out"},
    SimulationPlan{4, 2, 2'400, 1, 13, threads, false, "durstenfeld-up"},
    SimulationPlan{8, 0, 201'600, 100, 14, threads, true, "fisher-yates"},
    // Four bits a card; single permutations of so many cards are not counted.
    SimulationPlan{16, 0, 12'000, 50, 15, threads, true, "durstenfeld"},
    // Of thirteen cards 3.2 fair permutations come again in a run.
    SimulationPlan{13, 0, 200'000, 100, 16, threads, true, "durstenfeld"},
    // The fewest trials with which the tables of large decks are judged.
    SimulationPlan{24, 0, 600, 1, 17, threads, false, "durstenfeld"},
    SimulationPlan{52, 0, 600, 2, 18, threads, false, "durstenfeld"},
    SimulationPlan{64, 0, 600, 5, 19, threads, false, "durstenfeld"},
    // The smallest large deck, and tests of large decks with the fewest trials that they take.
    SimulationPlan{13, 0, 2'400, 1, 20, threads, true, "durstenfeld", tests_of_pairs_and_draws},
    SimulationPlan{52, 0, 2'400, 2, 21, threads, true, "durstenfeld", tests_of_pairs_and_draws},
    SimulationPlan{13, 0, 2'400, 1, 25, threads, true, "durstenfeld", tests_of_places_and_hands},
    SimulationPlan{14, 0, 2'400, 1, 26, threads, true, "durstenfeld", tests_of_places_and_hands},
    SimulationPlan{52, 0, 2'400, 2, 27, threads, true, "durstenfeld", tests_of_places_and_hands},
    // The fewest trials that hole cards take: X2 moves in steps of a fifth to a third of a bin.
    SimulationPlan{13, 0, 2'400, 1, 28, threads, false, "durstenfeld", hole_cards_alone},
    SimulationPlan{52, 0, 6'630, 5, 29, threads, false, "durstenfeld", hole_cards_alone},
    SimulationPlan{13, 0, 100'000, 100, 35, threads, true, "durstenfeld", hole_cards_alone},
    // The fewest trials that flops and hands of five take: of 52 cards six hands of a hundred are seen
    // at all.
    SimulationPlan{13, 0, 2'400, 1, 41, threads, false, "durstenfeld", flop_alone},
    SimulationPlan{13, 0, 5'074, 1, 42, threads, false, "durstenfeld", flops_and_hands},
    SimulationPlan{52, 0, 21'024, 10, 43, threads, false, "durstenfeld", flop_alone},
    SimulationPlan{52, 0, 227'990, 50, 44, threads, false, "durstenfeld", top_five_alone},
    // The same sets of cards drawn by themselves, which is so much faster that there can be as many runs.
    SimulationPlan{52, 0, 21'024, 1, 45, threads, false, "", flop_alone},
    SimulationPlan{52, 0, 227'990, 1, 46, threads, false, "", top_five_alone},
    SimulationPlan{13, 0, 2'400, 1, 38, threads, true, "durstenfeld", pairs_alone},
    // The correction for continuity, half a step up, is a third of a standard deviation here: so the
    // lower tail rejects more seldom.
    SimulationPlan{52, 0, 2'400, 10, 39, threads, true, "durstenfeld", pairs_alone, false},
    // Values of a bet are few and its mean a lattice, so that p-values are too large rather than too small.
    SimulationPlan{13, 0, 2'400, 1, 47, threads, false, "durstenfeld", bets_alone, false},
    SimulationPlan{52, 0, 2'400, 1, 48, threads, false, "durstenfeld", bets_alone, false},
    SimulationPlan{13, 0, 20, 1, 22, threads, false, "durstenfeld", tests_of_few_trials, false},
    SimulationPlan{52, 0, 20, 1, 23, threads, false, "durstenfeld", tests_of_few_trials, false},
    SimulationPlan{64, 0, 20, 5, 24, threads, false, "durstenfeld", tests_of_few_trials, false},
    // All of them with the fewest trials whose relative permutations are enough for tables, a pair less.
    SimulationPlan{13, 0, 2'401, 1, 56, threads, false, "durstenfeld"},
    SimulationPlan{52, 0, 601, 2, 57, threads, false, "durstenfeld", successive_alone},
    // Numbers of relative permutations of the smallest decks that have them.
    SimulationPlan{9, 0, 2'401, 1, 58, threads, false, "durstenfeld", successive_alone},
    SimulationPlan{12, 0, 2'401, 1, 59, threads, false, "durstenfeld", successive_alone},
    SimulationPlan{9, 0, 21, 1, 60, threads, false, "durstenfeld", successive_alone, false},
    // Decks whose sets of cards take two words: two packs, and the largest deck of all.
    SimulationPlan{104, 0, 600, 10, 51, threads, false, "durstenfeld"},
    SimulationPlan{128, 0, 600, 10, 52, threads, false, "durstenfeld"},
    SimulationPlan{104, 0, 2'400, 20, 53, threads, true, "durstenfeld", tests_of_pairs_and_draws},
    SimulationPlan{104, 0, 2'400, 20, 54, threads, true, "durstenfeld", tests_of_places_and_hands},
    SimulationPlan{128, 0, 20, 10, 55, threads, false, "durstenfeld", tests_of_few_trials, false},
});

int print(const std::vector<PromiseCheck>& checks) {
  int failures = 0;
  for (const PromiseCheck& check : checks) {
    const bool failed = !(check.p >= smallest_believable_p);
    failures += failed;
    fmt::print("{:<64} {:>10.6g} {:>10.6g} {:>7.2f} {:>9.2g} {}\n", check.promise, check.promised,
               check.observed, check.z, check.p,
               failed             ? "FAILED"
               : check.p < 6.3e-5 ? "!"
                                  : "");
  }
  std::fflush(stdout);
  return failures;
}

// Beside each share of the runs the p-value that it lies below: about the share itself.
void print(const std::vector<QuantileLine>& lines) {
  fmt::print("\n{:<64}", "share of the runs");
  for (const double share : shares_of_runs) fmt::print(" {:>7.5g}", share);
  fmt::print("\n");
  for (const QuantileLine& line : lines) {
    fmt::print("{:<64}", line.test);
    for (const double p : line.p_values) fmt::print(" {:>7.4f}", p);
    fmt::print("\n");
  }
}

int ended(int failures) {
  fmt::print("{} of the checks failed\n", failures);
  return failures == 0 ? 0 : 1;
}

int check_fair_plans(std::uint64_t replicates, std::uint64_t first, std::uint64_t last) {
  int failures = 0;
  std::uint64_t number = 0;
  for (SimulationPlan plan : fair_plans) {
    plan.replicates = replicates / plan.replicates;
    const bool is_asked = ++number >= first && (last == 0 || number <= last);
    if (is_asked && plan.replicates > 0) failures += print(check_false_alarms(plan));
  }
  return failures;
}

int check_far_tails(std::uint64_t replicates) {
  int failures = 0;
  const std::uint64_t split_runs = replicates / 10'000;
  std::uint64_t split_seed = 36;
  for (const CountedStatistic& statistic : counted_statistics()) {
    for (const int deck_size : {13, 14, 52}) {
      for (const double level : {1e-6, 1e-8, 1e-10}) {
        // Decks of other statistics are so many that it takes long, and 13 cards make no equal hands.
        const bool is_quick = statistic.fewest_trials(deck_size) < 100;
        const bool is_due = is_quick ? deck_size != 14 : level == 1e-8;
        if (split_runs == 0 || !is_due || statistic.cells(deck_size) == 0) continue;
        failures +=
            print({check_far_tail({statistic, deck_size, level, 300, split_runs, split_seed++, threads})});
      }
    }
  }
  return failures;
}

int check_coverages(std::uint64_t replicates) {
  int failures = 0;
  // The statistic of a heavy bias grows with the trials, and the search for its limit with that.
  for (const auto& [trials, runs] : {std::pair<std::uint64_t, std::uint64_t>{2'400, replicates / 5},
                                     {16'384, replicates / 5},
                                     {1'200'000, replicates / 50}}) {
    SimulationPlan plan{5, 0, trials, runs, 5'000'000'000 + trials, threads};
    if (runs == 0) continue;
    for (const NamedDistribution& distribution : distributions_for_coverage(5)) {
      plan.shuffle = {};
      failures += print(check_coverage(plan, distribution));
      plan.shuffle = distribution.shuffle;
      if (!plan.shuffle.empty()) failures += print(check_coverage(plan, distribution));
    }
  }
  return failures;
}

int check_powers(std::uint64_t replicates) {
  int failures = 0;
  std::uint64_t power_seed = 30;
  for (const PowerPlan& plan : power_plans()) {
    failures += print({check_power(plan, replicates, power_seed++, threads)});
  }
  return failures;
}

int check_family_coverages(std::uint64_t replicates) {
  int failures = 0;
  for (const FamilyCoveragePlan& plan : {
           FamilyCoveragePlan{13, 2'400, replicates / 10, 6'000'000'000, threads},
           // The fewest trials that bound hands of five of thirteen cards, and hole cards of 52.
           FamilyCoveragePlan{13, 6'435, replicates / 50, 8'000'000'000, threads},
           FamilyCoveragePlan{52, 6'630, replicates / 100, 7'000'000'000, threads},
           // And those that bound flops and hands of five, of which there are 22,100 and 2,598,960.
           FamilyCoveragePlan{52, 110'500, replicates / 1'000, 9'000'000'000, threads},
           FamilyCoveragePlan{52, 13'000'000, replicates / 5'000, 10'000'000'000, threads, 4},
       }) {
    const std::vector<MixedDistribution> distributions = distributions_for_family_coverage(plan.deck_size);
    for (std::size_t distribution = 0; distribution < distributions.size() && plan.replicates > 0;
         distribution += plan.distributions_apart) {
      failures += print(check_family_coverage(plan, distributions[distribution]));
    }
  }
  return failures;
}

int check_seed_spaces(std::uint64_t replicates) {
  int failures = 0;
  for (const SeedSpacePlan& plan : seed_space_plans(replicates / 5)) {
    failures += print(check_seed_space(plan, threads));
  }
  return failures;
}

int check_all_long_runs(std::uint64_t replicates) {
  int failures = 0;
  std::vector<QuantileLine> quantiles;
  const std::uint64_t long_runs = std::max(std::min<std::uint64_t>(200, replicates), replicates / 100);
  for (const LongRunsPlan& plan : {
           LongRunsPlan{"inside-out", 4, 64, long_runs, 21'000, threads},
           LongRunsPlan{"durstenfeld", 5, 256, long_runs, 22'000, threads},
           LongRunsPlan{"fisher-yates", 8, 64, long_runs, 23'000, threads},
       }) {
    LongRunsResult result = check_long_runs(plan);
    failures += print(result.checks);
    std::ranges::move(result.quantiles, std::back_inserter(quantiles));
  }
  print(quantiles);
  return failures;
}

bool read(std::string_view text, std::uint64_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size();
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t replicates = 100'000, first = 1, last = 0;
  bool understood = argc <= 4;
  if (argc > 1) understood = understood && read(argv[1], replicates) && replicates >= 20;
  if (argc > 2) understood = understood && read(argv[2], first);
  if (argc > 3) understood = understood && read(argv[3], last) && last >= first;
  if (!understood) {
    fmt::print(stderr, "usage: fairshuffle_calibration [replicates, at least 20 [first [last]]]\n");
    return 2;
  }

  fmt::print("{:<64} {:>10} {:>10} {:>7} {:>9}\n", "promise", "promised", "observed", "z", "p");
  int failures = check_fair_plans(replicates, first, last);
  if (last != 0) return ended(failures);
  for (const auto check : {check_far_tails, check_coverages, check_powers, check_family_coverages,
                           check_seed_spaces, check_all_long_runs}) {
    failures += check(replicates);
  }
  return ended(failures);
}
