#include "core/tally/tally.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

#include "core/order/ranks.hpp"
#include "core/tally/derive.hpp"

namespace fairshuffle {

namespace {
int checked_deck_size(int deck_size) {
  if (deck_size < 1 || deck_size > largest_deck_size) {
    throw std::invalid_argument("Tally: deck_size must be in 1..64, was " + std::to_string(deck_size));
  }
  return deck_size;
}

std::shared_ptr<OrderCounts> order_counts(int deck_size, std::optional<OrderCounting> counting) {
  return counting ? std::make_shared<OrderCounts>(deck_size, *counting) : nullptr;
}
}  // namespace

Tally::Tally(int deck_size_of_all, int marked)
    : deck_size(checked_deck_size(deck_size_of_all)),
      positions(deck_size),
      neighbours(deck_size),
      fixed_points(deck_size),
      cycles(deck_size),
      parity(1) {
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

void Tally::merge_without_orders(const Tally& other) {
  trials += other.trials;
  positions.merge(other.positions);
  neighbours.merge(other.neighbours);
  fixed_points.merge(other.fixed_points);
  cycles.merge(other.cycles);
  parity.merge(other.parity);
  repeats.merge(other.repeats);
  if (subsets) subsets->merge(other.subsets.value());
}

RunningTally::RunningTally(int deck_size, int marked, std::optional<OrderCounting> counting)
    : RunningTally(deck_size, marked, order_counts(deck_size, counting)) {}

RunningTally::RunningTally(int deck_size, int marked, std::shared_ptr<OrderCounts> orders)
    : orders_(std::move(orders)), tally_(deck_size, marked) {
  if (orders_) tally_.orders.emplace(orders_);
}

RunningTally RunningTally::beside() const {
  const int marked = tally_.subsets ? tally_.subsets->marked() : 0;
  return RunningTally(tally_.deck_size, marked,
                      orders_ ? std::make_shared<OrderCounts>(orders_->beside()) : nullptr);
}

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
  if (orders_) {
    orders_->add(rank_of(order));
  } else {
    tally_.add_to_derived(order);
  }
  return true;
}

void RunningTally::add_decks(std::span<const Card> decks, std::uint64_t first_trial) {
  const auto deck_size = static_cast<std::size_t>(tally_.deck_size);
  for (std::uint64_t trial = first_trial; !decks.empty(); ++trial) {
    const std::size_t counted = add_orders(decks);
    trial += counted;
    decks = decks.subspan(counted * deck_size);
    if (decks.empty()) return;
    add_invalid(decks.first(deck_size), trial);
    decks = decks.subspan(deck_size);
  }
}

std::size_t RunningTally::add_orders(std::span<const Card> decks) {
  const auto deck_size = static_cast<std::size_t>(tally_.deck_size);
  if (decks.size() % deck_size != 0) {
    throw std::invalid_argument("RunningTally: " + std::to_string(decks.size()) +
                                " cards are not whole decks of " + std::to_string(deck_size));
  }
  const std::size_t all = decks.size() / deck_size;
  std::size_t counted = 0;
  if (!orders_) {
    for (; counted < all && is_order(decks.first(deck_size)); ++counted) {
      add_without_rank(decks.first(deck_size), 0);
      decks = decks.subspan(deck_size);
    }
    return counted;
  }
  // Few enough that the ranks stay in the nearest cache.
  std::array<std::uint32_t, 1024> ranks;
  while (counted < all) {
    const std::size_t most = std::min(ranks.size(), all - counted);
    const std::size_t ranked =
        ranks_of_decks(decks.subspan(counted * deck_size), tally_.deck_size, std::span(ranks).first(most));
    add_ranks_in_sequence(std::span(ranks).first(ranked));
    counted += ranked;
    if (ranked < most) break;
  }
  return counted;
}

void RunningTally::add_ranks_in_sequence(std::span<const std::uint32_t> ranks) {
  if (ranks.empty()) return;
  add_ranks(ranks);
  // Summed in 32 bits, which the compiler can do for many at once.
  std::uint32_t equal = 0;
  for (std::size_t next = 1; next < ranks.size(); ++next) equal += ranks[next] == ranks[next - 1];
  add_pairs(ranks.size() - 1, equal);
  add_pairs(previous_rank_ != no_rank, previous_rank_ == ranks.front());
  previous_rank_ = ranks.back();
}

void RunningTally::add_invalid(std::span<const Card> order, std::uint64_t trial, std::string_view row) {
  ++invalid_trials_;
  if (witnesses_.size() < most_witnesses || trial < witnesses_.back().trial) {
    add_witness({trial, {order.begin(), order.end()}, std::string(row)});
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
  if (!orders_ != !other.orders_) {
    throw std::invalid_argument("merge: a tally with counted orders and one without do not add up");
  }
  other.settle();
  tally_.merge_without_orders(other.tally_);
  if (orders_) orders_->merge(*other.orders_);
  invalid_trials_ += other.invalid_trials_;
  for (const Witness& witness : other.witnesses_) add_witness(witness);
}

Tally RunningTally::complete() const {
  Tally complete = counted();
  if (orders_) derive_from_orders(*orders_, complete);
  return complete;
}

}  // namespace fairshuffle
