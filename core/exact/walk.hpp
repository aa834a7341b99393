// Rounds of one shuffle in a row: the law after each.
#pragma once

#include <cstdint>
#include <vector>

#include "core/exact/numeric_law.hpp"

namespace fairshuffle {

/// A random walk on the orders: every round shuffles the deck anew by the same law of one round.
class Walk {
 public:
  /// Stands at the sorted deck. `round` is the law of one round, without invalid results; its deck has 1..10
  /// cards. Throws std::invalid_argument.
  explicit Walk(const NumericLaw& round);

  /// Adds a round: a step of (orders that a round can give) x n! multiplications.
  void step();

  /// The law after the rounds so far. Its error grows by that of `round`, and some rounding, a round.
  const NumericLaw& law() const { return law_; }

 private:
  /// An order that a round can give, and what it makes of each order: after[rank].
  struct Move {
    double probability;
    std::vector<std::uint32_t> after;
  };

  std::vector<Move> moves_;
  double error_of_step_;
  NumericLaw law_;
};

}  // namespace fairshuffle
