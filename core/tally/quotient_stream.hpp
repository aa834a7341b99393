// Which trials of a stream are taken together, and their quotients.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/tally/quotients.hpp"
#include "core/tally/stream_orders.hpp"

namespace fairshuffle {

/// Of the first trials of a run every pair is counted.
inline constexpr std::uint64_t trials_of_all_quotients = 65'536;
/// The share of later trials that have a quotient, in lanes (LaneTally) as elsewhere.
inline constexpr double share_of_later_quotients = 1. / 16;

/// The trials of one stream, each known by its index there, of orders as `Orders` keeps them. What follows a
/// trial that was left out (for being no order) makes no pair with what came before it.
template <class Orders>
class QuotientStreamOf {
 public:
  using Order = typename Orders::Order;

  /// Later on a pair is counted of each so many trials.
  static constexpr std::uint64_t trials_of_a_pair = 16;
  static_assert(share_of_later_quotients * trials_of_a_pair == 1);

  /// Trials that count as lying far apart are apart + 1 from each other: a multiple of 4.
  QuotientStreamOf(int deck_size, std::uint64_t apart) : orders_(deck_size), apart_(apart) {}

  /// The next trial follows none of those before.
  void begin();

  /// False for most trials once the first are over: `add` need not be told of those.
  static bool is_looked_at(std::uint64_t index) {
    return index < trials_of_all_quotients || (index + 1) % trials_of_a_pair < 2;
  }
  /// Counts the trial with the one before it and with one far before, where the index says so.
  void add(Order order, std::uint64_t index, QuotientCounts& counts);

  /// Counts the trial as one of the first, whatever its index.
  void add_as_first(Order order, std::uint64_t index, QuotientCounts& counts);
  /// Counts the quotient of this trial and the one before.
  void add_pair(Order order, std::uint64_t index, QuotientCounts& counts);

 private:
  static constexpr std::uint64_t none = ~std::uint64_t{0};

  bool follows(std::uint64_t index) const { return last_index_ != none && last_index_ + 1 == index; }
  void keep(Order order, std::uint64_t index);

  Orders orders_;  // the last trial, and every fourth one as long as it may be paired
  std::uint64_t apart_;
  std::uint64_t last_index_ = none;
  std::vector<std::uint64_t> held_indexes_;  // of every fourth trial; none where nothing is held
  bool holds_ = false;                       // whether any of them is
};

using QuotientStream = QuotientStreamOf<StreamOrders<Card>>;
using WideQuotientStream = QuotientStreamOf<StreamOrders<WideCard>>;
/// Of up to QuotientRanks::largest_deck cards, by rank.
using RankQuotientStream = QuotientStreamOf<StreamRanks>;

}  // namespace fairshuffle
