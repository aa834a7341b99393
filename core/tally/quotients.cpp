#include "core/tally/quotients.hpp"

#include "core/tally/merge.hpp"

namespace fairshuffle {

QuotientCounts::QuotientCounts(int deck_size)
    : orders(deck_size <= largest_deck_of_quotient_orders ? order_count(deck_size) : 0),
      positions(deck_size),
      fixed_points(deck_size),
      cycles(deck_size),
      parity(1),
      tables(deck_size, Tables::Of::quotients),
      successive(deck_size),
      apart(deck_size) {}

template <class AnyCard>
void QuotientCounts::add_numbers(std::span<const AnyCard> quotient) {
  positions.add(quotient);
  fixed_points.add(fairshuffle::fixed_points(quotient));
  const int of_quotient = cycle_count(quotient);
  cycles.add(of_quotient);
  parity.add((static_cast<int>(quotient.size()) - of_quotient) % 2);
}

void QuotientCounts::add(std::span<const Card> quotient) {
  ++pairs;
  if (!orders.empty()) {
    // Faster than rank_of where the machine has no instruction that counts bits.
    ++orders[checked_rank_of(quotient)];
    return;
  }
  if (Tables::take_together(positions.deck_size(), Tables::Of::quotients)) {
    return tables.add(quotient, [this](OrderBatches& quotients) { add(quotients); });
  }
  add_numbers(quotient);
}

void QuotientCounts::add(std::span<const WideCard> quotient) {
  ++pairs;
  tables.add(quotient);
  add_numbers(quotient);
}

void QuotientCounts::add_planes(std::span<const Plane> cards, std::span<const Plane> places) {
  pairs += decks_of_planes;
  tables.add_planes(
      cards, places, {}, [](OrderPlanes&) {}, [this](OrderBatches& quotients) { add(quotients); });
}

void QuotientCounts::add(OrderBatches& quotients) {
  positions.add(quotients);
  fairshuffle::add_numbers(quotients, fixed_points, cycles, parity);
}

void QuotientCounts::settle() {
  tables.settle([this](OrderBatches& quotients) { add(quotients); });
}

void QuotientCounts::merge(const QuotientCounts& other) {
  pairs += other.pairs;
  detail::add_counts(orders, other.orders);
  positions.merge(other.positions);
  fixed_points.merge(other.fixed_points);
  cycles.merge(other.cycles);
  parity.merge(other.parity);
  tables.merge(other.tables);
  successive.merge(other.successive);
  apart.merge(other.apart);
}

}  // namespace fairshuffle
