// Trials that follow each other, checked and counted with what links them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/tally/quotient_stream.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

/// One stream of trials. It may be counted into several tallies, a stretch after the other. A trial follows
/// another where its index over the run is one more and both are orders.
class TrialStream {
 public:
  /// How far apart trials lie that are taken for not linked.
  static constexpr std::uint64_t trials_apart = 1024;

  explicit TrialStream(int deck_size)
      : deck_size_(deck_size),
        quotients_(deck_size, trials_apart),
        wide_quotients_(deck_size, trials_apart),
        last_(static_cast<std::size_t>(deck_size)) {}

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

  /// The same of decks of any size, whose cards take two bytes each.
  void add(std::span<const WideCard> order, std::uint64_t trial, RunningTally& tally);
  void add_decks(std::span<const WideCard> decks, std::uint64_t first_trial, RunningTally& tally);
  std::size_t add_orders(std::span<const WideCard> decks, std::uint64_t first_trial, RunningTally& tally);

 private:
  template <class AnyCard>
  void add_each(std::span<const AnyCard> decks, std::uint64_t first_trial, RunningTally& tally);
  template <class AnyCard>
  std::size_t add_in_parts(std::span<const AnyCard> decks, std::uint64_t first_trial, RunningTally& tally);
  template <class AnyCard>
  std::size_t add_uncounted_orders(std::span<const AnyCard> decks, std::uint64_t first_trial,
                                   RunningTally& tally);
  template <class AnyCard>
  std::size_t add_few_orders(std::span<const AnyCard> decks, std::uint64_t first_trial, RunningTally& tally);
  template <class AnyCard>
  void add_quotients(std::span<const AnyCard> orders, std::uint64_t first_trial, QuotientCounts& counts);
  std::size_t add_narrowed(std::span<const WideCard> decks, std::uint64_t first_trial, RunningTally& tally);
  QuotientStream& quotients_of(std::span<const Card>) { return quotients_; }
  WideQuotientStream& quotients_of(std::span<const WideCard>) { return wide_quotients_; }
  template <class AnyCard>
  std::span<const AnyCard> deck_at(std::span<const AnyCard> decks, std::size_t index) const {
    return decks.subspan(index * static_cast<std::size_t>(deck_size_), static_cast<std::size_t>(deck_size_));
  }

  static constexpr std::uint64_t none = ~std::uint64_t{0};

  int deck_size_;
  QuotientStream quotients_;
  WideQuotientStream wide_quotients_;  // of a wide deck
  std::vector<WideCard> last_;
  std::vector<Card> narrowed_;  // room for decks whose cards came in two bytes and fit one
  std::uint64_t last_trial_ = none;
};

}  // namespace fairshuffle
