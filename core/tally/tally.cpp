#include "core/tally/tally.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <stdexcept>
#include <string>

#include "core/tally/derive.hpp"

namespace fairshuffle {

namespace {
int checked_deck_size(int deck_size) {
  if (deck_size < 1 || deck_size > largest_deck_size) {
    throw std::invalid_argument("Tally: deck_size must be in 1.." + std::to_string(largest_deck_size) +
                                ", was " + std::to_string(deck_size));
  }
  return deck_size;
}

std::shared_ptr<OrderCounts> order_counts(int deck_size, std::optional<OrderCounting> counting) {
  return counting ? std::make_shared<OrderCounts>(deck_size, *counting) : nullptr;
}

// Tables that stay empty are kept small where whole ones would take megabytes.
int deck_of_orders(int deck_size, const Makeup& makeup) {
  return makeup.is_plain() || !is_wide_deck(deck_size) ? deck_size : 1;
}

int deck_of_quotients(int deck_size, const OnRequest& asked) {
  return asked.quotients_of_wide_decks || !is_wide_deck(deck_size) ? deck_of_orders(deck_size, asked.makeup)
                                                                   : 1;
}
}  // namespace

Tally::Tally(int deck_size_of_all, int marked, const OnRequest& asked)
    : deck_size(checked_deck_size(deck_size_of_all)),
      positions(deck_of_orders(deck_size, asked.makeup)),
      neighbours(deck_of_orders(deck_size, asked.makeup)),
      fixed_points(deck_size),
      cycles(deck_size),
      parity(1),
      quotients(deck_of_quotients(deck_size, asked)),
      tables(asked.makeup.is_plain() ? deck_size : 1, Tables::Of::orders, asked.tables),
      bets(deck_size, asked.bets) {
  if (marked > 0) subsets.emplace(deck_size, marked);
  if (!asked.makeup.is_plain()) makeup.emplace(asked.makeup, deck_size);
}

template <class AnyCard>
void Tally::add_each(std::span<const AnyCard> order, std::uint64_t trials_in_order) {
  positions.add(order, trials_in_order);
  neighbours.add(order, trials_in_order);
  fixed_points.add(fairshuffle::fixed_points(order), trials_in_order);
  const int order_cycles = cycle_count(order);
  cycles.add(order_cycles, trials_in_order);
  parity.add((deck_size - order_cycles) % 2, trials_in_order);
  if (subsets) subsets->add(order, trials_in_order);
}

void Tally::add_to_derived(std::span<const Card> order, std::uint64_t trials_in_order) {
  add_each(order, trials_in_order);
}

void Tally::add_to_derived(std::span<const WideCard> order) {
  add_each(order, 1);
}

void Tally::add_to_derived(OrderBatches& together) {
  positions.add(together);
  neighbours.add(together);
  add_numbers(together, fixed_points, cycles, parity);
  if (subsets) subsets->add(together);
}

void Tally::merge_without_orders(const Tally& other) {
  trials += other.trials;
  positions.merge(other.positions);
  neighbours.merge(other.neighbours);
  fixed_points.merge(other.fixed_points);
  cycles.merge(other.cycles);
  parity.merge(other.parity);
  repeats.merge(other.repeats);
  birthday = {};
  pair_positions.reset();
  quotients.merge(other.quotients);
  if (subsets) subsets->merge(other.subsets.value());
  tables.merge(other.tables);
  bets.merge(other.bets);
  if (makeup) makeup->merge(other.makeup.value());
}

BirthdayCounts Tally::birthday_of_counted_orders() const {
  BirthdayCounts counts;
  if (deck_size < smallest_birthday_deck) return counts;
  for_each_order_count([&counts](std::uint64_t count, std::uint64_t orders_that_came_so_often) {
    counts.kept += count * orders_that_came_so_often;
    if (count > 0) counts.distinct += orders_that_came_so_often;
    if (count > 1) counts.again += orders_that_came_so_often;
  });
  return counts;
}

void Tally::settle() {
  tables.settle([this](OrderBatches& together) { add_to_derived(together); });
  quotients.settle();
}

RunningTally::RunningTally(int deck_size, int marked, std::optional<OrderCounting> counting,
                           std::uint64_t slots, const OnRequest& asked)
    : RunningTally(deck_size, marked, asked.makeup.is_plain() ? order_counts(deck_size, counting) : nullptr,
                   slots, asked) {}

RunningTally::RunningTally(int deck_size, int marked, std::shared_ptr<OrderCounts> orders,
                           std::uint64_t slots, const OnRequest& asked)
    : orders_(std::move(orders)), tally_(deck_size, marked, asked) {
  if (orders_) tally_.orders.emplace(orders_);
  if (keeps_orders(deck_size, orders_ != nullptr)) kept_orders_.emplace(slots);
  if (deck_size >= smallest_large_deck && !is_wide_deck(deck_size) && asked.pairs && asked.makeup.is_plain())
    pair_positions_.emplace(deck_size);
}

RunningTally RunningTally::beside() const {
  const int marked = tally_.subsets ? tally_.subsets->marked() : 0;
  RunningTally other(tally_.deck_size, marked,
                     orders_ ? std::make_shared<OrderCounts>(orders_->beside()) : nullptr,
                     most_birthday_slots,
                     {.tables = tally_.tables.asked(),
                      .bets = {},
                      .pairs = pair_positions_.has_value(),
                      .makeup = tally_.made_up(),
                      .quotients_of_wide_decks = tally_.counts_quotients()});
  other.tally_.bets = tally_.bets.emptied();
  if (kept_orders_) other.kept_orders_.emplace(kept_orders_->beside());
  return other;
}

void RunningTally::add_planes(const PlaneTrials& together) {
  tally_.trials += together.trials.size();
  tally_.add_planes_to_tables(together, [&](OrderPlanes& orders) { add_now(orders, together.trials); });
}

bool RunningTally::add_decks(std::span<const Card> decks, std::uint64_t first_trial) {
  std::array<std::uint64_t, decks_of_planes> trials;
  std::iota(trials.begin(), trials.end(), first_trial);
  const bool are_orders =
      tally_.add_decks_to_tables(decks, [&](OrderPlanes& orders) { add_now(orders, trials); });
  if (are_orders) tally_.trials += trials.size();
  return are_orders;
}

// What can't wait until more are gathered.
void RunningTally::add_now(OrderPlanes& orders, std::span<const std::uint64_t, decks_of_planes> trials) {
  for (std::size_t deck = 0; deck < orders.size() && !tally_.bets.empty(); ++deck) {
    tally_.bets.add(orders.order(deck));
  }
  if (kept_orders_) kept_orders_->add(orders, trials);
  if (pair_positions_) pair_positions_->add(orders.places());
}

void RunningTally::add_invalid(std::span<const Card> order, std::uint64_t trial, std::string_view row) {
  add_invalid(std::vector<WideCard>(order.begin(), order.end()), trial, row);
}

void RunningTally::add_invalid(std::span<const WideCard> order, std::uint64_t trial, std::string_view row) {
  ++invalid_trials_;
  if (witnesses_.size() < most_witnesses || trial < witnesses_.back().trial) {
    add_witness({trial, {order.begin(), order.end()}, std::string(row)});
  }
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
  tally_.merge_without_orders(other.counted());
  if (orders_) orders_->merge(*other.orders_);
  if (kept_orders_) kept_orders_->merge(*other.kept_orders_);
  if (pair_positions_) pair_positions_->merge(*other.pair_positions_);
  invalid_trials_ += other.invalid_trials_;
  for (const Witness& witness : other.witnesses_) add_witness(witness);
}

void RunningTally::settle() {
  tally_.settle();
  if (pair_positions_) pair_positions_->settle();
  if (quotient_codes_) quotient_codes_->hand_over(tally_.quotients);
  quotient_codes_.reset();
  if (!tuples_) return;
  tuples_->empty_into(*orders_);
  tuples_.reset();
}

const Tally& RunningTally::counted() const {
  if (tuples_ || quotient_codes_) throw std::logic_error("RunningTally: trials were added and not settled");
  return tally_;
}

Tally RunningTally::complete() const {
  Tally complete = counted();
  complete.settle();
  if (orders_) {
    derive_from_orders(*orders_, complete);
    complete.birthday = complete.birthday_of_counted_orders();
  }
  if (kept_orders_) {
    complete.birthday =
        KeptOrders::counts_of(*kept_orders_, kept_orders_->beside(), trials() + invalid_trials_);
  }
  if (pair_positions_) complete.pair_positions = pair_positions_->sums();
  return complete;
}

BirthdayCounts RunningTally::birthday_of(const RunningTally& first, const RunningTally& second) {
  if (!first.kept_orders_) return {};
  const std::uint64_t trials =
      first.trials() + first.invalid_trials() + second.trials() + second.invalid_trials();
  return KeptOrders::counts_of(*first.kept_orders_, second.kept_orders_.value(), trials);
}

std::optional<PairPositions> RunningTally::pair_positions_of(const RunningTally& first,
                                                             const RunningTally& second) {
  if (!first.pair_positions_) return std::nullopt;
  return PairPositionCounts::sums_of(*first.pair_positions_, second.pair_positions_.value());
}

}  // namespace fairshuffle
