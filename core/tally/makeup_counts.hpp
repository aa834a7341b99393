// What is counted of decks with equal cards, and of deals.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/order/makeup.hpp"

namespace fairshuffle {

/// Counts over the sites and symbols of a makeup. Those of disjoint trials add up.
class MakeupCounts {
 public:
  /// Arrangements are counted one by one up to so many.
  static constexpr std::uint64_t most_arrangements = 50'000;

  /// Throws std::invalid_argument where a deck of so many cards can't be made up so.
  MakeupCounts(const Makeup& makeup, int deck_size);

  /// Counts one trial. Precondition: an order of the deck, the one that Makeup has for all that look alike.
  void add(std::span<const Card> order) { add_each(order); }
  void add(std::span<const WideCard> order) { add_each(order); }
  /// Throws std::invalid_argument when the makeups differ.
  void merge(const MakeupCounts& other);

  const Makeup& makeup() const { return makeup_; }
  int deck_size() const { return deck_size_; }
  /// At how many sites each symbol stands in every trial.
  std::span<const int> sizes() const { return reader_.sizes(); }
  std::size_t symbols() const { return sizes().size(); }

  /// [site * symbols + symbol]: trials with that symbol there.
  std::span<const std::uint64_t> sites() const { return sites_; }
  std::uint64_t at(std::size_t site, std::size_t symbol) const { return sites_[site * symbols() + symbol]; }
  /// Of equal cards, [kind * (kinds + 1) + next kind]: how often one directly followed the other, the ends of
  /// the deck being a kind of their own, the last. Empty of deals.
  std::span<const std::uint64_t> neighbours() const { return neighbours_; }
  /// Where counts_together: trials that dealt both cards, by pair, the lower card first: 0 1, 0 2, ..., 1 2,
  /// ... Else empty.
  std::span<const std::uint64_t> together() const { return together_; }
  /// Trials by the rank of the arrangement; empty where there are too many.
  std::span<const std::uint64_t> arrangements() const { return arrangements_; }

  /// Adds to the counts, as many of each as there are. Throws std::invalid_argument.
  void add_counts(std::span<const std::uint64_t> sites, std::span<const std::uint64_t> neighbours,
                  std::span<const std::uint64_t> together, std::span<const std::uint64_t> arrangements);

 private:
  template <class AnyCard>
  void add_each(std::span<const AnyCard> order);

  Makeup makeup_;
  int deck_size_;
  SymbolReader reader_;
  std::vector<std::uint64_t> sites_, neighbours_, together_, arrangements_;
};

/// Pairs of cards are counted of deals of so many: a trial has k (k - 1) / 2 of them.
inline constexpr int most_dealt_together = largest_byte_deck;

/// Whether a deal is of two cards or more, and leaves two or more: then it tells of pairs what single cards
/// do not.
bool has_pairs(const Makeup& makeup, int deck_size);

/// Whether it has the counts of pairs of cards that are dealt together: of deals that have pairs, and not too
/// many.
bool counts_together(const Makeup& makeup, int deck_size);

}  // namespace fairshuffle
