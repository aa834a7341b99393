// What a tally holds, as bytes and back. Everything is written, and what is empty takes a byte.
#include <algorithm>
#include <bit>
#include <limits>
#include <utility>
#include <vector>

#include "core/tally/coded/counts_reader.hpp"
#include "core/tally/coded/counts_writer.hpp"
#include "core/tally/order_reader.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

namespace {

constexpr std::size_t longest_witness_row = 4096;

using Cells = std::vector<std::uint64_t>;

Cells read_cells(CountsReader& reader, std::size_t size) {
  Cells cells(size);
  reader.add_table(cells);
  return cells;
}

void write_numbers(CountsWriter& writer, const NumberCounts& counts) {
  writer.table(counts.by_value());
}

void add_coded_numbers(CountsReader& reader, NumberCounts& counts) {
  reader.table(counts.by_value().size(), largest_count,
               [&](std::uint64_t value, std::uint64_t count) { counts.add(static_cast<int>(value), count); });
}

void add_coded_positions(CountsReader& reader, PositionCounts& counts) {
  const auto cards = static_cast<std::uint64_t>(counts.deck_size());
  reader.table(cards * cards, largest_count, [&](std::uint64_t cell, std::uint64_t count) {
    counts.add_at(cell / cards, cell % cards, count);
  });
}

void write_coded_tables(CountsWriter& writer, const Tables& tables) {
  for (const Tables::Table& table : tables.all()) writer.table(std::span(std::as_const(table.cells)));
}

void add_coded_tables(CountsReader& reader, Tables& tables) {
  for (const Tables::Table& table : tables.all()) {
    tables.add_cells(table.info->name, read_cells(reader, table.cells.size()));
  }
}

void write_coded_quotients(CountsWriter& writer, const QuotientCounts& counts) {
  writer.number(counts.pairs);
  writer.table(std::span(std::as_const(counts.orders)));
  writer.table(counts.positions.cells());
  write_numbers(writer, counts.fixed_points);
  write_numbers(writer, counts.cycles);
  write_numbers(writer, counts.parity);
  write_coded_tables(writer, counts.tables);
  for (const QuotientSample* sample : {&counts.successive, &counts.apart}) {
    write_numbers(writer, sample->fixed_points);
    write_numbers(writer, sample->cycles);
  }
}

void add_coded_quotients(CountsReader& reader, QuotientCounts& counts) {
  counts.pairs += reader.number();
  reader.add_table(counts.orders);
  add_coded_positions(reader, counts.positions);
  add_coded_numbers(reader, counts.fixed_points);
  add_coded_numbers(reader, counts.cycles);
  add_coded_numbers(reader, counts.parity);
  add_coded_tables(reader, counts.tables);
  for (QuotientSample* sample : {&counts.successive, &counts.apart}) {
    add_coded_numbers(reader, sample->fixed_points);
    add_coded_numbers(reader, sample->cycles);
  }
}

void write_makeup(CountsWriter& writer, const MakeupCounts& counts) {
  for (const auto cells : {counts.sites(), counts.neighbours(), counts.together(), counts.arrangements()}) {
    writer.table(cells);
  }
}

void add_coded_makeup(CountsReader& reader, MakeupCounts& counts) {
  const Cells sites = read_cells(reader, counts.sites().size());
  const Cells neighbours = read_cells(reader, counts.neighbours().size());
  const Cells together = read_cells(reader, counts.together().size());
  counts.add_counts(sites, neighbours, together, read_cells(reader, counts.arrangements().size()));
}

// All but the orders.
void write_tally(CountsWriter& writer, const Tally& tally) {
  writer.number(tally.repeats.pairs);
  writer.number(tally.repeats.equal);
  writer.table(tally.positions.cells());
  writer.table(tally.neighbours.cells());
  write_numbers(writer, tally.fixed_points);
  write_numbers(writer, tally.cycles);
  write_numbers(writer, tally.parity);
  if (tally.subsets) writer.table(tally.subsets->by_rank());
  write_coded_tables(writer, tally.tables);
  for (const BetCounts::Counted& bet : tally.bets.all()) writer.table(std::span(bet.by_value));
  if (tally.makeup) write_makeup(writer, *tally.makeup);
  write_coded_quotients(writer, tally.quotients);
}

void add_coded_tally(CountsReader& reader, Tally& tally) {
  tally.repeats.pairs += reader.number();
  tally.repeats.equal += reader.number();
  add_coded_positions(reader, tally.positions);
  const auto rows = static_cast<std::uint64_t>(tally.neighbours.deck_size()) + 1;
  reader.table(rows * rows, largest_count, [&](std::uint64_t cell, std::uint64_t count) {
    tally.neighbours.add_at(cell / rows, cell % rows, count);
  });
  add_coded_numbers(reader, tally.fixed_points);
  add_coded_numbers(reader, tally.cycles);
  add_coded_numbers(reader, tally.parity);
  if (tally.subsets) {
    reader.table(tally.subsets->by_rank().size(), largest_count,
                 [&](std::uint64_t rank, std::uint64_t count) { tally.subsets->add_to_rank(rank, count); });
  }
  add_coded_tables(reader, tally.tables);
  for (std::size_t bet = 0; bet < tally.bets.all().size(); ++bet) {
    tally.bets.add_counts(bet, read_cells(reader, tally.bets.all()[bet].by_value.size()));
  }
  if (tally.makeup) add_coded_makeup(reader, *tally.makeup);
  add_coded_quotients(reader, tally.quotients);
}

void write_witness(CountsWriter& writer, const Witness& witness) {
  writer.number(witness.trial);
  writer.number(witness.order.size());
  for (const WideCard card : witness.order) writer.number(card);
  writer.text(witness.row);
}

Witness read_witness(CountsReader& reader) {
  Witness witness{.trial = reader.number(), .order = {}};
  const std::uint64_t cards = reader.number(largest_deck_size);
  for (std::uint64_t card = 0; card < cards; ++card) {
    witness.order.push_back(static_cast<WideCard>(reader.number(std::numeric_limits<WideCard>::max())));
  }
  witness.row = reader.text(longest_witness_row);
  return witness;
}

}  // namespace

void KeptOrders::write(CountsWriter& writer) const {
  KeptOrders whole = *this;
  whole.bring_together();
  writer.number(whole.one_in_);
  writer.number(whole.trials_);
  writer.number(whole.entries_.size());
  // They ascend, the lowest bits of all are 0, and hardly any came again.
  std::uint64_t high = 0;
  for (const KeptOrder& entry : whole.entries_) {
    writer.number(entry.order.high - std::exchange(high, entry.order.high));
    writer.number(entry.order.low / whole.one_in_);
    writer.number(entry.first);
    writer.number(entry.count - 1);
    if (entry.count > 1) writer.number(entry.last - entry.first);
  }
}

void KeptOrders::merge(CountsReader& reader) {
  constexpr std::uint64_t any = std::numeric_limits<std::uint64_t>::max();
  KeptOrders other = beside();
  const std::uint64_t one_in = reader.number();
  if (!std::has_single_bit(one_in)) throw CodedCountsError("keep one order in no power of two");
  other.one_in_ = std::max(one_in_, one_in);
  other.trials_ = reader.number();
  const std::uint64_t entries = reader.number(2 * slots_);
  std::uint64_t high = 0;
  for (std::uint64_t index = 0; index < entries; ++index) {
    KeptOrder& entry = other.entries_.emplace_back();
    entry.order.high = high += reader.number(any);
    entry.order.low = reader.number(any / one_in) * one_in;
    entry.first = entry.last = reader.number();
    entry.count = 1 + reader.number();
    if (entry.count > 1) entry.last += reader.number();
  }
  merge(other);
}

void PairPositionCounts::write(CountsWriter& writer) const {
  writer.number(trials_);
  writer.table(cells());
}

void PairPositionCounts::merge(CountsReader& reader) {
  settle();
  trials_ += reader.number(PairPositions::most_trials);
  if (trials_ > PairPositions::most_trials) throw CodedCountsError("have more trials of pairs than fit");
  reader.table(cells_.size(), PairPositions::most_trials, [this](std::uint64_t cell, std::uint64_t count) {
    cells_[cell] += static_cast<std::uint32_t>(count);
  });
}

void RunningTally::write(CountsWriter& writer) const {
  writer.number(counted().trials);
  writer.number(invalid_trials_);
  writer.number(witnesses_.size());
  for (const Witness& witness : witnesses_) write_witness(writer, witness);
  write_tally(writer, tally_);
  if (orders_) {
    CountsWriter::Table table(writer);
    for_each_order(*orders_, nullptr, [&table](std::uint64_t rank, std::uint64_t count, std::uint64_t) {
      table.cell(rank, count);
    });
    table.end();
  }
  if (kept_orders_) kept_orders_->write(writer);
  if (pair_positions_) pair_positions_->write(writer);
}

void RunningTally::merge(CountsReader& reader) {
  settle();
  const std::uint64_t trials = reader.number();
  tally_.trials += trials;
  invalid_trials_ += reader.number();
  const std::uint64_t witnesses = reader.number(most_witnesses);
  for (std::uint64_t index = 0; index < witnesses; ++index) add_witness(read_witness(reader));
  add_coded_tally(reader, tally_);
  if (orders_) {
    orders_->make_room(tally_.trials);
    reader.table(orders_->orders(), largest_count,
                 [this](std::uint64_t rank, std::uint64_t count) { orders_->add(rank, count); });
  }
  if (kept_orders_) kept_orders_->merge(reader);
  if (pair_positions_) pair_positions_->merge(reader);
}

}  // namespace fairshuffle
