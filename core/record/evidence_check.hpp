// Do the counts of an evidence add up?
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/record/evidence.hpp"
#include "core/record/plan.hpp"
#include "core/statistics/test_result.hpp"
#include "core/tally/tables/tables.hpp"

namespace fairshuffle {

/// What the counts say against the target's deck and against each other; nothing where a tally can be made of
/// them. empty: a tally of the deck in which nothing is counted, which has as many cells of each kind as are
/// due.
std::vector<Contradiction> contradictions_of(const PlannedTarget& target, const Tally& empty,
                                             const Evidence& evidence);

// The parts of it that stand apart. Each adds what it finds.

/// What contradicts itself in the tables at `where`, and the histograms of the others at table_histograms
/// beside it: where `due`, one of each kind that every run counts is, and those on request may be there, of
/// so many trials; elsewhere none.
void check_tables(int deck_size, Tables::Of of, bool due, std::uint64_t trials, const NamedCounts& tables,
                  const NamedHistograms& histograms, const std::string& where,
                  std::vector<Contradiction>& contradictions);

/// What the birthday counts have against the deck, each other and the repeats.
void check_birthday(const CountedDeck& deck, const Evidence& evidence,
                    std::vector<Contradiction>& contradictions);

/// What the pair positions have against the deck, the valid trials, each other and the positions, which are
/// taken to be right. `valid`: valid trials.
void check_pair_positions(const CountedDeck& deck, std::uint64_t valid, const Evidence& evidence,
                          std::vector<Contradiction>& contradictions);

/// What the counts of the target's bets say against them, against the trials and against the positions: a
/// card that is bet on lies in a place of the bet as often as the counts of both say. Where permutations are
/// counted and kept there are none.
void check_bets(const PlannedTarget& target, const Evidence& evidence,
                std::vector<Contradiction>& contradictions);

// Sums of counts that others wrote.

/// The most trials that a report may hold.
inline constexpr std::uint64_t most_counted = std::uint64_t{1} << 53;

/// The sum of the counts. It stops above most_counted, so that none goes past 64 bits: then it is any number
/// above that.
inline std::uint64_t sum_of_counts(std::span<const std::uint64_t> counts) {
  std::uint64_t sum = 0;
  for (auto count = counts.begin(); count != counts.end() && sum <= most_counted; ++count) {
    sum += std::min(*count, most_counted + 1);
  }
  return sum;
}

/// What counts have against being so many, and against their sum, as the end of a sentence; empty where
/// nothing.
std::string why_no_counts(std::span<const std::uint64_t> counts, std::uint64_t size, std::uint64_t sum);

/// What a histogram at `where` has against being one of at most so many cells that hold so many trials.
void check_histogram(const std::string& where, const PermutationHistogram& histogram, std::uint64_t cells,
                     std::uint64_t trials, std::vector<Contradiction>& contradictions);

}  // namespace fairshuffle
