// How the orders of a target are counted: decided once for a run, and passed down to every tally of it.
#pragma once

#include <cstdint>
#include <optional>

#include "core/order/order.hpp"

namespace fairshuffle {

enum class CounterWidth {
  wide,    ///< 64 bits; each thread has a table of its own
  narrow,  ///< 32 bits and a list of carries; one table for all threads
};

struct OrderCounting {
  CounterWidth width = CounterWidth::wide;
  /// Up to so many trials are kept as a list of ranks; only more of them are given a table of n! counters.
  std::uint64_t most_listed = 0;
};

/// What a tally does that is told nothing else: a wide table from the first trial on for the decks whose
/// orders are counted in every run, nothing for larger ones.
constexpr std::optional<OrderCounting> standard_order_counting(int deck_size) {
  if (deck_size > largest_counted_deck_size) return std::nullopt;
  return OrderCounting{};
}

}  // namespace fairshuffle
