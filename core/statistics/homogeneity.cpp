#include "core/statistics/homogeneity.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "core/statistics/arguments.hpp"

namespace fairshuffle {

namespace {

__extension__ using SignedWide = __int128;

/// One cell, or several pooled.
struct CellOfTwo {
  std::uint64_t first = 0;
  std::uint64_t second = 0;

  std::uint64_t sum() const { return first + second; }
  void add(const CellOfTwo& other) {
    first += other.first;
    second += other.second;
  }
};

struct Sizes {
  std::uint64_t first;
  std::uint64_t second;

  // smaller * sum / (first + second) >= least, without a division.
  bool fill(const CellOfTwo& cell) const {
    return static_cast<SignedWide>(std::min(first, second)) * cell.sum() >=
           static_cast<SignedWide>(least_expected_of_homogeneity) * (first + second);
  }
};

std::uint64_t size_of(std::span<const std::uint64_t> counts) {
  std::uint64_t size = 0;
  for (const std::uint64_t count : counts) {
    // Checked one by one: the sum of two stays below 2^64.
    if (count > largest_trial_count || size + count > largest_trial_count) {
      detail::refuse_argument("homogeneity", "trials", "at most 2^53", static_cast<double>(count));
    }
    size += count;
  }
  if (size == 0) detail::refuse_argument("homogeneity", "trials", "at least 1", 0);
  return size;
}

std::vector<CellOfTwo> pooled(std::vector<CellOfTwo> cells, const Sizes& sizes) {
  std::ranges::stable_sort(cells, {}, &CellOfTwo::sum);
  std::vector<CellOfTwo> full;
  CellOfTwo open;
  for (const CellOfTwo& cell : cells) {
    open.add(cell);
    if (!sizes.fill(open)) continue;
    full.push_back(open);
    open = {};
  }
  if (full.empty()) return {open};
  full.back().add(open);
  return full;
}

double pearson_sum(std::span<const CellOfTwo> cells, const Sizes& sizes) {
  long double sum = 0;
  for (const CellOfTwo& cell : cells) {
    // Both products are below 2^106.
    const SignedWide off = static_cast<SignedWide>(cell.first) * sizes.second -
                           static_cast<SignedWide>(cell.second) * sizes.first;
    const auto distance = static_cast<long double>(off);
    sum += distance / static_cast<long double>(cell.sum()) * distance;
  }
  return static_cast<double>(sum / static_cast<long double>(sizes.first) /
                             static_cast<long double>(sizes.second));
}

void check_square(const PositionTable& table, std::size_t positions) {
  constexpr std::string_view function = "homogeneity_of_positions";
  if (table.size() != positions || positions == 0) {
    detail::refuse_argument(function, "positions", "as many in both tables, at least 1",
                            static_cast<double>(table.size()));
  }
  for (const auto& row : table) {
    if (row.size() != positions) {
      detail::refuse_argument(function, "cards", "as many as positions", static_cast<double>(row.size()));
    }
  }
}

std::vector<std::uint64_t> column(const PositionTable& table, std::size_t card) {
  std::vector<std::uint64_t> counts;
  for (const auto& row : table) counts.push_back(row[card]);
  return counts;
}

}  // namespace

Homogeneity homogeneity(std::span<const std::uint64_t> first, std::span<const std::uint64_t> second) {
  if (first.size() != second.size() || first.empty()) {
    detail::refuse_argument("homogeneity", "cells", "as many in both samples, at least 1",
                            static_cast<double>(second.size()));
  }
  const Sizes sizes{size_of(first), size_of(second)};
  Homogeneity result;
  std::vector<CellOfTwo> cells;
  for (std::size_t index = 0; index < first.size(); ++index) {
    const CellOfTwo cell{first[index], second[index]};
    if (cell.sum() == 0) continue;
    result.pooled = result.pooled || !sizes.fill(cell);
    cells.push_back(cell);
  }
  if (result.pooled) cells = pooled(std::move(cells), sizes);
  if (cells.size() < 2) return result;
  result.pearson = {pearson_sum(cells, sizes), static_cast<double>(cells.size()) - 1};
  result.upper_tail = chi_squared_upper_tail(result.pearson.statistic, result.pearson.degrees_of_freedom);
  return result;
}

HomogeneityOfPositions homogeneity_of_positions(const PositionTable& first, const PositionTable& second) {
  const std::size_t cards = first.size();
  check_square(first, cards);
  check_square(second, cards);
  HomogeneityOfPositions result;
  bool any = false;
  const auto consider = [&](const Homogeneity& test, bool of_card, std::size_t index) {
    // One cell is no test: another row may have more.
    const bool better = test.upper_tail.log10_p < result.strongest.upper_tail.log10_p ||
                        result.strongest.pearson.degrees_of_freedom == 0;
    if (any && !better) return;
    any = true;
    result.strongest = test;
    result.of_card = of_card;
    result.index = static_cast<int>(index);
  };
  for (std::size_t position = 0; position < cards; ++position) {
    consider(homogeneity(first[position], second[position]), false, position);
  }
  for (std::size_t card = 0; card < cards; ++card) {
    consider(homogeneity(column(first, card), column(second, card)), true, card);
  }
  result.upper_tail = times(result.strongest.upper_tail, 2.0 * static_cast<double>(cards));
  return result;
}

}  // namespace fairshuffle
