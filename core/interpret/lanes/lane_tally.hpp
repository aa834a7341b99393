// Counting what the lanes give: into tables that are quick to reach, and from there into a tally.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/interpret/lanes/kernel.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

/// How a packed deck of up to 16 cards is read: cards of 8 bits for up to 8 cards, of 4 bits beyond.
inline int card_bits(int deck_size) {
  return deck_size <= largest_byte_deck ? 8 : 4;
}

/// Counts one block's trials into a tally.
class LaneTally {
 public:
  /// deck_size in 2..16.
  explicit LaneTally(int deck_size) : deck_size_(deck_size) {}

  /// What follows goes to `tally`; row 0 of lane 0 is trial `first_trial` of the run, and row r of lane l is
  /// r * lanes_per_block + l trials later.
  void begin(RunningTally& tally, std::uint64_t first_trial) {
    tally_ = &tally;
    first_trial_ = first_trial;
  }

  /// Counts trials by tuples of ranks, as RunningTally::add_tuples.
  void add_tuples(std::span<const std::uint64_t> tuples) { tally_->add_tuples(tuples); }

  /// Counts trials by rank. Precondition: every rank is below n!.
  void add_ranks(std::span<const std::uint32_t> ranks) { tally_->add_ranks(ranks); }

  /// Counts pairs of successive trials of a lane.
  void add_pairs(std::uint64_t pairs, std::uint64_t equal) { tally_->add_pairs(pairs, equal); }

  /// Counts packed decks one by one after checking that they are orders: deck r * lanes + l is row first_row
  /// + r of lane first_lane + l. Counts their pairs too, and brings `previous` up to date.
  void add_decks(const std::uint64_t* decks, std::size_t rows, std::size_t lanes, std::uint64_t first_row,
                 std::size_t first_lane, std::array<std::uint64_t, lanes_per_block>& previous);

  /// One packed deck, as add_decks counts it; `previous` is that of its lane.
  void add_deck(std::uint64_t deck, std::uint64_t trial, std::uint64_t& previous);

  /// add_decks from here on only stores the decks, those of row r and lane l at [r * lanes_per_block + l].
  void hold(std::span<std::uint64_t> decks) { held_ = decks; }
  /// add_decks counts again.
  void release() { held_ = {}; }

 private:
  int deck_size_;
  RunningTally* tally_ = nullptr;
  std::uint64_t first_trial_ = 0;
  std::span<std::uint64_t> held_;
};

}  // namespace fairshuffle
