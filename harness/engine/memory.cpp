#include "harness/engine/memory.hpp"

#include <algorithm>
#include <optional>

#include "core/order/order.hpp"
#include "core/statistics/families/family.hpp"
#include "core/tally/birthday.hpp"
#include "core/tally/makeup_counts.hpp"
#include "core/tally/subsets.hpp"

namespace fairshuffle {

namespace {

struct Bytes {
  std::uint64_t held = 0;           // as long as the target is undecided
  std::uint64_t of_thread = 0;      // for each thread beside the first, while it runs
  std::uint64_t while_decided = 0;  // what its record and the readers of its orders take
};

std::uint64_t cells_of(const Makeup& makeup, std::uint64_t deck_size) {
  const std::uint64_t symbols = symbol_sizes(makeup, static_cast<int>(deck_size)).size();
  const bool pairs = counts_together(makeup, static_cast<int>(deck_size));
  return deck_size * symbols + (makeup.has_equal_cards() ? (symbols + 1) * (symbols + 1) : 0) +
         (pairs ? deck_size * (deck_size - 1) / 2 : 0);
}

Bytes bytes_of(const TargetDescription& description, std::optional<OrderCounting> counting,
               std::uint64_t birthday_slots, const AskedTables& asked, bool pairs) {
  constexpr std::uint64_t halves = 2, counter = sizeof(std::uint64_t), listed_rank = sizeof(std::uint32_t);
  const auto deck_size = static_cast<std::uint64_t>(description.deck_size);
  // Positions and neighbours; of wide decks the positions of quotients count as well.
  const bool is_wide = is_wide_deck(description.deck_size);
  std::uint64_t derived = is_wide && !description.makeup.is_plain()
                              ? cells_of(description.makeup, deck_size) * counter
                              : (is_wide ? 3 : 2) * (deck_size + 1) * (deck_size + 1) * counter;
  if (description.marked > 0) derived += subset_count(description.deck_size, description.marked) * counter;
  // The judge has one for each half and one for the whole.
  Bytes bytes{.held = (halves + 3) * derived, .of_thread = halves * derived};
  if (keeps_orders(description.deck_size, counting.has_value())) {
    // The judge brings the halves of one target together, in as much again.
    const std::uint64_t kept = birthday_slots * bytes_of_birthday_slot;
    bytes.held += kept;
    bytes.of_thread += kept;
    bytes.while_decided += kept;
  }
  const bool has_tables = description.deck_size >= smallest_large_deck &&
                          !is_wide_deck(description.deck_size) && description.makeup.is_plain();
  if (has_tables) {
    for (const TableInfo* table : asked) {
      const std::uint64_t cells = table->cells(description.deck_size) * counter;
      bytes.held += halves * cells;
      bytes.of_thread += halves * cells;
      // The judge's own tally, what it is made of, and the evidence between.
      bytes.while_decided += 4 * cells;
    }
  }
  if (pairs && has_tables) {
    const std::uint64_t counts = PairPositionCounts::bytes(description.deck_size);
    bytes.held += halves * counts;
    bytes.of_thread += halves * counts;
    // Copies of both halves, which are brought together.
    bytes.while_decided += halves * counts;
  }
  if (!counting) return bytes;
  const std::uint64_t orders = order_count(description.deck_size);
  const bool narrow = counting->width == CounterWidth::narrow;
  // A wide counter has a byte beside it.
  const std::uint64_t table = orders * (narrow ? sizeof(std::uint32_t) : counter + 1);
  const std::uint64_t list = counting->most_listed * listed_rank;
  bytes.held += halves * (table + list);
  bytes.of_thread += halves * (narrow ? list : table + list);
  bytes.while_decided = halves * counting->most_listed * counter;
  if (description.deck_size <= largest_counted_deck_size) bytes.while_decided += 2 * orders * counter;
  return bytes;
}

}  // namespace

std::uint64_t memory_of(const RunPlan& plan) {
  Bytes all;
  const std::uint64_t slots = plan.slots_of_target();
  for (const auto& target : plan.targets) {
    const TargetDescription& description = target->description();
    const Bytes bytes = bytes_of(description, plan.counting_of(description.deck_size, description.makeup),
                                 slots, asked_by(plan.certify).tables, plan.pairs);
    all.held += bytes.held;
    all.of_thread = std::max(all.of_thread, bytes.of_thread);
    all.while_decided = std::max(all.while_decided, bytes.while_decided);
  }
  return all.held + all.of_thread * static_cast<std::uint64_t>(plan.threads - 1) + all.while_decided;
}

}  // namespace fairshuffle
