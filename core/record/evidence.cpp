#include "core/record/evidence.hpp"

#include <algorithm>
#include <memory>
#include <span>
#include <stdexcept>
#include <string_view>
#include <type_traits>

#include <fmt/format.h>

#include "core/permutation/permutation.hpp"
#include "core/record/evidence_check.hpp"

namespace fairshuffle {

namespace {

using Counts = std::vector<std::uint64_t>;
using Rows = std::vector<Counts>;

// Counts of a tally as those of an evidence.

void copy(const CountTable& counts, Counts& list) {
  list.assign(counts.cells().begin(), counts.cells().end());
}

void copy(const CountTable& counts, Rows& rows) {
  rows = counts.by_row();
}

void copy(const Counts& counts, Counts& list) {
  list = counts;
}

void copy(const Tables& tables, NamedCounts& named) {
  for (const Tables::Table& table : tables.all()) {
    if (table.cells.size() <= most_cells_in_evidence) named.emplace(table.info->name, table.cells);
  }
}

void copy(const BetCounts& bets, NamedCounts& named) {
  for (const BetCounts::Counted& counted : bets.all()) named.emplace(counted.bet.name, counted.by_value);
}

constexpr auto copy_each = [](const auto& counts, auto& evidence) { copy(counts, evidence); };

// Of a multiset deck there is nothing else.
void copy_kinds(const Tally& whole, Evidence& evidence) {
  if (whole.multiset) evidence.multiset.emplace();
  Tally::for_each(
      [&whole](std::string_view name, const auto& counts, auto& of_evidence) {
        if (whole.multiset && name != "bets" && name != "multiset") return;
        detail::for_each_counts(copy_each, counts, of_evidence);
      },
      whole, evidence);
  for (const Tables::Table& table : whole.tables.all()) {
    if (table.cells.size() <= most_cells_in_evidence) continue;
    evidence.table_histograms.emplace(table.info->name, histogram_of(table.cells));
  }
}

// Where every permutation is counted, tables follow from them.
void copy_successive(const SuccessiveCounts& counts, SuccessiveEvidence& evidence) {
  evidence.pairs = counts.pairs;
  if (counts.pairs == 0) return;
  SuccessiveCounts::for_each(
      [&counts](const char*, const auto& kind, auto& of_evidence) {
        constexpr bool follows = std::is_base_of_v<CountTable, std::remove_cvref_t<decltype(kind)>>;
        if (!follows || counts.permutations.empty()) detail::for_each_counts(copy_each, kind, of_evidence);
      },
      counts, evidence);
}

// The first witnesses of both halves.
void copy_witnesses(const TallyHalves& halves, Evidence& evidence) {
  for (const RunningTally* half : {&halves.first, &halves.second}) {
    for (const Witness& witness : half->witnesses()) {
      evidence.witnesses.push_back({.trial = witness.trial,
                                    .permutation = {witness.permutation.begin(), witness.permutation.end()},
                                    .row = witness.row});
    }
  }
  std::ranges::stable_sort(evidence.witnesses, {}, &WitnessRecord::trial);
  if (evidence.witnesses.size() > RunningTally::most_witnesses) {
    evidence.witnesses.resize(RunningTally::most_witnesses);
  }
}

// The inverse. Preconditions: as many counts as the tally has, or none.

void add(const Counts& list, CountTable& counts) {
  for (std::size_t cell = 0; cell < list.size(); ++cell) counts.add_at(0, cell, list[cell]);
}

void add(const Rows& rows, CountTable& counts) {
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (std::size_t column = 0; column < rows[row].size(); ++column) {
      counts.add_at(row, column, rows[row][column]);
    }
  }
}

void add(const Counts& list, Counts& counts) {
  if (!list.empty()) counts = list;
}

void add(const NamedCounts& named, Tables& tables) {
  for (const auto& [name, cells] : named) tables.add_cells(name, cells);
}

void add(const NamedCounts& named, BetCounts& bets) {
  for (BetCounts::Counted& counted : bets.all()) counted.by_value = named.at(counted.bet.name);
}

constexpr auto add_each = [](auto& counts, const auto& evidence) { add(evidence, counts); };

// Which cell has which count is not known: they are filled from the first one on. Precondition: as many cells
// as the histogram has, or more.
void add_histograms(const NamedHistograms& histograms, Tables& tables) {
  for (const TableInfo* info : tables.asked()) {
    const auto found = histograms.find(std::string(info->name));
    if (found == histograms.end()) continue;
    std::vector<std::uint64_t> cells(tables.of(*info).size());
    auto next = cells.begin();
    for (const EqualCounts& equal : found->second) {
      next = std::fill_n(next, static_cast<std::ptrdiff_t>(equal.permutations), equal.count);
    }
    tables.add_cells(info->name, cells);
  }
}

// The tables on request that an evidence holds.
AskedTables asked_in(const Evidence& evidence) {
  AskedTables asked;
  for (const TableInfo* info : all_tables()) {
    const std::string name(info->name);
    if (info->on_request && (evidence.tables.contains(name) || evidence.table_histograms.contains(name))) {
      asked.push_back(info);
    }
  }
  return asked;
}

void derive_tables(const Evidence& evidence, Tally& tally) {
  const auto permutations = std::make_shared<PermutationCounts>(tally.deck_size);
  for (std::uint64_t rank = 0; rank < evidence.permutations.size(); ++rank) {
    if (evidence.permutations[rank] > 0) permutations->add(rank, evidence.permutations[rank]);
  }
  derive_from_permutations(*permutations, tally);
  tally.permutations.emplace(permutations);
}

// All kinds filled in but those of both halves together.
Tally with_all_counted(const RunningTally& half) {
  if (half.counts_permutations()) return half.complete();
  Tally counted = half.counted();
  counted.settle();
  return counted;
}

}  // namespace

Evidence evidence_of(const TallyHalves& halves) {
  Evidence evidence;
  const Tally &first = halves.first.counted(), &second = halves.second.counted();
  evidence.invalid_trials = halves.invalid_trials();
  evidence.trials = first.trials + second.trials + evidence.invalid_trials;
  evidence.repeats = first.repeats;
  evidence.repeats.merge(second.repeats);
  evidence.birthday = RunningTally::birthday_of(halves.first, halves.second);
  evidence.pair_positions = RunningTally::pair_positions_of(halves.first, halves.second);
  SuccessiveCounts successive = first.successive, of_second = second.successive;
  successive.settle();
  of_second.settle();
  successive.merge(of_second);
  copy_successive(successive, evidence.successive);
  copy_witnesses(halves, evidence);
  if (first.permutations && first.deck_size <= largest_counted_deck_size) {
    evidence.permutations = CountedPermutations(*first.permutations, *second.permutations).by_rank();
    return evidence;
  }
  Tally whole = with_all_counted(halves.first);
  whole.merge_without_permutations(with_all_counted(halves.second));
  copy_kinds(whole, evidence);
  if (first.permutations)
    evidence.permutation_histogram =
        permutation_histogram(CountedPermutations(*first.permutations, *second.permutations));
  return evidence;
}

Evidence with_tables(const Evidence& evidence, int deck_size) {
  const bool are_counted = !evidence.permutations.empty() && deck_size <= largest_counted_deck_size;
  if (!are_counted || evidence.permutations.size() != permutation_count(deck_size)) return evidence;
  Tally tally(deck_size, 0);
  derive_tables(evidence, tally);
  Evidence derived;
  copy_kinds(tally, derived);
  return derived;
}

EvidenceTally tally_of(const PlannedTarget& target, const Evidence& evidence) {
  EvidenceTally result;
  const Multiset& multiset = target.target.multiset;
  if (!multiset.is_plain() && !is_multiset(multiset, target.target.deck_size)) {
    result.contradictions.push_back(
        {"/target",
         fmt::format("has kinds, or a deal, that no deck of {} cards has", target.target.deck_size)});
    return result;
  }
  try {
    result.tally.emplace(
        target.target.deck_size, target.target.marked,
        OnRequest{
            .tables = asked_in(evidence), .bets = target.bets, .pairs = target.pairs, .multiset = multiset});
  } catch (const std::invalid_argument&) {
    result.contradictions.push_back(
        {"/target/marked", fmt::format("is {}, which cannot be watched in a deck of {} cards",
                                       target.target.marked, target.target.deck_size)});
    return result;
  }
  Tally& tally = *result.tally;
  result.contradictions = contradictions_of(target, tally, evidence);
  if (!result.contradictions.empty()) {
    result.tally.reset();
    return result;
  }
  tally.trials = evidence.trials - evidence.invalid_trials;
  tally.repeats = evidence.repeats;
  tally.birthday = evidence.birthday;
  tally.pair_positions = evidence.pair_positions;
  tally.successive.pairs = evidence.successive.pairs;
  detail::for_each_counts(add_each, tally.successive, evidence.successive);
  const bool permutations_counted = target.facts.permutations_counted;
  if (permutations_counted && target.target.deck_size <= largest_counted_deck_size) {
    derive_tables(evidence, tally);
  } else {
    detail::for_each_counts(add_each, tally, evidence);
    add_histograms(evidence.table_histograms, tally.tables);
    if (permutations_counted) tally.permutation_histogram = evidence.permutation_histogram;
  }
  if (tally.counts_permutations()) tally.birthday = tally.birthday_of_counted_permutations();
  return result;
}

}  // namespace fairshuffle
