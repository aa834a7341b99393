// How the trials answered named bets.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/order/order.hpp"
#include "core/tally/bets/named_bet.hpp"

namespace fairshuffle {

/// Trials by the value of each of some bets. Counts of disjoint trials add up.
class BetCounts {
 public:
  BetCounts() = default;
  /// deck_size in 1..largest_deck_size, whose deck has all of the bets; throws std::invalid_argument.
  BetCounts(int deck_size, std::span<const NamedBet> bets);

  /// Counts trials in this order. Precondition: is_order(order), of this deck.
  void add(std::span<const Card> order, std::uint64_t trials = 1) { add_each(order, trials); }
  void add(std::span<const WideCard> order, std::uint64_t trials = 1) { add_each(order, trials); }
  /// Throws std::invalid_argument when the bets differ.
  void merge(const BetCounts& other);
  /// The same bets without a trial.
  BetCounts emptied() const;

  struct Counted {
    NamedBet bet;
    std::vector<std::uint8_t> is_wanted;  ///< by card: 1 for those that it is on
    std::vector<std::uint64_t> by_value;

    template <class AnyCard>
    std::size_t value_of(std::span<const AnyCard> order) const;
  };
  /// In the order of the bets.
  std::span<const Counted> all() const { return all_; }
  bool empty() const { return all_.empty(); }
  /// Adds to the counts of a bet, as many as it has values. Throws std::invalid_argument.
  void add_counts(std::size_t bet, std::span<const std::uint64_t> by_value);

 private:
  template <class AnyCard>
  void add_each(std::span<const AnyCard> order, std::uint64_t trials) {
    for (Counted& counted : all_) counted.by_value[counted.value_of(order)] += trials;
  }

  std::vector<Counted> all_;
};

}  // namespace fairshuffle
