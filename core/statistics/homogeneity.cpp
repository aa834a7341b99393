#include "core/statistics/homogeneity.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
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

void check_table(const PositionTable& table, const PositionTable& other) {
  constexpr std::string_view function = "homogeneity_of_positions";
  if (table.size() != other.size() || table.empty()) {
    detail::refuse_argument(function, "positions", "as many in both tables, at least 1",
                            static_cast<double>(table.size()));
  }
  for (const auto& row : table) {
    if (row.size() != other.front().size()) {
      detail::refuse_argument(function, "cards", "as many at each position", static_cast<double>(row.size()));
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
  check_table(first, second);
  check_table(second, first);
  HomogeneityOfPositions result;
  double tests = 0;
  const auto consider = [&](const Homogeneity& test, bool of_card, std::size_t index) {
    // One cell is no test: another row may have more.
    const bool better = test.upper_tail.log10_p < result.strongest.upper_tail.log10_p ||
                        result.strongest.pearson.degrees_of_freedom == 0;
    if (++tests > 1 && !better) return;
    result.strongest = test;
    result.of_card = of_card;
    result.index = static_cast<int>(index);
  };
  for (std::size_t position = 0; position < first.size(); ++position) {
    consider(homogeneity(first[position], second[position]), false, position);
  }
  const auto sum_of = [](const auto& counts) {
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  };
  const std::uint64_t trials = sum_of(first.front());
  for (std::size_t card = 0; card < first.front().size(); ++card) {
    const std::vector<std::uint64_t> places = column(first, card);
    if (sum_of(places) == trials) consider(homogeneity(places, column(second, card)), true, card);
  }
  result.upper_tail = times(result.strongest.upper_tail, tests);
  return result;
}

}  // namespace fairshuffle
