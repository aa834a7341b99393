#include "core/tally/tally.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace fairshuffle {

namespace {
int checked_deck_size(int deck_size) {
  if (deck_size < 1 || deck_size > largest_deck_size) {
    throw std::invalid_argument("Tally: deck_size must be in 1..64, was " + std::to_string(deck_size));
  }
  return deck_size;
}
}  // namespace

Tally::Tally(int deck_size_of_all, int marked)
    : deck_size(checked_deck_size(deck_size_of_all)),
      positions(deck_size),
      neighbours(deck_size),
      fixed_points(deck_size),
      cycles(deck_size),
      parity(1) {
  if (deck_size <= largest_counted_deck_size) orders.emplace(deck_size);
  if (marked > 0) subsets.emplace(deck_size, marked);
}

void Tally::add_to_derived(std::span<const Card> order, std::uint64_t trials_in_order) {
  positions.add(order, trials_in_order);
  neighbours.add(order, trials_in_order);
  fixed_points.add(fairshuffle::fixed_points(order), trials_in_order);
  const int order_cycles = cycle_count(order);
  cycles.add(order_cycles, trials_in_order);
  parity.add((deck_size - order_cycles) % 2, trials_in_order);
  if (subsets) subsets->add(order, trials_in_order);
}

RunningTally::RunningTally(int deck_size, int marked) : tally_(deck_size, marked) {}

void RunningTally::add_without_rank(std::span<const Card> order, std::uint64_t trial) {
  if (order.size() != static_cast<std::size_t>(tally_.deck_size) || !is_order(order))
    return add_invalid(order, trial);
  ++tally_.trials;
  tally_.add_to_derived(order);
  if (!previous_order_.empty()) {
    ++tally_.repeats.pairs;
    tally_.repeats.equal += std::ranges::equal(order, previous_order_);
  }
  previous_order_.assign(order.begin(), order.end());
}

bool RunningTally::add_unlinked(std::span<const Card> order, std::uint64_t trial) {
  if (order.size() != static_cast<std::size_t>(tally_.deck_size) || !is_order(order)) {
    add_invalid(order, trial);
    return false;
  }
  ++tally_.trials;
  if (tally_.orders) {
    tally_.orders->add(rank_of(order));
  } else {
    tally_.add_to_derived(order);
  }
  return true;
}

void RunningTally::add_invalid(std::span<const Card> order, std::uint64_t trial) {
  ++invalid_trials_;
  if (witnesses_.size() < most_witnesses || trial < witnesses_.back().trial) {
    add_witness({trial, {order.begin(), order.end()}});
  }
  begin_stream();
}

void RunningTally::add_witness(Witness witness) {
  const auto after =
      std::upper_bound(witnesses_.begin(), witnesses_.end(), witness.trial,
                       [](std::uint64_t trial, const Witness& kept) { return trial < kept.trial; });
  witnesses_.insert(after, std::move(witness));
  if (witnesses_.size() > most_witnesses) witnesses_.pop_back();
}

void RunningTally::merge(const RunningTally& other) {
  tally_.trials += other.tally_.trials;
  tally_.repeats.merge(other.tally_.repeats);
  if (tally_.orders) {
    tally_.orders->merge(other.tally_.orders.value());
    if (other.tuples_) other.tuples_->add_to(*tally_.orders);
  } else {
    tally_.positions.merge(other.tally_.positions);
    tally_.neighbours.merge(other.tally_.neighbours);
    tally_.fixed_points.merge(other.tally_.fixed_points);
    tally_.cycles.merge(other.tally_.cycles);
    tally_.parity.merge(other.tally_.parity);
    if (tally_.subsets) tally_.subsets->merge(other.tally_.subsets.value());
  }
  invalid_trials_ += other.invalid_trials_;
  for (const Witness& witness : other.witnesses_) add_witness(witness);
}

Tally RunningTally::counted() const {
  Tally counted = tally_;
  if (tuples_) tuples_->add_to(*counted.orders);
  return counted;
}

Tally RunningTally::complete() const {
  Tally complete = counted();
  if (!complete.orders) return complete;
  std::vector<Card> order = order_of_rank(0, complete.deck_size);
  for (const std::uint64_t count : complete.orders->by_rank()) {
    if (count != 0) complete.add_to_derived(order, count);
    to_next_order(order);
  }
  return complete;
}

}  // namespace fairshuffle
