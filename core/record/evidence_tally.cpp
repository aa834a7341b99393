#include "core/record/evidence_tally.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <span>
#include <stdexcept>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/record/bet_check.hpp"
#include "core/record/evidence_check.hpp"
#include "core/tally/derive.hpp"

namespace fairshuffle {

namespace {

using Table = std::vector<std::vector<std::uint64_t>>;

std::vector<std::uint64_t> copied(std::span<const std::uint64_t> counts) {
  return {counts.begin(), counts.end()};
}

// [card][what follows it], in the last row and column the ends of the deck.
Table by_card(const NeighbourCounts& neighbours, int deck_size) {
  Table table;
  for (int card = 0; card <= deck_size; ++card) {
    auto& row = table.emplace_back();
    for (int next = 0; next <= deck_size; ++next) row.push_back(card == next ? 0 : neighbours.at(card, next));
  }
  return table;
}

NamedCounts named(const Tables& tables) {
  NamedCounts counts;
  for (const Tables::Table& table : tables.all()) {
    if (table.cells.size() <= most_cells_in_evidence) counts.emplace(table.info->name, table.cells);
  }
  return counts;
}

OrderHistogram histogram_of(std::span<const std::uint64_t> cells) {
  std::map<std::uint64_t, std::uint64_t> rare;
  // Counts of a fair deck lie close together: a map of them all would be slow.
  std::vector<std::uint64_t> low(65'536);
  for (const std::uint64_t count : cells) ++(count < low.size() ? low[count] : rare[count]);
  OrderHistogram histogram;
  for (std::uint64_t count = 1; count < low.size(); ++count) {
    if (low[count] > 0) histogram.push_back({count, low[count]});
  }
  for (const auto& [count, equal] : rare) histogram.push_back({count, equal});
  return histogram;
}

NamedHistograms histograms_of(const Tables& tables) {
  NamedHistograms histograms;
  for (const Tables::Table& table : tables.all()) {
    if (table.cells.size() <= most_cells_in_evidence) continue;
    histograms.emplace(table.info->name, histogram_of(table.cells));
  }
  return histograms;
}

Table rows_of(std::span<const std::uint64_t> cells, std::size_t row_size) {
  Table rows;
  for (; !cells.empty(); cells = cells.subspan(row_size)) rows.push_back(copied(cells.first(row_size)));
  return rows;
}

std::vector<std::uint64_t> flat(const Table& rows) {
  std::vector<std::uint64_t> cells;
  for (const auto& row : rows) cells.insert(cells.end(), row.begin(), row.end());
  return cells;
}

MakeupEvidence makeup_evidence(const MakeupCounts& counts) {
  return {.sites = rows_of(counts.sites(), counts.symbols()),
          .neighbours = rows_of(counts.neighbours(), counts.symbols() + 1),
          .together = copied(counts.together()),
          .arrangements = copied(counts.arrangements())};
}

void copy_bets(const Tally& whole, Evidence& evidence) {
  for (const BetCounts::Counted& counted : whole.bets.all()) {
    evidence.bets.emplace(counted.bet.name, counted.by_value);
  }
}

void copy_tables(const Tally& whole, Evidence& evidence) {
  copy_bets(whole, evidence);
  if (whole.makeup) {
    evidence.makeup = makeup_evidence(*whole.makeup);
    return;
  }

  evidence.positions = whole.positions.by_position();
  evidence.neighbours = by_card(whole.neighbours, whole.deck_size);
  evidence.fixed_points = copied(whole.fixed_points.by_value());
  evidence.cycles = copied(whole.cycles.by_value());
  evidence.parity = copied(whole.parity.by_value());
  if (whole.subsets) evidence.subsets = copied(whole.subsets->by_rank());
  evidence.tables = named(whole.tables);
  evidence.table_histograms = histograms_of(whole.tables);
}

QuotientSampleEvidence sample_evidence(const QuotientSample& sample) {
  return {.fixed_points = copied(sample.fixed_points.by_value()), .cycles = copied(sample.cycles.by_value())};
}

QuotientEvidence quotient_evidence(const QuotientCounts& counts) {
  if (counts.pairs == 0) return {};
  QuotientEvidence evidence{.pairs = counts.pairs,
                            .orders = counts.orders,
                            .positions = {},
                            .fixed_points = {},
                            .cycles = {},
                            .parity = {},
                            .tables = named(counts.tables),
                            .successive = sample_evidence(counts.successive),
                            .apart = sample_evidence(counts.apart)};
  if (!counts.orders.empty()) return evidence;
  evidence.positions = counts.positions.by_position();
  evidence.fixed_points = copied(counts.fixed_points.by_value());
  evidence.cycles = copied(counts.cycles.by_value());
  evidence.parity = copied(counts.parity.by_value());
  return evidence;
}

// The first witnesses of both halves.
void copy_witnesses(const TallyHalves& halves, Evidence& evidence) {
  for (const RunningTally* half : {&halves.first, &halves.second}) {
    for (const Witness& witness : half->witnesses()) {
      evidence.witnesses.push_back({.trial = witness.trial,
                                    .order = {witness.order.begin(), witness.order.end()},
                                    .row = witness.row});
    }
  }
  std::ranges::stable_sort(evidence.witnesses, {}, &WitnessRecord::trial);
  if (evidence.witnesses.size() > RunningTally::most_witnesses) {
    evidence.witnesses.resize(RunningTally::most_witnesses);
  }
}

void add_numbers(const std::vector<std::uint64_t>& by_value, NumberCounts& counts) {
  for (std::size_t value = 0; value < by_value.size(); ++value) {
    counts.add(static_cast<int>(value), by_value[value]);
  }
}

void add_positions(const Table& table, PositionCounts& positions) {
  for (std::size_t position = 0; position < table.size(); ++position) {
    for (std::size_t card = 0; card < table.size(); ++card) {
      positions.add_at(position, card, table[position][card]);
    }
  }
}

void add_sample(const QuotientSampleEvidence& evidence, QuotientSample& sample) {
  add_numbers(evidence.fixed_points, sample.fixed_points);
  add_numbers(evidence.cycles, sample.cycles);
}

void add_named(const NamedCounts& counts, Tables& tables) {
  for (const auto& [name, cells] : counts) tables.add_cells(name, cells);
}

// Which cell has which count is not known: they are filled from the first one on. Precondition: as many cells
// as the histogram has, or more.
void add_histograms(const NamedHistograms& histograms, Tables& tables) {
  for (const TableInfo* info : tables.asked()) {
    const auto found = histograms.find(std::string(info->name));
    if (found == histograms.end()) continue;
    std::vector<std::uint64_t> cells(tables.of(*info).size());
    auto next = cells.begin();
    for (const EqualCounts& equal : found->second) {
      next = std::fill_n(next, static_cast<std::ptrdiff_t>(equal.orders), equal.count);
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

void add_quotients(const QuotientEvidence& evidence, QuotientCounts& counts) {
  counts.pairs = evidence.pairs;
  if (!evidence.orders.empty()) counts.orders = evidence.orders;
  add_positions(evidence.positions, counts.positions);
  add_numbers(evidence.fixed_points, counts.fixed_points);
  add_numbers(evidence.cycles, counts.cycles);
  add_numbers(evidence.parity, counts.parity);
  add_named(evidence.tables, counts.tables);
  add_sample(evidence.successive, counts.successive);
  add_sample(evidence.apart, counts.apart);
}

void add_bets(const Evidence& evidence, Tally& tally) {
  for (std::size_t bet = 0; bet < tally.bets.all().size(); ++bet) {
    tally.bets.add_counts(bet, evidence.bets.at(tally.bets.all()[bet].bet.name));
  }
}

void add_tables(const Evidence& evidence, Tally& tally) {
  add_bets(evidence, tally);
  if (evidence.makeup) {
    const MakeupEvidence& counts = *evidence.makeup;
    tally.makeup->add_counts(flat(counts.sites), flat(counts.neighbours), counts.together,
                             counts.arrangements);
    return;
  }
  add_positions(evidence.positions, tally.positions);
  for (std::size_t card = 0; card < evidence.neighbours.size(); ++card) {
    for (std::size_t next = 0; next < evidence.neighbours.size(); ++next) {
      tally.neighbours.add_at(card, next, evidence.neighbours[card][next]);
    }
  }
  add_numbers(evidence.fixed_points, tally.fixed_points);
  add_numbers(evidence.cycles, tally.cycles);
  add_numbers(evidence.parity, tally.parity);
  add_named(evidence.tables, tally.tables);
  add_histograms(evidence.table_histograms, tally.tables);
  for (std::size_t rank = 0; rank < evidence.subsets.size(); ++rank) {
    tally.subsets->add_to_rank(rank, evidence.subsets[rank]);
  }
}

void derive_tables(const Evidence& evidence, Tally& tally) {
  const auto orders = std::make_shared<OrderCounts>(tally.deck_size);
  for (std::uint64_t rank = 0; rank < evidence.orders.size(); ++rank) {
    if (evidence.orders[rank] > 0) orders->add(rank, evidence.orders[rank]);
  }
  derive_from_orders(*orders, tally);
  tally.orders.emplace(orders);
}

// All kinds filled in but those of both halves together.
Tally with_all_counted(const RunningTally& half) {
  if (half.counts_orders()) return half.complete();
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
  QuotientCounts quotients = first.quotients, of_second = second.quotients;
  quotients.settle();
  of_second.settle();
  quotients.merge(of_second);
  evidence.quotients = quotient_evidence(quotients);
  copy_witnesses(halves, evidence);
  if (first.orders && first.deck_size <= largest_counted_deck_size) {
    evidence.orders = CountedOrders(*first.orders, *second.orders).by_rank();
    return evidence;
  }
  Tally whole = with_all_counted(halves.first);
  whole.merge_without_orders(with_all_counted(halves.second));
  copy_tables(whole, evidence);
  if (first.orders) evidence.order_histogram = order_histogram(CountedOrders(*first.orders, *second.orders));
  return evidence;
}

EvidenceTally tally_of(const PlannedTarget& target, const Evidence& evidence) {
  EvidenceTally result;
  const Makeup& makeup = target.target.makeup;
  if (!makeup.is_plain() && !is_makeup(makeup, target.target.deck_size)) {
    result.contradictions.push_back(
        {"/target",
         fmt::format("has kinds, or a deal, that no deck of {} cards has", target.target.deck_size)});
    return result;
  }
  try {
    result.tally.emplace(
        target.target.deck_size, target.target.marked,
        OnRequest{
            .tables = asked_in(evidence), .bets = target.bets, .pairs = target.pairs, .makeup = makeup});
  } catch (const std::invalid_argument&) {
    result.contradictions.push_back(
        {"/target/marked", fmt::format("is {}, which cannot be watched in a deck of {} cards",
                                       target.target.marked, target.target.deck_size)});
    return result;
  }
  Tally& tally = *result.tally;
  result.contradictions =
      contradictions_of(counted_deck(target), tally.subsets ? tally.subsets->by_rank().size() : 0, evidence);
  check_bets(target, evidence, result.contradictions);
  if (!result.contradictions.empty()) {
    result.tally.reset();
    return result;
  }
  tally.trials = evidence.trials - evidence.invalid_trials;
  tally.repeats = evidence.repeats;
  tally.birthday = evidence.birthday;
  tally.pair_positions = evidence.pair_positions;
  add_quotients(evidence.quotients, tally.quotients);
  if (!target.facts.orders_counted) {
    add_tables(evidence, tally);
  } else if (target.target.deck_size <= largest_counted_deck_size) {
    derive_tables(evidence, tally);
  } else {
    add_tables(evidence, tally);
    tally.order_histogram = evidence.order_histogram;
  }
  if (tally.counts_orders()) tally.birthday = tally.birthday_of_counted_orders();
  return result;
}

}  // namespace fairshuffle
