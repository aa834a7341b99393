#include "core/statistics/strongest_cell.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "core/statistics/chi_squared_result.hpp"

namespace fairshuffle {

namespace {

// Of cells that are equally likely the fullest or the emptiest has the smallest p-value.
struct Extremes {
  std::uint64_t cells = 0, counted = 0, most = 0;
  std::uint64_t fewest = std::numeric_limits<std::uint64_t>::max();

  void add(std::uint64_t count) {
    ++cells;
    counted += count;
    most = std::max(most, count);
    fewest = std::min(fewest, count);
  }
};

// at(row, column) counts a cell, in every trial `cells_a_trial` of them, each with probability 1/n.
TestResult strongest_of(std::string_view name, const Tally& tally, const Extremes& extremes,
                        std::uint64_t cells_a_trial) {
  detail::check_total(name, extremes.counted, cells_a_trial * tally.trials, tally.trials);
  const double share = 1. / tally.deck_size;
  const TailProbability fullest = binomial_two_sided(extremes.most, tally.trials, share);
  const TailProbability emptiest = binomial_two_sided(extremes.fewest, tally.trials, share);
  const bool too_full = fullest.log10_p <= emptiest.log10_p;
  TestResult result;
  result.name = name;
  result.applied = true;
  result.statistic = static_cast<double>(too_full ? extremes.most : extremes.fewest);
  result.tail = too_full ? Tail::upper : Tail::lower;
  result.p_value = result.upper_tail =
      times(too_full ? fullest : emptiest, static_cast<double>(extremes.cells));
  return result;
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
  return strongest_of(name, tally, extremes, static_cast<std::uint64_t>(tally.deck_size));
}

TestResult test_strongest_neighbour(const Tally& tally) {
  constexpr std::string_view name = strongest_neighbour_test.name;
  if (std::string reason = no_cells(tally); !reason.empty()) {
    return detail::not_applied(name, std::move(reason));
  }
  Extremes extremes;
  for (int card = 0; card <= tally.deck_size; ++card) {
    for (int next = 0; next <= tally.deck_size; ++next) {
      if (next != card) extremes.add(tally.neighbours.at(card, next));
    }
  }
  return strongest_of(name, tally, extremes, static_cast<std::uint64_t>(tally.deck_size) + 1);
}

}  // namespace fairshuffle
