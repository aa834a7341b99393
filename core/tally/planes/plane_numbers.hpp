// Numbers of each of 64 orders that lie in planes, with the widest vectors of the machine: the same numbers
// on any of them, and on none. Those of the inverse orders ask the places instead of the cards.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/tally/planes/plane_batches.hpp"

namespace fairshuffle {

/// Of each order, all found in one pass.
struct OrderNumbers {
  Plane descents;                    ///< cards that are followed by a lower one
  Plane peaks;                       ///< cards that lie between two lower ones
  Plane successions;                 ///< cards that are followed by the next higher one
  Plane left_maxima, left_minima;    ///< cards above, and below, all before them
  Plane right_maxima, right_minima;  ///< the same of all after them
};
OrderNumbers numbers_of(std::span<const Plane> cards);

/// Descents and peaks alone, and into how many ascending runs the descents part the cards.
struct Descents {
  Plane descents, peaks, runs;
};
Descents descents_of(std::span<const Plane> cards);

/// Planes whose value is their own index.
Plane fixed_values_of(std::span<const Plane> planes);

/// digits[i]: the draw below i + 1 with which Durstenfeld's shuffle of a sorted deck would have brought the
/// card to position i; digits[0] is 0. As many planes as there are cards. Of the first `decks` decks, whose
/// cards must be orders; what is said of the others means nothing.
void read_digits(std::span<const Plane> cards, std::size_t decks, std::span<Plane> digits);

/// A number of each deck, below 256, of several batches: as long as the planes are there.
class NumberBatches {
 public:
  /// decks: at most those of PlaneBatches.
  explicit NumberBatches(std::size_t decks) : decks_(decks) {}

  std::size_t decks() const { return decks_; }
  const Plane*& operator[](std::size_t batch) { return all_[batch]; }
  const Plane& of(std::size_t batch) const { return *all_[batch]; }

 private:
  std::size_t decks_;
  std::array<const Plane*, PlaneBatches::most_batches> all_{};
};

/// cells[number]: adds the decks that have it. Precondition: every number is below cells.size().
void count_numbers(const NumberBatches& numbers, std::span<std::uint64_t> cells);

}  // namespace fairshuffle
