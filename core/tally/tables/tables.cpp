#include "core/tally/tables/tables.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

#include "core/tally/merge.hpp"
#include "core/tally/tables/cyclic_differences.hpp"
#include "core/tally/tables/draw_digits.hpp"
#include "core/tally/tables/hand_mates.hpp"
#include "core/tally/tables/inverse_neighbours.hpp"
#include "core/tally/tables/numbers.hpp"
#include "core/tally/tables/relative_order.hpp"
#include "core/tally/tables/top_cards.hpp"

namespace fairshuffle {

namespace {

constexpr std::array registered{&descents_table,
                                &rising_sequences_table,
                                &peaks_table,
                                &inverse_peaks_table,
                                &inversions_table,
                                &successions_table,
                                &left_maxima_table,
                                &left_minima_table,
                                &right_maxima_table,
                                &right_minima_table,
                                &inverse_neighbours_table,
                                &cyclic_differences_table,
                                &inverse_cyclic_differences_table,
                                &hand_mates_table,
                                &relative_order_table,
                                &inverse_relative_order_table,
                                &draw_digits_table,
                                &top_two_table,
                                &top_three_table,
                                &top_five_table};

}  // namespace

std::span<const TableInfo* const> all_tables() {
  return registered;
}

Tables::Tables(int deck_size, Of of, const AskedTables& asked)
    : waiting_(take_together(deck_size, of) ? deck_size : 0), gathered_(waiting_.deck_size()) {
  if (deck_size < smallest_large_deck) return;
  for (const TableInfo* info : registered) {
    const bool due = (of == Of::orders || info->of_quotients) &&
                     (!info->on_request || std::ranges::find(asked, info) != asked.end());
    const std::size_t cells = due ? cells_of(*info, deck_size) : 0;
    if (cells > 0) tables_.push_back({info, std::vector<std::uint64_t>(cells)});
  }
}

void Tables::add(std::span<const WideCard> order) {
  places_.resize(order.size());
  places_of(order, places_);
  for (Table& table : tables_) table.info->add_wide({.cards = order, .places = places_}, table.cells);
}

void Tables::count_gathered() {
  for (Table& table : tables_) table.info->add(gathered_, table.cells);
  gathered_.clear();
}

void Tables::merge(const Tables& other) {
  if (all().size() != other.all().size()) {
    throw std::invalid_argument("Tables: those of different decks do not add up");
  }
  for (std::size_t index = 0; index < tables_.size(); ++index) {
    detail::add_counts(tables_[index].cells, other.tables_[index].cells);
  }
}

std::span<const Tables::Table> Tables::all() const {
  if (!is_settled()) throw std::logic_error("Tables: orders were added and not settled");
  return tables_;
}

bool Tables::has(const TableInfo& info) const {
  return std::ranges::find(tables_, &info, &Table::info) != tables_.end();
}

AskedTables Tables::asked() const {
  AskedTables asked;
  for (const Table& table : tables_) {
    if (table.info->on_request) asked.push_back(table.info);
  }
  return asked;
}

std::span<const std::uint64_t> Tables::of(const TableInfo& info) const {
  const std::span<const Table> tables = all();
  const auto found = std::ranges::find(tables, &info, &Table::info);
  if (found == tables.end()) {
    throw std::invalid_argument("Tables: '" + std::string(info.name) + "' is not counted of this deck");
  }
  return found->cells;
}

void Tables::add_cells(std::string_view name, std::span<const std::uint64_t> cells) {
  const auto found = std::ranges::find(tables_, name, [](const Table& table) { return table.info->name; });
  if (found == tables_.end() || found->cells.size() != cells.size()) {
    throw std::invalid_argument("Tables: '" + std::string(name) + "' has other cells in this deck");
  }
  for (std::size_t cell = 0; cell < cells.size(); ++cell) found->cells[cell] += cells[cell];
}

}  // namespace fairshuffle
