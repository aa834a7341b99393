#include "harness/report/law_check.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/record/p_words.hpp"
#include "core/statistics/birthday.hpp"
#include "core/statistics/goodness_of_fit.hpp"
#include "core/statistics/tail.hpp"
#include "harness/report/claimed_law.hpp"

namespace fairshuffle {

namespace {

/// One test of the counts against what is claimed.
struct Fit {
  std::string where;
  std::string by;
  bool possible = true;  ///< false: something came that never can
  TailProbability tail{};
};

void take(const GoodnessOfFit& fit, Fit& into) {
  into.possible = into.possible && fit.possible;
  const double log10_p = fit.upper_tail.log10_p / 2;
  if (log10_p < into.tail.log10_p) into.tail = {std::pow(10, log10_p), log10_p};
}

void add_invalid(const TargetRecord& record, std::vector<Fit>& fits) {
  if (record.evidence.invalid_trials == 0) return;
  fits.push_back(
      {.where = "/evidence/invalid/count", .by = "which deals every card once", .possible = false});
}

double log10_of_fair_over(const NumericLaw& law, std::span<const std::uint64_t> counts) {
  const double fair = 1 / static_cast<double>(counts.size());
  double sum = 0;
  for (std::size_t order = 0; order < counts.size(); ++order) {
    if (counts[order] > 0) {
      sum += static_cast<double>(counts[order]) * std::log10(fair / law.probability[order]);
    }
  }
  return sum;
}

void add_orders(const NumericLaw& law, const Tally& tally, std::span<const std::uint64_t> counts,
                std::vector<Fit>& fits) {
  Fit orders{.where = "/evidence/orders", .by = "by its exact law"};
  take(goodness_of_fit(counts, law.probability, law.error), orders);
  const bool possible = orders.possible;
  fits.push_back(std::move(orders));
  if (!possible) return;
  const double against = log10_of_fair_over(law, counts);
  if (against > 0) {
    fits.push_back({.where = "/evidence/orders",
                    .by = "by its exact law: fair decks are likelier",
                    .tail = {std::pow(10, -against), -against}});
  }
  std::vector<double> fixed(tally.fixed_points.by_value().size()), cycles(tally.cycles.by_value().size());
  std::vector<Card> order = order_of_rank(0, law.deck_size);
  for (const double probability : law.probability) {
    fixed[static_cast<std::size_t>(fixed_points(order))] += probability;
    cycles[static_cast<std::size_t>(cycle_count(order))] += probability;
    to_next_order(order);
  }
  // Sums of terms above 0, so that a 0 is one.
  for (const auto& [by, counted, due] :
       {std::tuple("by how many cards its law leaves where they were", tally.fixed_points.by_value(), &fixed),
        std::tuple("by how many cycles its law makes", tally.cycles.by_value(), &cycles)}) {
    Fit fit{.where = "/evidence/orders", .by = by};
    take(goodness_of_fit(counted, *due), fit);
    fits.push_back(std::move(fit));
  }
}

// Each row is of independent trials, and so is each column; they depend on each other.
void add_positions(const std::vector<std::vector<double>>& law, const PositionCounts& counted,
                   const std::string& where, std::vector<Fit>& fits) {
  const int n = counted.deck_size();
  for (const bool of_card : {false, true}) {
    for (int line = 0; line < n; ++line) {
      std::vector<std::uint64_t> counts;
      std::vector<double> due;
      for (int cell = 0; cell < n; ++cell) {
        const int position = of_card ? cell : line, card = of_card ? line : cell;
        counts.push_back(counted.at(position, card));
        due.push_back(law[static_cast<std::size_t>(position)][static_cast<std::size_t>(card)]);
      }
      Fit fit{.where = where,
              .by = of_card ? fmt::format("by where its law takes card {}", line)
                            : fmt::format("by what its law puts at position {}", line)};
      take(goodness_of_fit(counts, due), fit);
      fits.push_back(std::move(fit));
    }
  }
}

void add_tests(const TargetRecord& record, const ClaimedLaw& law, std::vector<Fit>& fits) {
  for (std::size_t index = 0; index < record.tests.size(); ++index) {
    const TestRecord& test = record.tests[index];
    // Blocks of the same decks have orders that come again, which no law of single decks rules out.
    if (!test.applied || (law.blocks_may_be_same && test.test == birthday_test.name)) continue;
    fits.push_back({.where = fmt::format("/tests/{}", index),
                    .by = fmt::format("which is fair, by the test {}", test.name),
                    .tail = {test.p_value, test.log10_p}});
  }
}

}  // namespace

std::optional<Contradiction> contradiction_of_law(const TargetRecord& record, const Tally& tally,
                                                  std::uint64_t run_seed) {
  const std::optional<ClaimedLaw> law = claimed_law(record, run_seed);
  if (!law) return std::nullopt;
  std::vector<Fit> fits;
  if (law->valid) add_invalid(record, fits);
  if (tally.trials > 0) {
    if (law->orders) add_orders(*law->orders, tally, record.evidence.orders, fits);
    if (!law->positions.empty()) {
      // Of decks whose orders are counted they follow from these, and are told as a finding.
      const char* const where = record.evidence.positions.empty() ? "/positions" : "/evidence/positions";
      add_positions(law->positions, tally.positions, where, fits);
    }
    if (law->fair) add_tests(record, *law, fits);
  }
  const auto worst = std::ranges::find_if(fits, [&](const Fit& fit) {
    return !fit.possible || times(fit.tail, static_cast<double>(fits.size())).p < impossible_p;
  });
  if (worst == fits.end()) return std::nullopt;
  // Half the smallest logarithm that a tail has: no more is known of it.
  const bool is_beyond = worst->tail.log10_p <= smallest_log10_p / 2;
  const std::string found = !worst->possible ? "what it cannot give came"
                            : is_beyond      ? fmt::format("p < 1e{:.0f}", smallest_log10_p / 2)
                                             : p_statement(worst->tail.p, worst->tail.log10_p);
  return Contradiction{worst->where,
                       fmt::format("cannot come from {}, {} ({})", record.name, worst->by, found)};
}

}  // namespace fairshuffle
