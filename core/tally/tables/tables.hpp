// The tables of large decks: everything that is counted of orders too many to be counted one by one, but for
// what tallies of every size hold.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/tally/tables/table_info.hpp"

namespace fairshuffle {

/// All kinds of tables, in the order of the registry.
std::span<const TableInfo* const> all_tables();

/// A table of each kind that has cells for the deck, or of each of them that is counted of quotients; of
/// those on request the ones that are asked for. None of decks smaller than smallest_large_deck. Tables of
/// disjoint trials add up.
class Tables {
 public:
  enum class Of { orders, quotients };

  /// Whether orders of such a deck, or its quotients, wait for others: those of all decks of which no run
  /// counts them by rank from the start, but for wide ones, which are as much work one by one.
  static constexpr bool take_together(int deck_size, Of of = Of::orders) {
    const int largest_by_rank =
        of == Of::orders ? largest_counted_deck_size : largest_deck_of_quotient_orders;
    return deck_size > largest_by_rank && !is_wide_deck(deck_size);
  }

  /// deck_size in 1..largest_deck_size.
  Tables(int deck_size, Of of, const AskedTables& asked = {});

  /// Counts one order, sooner or later: at the latest when it is settled. Precondition: is_order(order), of
  /// this deck.
  void add(std::span<const Card> order) {
    add(order, [](OrderBatches&) {});
  }
  /// The same; orders that are counted are handed to `also`, too.
  template <class Also>
  void add(std::span<const Card> order, Also also) {
    if (waiting_.deck_size() == 0) return;
    waiting_.add(order);
    if (waiting_.full()) gather(also);
  }
  /// The same of as many orders as OrderPlanes takes at once. They are handed to `now` at once, and like
  /// others to `also` when they are counted.
  template <class Now, class Also>
  void add_planes(std::span<const Plane> cards, std::span<const Plane> places, std::span<const Plane> digits,
                  Now now, Also also) {
    // Only the last batch has fewer.
    if (waiting_.size() > 0) settle(also);
    waiting_.take(cards, places, digits);
    now(waiting_);
    gather(also);
  }
  /// Whether `add_decks` may count any.
  bool take_decks() const { return waiting_.deck_size() > 0 && waiting_.size() == 0; }
  /// The same of as many decks that lie end to end. False, and nothing is counted, where not all of them are
  /// orders. Precondition: take_decks().
  template <class Now, class Also>
  bool add_decks(std::span<const Card> decks, Now now, Also also) {
    if (!waiting_.take(decks)) return false;
    now(waiting_);
    gather(also);
    return true;
  }
  /// Counts one order of a wide deck at once. Precondition: is_order(order), of this deck.
  void add(std::span<const WideCard> order);
  /// Counts what waits to be counted with others.
  void settle() {
    settle([](OrderBatches&) {});
  }
  template <class Also>
  void settle(Also also) {
    if (waiting_.size() > 0) gather(also);
    if (gathered_.size() > 0) count(also);
  }
  bool is_settled() const { return waiting_.size() == 0 && gathered_.size() == 0; }
  /// Throws std::logic_error where either is not settled, std::invalid_argument when the decks differ.
  void merge(const Tables& other);

  struct Table {
    const TableInfo* info;
    std::vector<std::uint64_t> cells;
  };
  /// Throws std::logic_error where orders wait to be counted.
  std::span<const Table> all() const;
  /// Whether there is one of that kind.
  bool has(const TableInfo& info) const;
  /// Those on request that there are.
  AskedTables asked() const;
  /// The cells of one kind. Throws as `all`, and std::invalid_argument where it is not counted.
  std::span<const std::uint64_t> of(const TableInfo& info) const;
  /// Adds to the cells of one kind, as many as there are. Throws std::invalid_argument.
  void add_cells(std::string_view name, std::span<const std::uint64_t> cells);

 private:
  // Brings what waits to what is gathered, and counts that where there is enough of it.
  template <class Also>
  void gather(Also also) {
    gathered_.add(waiting_);
    waiting_.clear();
    if (gathered_.full()) count(also);
  }
  template <class Also>
  void count(Also also) {
    also(gathered_);
    count_gathered();
  }
  void count_gathered();

  std::vector<Table> tables_;
  OrderPlanes waiting_;
  OrderBatches gathered_;
  std::vector<WideCard> places_;  // room for those of one wide deck
};

}  // namespace fairshuffle
