#include "core/tally/coded.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/tally/permutation_counts.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

void CountsWriter::hand_over() {
  put_(bytes_);
  bytes_.clear();
}

void CountsWriter::text(std::string_view text) {
  number(text.size());
  hand_over();
  put_(text);
}

void CountsWriter::Table::hand_over() {
  const auto filled =
      static_cast<std::size_t>(std::ranges::count_if(held_, [](auto count) { return count != 0; }));
  // What a row begins with takes two bytes more than a cell by itself.
  const bool is_row = 2 * filled > held_.size() + 2;
  for (std::size_t index = 0; index < held_.size() && (!is_row || index == 0); ++index) {
    if (held_[index] == 0) continue;
    writer_.number(2 * (first_ + index + 1 - next_) + (is_row ? 1 : 0));
    writer_.number(held_[index]);
    next_ = first_ + index + 1;
  }
  if (is_row) {
    writer_.number(held_.size() - 1);
    for (std::size_t index = 1; index < held_.size(); ++index) {
      const std::uint64_t before = held_[index - 1], count = held_[index];
      writer_.number(count >= before ? 2 * (count - before) : 2 * (before - count) - 1);
    }
    next_ = first_ + held_.size();
  }
  held_.clear();
}

std::string CountsReader::text(std::size_t most_bytes) {
  std::size_t left = number(most_bytes);
  std::string text;
  while (left > 0) {
    if (bytes_.empty()) take_more();
    const std::size_t size = std::min(left, bytes_.size());
    text += bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    left -= size;
  }
  return text;
}

bool CountsReader::at_end() {
  if (bytes_.empty()) bytes_ = take_();
  return bytes_.empty();
}

void CountsReader::take_more() {
  bytes_ = take_();
  if (bytes_.empty()) throw CodedCountsError("break off");
}

void CountsReader::refuse_cells() {
  throw CodedCountsError("have more cells than there are");
}

void CountsReader::refuse_number(std::uint64_t value, std::uint64_t most) {
  throw CodedCountsError("hold " + std::to_string(value) + " where at most " + std::to_string(most) +
                         " can be");
}

// What a tally holds, as bytes and back. Everything is written, and what is empty takes a byte.

namespace {

constexpr std::size_t longest_witness_row = 4096;

// Calls visit(cells) for the cells of each kind of counts that there is, in one order.
template <class Counts, class Visit>
void visit_cells(Counts& counts, const Visit& visit) {
  const auto visit_each = [&visit](auto& kind) {
    using Kind = std::remove_const_t<std::remove_reference_t<decltype(kind)>>;
    if constexpr (std::is_same_v<Kind, Tables>) {
      for (auto& table : kind.all()) visit(std::span(table.cells));
    } else if constexpr (std::is_same_v<Kind, BetCounts>) {
      for (auto& bet : kind.all()) visit(std::span(bet.by_value));
    } else if constexpr (std::is_base_of_v<CountTable, Kind>) {
      visit(kind.cells());
    } else {
      visit(std::span(kind));
    }
  };
  detail::for_each_counts(visit_each, counts);
}

// All but the permutations.
void write_tally(CountsWriter& writer, const Tally& tally) {
  const auto write = [&writer](std::span<const std::uint64_t> cells) { writer.table(cells); };
  writer.number(tally.repeats.pairs);
  writer.number(tally.repeats.equal);
  visit_cells(tally, write);
  writer.number(tally.successive.pairs);
  visit_cells(tally.successive, write);
}

void add_coded_tally(CountsReader& reader, Tally& tally) {
  const auto add = [&reader](std::span<std::uint64_t> cells) { reader.add_table(cells); };
  tally.repeats.pairs += reader.number();
  tally.repeats.equal += reader.number();
  visit_cells(tally, add);
  tally.successive.pairs += reader.number();
  visit_cells(tally.successive, add);
}

void write_witness(CountsWriter& writer, const Witness& witness) {
  writer.number(witness.trial);
  writer.number(witness.permutation.size());
  for (const WideCard card : witness.permutation) writer.number(card);
  writer.text(witness.row);
}

Witness read_witness(CountsReader& reader) {
  Witness witness{.trial = reader.number(), .permutation = {}};
  const std::uint64_t cards = reader.number(largest_deck_size);
  for (std::uint64_t card = 0; card < cards; ++card) {
    witness.permutation.push_back(static_cast<WideCard>(reader.number(std::numeric_limits<WideCard>::max())));
  }
  witness.row = reader.text(longest_witness_row);
  return witness;
}

}  // namespace

void KeptPermutations::write(CountsWriter& writer) const {
  KeptPermutations whole = *this;
  whole.bring_together();
  writer.number(whole.one_in_);
  writer.number(whole.trials_);
  writer.table(std::span<const std::uint64_t>(whole.first_repeats_));
  writer.number(whole.entries_.size());
  // They ascend, the lowest bits of all are 0, and hardly any came again.
  std::uint64_t high = 0;
  for (const KeptPermutation& entry : whole.entries_) {
    writer.number(entry.permutation.high - std::exchange(high, entry.permutation.high));
    writer.number(entry.permutation.low / whole.one_in_);
    writer.number(entry.first);
    writer.number(entry.count - 1);
    if (entry.count > 1) writer.number(entry.last - entry.first);
  }
}

void KeptPermutations::merge(CountsReader& reader) {
  constexpr std::uint64_t any = std::numeric_limits<std::uint64_t>::max();
  KeptPermutations other = beside();
  const std::uint64_t one_in = reader.number();
  if (!std::has_single_bit(one_in)) throw CodedCountsError("keep one permutation in no power of two");
  other.one_in_ = std::max(one_in_, one_in);
  other.trials_ = reader.number();
  reader.table(first_repeats_.size(), largest_count, [&other](std::uint64_t zeros, std::uint64_t trial) {
    other.repeat_at(static_cast<int>(zeros), trial);
  });
  const std::uint64_t entries = reader.number(2 * slots_);
  std::uint64_t high = 0;
  for (std::uint64_t index = 0; index < entries; ++index) {
    KeptPermutation& entry = other.entries_.emplace_back();
    entry.permutation.high = high += reader.number(any);
    entry.permutation.low = reader.number(any / one_in) * one_in;
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
  trials_ += reader.number(PairPositions::max_trials);
  if (trials_ > PairPositions::max_trials) throw CodedCountsError("have more trials of pairs than fit");
  reader.table(cells_.size(), PairPositions::max_trials, [this](std::uint64_t cell, std::uint64_t count) {
    cells_[cell] += static_cast<std::uint32_t>(count);
  });
}

void RunningTally::write(CountsWriter& writer) const {
  writer.number(counted().trials);
  writer.number(invalid_trials_);
  writer.number(witnesses_.size());
  for (const Witness& witness : witnesses_) write_witness(writer, witness);
  write_tally(writer, tally_);
  if (permutations_) {
    CountsWriter::Table table(writer);
    for_each_permutation(
        *permutations_, nullptr,
        [&table](std::uint64_t rank, std::uint64_t count, std::uint64_t) { table.cell(rank, count); });
    table.end();
  }
  if (kept_permutations_) kept_permutations_->write(writer);
  if (pair_positions_) pair_positions_->write(writer);
  if (first_decks_) first_decks_->write(writer);
}

void RunningTally::merge(CountsReader& reader) {
  settle();
  const std::uint64_t trials = reader.number();
  tally_.trials += trials;
  invalid_trials_ += reader.number();
  const std::uint64_t witnesses = reader.number(most_witnesses);
  for (std::uint64_t index = 0; index < witnesses; ++index) add_witness(read_witness(reader));
  add_coded_tally(reader, tally_);
  if (permutations_) {
    permutations_->make_room(tally_.trials);
    reader.table(permutations_->permutations(), largest_count,
                 [this](std::uint64_t rank, std::uint64_t count) { permutations_->add(rank, count); });
  }
  if (kept_permutations_) kept_permutations_->merge(reader);
  if (pair_positions_) pair_positions_->merge(reader);
  if (first_decks_) first_decks_->merge(reader);
}

}  // namespace fairshuffle
