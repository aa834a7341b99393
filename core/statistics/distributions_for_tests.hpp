// Exact distributions by name, for tests.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "core/interpret/evolve.hpp"
#include "core/interpret/setup_for_test.hpp"

namespace fairshuffle {

/// The probability of each permutation, by rank, of a shuffle with one option set, the others standard.
inline std::vector<double> distribution_for_test(std::string_view shuffle, int deck_size,
                                                 std::string_view option = {}, std::int64_t value = 0) {
  SampleSetup setup = setup_for_test(shuffle, deck_size);
  if (!option.empty()) {
    const auto found = std::ranges::find(setup.shuffle->options, option, &OptionInfo::name);
    if (found == setup.shuffle->options.end())
      throw std::invalid_argument("distribution_for_test: no such option");
    setup.options[static_cast<std::size_t>(found - setup.shuffle->options.begin())] = value;
  }
  return numeric_distribution_of(setup).probability;
}

/// The distribution of a comparator sort by coin.
inline std::vector<double> distribution_of_sort_for_test(std::string_view sort, int deck_size) {
  const OptionInfo& option = find_shuffle("comparator-sort")->options.front();
  const auto found = std::ranges::find(option.choices, sort);
  if (found == option.choices.end())
    throw std::invalid_argument("distribution_of_sort_for_test: no such sort");
  return distribution_for_test("comparator-sort", deck_size, option.name, found - option.choices.begin());
}

/// Half the sum of |p - 1/k|.
inline double distance_for_test(std::span<const double> distribution) {
  const double fair = 1 / static_cast<double>(distribution.size());
  double distance = 0;
  for (const double p : distribution) distance += std::abs(p - fair) / 2;
  return distance;
}

}  // namespace fairshuffle
