#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "core/exact/distribution.hpp"
#include "core/interpret/card_distribution.hpp"
#include "core/interpret/enumerate.hpp"
#include "core/interpret/evolve.hpp"
#include "core/record/deviations.hpp"
#include "core/shuffle/catalogue.hpp"
#include "core/statistics/chi_squared.hpp"
#include "core/statistics/seed_space.hpp"
#include "core/statistics/tail.hpp"
#include "harness/report/report_check.hpp"
#include "harness/targets/builtin/builtin_target.hpp"
#include "harness/whole_file.hpp"

namespace fairshuffle {

namespace {

std::optional<SampleSetup> setup_of(const TargetRecord& record, std::uint64_t run_seed) {
  if (record.target.kind != BuiltinTarget::kind) return std::nullopt;
  try {
    return BuiltinTarget(parse_target_text(record.name), record.target.deck_size, run_seed).setup();
  } catch (const InputError&) {
    return std::nullopt;
  }
}

// With its standard options, and draws that are uniform below every bound.
bool is_fair(const SampleSetup& setup) {
  if (setup.shuffle->truth != Truth::uniform) return false;
  for (std::size_t option = 0; option < setup.options.size(); ++option) {
    if (setup.options[option] != standard_value(setup.shuffle->options[option], setup.deck_size))
      return false;
  }
  DrawWeightsByBound distributions(setup);
  try {
    return std::ranges::all_of(bounds_drawn(setup),
                               [&](std::uint64_t bound) { return distributions.of(bound).uniform(); });
  } catch (const DistributionRefused&) {
    return false;
  }
}

/// What is known of single decks. Trials are independent draws of it.
struct ClaimedDistribution {
  bool fair = false;  ///< every permutation is equally likely, exactly
  /// Blocks may share a seed, and so have the same decks: seeds are few.
  bool blocks_may_be_same = false;
  /// Of decks whose permutations are counted, to nine cards.
  std::optional<NumericDistribution> permutations;
  /// P[position][card]; where it is at hand every trial is a permutation of the deck.
  std::vector<std::vector<double>> positions;
};

/// The largest deck whose distribution of permutations is worked out: of ten cards it takes half a minute.
constexpr int largest_deck_held_to_its_permutations = 9;

void take_fair(int deck_size, bool permutations_wanted, ClaimedDistribution& distribution) {
  distribution.fair = true;
  distribution.positions.assign(static_cast<std::size_t>(deck_size),
                                std::vector(static_cast<std::size_t>(deck_size), 1. / deck_size));
  if (!permutations_wanted) return;
  const std::uint64_t permutations = permutation_count(deck_size);
  distribution.permutations = {
      .deck_size = deck_size,
      .probability = std::vector(permutations, 1 / static_cast<double>(permutations)),
      .invalid = 0,
      .error = 0};
}

void take_permutations(const SampleSetup& setup, ClaimedDistribution& distribution) {
  NumericDistribution permutations = numeric_distribution_of(setup);
  // What is left where some trials are invalid is not held to a distribution.
  if (permutations.invalid > 0) return;
  distribution.positions = position_distribution(permutations);
  distribution.permutations = std::move(permutations);
}

void take_positions(const SampleSetup& setup, ClaimedDistribution& distribution) {
  const CardDistribution cards = card_distribution_of(setup);
  for (auto row = cards.probability.begin(); row != cards.probability.end(); row += setup.deck_size) {
    distribution.positions.emplace_back(row, row + setup.deck_size);
  }
}

/// Nothing where single trials need not follow a distribution that is known: other kinds than the built-in,
/// sources whose structure may show in decks (SourceInfo::ideal), seedings other than per-block and per-run,
/// and names of no target.
std::optional<ClaimedDistribution> claimed_distribution(const TargetRecord& record, std::uint64_t run_seed) {
  const std::optional<SampleSetup> setup = setup_of(record, run_seed);
  // Another deck's distribution says nothing; that the name is another's is told elsewhere.
  if (!setup || setup->deck_size != record.target.deck_size) return std::nullopt;
  const SeedingKind seeding = setup->clock.seeding.kind;
  const bool are_independent = seeding == SeedingKind::per_block || seeding == SeedingKind::per_run;
  if (!setup->source->info.ideal || !are_independent) return std::nullopt;
  ClaimedDistribution distribution;
  distribution.blocks_may_be_same = setup->source->info.seed_bits < 64;
  const bool permutations_wanted =
      record.facts.permutations_counted && setup->deck_size <= largest_deck_held_to_its_permutations;
  try {
    if (is_fair(*setup)) {
      take_fair(setup->deck_size, permutations_wanted, distribution);
    } else if (permutations_wanted && why_no_distribution(*setup).empty()) {
      take_permutations(*setup, distribution);
    } else if (why_no_card_distribution(*setup).empty()) {
      take_positions(*setup, distribution);
    }
  } catch (const DistributionRefused&) {
    // It would take too long: then nothing is known.
  }
  return distribution;
}

/// One test of the counts against what is claimed.
struct Fit {
  std::string where;
  std::string by;
  bool possible = true;  ///< false: something came that never can
  TailProbability tail{};
};

void add_fit(std::string where, std::string by, const GoodnessOfFit& fit, std::vector<Fit>& fits) {
  const double log10_p = fit.upper_tail.log10_p / 2;
  fits.push_back({std::move(where), std::move(by), fit.possible, {std::pow(10, log10_p), log10_p}});
}

double log10_of_fair_over(const NumericDistribution& distribution, std::span<const std::uint64_t> counts) {
  const double fair = 1 / static_cast<double>(counts.size());
  double sum = 0;
  for (std::size_t permutation = 0; permutation < counts.size(); ++permutation) {
    if (counts[permutation] > 0) {
      sum +=
          static_cast<double>(counts[permutation]) * std::log10(fair / distribution.probability[permutation]);
    }
  }
  return sum;
}

void add_permutations(const NumericDistribution& distribution, const Tally& tally,
                      std::span<const std::uint64_t> counts, std::vector<Fit>& fits) {
  add_fit("/evidence/permutations", "by its exact distribution",
          goodness_of_fit(counts, distribution.probability, distribution.error), fits);
  if (!fits.back().possible) return;
  const double against = log10_of_fair_over(distribution, counts);
  if (against > 0) {
    fits.push_back({.where = "/evidence/permutations",
                    .by = "by its exact distribution: fair decks are likelier",
                    .tail = {std::pow(10, -against), -against}});
  }
  std::vector<double> fixed(tally.fixed_points.by_value().size()), cycles(tally.cycles.by_value().size());
  std::vector<Card> permutation = permutation_of_rank(0, distribution.deck_size);
  for (const double probability : distribution.probability) {
    fixed[static_cast<std::size_t>(fixed_points(permutation))] += probability;
    cycles[static_cast<std::size_t>(cycle_count(permutation))] += probability;
    to_next_permutation(permutation);
  }
  // Sums of terms above 0, so that a 0 is one.
  add_fit("/evidence/permutations", "by how many cards its distribution leaves where they were",
          goodness_of_fit(tally.fixed_points.by_value(), fixed), fits);
  add_fit("/evidence/permutations", "by how many cycles its distribution makes",
          goodness_of_fit(tally.cycles.by_value(), cycles), fits);
}

// Each row is of independent trials, and so is each column; they depend on each other.
void add_positions(const std::vector<std::vector<double>>& distribution, const PositionCounts& counted,
                   const std::string& where, std::vector<Fit>& fits) {
  const int n = counted.deck_size();
  for (const bool of_card : {false, true}) {
    for (int line = 0; line < n; ++line) {
      std::vector<std::uint64_t> counts;
      std::vector<double> due;
      for (int cell = 0; cell < n; ++cell) {
        const int position = of_card ? cell : line, card = of_card ? line : cell;
        counts.push_back(counted.at(position, card));
        due.push_back(distribution[static_cast<std::size_t>(position)][static_cast<std::size_t>(card)]);
      }
      add_fit(where,
              of_card ? fmt::format("by where its distribution takes card {}", line)
                      : fmt::format("by what its distribution puts at position {}", line),
              goodness_of_fit(counts, due), fits);
    }
  }
}

void add_tests(const TargetRecord& record, const ClaimedDistribution& distribution, std::vector<Fit>& fits) {
  for (std::size_t index = 0; index < record.tests.size(); ++index) {
    const TestRecord& test = record.tests[index];
    // Blocks of the same decks have permutations that come again, which no distribution of single decks rules
    // out.
    if (!test.applied || (distribution.blocks_may_be_same && test.test == birthday_test.name)) continue;
    fits.push_back({.where = fmt::format("/tests/{}", index),
                    .by = fmt::format("which is fair, by the test {}", test.name),
                    .tail = {test.p_value, test.log10_p}});
  }
}

}  // namespace

std::optional<Contradiction> contradiction_of_distribution(const TargetRecord& record, const Tally& tally,
                                                           std::uint64_t run_seed) {
  const std::optional<ClaimedDistribution> distribution = claimed_distribution(record, run_seed);
  if (!distribution) return std::nullopt;
  std::vector<Fit> fits;
  if (!distribution->positions.empty() && record.evidence.invalid_trials > 0) {
    fits.push_back(
        {.where = "/evidence/invalid/count", .by = "which deals every card once", .possible = false});
  }
  if (tally.trials > 0) {
    if (distribution->permutations)
      add_permutations(*distribution->permutations, tally, record.evidence.permutations, fits);
    if (!distribution->positions.empty()) {
      // Of decks whose permutations are counted they follow from these, and are told as a finding.
      const char* const where = record.evidence.positions.empty() ? "/positions" : "/evidence/positions";
      add_positions(distribution->positions, tally.positions, where, fits);
    }
    if (distribution->fair) add_tests(record, *distribution, fits);
  }
  const auto worst = std::ranges::find_if(fits, [&](const Fit& fit) {
    return !fit.possible || times(fit.tail, static_cast<double>(fits.size())).p < impossible_p;
  });
  if (worst == fits.end()) return std::nullopt;
  const std::string found =
      worst->possible ? p_statement(worst->tail.p, worst->tail.log10_p) : "what it cannot give came";
  return Contradiction{worst->where,
                       fmt::format("cannot come from {}, {} ({})", record.name, worst->by, found)};
}

}  // namespace fairshuffle
