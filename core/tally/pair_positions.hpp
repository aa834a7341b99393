// Where any two cards lie together: counted of many orders at a time, and what tests and bounds read of it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/order/order.hpp"
#include "core/tally/coded/counts_reader.hpp"
#include "core/tally/coded/counts_writer.hpp"
#include "core/tally/planes/plane.hpp"

namespace fairshuffle {

/// Of one pair, how often it lay in each of the k = n (n - 1) ways that it can: O_pq counts the trials that
/// had the lower card of the two at p and the higher one at q, or, of a pair of places, the card p at the
/// first place and q at the second.
struct PairSums {
  std::uint64_t squares = 0;            ///< sum of O_pq^2 over all p and q
  std::uint64_t unordered_squares = 0;  ///< sum of (O_pq + O_qp)^2 over p < q
  std::uint64_t above = 0;              ///< sum of k O_pq - N over those with more than N / k trials

  bool operator==(const PairSums&) const = default;
};

/// What tests and bounds read of pair positions, for each pair in the order of cell_of_pair. A table of all
/// of them has n^2 (n - 1)^2 / 2 cells, three and a half million of 52 cards; these sums are n (n - 1).
struct PairPositions {
  /// Counts are of 32 bits, and so are their sums of squares of 64.
  static constexpr std::uint64_t most_trials = 0xffff'ffff;

  std::vector<PairSums> cards;   ///< of any two cards
  std::vector<PairSums> places;  ///< of any two places

  bool operator==(const PairPositions&) const = default;
};

/// Counts pair positions while trials run. A trial alone would go to as many places of memory as there are
/// pairs; here orders wait until they are many, and are counted pair by pair, each in a table that fits the
/// nearest cache.
class PairPositionCounts {
 public:
  /// Orders that wait at most: a counter of 16 bits holds more.
  static constexpr std::size_t most_waiting = 16'384;

  /// deck_size in smallest_large_deck..128; throws std::invalid_argument.
  explicit PairPositionCounts(int deck_size);

  /// Counts one order, sooner or later: at the latest when it is settled. Preconditions: is_order(order), of
  /// this deck; at most PairPositions::most_trials in all that is merged.
  void add(std::span<const Card> order) {
    for (std::size_t position = 0; position < order.size(); ++position) {
      places_[order[position] * stride + waiting_] = static_cast<Card>(position);
    }
    if (++waiting_ == most_waiting) settle();
  }
  /// The same of 64 orders, by the places of their cards.
  void add(std::span<const Plane> places) {
    if (waiting_ + decks_of_planes > most_waiting) settle();
    for (std::size_t card = 0; card < places.size(); ++card) {
      std::ranges::copy(places[card], &places_[card * stride + waiting_]);
    }
    waiting_ += decks_of_planes;
    if (waiting_ == most_waiting) settle();
  }
  /// Counts what waits to be counted with others.
  void settle();
  /// Throws std::logic_error where either is not settled, std::invalid_argument when the decks differ.
  void merge(const PairPositionCounts& other);

  /// What was counted, for another run to go on with. Throws std::logic_error where orders wait.
  void write(CountsWriter& writer) const;
  /// Adds what was written of disjoint trials. Throws CodedCountsError.
  void merge(CountsReader& reader);

  int deck_size() const { return static_cast<int>(deck_size_); }
  /// By pair in the order of cell_of_pair and by the places of its cards, p n + q. Throws std::logic_error
  /// where orders wait.
  std::span<const std::uint32_t> cells() const;

  /// What was counted, orders that wait included.
  PairPositions sums() const;
  /// What both come to together. Throws std::invalid_argument when the decks differ.
  static PairPositions sums_of(const PairPositionCounts& first, const PairPositionCounts& second);

  /// What one of them takes for a deck of that size.
  static std::uint64_t bytes(int deck_size);

 private:
  // Not a power of two: the places of one trial would all go to the same few lines of a cache.
  static constexpr std::size_t stride = most_waiting + 64;

  template <std::size_t places_of_row>
  void count_pair(std::size_t lower, std::size_t higher, std::span<std::uint32_t> cells);

  std::size_t deck_size_;
  std::vector<Card> places_;  // [card][trial that waits]
  std::size_t waiting_ = 0;
  std::uint64_t trials_ = 0;
  std::vector<std::uint32_t> cells_;
};

}  // namespace fairshuffle
