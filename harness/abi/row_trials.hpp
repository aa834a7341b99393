// Trials that a callback of the C interface makes, many rows at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fairshuffle/detail/trials.hpp>

#include "core/permutation/permutation.hpp"
#include "harness/abi/fairshuffle_abi.h"

/// What a fill callback may say of its rows.
struct fairshuffle_batch {
  std::int32_t rows = 0;
  std::vector<fairshuffle::detail::UnreadableDeck> shown = {};
};

namespace fairshuffle {

/// A callback said that it failed; why is its caller's to know.
class CallbackFailed : public std::runtime_error {
 public:
  /// What draws led there, where it is known.
  explicit CallbackFailed(std::string by_draws = "")
      : runtime_error("the callback failed"), draws(std::move(by_draws)) {}

  std::string draws;
};

/// The rows that there is memory for: enough that a call costs little for each, few enough to stay in the
/// caches. Decks whose counting may take longer than their shuffling lie in two batches, the others in one.
/// deck_size in 1..largest_deck_size.
std::size_t rows_in_memory(int deck_size);

class RowTrials final : public detail::Trials {
 public:
  /// `room` is memory for rows_in_memory(deck_size) rows that outlives the trials, aligned for the numbers of
  /// wide decks where it is of such; null for memory of the engine's.
  RowTrials(int deck_size, std::uint8_t* room, fairshuffle_fill fill, void* context);

  std::size_t batch() const override;
  bool overlaps() const override;
  std::uint8_t* room() override { return room_; }
  void run(detail::Rows rows, bool fresh, std::vector<detail::UnreadableDeck>& unreadable) override;

  /// The callback has said that it has given enough.
  bool has_ended() const { return ended_; }

 private:
  // Every order of such a deck has a counter, and most tests read those.
  bool is_counted_fast() const { return deck_size_ <= largest_counted_deck_size; }
  void ask(std::uint8_t* rows, std::size_t cards, std::vector<detail::UnreadableDeck>& unreadable);

  std::size_t deck_size_;
  std::uint8_t* room_;
  fairshuffle_fill fill_;
  void* context_;
  bool ended_ = false;
};

}  // namespace fairshuffle
