// Trials that a callback of the C interface makes, many rows at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include <fairshuffle/detail/trials.hpp>

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
  CallbackFailed() : runtime_error("the callback failed") {}
};

/// The rows that there is memory for: enough that a call costs little for each, few enough to stay in the
/// caches. Decks whose counting may take longer than their shuffling lie in two batches, the others in one.
std::size_t rows_in_memory(int deck_size);

class RowTrials final : public detail::Trials {
 public:
  /// `room` is memory for rows_in_memory(deck_size) rows that outlives the trials; null for memory of the
  /// engine's.
  RowTrials(int deck_size, std::uint8_t* room, fairshuffle_fill fill, void* context);

  std::size_t batch() const override;
  bool overlaps() const override;
  std::uint8_t* room() override { return room_; }
  void run_fresh(std::span<std::uint8_t> rows, std::vector<detail::UnreadableDeck>& unreadable) override;
  void start_fresh() override { carried_ = sorted_row_; }
  void run_on(std::span<std::uint8_t> row, std::vector<detail::UnreadableDeck>& unreadable) override;

  /// The callback has said that it has given enough.
  bool has_ended() const { return ended_; }

 private:
  void ask(std::span<std::uint8_t> rows, std::vector<detail::UnreadableDeck>& unreadable);

  std::uint8_t* room_;
  fairshuffle_fill fill_;
  void* context_;
  std::vector<std::uint8_t> sorted_row_, carried_;
  bool ended_ = false;
};

}  // namespace fairshuffle
