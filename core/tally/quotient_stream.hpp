// Which trials of a stream are taken together, and their quotients.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "core/tally/quotients.hpp"

namespace fairshuffle {

/// Of the first trials of a run every pair is counted.
inline constexpr std::uint64_t trials_of_all_quotients = 65'536;
/// The share of later trials that have a quotient, in lanes (LaneTally) as elsewhere.
inline constexpr double share_of_later_quotients = 1. / 16;

/// The trials of one stream, each known by its index there, of decks of such cards. What follows a trial that
/// was left out (for being no order) makes no pair with what came before it.
template <class AnyCard>
class QuotientStreamOf {
 public:
  /// Later on a pair is counted of each so many trials.
  static constexpr std::uint64_t trials_of_a_pair = 16;
  static_assert(share_of_later_quotients * trials_of_a_pair == 1);

  /// Trials that count as lying far apart are apart + 1 from each other: a multiple of 4.
  QuotientStreamOf(int deck_size, std::uint64_t apart);

  /// The next trial follows none of those before.
  void begin();

  /// False for most trials once the first are over: `add` need not be told of those.
  static bool is_looked_at(std::uint64_t index) {
    return index < trials_of_all_quotients || (index + 1) % trials_of_a_pair < 2;
  }
  /// Counts the trial with the one before it and with one far before, where the index says so.
  void add(std::span<const AnyCard> order, std::uint64_t index, QuotientCounts& counts);

  /// Counts the trial as one of the first, whatever its index.
  void add_as_first(std::span<const AnyCard> order, std::uint64_t index, QuotientCounts& counts);
  /// Counts the quotient of this trial and the one before.
  void add_pair(std::span<const AnyCard> order, std::uint64_t index, QuotientCounts& counts);

 private:
  static constexpr std::uint64_t none = ~std::uint64_t{0};
  static constexpr std::size_t most_cards =
      std::is_same_v<AnyCard, Card> ? largest_byte_deck : largest_deck_size;

  /// Counts the quotient of `order` and the trial before, and gives it.
  std::span<const AnyCard> count_quotient(std::span<const AnyCard> order, QuotientCounts& counts);
  std::span<const AnyCard> quotient(std::span<const AnyCard> before, std::span<const AnyCard> after);
  std::span<const AnyCard> previous() const { return std::span(previous_).first(deck_size_); }
  void remember(std::span<const AnyCard> order, std::uint64_t index);

  std::size_t deck_size_;
  std::uint64_t apart_;
  std::array<AnyCard, most_cards> previous_{};
  std::uint64_t previous_index_ = none;
  std::uint64_t places_ = 0;  // of the cards of previous_, where ranks are counted: four bits each
  std::array<AnyCard, most_cards> quotient_{};
  std::vector<AnyCard> held_;                // every fourth trial, as long as it may be paired: end to end
  std::vector<std::uint64_t> held_indexes_;  // of these; none where nothing is held
  bool holds_ = false;                       // whether any of them is
};

using QuotientStream = QuotientStreamOf<Card>;

}  // namespace fairshuffle
