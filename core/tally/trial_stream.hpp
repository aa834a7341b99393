// Trials that follow each other, checked and counted with what links them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/tally/quotient_stream.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

/// One stream of trials. It may be counted into several tallies, a stretch after the other. A trial follows
/// another where its index over the run is one more and both are orders.
class TrialStream {
 public:
  /// How far apart trials lie that are taken for not linked.
  static constexpr std::uint64_t trials_apart = 1024;

  explicit TrialStream(int deck_size) : deck_size_(deck_size), quotients_(deck_size, trials_apart) {}

  /// The next trial does not follow the last one.
  void begin();

  /// Counts one trial after checking that it is an order; keeps it as a witness otherwise. `trial` is its
  /// index over the whole run.
  void add(std::span<const Card> order, std::uint64_t trial, RunningTally& tally);
  /// Counts trials as `add` does one by one, but many at a time. Their decks lie end to end, deck_size cards
  /// each. Throws std::invalid_argument when the last deck is not whole.
  void add_decks(std::span<const Card> decks, std::uint64_t first_trial, RunningTally& tally);
  /// The same up to the first deck that is no order, which is left to the caller: how many decks it counted.
  std::size_t add_orders(std::span<const Card> decks, std::uint64_t first_trial, RunningTally& tally);

  /// For samplers that count orders and repeats by themselves.
  QuotientStream& quotients() { return quotients_; }

 private:
  std::size_t add_few_orders(std::span<const Card> decks, std::uint64_t first_trial, RunningTally& tally);
  void add_quotients(std::span<const Card> orders, std::uint64_t first_trial, QuotientCounts& counts);
  std::span<const Card> deck_at(std::span<const Card> decks, std::size_t index) const {
    return decks.subspan(index * static_cast<std::size_t>(deck_size_), static_cast<std::size_t>(deck_size_));
  }

  static constexpr std::uint64_t none = ~std::uint64_t{0};

  int deck_size_;
  QuotientStream quotients_;
  std::array<Card, largest_deck_size> last_{};
  std::uint64_t last_trial_ = none;
};

}  // namespace fairshuffle
