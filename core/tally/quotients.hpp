// Quotients: the order that leads from one trial's order to the next one's, counted like orders.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/order/order.hpp"
#include "core/tally/number_per_order.hpp"
#include "core/tally/positions.hpp"
#include "core/tally/tables/tables.hpp"

namespace fairshuffle {

/// Two numbers of each quotient of a sample.
struct QuotientSample {
  explicit QuotientSample(int deck_size) : fixed_points(deck_size), cycles(deck_size) {}
  void add(std::span<const Card> quotient) { add_each(quotient); }
  void add(std::span<const WideCard> quotient) { add_each(quotient); }
  void merge(const QuotientSample& other) {
    fixed_points.merge(other.fixed_points);
    cycles.merge(other.cycles);
  }

  NumberCounts fixed_points;  ///< by number of cards at their own index, 0..n
  NumberCounts cycles;        ///< by number of cycles, 0..n

 private:
  template <class AnyCard>
  void add_each(std::span<const AnyCard> quotient) {
    fixed_points.add(fairshuffle::fixed_points(quotient));
    cycles.add(cycle_count(quotient));
  }
};

/// The quotient of deck a and the next deck b is q[position] = where in a the card lay that lies there in b.
/// Independent uniform orders have independent uniform quotients, so every test of orders is one of them.
struct QuotientCounts {
  /// deck_size in 1..largest_deck_size.
  explicit QuotientCounts(int deck_size);

  void add(std::span<const Card> quotient);
  void add(std::span<const WideCard> quotient);
  /// Counts 64 quotients that lie in planes, as Tables::add_planes takes them. Precondition: more than
  /// largest_deck_of_quotient_orders cards.
  void add_planes(std::span<const Plane> cards, std::span<const Plane> places);
  void merge(const QuotientCounts& other);
  /// Brings quotients that wait to be counted with others into the tables.
  void settle();

  std::uint64_t pairs = 0;            ///< quotients counted
  std::vector<std::uint64_t> orders;  ///< by rank, up to largest_deck_of_quotient_orders cards; empty above
  PositionCounts positions;           ///< this and the next three: of larger decks
  NumberCounts fixed_points;          ///< by number of cards at their own index, 0..n
  NumberCounts cycles;                ///< by number of cycles, 0..n
  NumberCounts parity;                ///< even, odd
  Tables tables;                      ///< of large decks, those that are counted of quotients
  /// Of pairs of trials that follow each other, and of pairs that lie far apart in their stream; no trial is
  /// part of two of them. So where trials are independent both have one law, whatever law the orders have.
  QuotientSample successive, apart;

 private:
  template <class AnyCard>
  void add_numbers(std::span<const AnyCard> quotient);
  void add(OrderBatches& quotients);
};

}  // namespace fairshuffle
