#include "core/statistics/strongest_cell.hpp"

#include <cstdint>
#include <span>
#include <utility>

#include "core/statistics/chi_squared_result.hpp"
#include "core/tally/tables/inverse_neighbours.hpp"

namespace fairshuffle {

namespace {

using detail::Extremes;

// Each trial counts `cells_a_trial` of the cells, each of them with probability 1/n.
TestResult strongest_of_table(std::string_view name, const Tally& tally, const Extremes& extremes,
                              std::uint64_t cells_a_trial) {
  detail::check_total(name, extremes.counted, cells_a_trial * tally.trials, tally.trials);
  return detail::strongest_cell_result(
      name, detail::strongest_of(extremes, tally.trials, 1. / tally.deck_size), extremes.cells);
}

// Why there is nothing to test; empty where there is.
std::string no_cells(const Tally& tally) {
  if (tally.deck_size == 1) return std::string(detail::one_card_has_one_order);
  if (tally.deck_size == 2) return "of two cards every cell is the parity";
  return tally.trials == 0 ? "there were no trials" : "";
}

}  // namespace

TestResult test_strongest_position(const Tally& tally) {
  constexpr std::string_view name = strongest_position_test.name;
  if (std::string reason = no_cells(tally); !reason.empty()) {
    return detail::not_applied(name, std::move(reason));
  }
  Extremes extremes;
  for (int position = 0; position < tally.deck_size; ++position) {
    for (int card = 0; card < tally.deck_size; ++card) extremes.add(tally.positions.at(position, card));
  }
  return strongest_of_table(name, tally, extremes, static_cast<std::uint64_t>(tally.deck_size));
}

namespace {

// cells[symbol * (n + 1) + next], the boundary being symbol n.
TestResult strongest_of_neighbours(std::string_view name, const Tally& tally,
                                   std::span<const std::uint64_t> cells) {
  const auto symbols = static_cast<std::size_t>(tally.deck_size) + 1;
  Extremes extremes;
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    if (cell / symbols != cell % symbols) extremes.add(cells[cell]);
  }
  return strongest_of_table(name, tally, extremes, symbols);
}

}  // namespace

TestResult test_strongest_neighbour(const Tally& tally) {
  constexpr std::string_view name = strongest_neighbour_test.name;
  if (std::string reason = no_cells(tally); !reason.empty()) {
    return detail::not_applied(name, std::move(reason));
  }
  return strongest_of_neighbours(name, tally, tally.neighbours.cells());
}

TestResult test_strongest_inverse_neighbour(const Tally& tally) {
  constexpr std::string_view name = strongest_inverse_neighbour_test.name;
  if (tally.deck_size < smallest_large_deck) return detail::of_large_decks_only(name);
  if (std::string reason = no_cells(tally); !reason.empty()) {
    return detail::not_applied(name, std::move(reason));
  }
  return strongest_of_neighbours(name, tally, tally.tables.of(inverse_neighbours_table));
}

}  // namespace fairshuffle

namespace fairshuffle::detail {

StrongestCell strongest_of(const Extremes& extremes, std::uint64_t trials, double share) {
  const TailProbability fullest = binomial_two_sided(extremes.most, trials, share);
  const TailProbability emptiest = binomial_two_sided(extremes.fewest, trials, share);
  if (fullest.log10_p <= emptiest.log10_p) return {extremes.most, Tail::upper, fullest};
  return {extremes.fewest, Tail::lower, emptiest};
}

TestResult strongest_cell_result(std::string_view name, const StrongestCell& strongest, std::uint64_t cells) {
  TestResult result;
  result.name = name;
  result.applied = true;
  result.statistic = static_cast<double>(strongest.count);
  result.tail = strongest.tail;
  result.p_value = result.upper_tail = times(strongest.p, static_cast<double>(cells));
  return result;
}

}  // namespace fairshuffle::detail
